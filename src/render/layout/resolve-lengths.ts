import { clamp } from './content-sizes.ts';

/** An element of a layout, in the words of CSS Flexible Box Layout: lengths along the direction. */
export interface FlexItem {
  /** With padding, as the limits. */
  readonly base: number;
  /** Both paddings, which do not shrink. */
  readonly padding: number;
  readonly min: number;
  readonly max: number;
  readonly grow: number;
  readonly shrink: number;
  /** Both margins. */
  readonly margin: number;
}

/** The room of a layout along its direction, and the gaps in it. */
export interface FlexRoom {
  readonly length: number;
  readonly gap: number;
}

/** Sums of 32-bit floats are this exact: what is fuller than full by less is not. */
const precision = 1e-3;

/** Which elements share a line if elements that do not fit go on in a new one. */
export function breakIntoLines(items: readonly FlexItem[], { length, gap }: FlexRoom): FlexItem[][] {
  const lines: FlexItem[][] = [];
  let used = 0;
  for (const item of items) {
    const own = clamp(item.base, item.min, item.max) + item.margin;
    const line = lines.at(-1);
    if (line === undefined || used + gap + own > length + precision) {
      lines.push([item]);
      used = own;
    } else {
      line.push(item);
      used += gap + own;
    }
  }
  return lines;
}

/** The lengths of the elements of a line: CSS Flexible Box Layout 1, section 9.7. */
export function resolveLengths(items: readonly FlexItem[], { length, gap }: FlexRoom): number[] {
  const room = length - gap * (items.length - 1) - sum(items, ({ margin }) => margin);
  const isGrowing = sum(items, ({ base, min, max }) => clamp(base, min, max)) < room;
  const getFactor = ({ grow, shrink }: FlexItem) => (isGrowing ? grow : shrink);
  // The lengths that are decided.
  const frozen = new Map<FlexItem, number>();
  for (const item of items) {
    const least = clamp(item.base, item.min, item.max);
    const isPast = isGrowing ? item.base > least : item.base < least;
    if (getFactor(item) === 0 || isPast) frozen.set(item, least);
  }
  const freeRoom = () => room - sum(items, (item) => frozen.get(item) ?? item.base);
  const initial = freeRoom();
  while (frozen.size < items.length) {
    const open = items.filter((item) => !frozen.has(item));
    const factors = sum(open, getFactor);
    let free = freeRoom();
    if (factors < 1 && Math.abs(initial * factors) < Math.abs(free)) free = initial * factors;
    const scaled = sum(open, weigh);
    const shared = open.map((item) => {
      const part = isGrowing ? item.grow / factors : scaled === 0 ? 0 : weigh(item) / scaled;
      const wanted = item.base + free * part;
      return { item, wanted, allowed: clamp(wanted, item.min, item.max) };
    });
    const violation = sum(shared, ({ wanted, allowed }) => allowed - wanted);
    for (const { item, wanted, allowed } of shared) {
      const isFrozen =
        Math.abs(violation) < precision || (violation > 0 ? allowed > wanted : allowed < wanted);
      if (isFrozen) frozen.set(item, allowed);
    }
  }
  return items.map((item) => frozen.get(item)!);
}

/** How much of what is too much an element gives up. */
function weigh({ base, padding, shrink }: FlexItem): number {
  return (base - padding) * shrink;
}

function sum<T>(values: readonly T[], measure: (value: T) => number): number {
  return values.reduce((total, value) => total + measure(value), 0);
}
