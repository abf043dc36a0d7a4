import { withTimeout } from './timeout.ts';

/** Reads a value, or returns null if it cannot be read in time. */
export type CachedReader<Value> = () => Promise<Value | null>;

/**
 * Wraps a source that may hang or be slow: one read at a time, whose result is cached.
 *
 * @param timeoutMs how long one caller waits
 * @param cacheMs how old a result may be
 */
export function createCachedReader<Value>(
  read: () => Promise<Value>,
  { timeoutMs, cacheMs }: { readonly timeoutMs: number; readonly cacheMs: number },
): CachedReader<Value> {
  let cached: { readonly value: Value; readonly at: number } | null = null;
  let inFlight: Promise<Value> | null = null;
  const readOnce = async (): Promise<Value> => {
    try {
      const value = await read();
      cached = { value, at: performance.now() };
      return value;
    } finally {
      inFlight = null;
    }
  };
  return async () => {
    if (cached !== null && performance.now() - cached.at < cacheMs) return cached.value;
    inFlight ??= readOnce();
    return await withTimeout(inFlight, timeoutMs).catch(() => null);
  };
}
