/** How large a code is whose box does not decide it: by its modules, or by its standard. */
import { isVector } from '../../common/names/output-formats.ts';
import { PX_PER_INCH } from '../../common/lengths/units.ts';
import type { Size } from '../geometry.ts';
import type { OutputSettings } from '../job.ts';
import type { SceneBarcode, SceneQrCode } from '../scene/codes.ts';
import { barsHeight } from './bar-levels.ts';
import { HEXAGON_COLUMNS, HEXAGON_HEIGHT } from './draw-hexagons.ts';
import { CodeValueError } from './code-value.ts';
import { encodeCode, type EncodedCode } from './encode-code.ts';
import { findBearerBars, FRAME_MODULES } from './bearer-bars.ts';
import { codeSymbology, type Symbology } from './symbologies.ts';

/** Fewer dots per inch are those of a screen: no printer has them, and codes would only lose size. */
export const MIN_PRINTER_DPI = 150;

const MM_PER_INCH = 25.4;
/** SIX, Implementation Guidelines for the QR-bill, section 6.4: the side without the clear space. */
const SWISS_SIDE = (46 * PX_PER_INCH) / MM_PER_INCH;
const SWISS_QUIET = (5 * PX_PER_INCH) / MM_PER_INCH;

/** The box of a Swiss QR code, whose clear space may be outside of it. */
export const SWISS_BOX: Size = { width: SWISS_SIDE, height: SWISS_SIDE };

/** The side of the dots, in CSS pixels, whose multiples are given module sizes; null: they stay exact. */
export function findModuleStep({ format, dpi }: Pick<OutputSettings, 'format' | 'dpi'>): number | null {
  return isVector(format) && dpi < MIN_PRINTER_DPI ? null : PX_PER_INCH / dpi;
}

/**
 * The side of a module in CSS pixels that an element or a standard gives; null: its box decides.
 *
 * @param step see `findModuleStep`
 */
export function givenModule(
  element: SceneQrCode | SceneBarcode,
  code: EncodedCode,
  step: number | null,
): number | null {
  if (isSwiss(element) && code.kind === 'matrix') return SWISS_SIDE / code.columns;
  const { moduleSize } = element;
  if (moduleSize === undefined || step === null || code.kind === 'hexagons') return moduleSize ?? null;
  return Math.max(1, Math.round(moduleSize / step)) * step;
}

/** The size of a code with its clear space in CSS pixels; null: its box decides, or it cannot be encoded. */
export function measureCode(element: SceneQrCode | SceneBarcode, step: number | null): Size | null {
  const symbology = codeSymbology(element);
  if (symbology === null || (element.moduleSize === undefined && !isSwiss(element))) return null;
  const code = tryToEncode(symbology, element);
  const module = code && givenModule(element, code, step);
  if (code === null || module === null) return null;
  if (isSwiss(element)) return { width: SWISS_SIDE + 2 * SWISS_QUIET, height: SWISS_SIDE + 2 * SWISS_QUIET };
  return modulesOf(element, symbology, code, module);
}

/** Drawing refuses what cannot be encoded, with the reason. */
function tryToEncode(
  symbology: Symbology,
  { value, options }: SceneQrCode | SceneBarcode,
): EncodedCode | null {
  try {
    return encodeCode(symbology, value, options);
  } catch (error) {
    if (error instanceof CodeValueError) return null;
    throw error;
  }
}

function modulesOf(
  element: SceneQrCode | SceneBarcode,
  { quietZone }: Symbology,
  code: EncodedCode,
  module: number,
): Size {
  const across = quietZone.left + quietZone.right;
  const down = quietZone.top + quietZone.bottom;
  switch (code.kind) {
    case 'matrix':
      return { width: (code.columns + across) * module, height: (code.rows + down) * module };
    case 'hexagons':
      return { width: (HEXAGON_COLUMNS + across) * module, height: (HEXAGON_HEIGHT + down) * module };
    case 'bars': {
      const showText = element.type === 'barcode' && element.showText;
      const frame = findBearerBars(element) === 'frame' ? 2 * FRAME_MODULES : 0;
      return { width: (code.width + across + frame) * module, height: barsHeight(code, showText) * module };
    }
  }
}

/** Whether the standard of a code fixes its size. */
export function isSwiss(element: SceneQrCode | SceneBarcode): boolean {
  return element.type === 'barcode' && element.symbology === 'swissqrcode';
}
