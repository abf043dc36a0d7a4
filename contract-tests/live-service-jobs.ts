import { setTimeout as sleep } from 'node:timers/promises';
import { queryRows, type Database } from '../src/store/database.ts';
import { checkedFetch } from '../test/helpers/requests.ts';
import type { Surroundings } from './live-service-surroundings.ts';

/** Batch jobs in every state but PENDING, which is too short. Submissions answer with it. */
export interface BatchJobIds {
  readonly completed: string;
  /** Completed, with a failed row. */
  readonly partly: string;
  readonly failed: string;
  readonly cancelled: string;
  /** PROCESSING until it is cancelled: it waits for an image that never arrives. */
  readonly processing: string;
  /** Completed, with an expired archive. */
  readonly expired: string;
  /** Completed, with an archive that is missing in storage. */
  readonly gone: string;
  /** Completed, with a delivered callback. */
  readonly delivered: string;
  /** Completed, with a failed callback. */
  readonly undelivered: string;
  /** Ended jobs that tests may delete. */
  readonly spare: readonly string[];
  /** Renders without an open connection. */
  readonly renders: {
    readonly completed: string;
    readonly failed: string;
    /** Until it is deleted: it waits for an image that never arrives. */
    readonly processing: string;
    /** Those that tests may delete. */
    readonly spare: readonly string[];
  };
}

interface Place {
  readonly origin: string;
  readonly apiKey: string;
  readonly templateId: string;
  readonly db: Database;
  readonly surroundings: Surroundings;
}

/** A row whose image does not decode. */
const wrong = { title: 'Wrong', photo: 'data:image/png;base64,bm8gcGljdHVyZQ==' };
const good = { title: 'Good' };

/** The fields of a job that are checked here. */
interface Job {
  readonly status: string;
  readonly completedAt: string | null;
  readonly completionCallback: { readonly status: string } | null;
}

/** Submits jobs to a running service and waits until each has its state. */
export async function makeJobs({
  origin,
  apiKey,
  templateId,
  db,
  surroundings,
}: Place): Promise<BatchJobIds> {
  const send = async (method: string, path: string, body?: object): Promise<Response> => {
    const place = path.startsWith('/api/') ? path : `/api/v1/batch-jobs${path}`;
    const response = await checkedFetch(origin + place, {
      method,
      headers: { 'X-Api-Key': apiKey, 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    // Only if the service limits rates.
    const wait = response.status === 429 ? response.headers.get('retry-after') : null;
    if (wait !== null) {
      await sleep(Number(wait) * 1_000);
      return await send(method, path, body);
    }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const submit = async (rows: readonly object[], callbackUrl?: string): Promise<string> => {
    const response = await send('POST', '', { template: { templateId }, rows, callbackUrl });
    return ((await response.json()) as { jobId: string }).jobId;
  };
  const waitFor = async (
    jobId: string,
    isRight: (job: Job) => boolean,
    expected: string,
  ): Promise<string> => {
    for (;;) {
      const job = (await (await send('GET', `/${jobId}`)).json()) as Job;
      if (isRight(job)) return jobId;
      if (job.completedAt !== null && job.completionCallback?.status !== 'PENDING')
        throw new Error(`A job ended ${job.status}, but should be ${expected}.`);
      await sleep(50);
    }
  };
  const render = async (variables: object, expected: string): Promise<string> => {
    const response = await send('POST', `/api/v1/templates/${templateId}/renders`, { variables });
    const { renderId } = (await response.json()) as { renderId: string };
    for (;;) {
      const { status } = (await (await send('GET', `/api/v1/renders/${renderId}`)).json()) as Job;
      if (status === expected) return renderId;
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
  const notify = async (url: string, expected: string): Promise<string> =>
    await waitFor(
      await submit([good], url),
      ({ completionCallback }) => completionCallback?.status === expected,
      expected,
    );
  const cancel = async (): Promise<string> => {
    const jobId = await submit(Array<object>(200).fill(good));
    await send('POST', `/${jobId}/cancel`);
    return await end(jobId, 'CANCELLED');
  };

  const jobs = {
    completed: await end(await submit([good, { title: 'Two', photo: surroundings.imageUrl }]), 'COMPLETED'),
    partly: await end(await submit([wrong, good]), 'COMPLETED'),
    failed: await end(await submit([wrong]), 'FAILED'),
    cancelled: await cancel(),
    expired: await complete(),
    gone: await complete(),
    delivered: await notify(surroundings.goodCallbackUrl, 'DELIVERED'),
    undelivered: await notify(surroundings.badCallbackUrl, 'FAILED'),
    spare: [await cancel(), ...(await completeMany(8))],
    processing: await end(
      await submit([{ title: 'Never', photo: surroundings.hangingPictureUrl }]),
      'PROCESSING',
    ),
    renders: {
      completed: await render(good, 'COMPLETED'),
      failed: await render(wrong, 'FAILED'),
      processing: await render({ title: 'Never', photo: surroundings.hangingPictureUrl }, 'PROCESSING'),
      spare: [await render(good, 'COMPLETED'), await render(good, 'COMPLETED')],
    },
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
