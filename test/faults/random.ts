/**
 * Reproducible random numbers: the same seed gives the same numbers. The timing of the processes still
 * differs between runs.
 */
export interface Random {
  /** At least 0, below 1. */
  number(): number;
  /** Both bounds included. */
  integer(min: number, max: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** Another source, which depends only on this one's seed and the purpose. */
  fork(purpose: string): Random;
}

/** Creates the random numbers of a seed (Mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const number = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (min: number, max: number): number => min + Math.floor(number() * (max - min + 1));
  return {
    number,
    integer,
    pick<Item>(items: readonly Item[]): Item {
      if (items.length === 0) throw new Error('There is nothing to pick from.');
      return items[integer(0, items.length - 1)] as Item;
    },
    chance: (probability) => number() < probability,
    fork(purpose) {
      let hash = seed >>> 0;
      for (const letter of purpose) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
      return createRandom(hash);
    },
  };
}
