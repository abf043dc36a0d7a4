import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomColor, toHex, type ClientContext } from './client.ts';
import type { ObservedJob } from './observations.ts';

/**
 * A client that submits batches. It repeats a submission with its idempotency key until it is answered, and
 * sometimes once more. Then it may cancel the job, wait for its end and delete it.
 */
export function createBatchClient(context: ClientContext): () => Promise<void> {
  const { ask, random } = context;
  return async () => {
    const job = await submit(context);
    if (job === null) return void (await sleep(200));
    const path = `/api/v1/batch-jobs/${job.jobId}`;
    if (random.chance(0.2)) {
      await sleep(random.integer(0, 3_000));
      const answer = await ask('cancel', 'POST', `${path}/cancel`);
      if (answer === null || answer.status < 300 || answer.status >= 500) job.wasCancelled = true;
    }
    if (random.chance(0.3) && (await waitForEnd(context, job)) && random.chance(0.6))
      await remove(context, job);
  };
}

async function submit(context: ClientContext): Promise<ObservedJob | null> {
  const { tenant, templateId, ask, random, observed, externals } = context;
  const idempotencyKey = randomUUID();
  const rows = Array.from({ length: random.integer(1, random.chance(0.2) ? 60 : 15) }, (_, index) => ({
    name: `row ${index}`,
    color: randomColor(random),
    showsImage: random.chance(0.15),
  }));
  // Some bodies come close to the size limit.
  const note = random.chance(0.04) ? { note: 'x'.repeat(Math.floor(9_000_000 / rows.length)) } : {};
  const hasCallback = random.chance(0.7);
  const json = {
    template: { templateId, output: { filenamePattern: '{name}' } },
    rows: rows.map(({ name, color, showsImage }) => ({
      name,
      color: toHex(color),
      ...note,
      ...(showsImage ? { photo: externals.imageUrl } : {}),
    })),
    ...(hasCallback ? { callbackUrl: externals.callbackUrl } : {}),
  };
  const headers = { 'Idempotency-Key': idempotencyKey };
  let job: ObservedJob | null = null;
  for (let repetitions = random.chance(0.3) ? 1 : 0; ;) {
    const answer = await ask('submit', 'POST', '/api/v1/batch-jobs', { json, headers });
    if (answer === null || answer.status >= 500) {
      await sleep(random.integer(100, 600));
      continue;
    }
    if (answer.status !== 202) {
      if (job !== null)
        observed.breaches.push(`job ${job.jobId}: its repetition was answered ${answer.status}`);
      return job;
    }
    const { jobId } = answer.json as { jobId: string };
    if (job !== null && job.jobId !== jobId)
      observed.breaches.push(`jobs ${job.jobId}, ${jobId}: one submission`);
    if (job === null) {
      const { workspaceId, apiKey } = tenant;
      job = {
        idempotencyKey,
        jobId,
        workspaceId,
        apiKey,
        rows,
        hasCallback,
        wasCancelled: false,
        deleted: 'no',
      };
      observed.jobs.push(job);
    }
    if (repetitions === 0) return job;
    repetitions -= 1;
  }
}

/** False if the load ends before the job. */
async function waitForEnd(
  { ask, isOver, observed }: ClientContext,
  { jobId }: ObservedJob,
): Promise<boolean> {
  while (!isOver()) {
    const answer = await ask('read job', 'GET', `/api/v1/batch-jobs/${jobId}`);
    if (answer?.status === 404) observed.breaches.push(`job ${jobId}: not found`);
    if (answer?.status === 200 && (answer.json as { completedAt: string | null }).completedAt !== null)
      return true;
    await sleep(300);
  }
  return false;
}

/** Repeats the deletion until it is confirmed. */
async function remove({ ask }: ClientContext, job: ObservedJob): Promise<void> {
  for (;;) {
    const answer = await ask('delete', 'DELETE', `/api/v1/batch-jobs/${job.jobId}`);
    if (answer?.status === 204 || answer?.status === 404) return void (job.deleted = 'yes');
    await sleep(300);
  }
}
