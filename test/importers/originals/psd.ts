import type { DrawOriginal } from '../original.ts';

/** Files of Photoshop contain the picture of all their layers. */
export const drawOriginal: DrawOriginal = ({ picture }) => Promise.resolve(picture);
