import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomColor, toHex, type Desk } from './client.ts';
import type { SeenJob } from './witness.ts';

/**
 * A client of batches. It repeats a submission, with its key, until it knows what became of it, and now and then once more; then
 * it may cancel the job, wait for its end and delete it.
 */
export function createBatchClient(desk: Desk): () => Promise<void> {
  const { ask, random } = desk;
  return async () => {
    const job = await submit(desk);
    if (job === null) return void (await sleep(200));
    const path = `/api/v1/batch-jobs/${job.jobId}`;
    if (random.chance(0.2)) {
      await sleep(random.integer(0, 3_000));
      const answer = await ask('cancel', 'POST', `${path}/cancel`);
      if (answer === null || answer.status < 300 || answer.status >= 500) job.wasCancelled = true;
    }
    if (random.chance(0.3) && (await waitForEnd(desk, job)) && random.chance(0.6)) await remove(desk, job);
  };
}

async function submit(desk: Desk): Promise<SeenJob | null> {
  const { tenant, templateId, ask, random, witness, outsiders } = desk;
  const idempotencyKey = randomUUID();
  const rows = Array.from({ length: random.integer(1, random.chance(0.2) ? 60 : 15) }, (_, index) => ({
    name: `row ${index}`,
    color: randomColor(random),
    showsPicture: random.chance(0.15),
  }));
  // Some come close to the longest body that is taken.
  const note = random.chance(0.04) ? { note: 'x'.repeat(Math.floor(9_000_000 / rows.length)) } : {};
  const hasCallback = random.chance(0.7);
  const json = {
    template: { templateId, output: { filenamePattern: '{name}' } },
    rows: rows.map(({ name, color, showsPicture }) => ({
      name,
      color: toHex(color),
      ...note,
      ...(showsPicture ? { photo: outsiders.pictureUrl } : {}),
    })),
    ...(hasCallback ? { callbackUrl: outsiders.callbackUrl } : {}),
  };
  const headers = { 'Idempotency-Key': idempotencyKey };
  let job: SeenJob | null = null;
  for (let more = random.chance(0.3) ? 1 : 0; ;) {
    const answer = await ask('submit', 'POST', '/api/v1/batch-jobs', { json, headers });
    if (answer === null || answer.status >= 500) {
      await sleep(random.integer(100, 600));
      continue;
    }
    if (answer.status !== 202) {
      if (job !== null) witness.breaches.push(`job ${job.jobId}: repeated, it was answered ${answer.status}`);
      return job;
    }
    const { jobId } = answer.json as { jobId: string };
    if (job !== null && job.jobId !== jobId)
      witness.breaches.push(`jobs ${job.jobId}, ${jobId}: one submission`);
    if (job === null) {
      const { workspaceId, apiKey } = tenant;
      job = {
        ...{ idempotencyKey, jobId, workspaceId, apiKey, rows, hasCallback },
        ...{ wasCancelled: false, deleted: 'no' },
      };
      witness.jobs.push(job);
    }
    if (more === 0) return job;
    more -= 1;
  }
}

/** False where the load ends before the job does. */
async function waitForEnd({ ask, isOver, witness }: Desk, { jobId }: SeenJob): Promise<boolean> {
  while (!isOver()) {
    const answer = await ask('read job', 'GET', `/api/v1/batch-jobs/${jobId}`);
    if (answer?.status === 404) witness.breaches.push(`job ${jobId}: not there`);
    if (answer?.status === 200 && (answer.json as { completedAt: string | null }).completedAt !== null)
      return true;
    await sleep(300);
  }
  return false;
}

/** Until it is known to be gone. */
async function remove({ ask }: Desk, job: SeenJob): Promise<void> {
  for (;;) {
    const answer = await ask('delete', 'DELETE', `/api/v1/batch-jobs/${job.jobId}`);
    if (answer?.status === 204 || answer?.status === 404) return void (job.deleted = 'yes');
    await sleep(300);
  }
}
