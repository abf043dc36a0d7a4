/**
 * After this many failures the rest is left to the next pass: the fault is most likely common to all of them.
 */
const maxFailures = 10;

/** Runs tasks in sequence; a failure does not stop the rest. Throws the first failure at the end. */
export async function runInSequence<Result>(tasks: readonly (() => Promise<Result>)[]): Promise<Result[]> {
  const results: Result[] = [];
  const failures: unknown[] = [];
  for (const task of tasks) {
    try {
      results.push(await task());
    } catch (error) {
      failures.push(error);
      if (failures.length === maxFailures) break;
    }
  }
  if (failures.length > 0) throw failures[0];
  return results;
}
