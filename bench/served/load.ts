/**
 * Requests to a service, as they come from the world: at their own pace, whatever becomes of those before.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';

export interface Outcome {
  readonly status: number;
  /** From when it should have been sent to the last byte of its answer. */
  readonly ms: number;
  readonly retryAfter: string | null;
}

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

/** Sends one request. */
export type Send = (call: Call, dueAt?: number) => Promise<Outcome>;

/** A client of a service, with as many connections as it needs. */
export function openClient(url: string, apiKey: string): { readonly send: Send; close(): Promise<void> } {
  const agent = new Agent({ pipelining: 1, headersTimeout: 60_000, bodyTimeout: 60_000 });
  return {
    async send({ method, path, body }, dueAt = performance.now()) {
      const answer = await request(url + path, {
        method,
        dispatcher: agent,
        headers: {
          'x-api-key': apiKey,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body }),
      });
      await answer.body.arrayBuffer();
      const retryAfter = answer.headers['retry-after'];
      return {
        status: answer.statusCode,
        ms: performance.now() - dueAt,
        retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
      };
    },
    close: () => agent.close(),
  };
}

/**
 * Sends so many requests a second for so long, at random distances as strangers do, and waits for all answers.
 *
 * @param random from 0 to 1
 */
export async function sendAtRate(
  send: Send,
  next: () => Call,
  {
    perSecond,
    ms,
    random,
  }: { readonly perSecond: number; readonly ms: number; readonly random: () => number },
): Promise<Outcome[]> {
  const under: Promise<Outcome>[] = [];
  const startedAt = performance.now();
  for (let due = 0; due < ms; due += (-Math.log(1 - random()) * 1_000) / perSecond) {
    const wait = startedAt + due - performance.now();
    if (wait > 0) await sleep(wait);
    under.push(send(next(), startedAt + due));
  }
  return await Promise.all(under);
}

/** Asks one after the other on so many lines, for so long. Whoever is turned away tries again. */
export async function sendInTurn(
  send: Send,
  next: () => Call,
  { lines, ms }: { readonly lines: number; readonly ms: number },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const endsAt = performance.now() + ms;
  const line = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const outcome = await send(next());
      outcomes.push(outcome);
      if (outcome.status === 503) await sleep(5);
    }
  };
  await Promise.all(Array.from({ length: lines }, line));
  return outcomes;
}

/** The value that a share of all are below. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
