/**
 * Chance that can be had again: the same seed gives the same numbers. What the processes make of them is up to the machine.
 */
export interface Random {
  /** From 0, below 1. */
  number(): number;
  /** Both bounds included. */
  integer(least: number, most: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** True so often, of 1. */
  chance(share: number): boolean;
  /** Another source that depends on this one's seed, and on what it is for, only. */
  fork(purpose: string): Random;
}

/** Numbers of a seed (Mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const number = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (least: number, most: number): number => least + Math.floor(number() * (most - least + 1));
  return {
    number,
    integer,
    pick<Item>(items: readonly Item[]): Item {
      if (items.length === 0) throw new Error('There is nothing to pick from.');
      return items[integer(0, items.length - 1)] as Item;
    },
    chance: (share) => number() < share,
    fork(purpose) {
      let hash = seed >>> 0;
      for (const letter of purpose) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
      return createRandom(hash);
    },
  };
}
