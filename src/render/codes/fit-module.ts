import type { EncodedCode } from './encode-code.ts';
import type { SceneBarcode, SceneQrCode } from '../scene/codes.ts';
import { findBearerBars, FRAME_MODULES } from './bearer-bars.ts';
import type { CodeSpace } from './code-space.ts';
import { HEXAGON_COLUMNS, HEXAGON_HEIGHT } from './draw-hexagons.ts';
import type { Symbology } from './symbologies.ts';

/**
 * The side of a module in the units of the space: a whole number if the space is crisp and a module has at
 * least one pixel. Hexagons are not rounded, because their edges do not follow pixels.
 */
export function fitModule(
  element: SceneQrCode | SceneBarcode,
  code: EncodedCode,
  { quietZone }: Symbology,
  { box, crisp }: CodeSpace,
): number {
  const frame = findBearerBars(element) === 'frame' ? 2 * FRAME_MODULES : 0;
  const across = quietZone.left + quietZone.right + frame;
  const down = quietZone.top + quietZone.bottom;
  const exact =
    code.kind === 'bars'
      ? box.width / (code.width + across)
      : code.kind === 'matrix'
        ? Math.min(box.width / (code.columns + across), box.height / (code.rows + down))
        : Math.min(box.width / (HEXAGON_COLUMNS + across), box.height / (HEXAGON_HEIGHT + down));
  if (code.kind === 'hexagons') return exact;
  // 1e-6 compensates for rounding errors in the box's size.
  return crisp && exact >= 1 ? Math.floor(exact + 1e-6) : exact;
}

/**
 * The code's top left corner if code and quiet zone are centred in the box; a whole pixel in a crisp space.
 */
export function centre(
  { box, crisp }: CodeSpace,
  module: number,
  columns: number,
  rows: number,
  quietZone: Symbology['quietZone'],
): { readonly x: number; readonly y: number } {
  const { left, right, top, bottom } = quietZone;
  const x = box.x + (box.width - (columns + left + right) * module) / 2 + left * module;
  const y = box.y + (box.height - (rows + top + bottom) * module) / 2 + top * module;
  return crisp ? { x: Math.round(x), y: Math.round(y) } : { x, y };
}
