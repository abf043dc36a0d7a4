import type { AnyReply } from './api.ts';

/** Whether each part that requests need is there now. */
export interface Readiness {
  readonly database: () => Promise<boolean>;
  readonly storage: () => Promise<boolean>;
  readonly renderer: () => Promise<boolean>;
  readonly migrations: () => Promise<boolean>;
}

/** How long a part may take to say that it is there. */
const checkTimeoutMs = 2_000;

/** The process is alive: it answers. */
export function answerHealth(): AnyReply {
  return { status: 200, headers: {}, body: { status: 'ok' } };
}

/** Whether requests should be sent here: 200, or 503 with the parts that fail. A process that drains is not ready. */
export async function answerReadiness(readiness: Readiness, draining: boolean): Promise<AnyReply> {
  const entries = Object.entries(readiness) as [keyof Readiness, () => Promise<boolean>][];
  const parts = Object.fromEntries(
    await Promise.all(entries.map(async ([part, check]) => [part, (await passes(check)) ? 'ok' : 'failing'])),
  ) as Record<keyof Readiness, 'ok' | 'failing'>;
  const ready = !draining && Object.values(parts).every((state) => state === 'ok');
  const status = ready ? 'ready' : draining ? 'draining' : 'unready';
  return { status: ready ? 200 : 503, headers: {}, body: { status, parts } };
}

async function passes(check: () => Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), checkTimeoutMs);
  });
  try {
    return await Promise.race([check(), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
