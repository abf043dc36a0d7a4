/** Bearer bars of ITF codes: a reader that crosses them does not read a part of the code. */
import type { BearerBars, SceneBarcode, SceneQrCode } from '../scene/codes.ts';

/** GS1 General Specifications, section 5.3.2.4: at least twice the narrow bar. In modules. */
export const FRAME_MODULES = 2;

/** The bearer bars of a code: what it says, or what its standard requires. */
export function findBearerBars(element: SceneQrCode | SceneBarcode): BearerBars {
  if (element.type === 'qrcode') return 'none';
  return element.bearerBars ?? (element.symbology === 'itf14' ? 'horizontal' : 'none');
}
