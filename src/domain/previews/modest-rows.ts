import { MAX_ELEMENTS, MAX_TURNS } from '../../render/bind/repeat.ts';
import type { CheckOptions } from '../batches/check-rows.ts';
import { problems } from '../problems/catalogue.ts';
import { toProblem } from '../problems/to-problem.ts';
import { countFirstRows } from '../renders/bind-values.ts';
import type { RowCost } from '../renders/count-rows-until.ts';
import type { RenderSource } from '../renders/output-options.ts';

/**
 * What the rows of one check may become together: as much as two of the largest rows, which take seconds.
 * Each row counts as the half at most, so that any two can be checked.
 */
const maxCost: RowCost = { elements: 2 * MAX_ELEMENTS, turns: 2 * MAX_TURNS, characters: 1_000_000 };

/**
 * Refuses rows that become too much together, before any of them is bound.
 *
 * @throws Problem VALIDATION_ERROR, which names the first row that is too much; SERVICE_UNAVAILABLE if the
 *   workspace has too much to bind
 */
export async function requireModestRows(
  { document, files }: RenderSource,
  rows: readonly Readonly<Record<string, unknown>>[],
  { options, workspaceId, signal, countRefused }: Omit<CheckOptions, 'lines'>,
): Promise<void> {
  const total = { elements: 0, turns: 0, characters: 0 };
  let spentMs = 0;
  let done = 0;
  while (done < rows.length) {
    const toCount = { document, files, rows: rows.slice(done), options };
    const { costs, workMs } = await countFirstRows(toCount, workspaceId).catch((error: unknown) => {
      throw toProblem(error);
    });
    spentMs += workMs;
    for (const cost of costs) {
      for (const what of ['elements', 'turns', 'characters'] as const) {
        total[what] += Math.min(cost[what], maxCost[what] / 2);
        if (total[what] <= maxCost[what]) continue;
        await countRefused(spentMs);
        throw problems.invalidRequest([{ pointer: `/rows/${done}`, detail: describe(what) }]);
      }
      done += 1;
    }
    signal.throwIfAborted();
  }
}

function describe(what: keyof RowCost): string {
  const max = maxCost[what].toLocaleString('en');
  const has = {
    elements: `the rows become more than ${max} elements together`,
    turns: `the repeats go through more than ${max} entries in all rows together`,
    characters: `the rows have more than ${max} characters together`,
  };
  return `With this row, ${has[what]}, the maximum of one check. Check fewer rows at once.`;
}
