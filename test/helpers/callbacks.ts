/** Reads callback deliveries from the database, and submits jobs with a callback. */
import { queryRow, queryRows, type Database } from '../../src/store/database.ts';
import { submitJob, plainBatch } from './batch.ts';
import type { Tenant, TestService } from './http.ts';

export interface DeliveryState {
  readonly status: string;
  readonly attempts: number;
  readonly body: string;
  readonly createdAt: Date;
  readonly nextAttemptAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly lastError: string | null;
  readonly taskId: string | null;
}

/** Reads the delivery of a job. */
export async function readDelivery(db: Database, jobId: string): Promise<DeliveryState> {
  return await queryRow(
    db,
    `select status, attempts, body, created_at as "createdAt", next_attempt_at as "nextAttemptAt",
            delivered_at as "deliveredAt", last_error as "lastError", task_id::text as "taskId"
     from callback_deliveries where job_id = :jobId`,
    { jobId },
  );
}

export interface CallbackTask {
  readonly id: string;
  readonly attempt: number;
  readonly runAt: Date;
  readonly lockedBy: string | null;
}

/** Lists the queued tasks of a job's delivery, oldest first. */
export async function listCallbackTasks(db: Database, jobId: string): Promise<CallbackTask[]> {
  return await queryRows(
    db,
    `select t.id::text, (t.payload->>'attempt')::int as attempt, t.run_at as "runAt",
     t.locked_by as "lockedBy"
     from graphile_worker._private_jobs t
     join callback_deliveries d on d.id::text = t.payload->>'deliveryId'
     where d.job_id = :jobId order by t.id`,
    { jobId },
  );
}

/** Submits a job of two rows with a callback. Returns the job's id. */
export async function submitWithCallback(
  service: TestService,
  tenant: Tenant,
  { templateId, callbackUrl }: { readonly templateId: string; readonly callbackUrl: string },
): Promise<string> {
  return await submitJob(service, tenant, { ...plainBatch(templateId), callbackUrl });
}
