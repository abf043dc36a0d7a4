/**
 * A service in four times: left alone, at its capacity, at twice that, and afterwards.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../faults/random.ts';
import type { BenchService } from '../../bench/served/service.ts';
import {
  openClient,
  quantile,
  sendAtRate,
  sendInTurn,
  type Call,
  type Outcome,
} from '../../bench/served/load.ts';
import type { ProbeLink } from './probe-link.ts';
import type { Stalls } from './probe.ts';

/** What came of it. Times are in milliseconds. */
export interface OverloadResult {
  readonly aloneP95Ms: number;
  readonly perSecond: number;
  /** Of requests at twice the capacity. */
  readonly sent: number;
  readonly rendered: number;
  readonly turnedAway: number;
  /** Answers that should not be: another status, or a 503 that does not say when to come again. */
  readonly wrong: readonly string[];
  readonly renderedP95Ms: number;
  readonly turnedAwayP95Ms: number;
  readonly readsP95Ms: number;
  readonly healthP95Ms: number;
  readonly stalls: Stalls;
  readonly recoveryMs: number;
}

export interface OverloadPlan {
  readonly sample: string;
  readonly values: (number: number) => Readonly<Record<string, string>>;
  readonly seed: number;
  /** Of the overload. */
  readonly seconds: number;
  /** Of each measurement before it. */
  readonly baseSeconds: number;
  readonly factor: number;
  /** How much longer than one of a service that was left alone a render may take once it has recovered. */
  readonly calmFactor: number;
}

/** Reads a second beside the load, of each kind: far below what an account may ask for. */
const readsPerSecond = 10;
/** Recovered is a service when so many renders in a row are as they should be. */
const calmRenders = 3;
const longestRecoveryMs = 30_000;

/** Plays the four times. */
export async function playOverload(
  { url, demo }: Pick<BenchService, 'url' | 'demo'>,
  probe: ProbeLink,
  { sample, values, seed, seconds, baseSeconds, factor, calmFactor }: OverloadPlan,
): Promise<OverloadResult> {
  const random = createRandom(seed);
  const client = openClient(url, demo.apiKey);
  const templateId = demo.templates[sample] ?? '';
  let number = 0;
  const render = (): Call => ({
    method: 'POST',
    path: `/api/v1/templates/${templateId}/generate`,
    body: JSON.stringify({ variables: values((number += 1)), format: 'png' }),
  });
  const reads = [
    '/api/v1/projects',
    `/api/v1/projects/${demo.projectId}/templates`,
    `/api/v1/templates/${templateId}`,
  ];
  const read = (): Call => ({ method: 'GET', path: random.pick(reads) });
  const health = (): Call => ({ method: 'GET', path: '/healthz' });
  const { send } = client;
  const baseMs = baseSeconds * 1_000;
  try {
    await sendInTurn(send, render, { lines: 4, ms: baseMs / 2 });
    const alone = await sendInTurn(send, render, { lines: 1, ms: baseMs });
    const full = await sendInTurn(send, render, { lines: 4, ms: baseMs });
    const aloneP95Ms = quantile(times(alone, 200), 0.95);
    const perSecond = times(full, 200).length / baseSeconds;
    await probe.readStalls();
    const ms = seconds * 1_000;
    const beside = { perSecond: readsPerSecond, ms, random: () => random.number() };
    const loads = Promise.all([
      sendAtRate(send, render, { ...beside, perSecond: factor * perSecond }),
      sendAtRate(send, read, beside),
      sendAtRate(send, health, beside),
    ]);
    loads.catch(() => undefined);
    await sleep(ms);
    // From when the last was sent: what still waits then belongs to it.
    const recoveryMs = await recover(() => send(render()), calmFactor * aloneP95Ms);
    const [renders, readings, healths] = await loads;
    return {
      ...{ aloneP95Ms, perSecond, recoveryMs },
      sent: renders.length,
      rendered: times(renders, 200).length,
      turnedAway: times(renders, 503).length,
      wrong: [...renders.flatMap(wrongRender), ...[...readings, ...healths].flatMap(wrongRead)],
      renderedP95Ms: quantile(times(renders, 200), 0.95),
      turnedAwayP95Ms: quantile(times(renders, 503), 0.95),
      readsP95Ms: quantile(times(readings, 200), 0.95),
      healthP95Ms: quantile(times(healths, 200), 0.95),
      stalls: await probe.readStalls(),
    };
  } finally {
    await client.close();
  }
}

function times(outcomes: readonly Outcome[], status: number): number[] {
  return outcomes.filter((each) => each.status === status).map(({ ms }) => ms);
}

function wrongRender({ status, retryAfter }: Outcome): string[] {
  if (status === 200) return [];
  if (status !== 503) return [`a render was answered with ${status}`];
  return /^[1-9]\d*$/.test(retryAfter ?? '') ? [] : [`a 503 had the Retry-After ${String(retryAfter)}`];
}

function wrongRead({ status }: Outcome): string[] {
  return status === 200 ? [] : [`a read was answered with ${status}`];
}

/** Milliseconds until renders are again as they were: until the first of some in a row was sent. */
async function recover(render: () => Promise<Outcome>, calmMs: number): Promise<number> {
  const startedAt = performance.now();
  let calmSince = startedAt;
  let calm = 0;
  while (calm < calmRenders && performance.now() - startedAt < longestRecoveryMs) {
    const sentAt = performance.now();
    const { status, ms } = await render();
    if (calm === 0) calmSince = sentAt;
    calm = status === 200 && ms <= calmMs ? calm + 1 : 0;
  }
  return calm < calmRenders ? Infinity : calmSince - startedAt;
}
