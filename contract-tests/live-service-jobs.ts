import { setTimeout as sleep } from 'node:timers/promises';
import { queryRows, type Database } from '../src/store/database.ts';
import { checkedFetch } from '../test/helpers/requests.ts';
import type { Surroundings } from './live-service-surroundings.ts';

/** Batch jobs in every state. PENDING passes too quickly to be kept; submitting answers with it. */
export interface BatchJobIds {
  readonly completed: string;
  /** Completed, with a row that failed. */
  readonly partly: string;
  readonly failed: string;
  readonly cancelled: string;
  /** PROCESSING until somebody cancels it, because it waits for a picture that never comes. */
  readonly processing: string;
  /** Completed, and its archive is past its time. */
  readonly expired: string;
  /** Completed, but its archive is not in storage. */
  readonly gone: string;
  /** Completed, and the receiver was told. */
  readonly delivered: string;
  /** Completed, and the receiver refused to be told. */
  readonly undelivered: string;
  /** Ended, and there to be deleted. */
  readonly spare: readonly string[];
}

interface Place {
  readonly origin: string;
  readonly apiKey: string;
  readonly templateId: string;
  readonly db: Database;
  readonly surroundings: Surroundings;
}

/** A row whose picture is none. */
const wrong = { title: 'Wrong', photo: 'data:image/png;base64,bm8gcGljdHVyZQ==' };
const good = { title: 'Good' };

/** What is looked at of a job. */
interface Job {
  readonly status: string;
  readonly completedAt: string | null;
  readonly completionCallback: { readonly status: string } | null;
}

/** Submits jobs to a running service and waits until they are as they should be. */
export async function makeJobs({
  origin,
  apiKey,
  templateId,
  db,
  surroundings,
}: Place): Promise<BatchJobIds> {
  const ask = async (method: string, path: string, body?: object): Promise<Response> => {
    const response = await checkedFetch(`${origin}/api/v1/batch-jobs${path}`, {
      method,
      headers: { 'X-Api-Key': apiKey, 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    // Where the service was told to limit rates.
    const wait = response.status === 429 ? response.headers.get('retry-after') : null;
    if (wait !== null) {
      await sleep(Number(wait) * 1_000);
      return await ask(method, path, body);
    }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const submit = async (rows: readonly object[], callbackUrl?: string): Promise<string> => {
    const response = await ask('POST', '', { template: { templateId }, rows, callbackUrl });
    return ((await response.json()) as { jobId: string }).jobId;
  };
  const waitFor = async (
    jobId: string,
    isRight: (job: Job) => boolean,
    expected: string,
  ): Promise<string> => {
    for (;;) {
      const job = (await (await ask('GET', `/${jobId}`)).json()) as Job;
      if (isRight(job)) return jobId;
      if (job.completedAt !== null && job.completionCallback?.status !== 'PENDING')
        throw new Error(`A job ended ${job.status}, but should be ${expected}.`);
      await sleep(50);
    }
  };
  const end = (jobId: string, expected: string): Promise<string> =>
    waitFor(jobId, ({ status }) => status === expected, expected);
  const complete = async (): Promise<string> => await end(await submit([good]), 'COMPLETED');
  const completeMany = async (count: number): Promise<string[]> => {
    const jobIds: string[] = [];
    while (jobIds.length < count) jobIds.push(await complete());
    return jobIds;
  };
  const tell = async (url: string, expected: string): Promise<string> =>
    await waitFor(
      await submit([good], url),
      ({ completionCallback }) => completionCallback?.status === expected,
      expected,
    );
  const cancel = async (): Promise<string> => {
    const jobId = await submit(Array<object>(200).fill(good));
    await ask('POST', `/${jobId}/cancel`);
    return await end(jobId, 'CANCELLED');
  };

  const jobs = {
    completed: await end(await submit([good, { title: 'Two', photo: surroundings.pictureUrl }]), 'COMPLETED'),
    partly: await end(await submit([wrong, good]), 'COMPLETED'),
    failed: await end(await submit([wrong]), 'FAILED'),
    cancelled: await cancel(),
    expired: await complete(),
    gone: await complete(),
    delivered: await tell(surroundings.goodCallbackUrl, 'DELIVERED'),
    undelivered: await tell(surroundings.badCallbackUrl, 'FAILED'),
    spare: [await cancel(), ...(await completeMany(8))],
    processing: await end(
      await submit([{ title: 'Never', photo: surroundings.hangingPictureUrl }]),
      'PROCESSING',
    ),
  };
  await queryRows(
    db,
    `update batch_jobs set archive_expires_at = completed_at + interval '1 millisecond' where id = :jobId`,
    { jobId: jobs.expired },
  );
  await queryRows(db, `update batch_jobs set archive_key = 'batches/gone.zip' where id = :jobId`, {
    jobId: jobs.gone,
  });
  return jobs;
}
