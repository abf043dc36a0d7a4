import { createCachedReader } from '../async/cached-reader.ts';
import type { AnyReply, LoggedFacts } from './exchange.ts';

/** Checks of the parts that requests need. Only true passes. */
export interface Readiness {
  readonly database: () => Promise<boolean | null>;
  readonly storage: () => Promise<boolean | null>;
  readonly renderer: () => Promise<boolean | null>;
  readonly migrations: () => Promise<boolean | null>;
}

/** A slower check counts as failed. Many requests share one check, whose writes cost more than they do. */
const checkOptions = { timeoutMs: 2_000, cacheMs: 1_000 };

/** Bounds the time of each check, and how often it is made. */
export function limitChecks({ database, storage, renderer, migrations }: Readiness): Readiness {
  const limit = (check: () => Promise<boolean | null>) =>
    createCachedReader(() => check().catch(() => false), checkOptions);
  return {
    database: limit(database),
    storage: limit(storage),
    renderer: limit(renderer),
    migrations: limit(migrations),
  };
}

/** The process is alive: it answers. */
export function answerHealth(): AnyReply & { readonly body: unknown } {
  return { status: 200, headers: {}, body: { status: 'ok' } };
}

/**
 * 200 if this process should get requests, else 503 with the failing parts, also while it drains.
 *
 * @param note adds the cause of a 503 to the log
 */
export async function answerReadiness(
  readiness: Readiness,
  draining: boolean,
  note: (facts: LoggedFacts) => void,
): Promise<AnyReply & { readonly body: unknown }> {
  const entries = Object.entries(readiness) as [keyof Readiness, () => Promise<boolean | null>][];
  const parts = Object.fromEntries(
    await Promise.all(
      entries.map(async ([part, check]) => [part, (await check()) === true ? 'ok' : 'failing']),
    ),
  ) as Record<keyof Readiness, 'ok' | 'failing'>;
  const ready = !draining && Object.values(parts).every((state) => state === 'ok');
  const status = ready ? 'ready' : draining ? 'draining' : 'unready';
  if (!ready) {
    const failing = entries.flatMap(([part]) => (parts[part] === 'ok' ? [] : [part]));
    note({ code: 'SERVICE_UNAVAILABLE', cause: draining ? 'draining' : `failing: ${failing.join(', ')}` });
  }
  return { status: ready ? 200 : 503, headers: {}, body: { status, parts } };
}
