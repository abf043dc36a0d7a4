/** What fails so often is out of order as a whole, and tried again by the next pass. */
const mostFailures = 10;

/**
 * Does one after the other, whatever becomes of those before: one file that cannot be removed must not keep all others.
 *
 * @throws what failed first, in the end.
 */
export async function inTurn<Result>(acts: readonly (() => Promise<Result>)[]): Promise<Result[]> {
  const results: Result[] = [];
  const failures: unknown[] = [];
  for (const act of acts) {
    try {
      results.push(await act());
    } catch (error) {
      failures.push(error);
      if (failures.length === mostFailures) break;
    }
  }
  if (failures.length > 0) throw failures[0];
  return results;
}
