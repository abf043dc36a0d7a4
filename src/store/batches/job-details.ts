/** An account's batch jobs as the app shows them. */
import type { SheetGrid } from '../../common/sheets/sheet-grid.ts';
import type { Database } from '../database.ts';
import { readRows } from '../lost-connection.ts';
import { isBatch } from './job-status.ts';
import type { JobCallback } from './jobs.ts';
import type { ListedJob } from './list-jobs.ts';

export interface JobDetails extends Omit<ListedJob, 'metadata'> {
  /** How the rows are laid out on sheets of one PDF; null: the archive has a file for each row. */
  readonly sheet: SheetGrid | null;
  /** The standard that its PDFs were asked for. */
  readonly pdfStandard: string | null;
  /** Whether its PDFs have the warnings of a printer. */
  readonly preflight: boolean;
  /** The names of the files that each PDF carries. */
  readonly attachments: readonly string[];
  readonly startedAt: Date | null;
  /** Null if there is no archive, or not any more. */
  readonly archiveExpiresAt: Date | null;
  /** Null without a callback URL. */
  readonly callback: Omit<JobCallback, 'deliveredAt'> | null;
}

/** Those of these jobs that belong to the account, in the order of the ids. */
export async function findJobDetails(
  db: Database,
  accountId: string,
  jobIds: readonly string[],
): Promise<JobDetails[]> {
  if (jobIds.length === 0) return [];
  return await readRows<JobDetails>(
    db,
    `select j.id as "jobId", j.template_id as "templateId", j.template_name as "templateName",
            j.project_id as "projectId", j.project_name as "projectName", j.origin, k.name as "apiKeyName",
            j.status, j.total_items as "totalItems", j.completed_items as "completedItems",
            j.failed_items as "failedItems", j.format, j.sheet,
            j.options->>'pdfStandard' as "pdfStandard",
            coalesce(cast(j.options->>'preflight' as boolean), false) as preflight,
            array(select file->>'name' from jsonb_array_elements(j.options->'attachments') as file)
              as attachments,
            j.created_at as "createdAt",
            j.started_at as "startedAt", j.completed_at as "completedAt",
            case when j.archive_key is not null and j.archive_expires_at > now()
              then j.archive_expires_at end as "archiveExpiresAt",
            case when j.delivery_id is not null then jsonb_build_object(
              'deliveryId', j.delivery_id, 'callbackUrl', j.callback_url,
              -- Its row is added when the job ends.
              'status', coalesce(d.status, 'PENDING'), 'attempts', coalesce(d.attempts, 0),
              'lastError', d.last_error
            ) end as callback
     from unnest(cast(:jobIds as uuid[])) with ordinality as wanted (id, place)
     join batch_jobs j on j.id = wanted.id and j.account_id = :accountId and j.${isBatch}
     left join api_keys k on k.id = j.api_key_id
     left join callback_deliveries d on d.id = j.delivery_id
     order by wanted.place`,
    { accountId, jobIds: [...jobIds] },
  );
}
