import { setTimeout as sleep } from 'node:timers/promises';

/** Batch jobs that have ended, in every way that there is. Those that are active come from whoever uses the service. */
export interface BatchJobIds {
  readonly completed: string;
  /** Completed, with a row that failed. */
  readonly partly: string;
  readonly failed: string;
  readonly cancelled: string;
  /** Ended, and there to be deleted. */
  readonly spare: readonly string[];
}

interface Target {
  readonly apiKey: string;
  readonly templateId: string;
}

/** A row whose picture is none. */
const wrong = { photo: 'data:image/png;base64,bm8gcGljdHVyZQ==' };

/**
 * Submits jobs to a running service and waits until they have ended.
 *
 * @param portraitId a template with an optional picture `photo`.
 */
export async function submitJobs(
  origin: string,
  { apiKey, templateId }: Target,
  portraitId: string,
): Promise<BatchJobIds> {
  const ask = async (method: string, path: string, body?: object): Promise<Response> => {
    const response = await fetch(`${origin}/api/v1/batch-jobs${path}`, {
      method,
      headers: { 'X-Api-Key': apiKey, 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    // Where the service was told to limit rates.
    const wait = response.status === 429 ? response.headers.get('retry-after') : null;
    if (wait !== null) {
      await response.body?.cancel();
      await sleep(Number(wait) * 1_000);
      return await ask(method, path, body);
    }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const submit = async (template: string, rows: readonly object[]): Promise<string> => {
    const response = await ask('POST', '', { template: { templateId: template }, rows });
    return ((await response.json()) as { jobId: string }).jobId;
  };
  /** Waits for a job's end, of which there is one kind that is right. */
  const end = async (jobId: string, expected: string): Promise<string> => {
    for (;;) {
      const job = (await (await ask('GET', `/${jobId}`)).json()) as {
        status: string;
        completedAt: string | null;
      };
      if (job.status === expected) return jobId;
      if (job.completedAt !== null) throw new Error(`A job ended ${job.status}, but should be ${expected}.`);
      await sleep(50);
    }
  };
  const cancel = async (template: string): Promise<string> => {
    const jobId = await submit(template, Array<object>(200).fill({}));
    await ask('POST', `/${jobId}/cancel`);
    return await end(jobId, 'CANCELLED');
  };

  const spare: string[] = [];
  for (let count = 0; count < 3; count += 1) spare.push(await cancel(portraitId));
  return {
    completed: await end(await submit(templateId, [{ title: 'One' }, { title: 'Two' }]), 'COMPLETED'),
    partly: await end(await submit(portraitId, [wrong, {}]), 'COMPLETED'),
    failed: await end(await submit(portraitId, [wrong]), 'FAILED'),
    cancelled: await cancel(portraitId),
    spare,
  };
}
