import type { DrawOriginal } from '../original.ts';

/** Only Polotno's own program draws its designs; some repositories have a preview beside the design. */
export const drawOriginal: DrawOriginal = () => Promise.resolve(null);
