/** The neighbour: renders at a fixed rate, submits batches of one row, and measures both. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';

export interface Neighbour {
  readonly url: string;
  readonly key: string;
  readonly templateId: string;
  /** The values of a render; each number gives another image. */
  readonly values: (number: number) => Readonly<Record<string, string>>;
}

/** What the neighbour notices. Times are in milliseconds. */
export interface Experience {
  /** From the time at which a render was due to the last byte of its answer. */
  readonly renderMs: readonly number[];
  /** From a submission to the end of its job. */
  readonly batchMs: readonly number[];
  /** Answers that a service without the other tenant would not give. */
  readonly failures: readonly string[];
}

const renderIntervalMs = 100;
const batchIntervalMs = 1_500;
const pollIntervalMs = 50;

/** Renders once every 100 ms, and submits a batch of one row after the other, for `ms`. */
export async function experience(neighbour: Neighbour, ms: number): Promise<Experience> {
  const agent = new Agent({
    connections: null,
    connect: { timeout: 90_000 },
    headersTimeout: 90_000,
    bodyTimeout: 90_000,
  });
  const result = { renderMs: [] as number[], batchMs: [] as number[], failures: [] as string[] };
  const startedAt = performance.now();
  const isOver = (): boolean => performance.now() - startedAt >= ms;
  const send = async (path: string, json?: unknown) => {
    const answer = await request(neighbour.url + path, {
      method: json === undefined ? 'GET' : 'POST',
      headers: { 'x-api-key': neighbour.key, ...(json === undefined ? {} : contentType) },
      body: json === undefined ? null : JSON.stringify(json),
      dispatcher: agent,
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    return { status: answer.statusCode, bytes };
  };

  let number = 0;
  const render = async (dueAt: number): Promise<void> => {
    const variables = neighbour.values((number += 1));
    const { status } = await send(`/api/v1/templates/${neighbour.templateId}/generate`, { variables });
    if (status === 200) result.renderMs.push(performance.now() - dueAt);
    else result.failures.push(`render ${status}`);
  };
  const renders = async (): Promise<void> => {
    const sent: Promise<void>[] = [];
    for (let due = 0; due < ms; due += renderIntervalMs) {
      await sleep(Math.max(0, startedAt + due - performance.now()));
      const sending = render(startedAt + due);
      sent.push(sending.catch((error: unknown) => void result.failures.push(`render ${String(error)}`)));
    }
    await Promise.all(sent);
  };
  const batch = async (): Promise<void> => {
    const submittedAt = performance.now();
    const template = { templateId: neighbour.templateId };
    const submitted = await send('/api/v1/batch-jobs', { template, rows: [neighbour.values(0)] });
    if (submitted.status !== 202) return void result.failures.push(`batch ${submitted.status}`);
    const { jobId } = parse(submitted.bytes) as { jobId: string };
    for (;;) {
      const { status, bytes } = await send(`/api/v1/batch-jobs/${jobId}`);
      const job = status === 200 ? (parse(bytes) as { status: string }).status : `answer ${status}`;
      if (job === 'COMPLETED') return void result.batchMs.push(performance.now() - submittedAt);
      if (job !== 'PENDING' && job !== 'PROCESSING') return void result.failures.push(`batch ${job}`);
      if (performance.now() - submittedAt > maxBatchMs) return void result.failures.push('batch has no end');
      await sleep(pollIntervalMs);
    }
  };
  const batches = async (): Promise<void> => {
    while (!isOver()) {
      const next = sleep(batchIntervalMs);
      await batch().catch((error: unknown) => void result.failures.push(`batch ${String(error)}`));
      await next;
    }
  };
  await Promise.all([renders(), batches()]);
  await agent.close();
  return result;
}

const contentType = { 'content-type': 'application/json' };
const maxBatchMs = 60_000;

function parse(bytes: Buffer): unknown {
  return JSON.parse(bytes.toString());
}
