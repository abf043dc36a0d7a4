/**
 * Figures that are read when somebody asks for them, from parts that may hang: whoever asks gets an answer all the same.
 */

/** Reads figures, or null where they cannot be had in time. */
export type PatientReader<Figures> = () => Promise<Figures | null>;

/** Several askers, and often: the source is asked again after this. */
const keepMs = 2_000;

/**
 * Makes a reader that asks its source once at a time, and keeps what it tells for two seconds.
 *
 * @param patienceMs how long one asker waits
 */
export function readPatiently<Figures>(
  read: () => Promise<Figures>,
  patienceMs: number,
): PatientReader<Figures> {
  let known: { readonly figures: Figures; readonly at: number } | null = null;
  let asked: Promise<Figures | null> | null = null;
  const ask = async (): Promise<Figures | null> => {
    try {
      const figures = await read();
      known = { figures, at: performance.now() };
      return figures;
    } catch {
      return null;
    } finally {
      asked = null;
    }
  };
  return async () => {
    if (known !== null && performance.now() - known.at < keepMs) return known.figures;
    asked ??= ask();
    const late = Promise.withResolvers<null>();
    const timer = setTimeout(() => late.resolve(null), patienceMs);
    try {
      return await Promise.race([asked, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}
