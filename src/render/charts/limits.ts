/** What a chart may have and take. A chart that is larger or slower has no reader. */

/** Levels of objects and arrays in a specification. */
export const MAX_DEPTH = 40;
/** Objects, arrays and values of a specification; its inline data count as well. */
export const MAX_SPEC_PARTS = 100_000;
/** A side of a chart in CSS pixels. */
export const MAX_SIDE = 10_000;
/** Entries that a specification makes: of a sequence, a grid, steps of a curve, ticks of an axis. */
export const MAX_MADE = 10_000;
/** Marks of a chart. */
export const MAX_MARKS = 50_000;
/** Texts of a chart. */
export const MAX_TEXTS = 5_000;
/** Milliseconds that a chart may take to be laid out. */
export const MAX_TIME_MS = 5_000;
