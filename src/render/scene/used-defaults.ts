import type { UsedDefault } from './element-base.ts';

/**
 * The defaults that stand in for values that were left out, by the name of the variable: its own, or those of
 * fields of its entries. Empty defaults and those that are neutral are not among them.
 */
export type DefaultsUsed = ReadonlyMap<string, readonly UsedDefault[]>;

export const NO_DEFAULTS: DefaultsUsed = new Map();
