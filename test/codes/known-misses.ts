/** Why a reader misses a print of a code, by symbology and reader. */
export const knownMisses: Readonly<Record<string, string>> = {};
