import type { StudioHandlers } from './operation.ts';

/** The handlers of the app's contract. */
export const studioHandlers = {} satisfies StudioHandlers;
