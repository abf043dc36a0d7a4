import type { SceneGroup } from '../scene/elements.ts';
import { roundedLength, type LengthUnit } from '../../common/lengths/units.ts';

/** Says what of a table does not fit its box; null if all of it does, or if the group is no table. */
export function describeTableOverflow({ table }: SceneGroup, unit: LengthUnit = 'px'): string | null {
  if (table?.excess === undefined) return null;
  const { rows, width } = table.excess;
  const problems = [
    ...(rows.length > 0 ? [`${nameRows(rows)} left out: the box is too low`] : []),
    ...(width >= leastPx ? [`the columns are ${roundedLength(width, unit)} ${unit} wider than the box`] : []),
  ];
  if (problems.length === 0) return null;
  const [first = '', ...others] = problems;
  return `${[first[0]?.toUpperCase() + first.slice(1), ...others].join('; ')}.`;
}

function nameRows(ids: readonly string[]): string {
  return ids.length === 1 ? `one row (${ids[0]}) is` : `${ids.length} rows (${ids[0]} to ${ids.at(-1)}) are`;
}

/** Less is not visible. */
const leastPx = 0.05;
