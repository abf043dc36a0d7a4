/** Measures a service in four phases: one client, full capacity, overload, recovery. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../faults/random.ts';
import type { BenchService } from '../../bench/shared/service.ts';
import { openClient, sendAtRate, sendInSequence, type Call, type Outcome } from '../../bench/shared/load.ts';
import { quantile } from '../../bench/shared/statistics.ts';
import type { ProbeConnection } from './connection.ts';
import type { Stalls } from './probe.ts';

/** The result. Times are in milliseconds. */
export interface OverloadResult {
  readonly unloadedP95Ms: number;
  /** Capacity: renders per second. */
  readonly perSecond: number;
  /** Renders sent during the overload. */
  readonly sent: number;
  readonly rendered: number;
  readonly rejected: number;
  /** Unexpected answers: another status, or a 503 without a valid Retry-After. */
  readonly unexpected: readonly string[];
  readonly renderedP95Ms: number;
  readonly rejectedP95Ms: number;
  readonly readsP95Ms: number;
  readonly healthP95Ms: number;
  readonly stalls: Stalls;
  readonly recoveryMs: number;
}

export interface OverloadPlan {
  readonly sample: string;
  readonly values: (number: number) => Readonly<Record<string, string>>;
  readonly seed: number;
  /** Duration of the overload. */
  readonly seconds: number;
  /** Duration of each phase before it. */
  readonly baseSeconds: number;
  /** Load as a multiple of the capacity. */
  readonly factor: number;
  /** After recovery, a render may take this many times the p95 of the unloaded service. */
  readonly recoveredFactor: number;
}

/** Reads per second of each kind during the overload: far below the rate limit. */
const readsPerSecond = 10;
/** The service has recovered when this number of consecutive renders are good. */
const recoveredRenders = 3;
const maxRecoveryMs = 30_000;

/** Runs the four phases. */
export async function measureOverload(
  { url, demo }: Pick<BenchService, 'url' | 'demo'>,
  probe: ProbeConnection,
  { sample, values, seed, seconds, baseSeconds, factor, recoveredFactor }: OverloadPlan,
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
    await sendInSequence(send, render, { sequences: 4, ms: baseMs / 2 });
    const unloaded = await sendInSequence(send, render, { sequences: 1, ms: baseMs });
    const saturated = await sendInSequence(send, render, { sequences: 4, ms: baseMs });
    const unloadedP95Ms = quantile(times(unloaded, 200), 0.95);
    const perSecond = times(saturated, 200).length / baseSeconds;
    await probe.readStalls();
    const ms = seconds * 1_000;
    const background = { perSecond: readsPerSecond, ms, random: () => random.number() };
    const loads = Promise.all([
      sendAtRate(send, render, { ...background, perSecond: factor * perSecond }),
      sendAtRate(send, read, background),
      sendAtRate(send, health, background),
    ]);
    loads.catch(() => undefined);
    await sleep(ms);
    // Counted from the last request sent: the requests that still wait are part of the recovery.
    const recoveryMs = await recover(() => send(render()), recoveredFactor * unloadedP95Ms);
    const [renders, readOutcomes, healthOutcomes] = await loads;
    return {
      unloadedP95Ms,
      perSecond,
      recoveryMs,
      sent: renders.length,
      rendered: times(renders, 200).length,
      rejected: times(renders, 503).length,
      unexpected: [
        ...renders.flatMap(unexpectedRender),
        ...[...readOutcomes, ...healthOutcomes].flatMap(unexpectedRead),
      ],
      renderedP95Ms: quantile(times(renders, 200), 0.95),
      rejectedP95Ms: quantile(times(renders, 503), 0.95),
      readsP95Ms: quantile(times(readOutcomes, 200), 0.95),
      healthP95Ms: quantile(times(healthOutcomes, 200), 0.95),
      stalls: await probe.readStalls(),
    };
  } finally {
    await client.close();
  }
}

function times(outcomes: readonly Outcome[], status: number): number[] {
  return outcomes.filter((each) => each.status === status).map(({ ms }) => ms);
}

function unexpectedRender({ status, retryAfter }: Outcome): string[] {
  if (status === 200) return [];
  if (status !== 503) return [`a render was answered with ${status}`];
  return /^[1-9]\d*$/.test(retryAfter ?? '') ? [] : [`a 503 had the Retry-After ${String(retryAfter)}`];
}

function unexpectedRead({ status }: Outcome): string[] {
  return status === 200 ? [] : [`a read was answered with ${status}`];
}

/** Milliseconds until the first of several consecutive good renders was sent; Infinity after 30 s. */
async function recover(render: () => Promise<Outcome>, recoveredMs: number): Promise<number> {
  const startedAt = performance.now();
  let recoveredSince = startedAt;
  let streak = 0;
  while (streak < recoveredRenders && performance.now() - startedAt < maxRecoveryMs) {
    const sentAt = performance.now();
    const { status, ms } = await render();
    if (streak === 0) recoveredSince = sentAt;
    streak = status === 200 && ms <= recoveredMs ? streak + 1 : 0;
  }
  return streak < recoveredRenders ? Infinity : recoveredSince - startedAt;
}
