import type { SKRSContext2D } from '@napi-rs/canvas';

/**
 * Has the canvas shape text as layout does: as one piece, with kerning. Left to itself it shapes word by word and each
 * ideograph or kana alone, which loses the kerning across them: lines would come out wider than they were measured.
 */
export function setShaping(context: SKRSContext2D): void {
  context.fontKerning = 'normal';
  context.textRendering = 'geometricPrecision';
}
