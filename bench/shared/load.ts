import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';

export interface Outcome {
  readonly status: number;
  /** From the time at which the request was due to the last byte of its answer. */
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

/** A client of a service that opens as many connections as it needs, which have the limit of an answer. */
export function openClient(url: string, apiKey: string): { readonly send: Send; close(): Promise<void> } {
  const timeoutMs = 60_000;
  const agent = new Agent({
    pipelining: 1,
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  return {
    async send({ method, path, body }, dueAt = performance.now()) {
      const contentType = body === undefined ? {} : { 'content-type': 'application/json' };
      const answer = await request(url + path, {
        method,
        dispatcher: agent,
        headers: { 'x-api-key': apiKey, ...contentType },
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

export interface Rate {
  readonly perSecond: number;
  readonly ms: number;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
}

/** Sends requests at random distances (a Poisson process), whether or not earlier ones have been answered. */
export async function sendAtRate(
  send: Send,
  next: () => Call,
  { perSecond, ms, random }: Rate,
): Promise<Outcome[]> {
  const sent: Promise<Outcome>[] = [];
  const startedAt = performance.now();
  for (let due = 0; due < ms; due += (-Math.log(1 - random()) * 1_000) / perSecond) {
    const waitMs = startedAt + due - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    sent.push(send(next(), startedAt + due));
  }
  return await Promise.all(sent);
}

/** Sends requests in sequence for `ms`, in several sequences at once. Continues after a 503. */
export async function sendInSequence(
  send: Send,
  next: () => Call,
  { sequences, ms }: { readonly sequences: number; readonly ms: number },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const endsAt = performance.now() + ms;
  const sequence = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const outcome = await send(next());
      outcomes.push(outcome);
      if (outcome.status === 503) await sleep(5);
    }
  };
  await Promise.all(Array.from({ length: sequences }, sequence));
  return outcomes;
}
