import type { Rect } from '../geometry.ts';
import { type EncodedCode, CodeValueError, encodeCode } from './encode-code.ts';
import type { FontBook } from '../fonts/font-book.ts';
import { deviceScale, type Surface } from '../surface/layers.ts';
import { RenderInputError } from '../errors.ts';
import type { SceneBarcode, SceneQrCode } from '../scene/codes.ts';
import { addRect, type CodeSpace, type DotGrid, enterCodeSpace } from './code-space.ts';
import { drawBars, type DrawnArea } from './draw-bars.ts';
import { drawHexagons, HEXAGON_COLUMNS, HEXAGON_HEIGHT } from './draw-hexagons.ts';
import type { ErrorCorrection } from './encode-qr.ts';
import { type Symbology, findSymbology } from './symbologies.ts';

/** The page that a code is drawn on. `fonts` are for the text of barcodes. */
export interface CodePage {
  readonly fonts: FontBook;
  /** The page becomes pixels, so modules are measured in pixels. */
  readonly isRaster: boolean;
  /** What modules are aligned to; null: nothing. */
  readonly dotGrid: DotGrid | null;
}

/** The measures of a drawn code. */
export interface DrawnCode {
  readonly kind: EncodedCode['kind'];
  /** Width of the narrowest bar, side of a module or distance of two hexagons, in CSS pixels. */
  readonly module: number;
  /** The same in output pixels; null on a PDF page, where the code is a vector. */
  readonly modulePixels: number | null;
  /** Modules begin and end at the edges of pixels, or of a printer's dots. */
  readonly crisp: boolean;
  /** The code without its quiet zone, in its element's box; CSS pixels. */
  readonly area: Rect;
  /** Modules across, and down; a linear code has no rows. */
  readonly columns: number;
  readonly rows: number | null;
}

/**
 * Draws a QR code with `margin` modules of clear space into its box at 0, 0. Returns its measures; null if
 * only the alpha channel is drawn (a shadow).
 */
export function drawQrCode(page: CodePage, surface: Surface, element: SceneQrCode): DrawnCode | null {
  const found = findSymbology('qrcode');
  if (found === null) throw new Error('the encoder has no QR codes');
  const { margin } = element;
  const symbology = { ...found, quietZone: { left: margin, right: margin, top: margin, bottom: margin } };
  return drawCode(page, surface, element, symbology, false, element.errorCorrection);
}

/** Draws any other code as large as fits its box with its quiet zone; a linear code is as high as the box. */
export function drawBarcode(page: CodePage, surface: Surface, element: SceneBarcode): DrawnCode | null {
  const symbology = findSymbology(element.symbology);
  if (symbology === null) throw codeError(element, `"${element.symbology}" is not a symbology`);
  return drawCode(page, surface, element, symbology, element.showText);
}

function drawCode(
  { fonts, isRaster, dotGrid }: CodePage,
  surface: Surface,
  element: SceneQrCode | SceneBarcode,
  symbology: Symbology,
  showText: boolean,
  errorCorrection?: ErrorCorrection,
): DrawnCode | null {
  const { context } = surface;
  if (element.background !== null) {
    context.fillStyle = element.background;
    context.fillRect(0, 0, element.width, element.height);
  }
  const code = encode(element, symbology, errorCorrection);
  const space = enterCodeSpace(context, element, dotGrid);
  context.fillStyle = element.color;
  const module = fitModule(code, symbology, space);
  let drawn: DrawnArea;
  if (code.kind === 'bars') {
    drawn = drawBars({
      context,
      fonts,
      space,
      code,
      symbology,
      module,
      color: element.color,
      showText,
    });
  } else if (code.kind === 'matrix') {
    const origin = centre(space, module, code.columns, code.rows, symbology.quietZone);
    context.beginPath();
    for (const { column, row, columns, rows } of darkRects(code)) {
      const [x, y] = [origin.x + column * module, origin.y + row * module];
      addRect(context, space, x, y, columns * module, rows * module);
    }
    context.fill();
    drawn = wholeArea(origin, module, code.columns, code.rows);
  } else {
    const origin = centre(space, module, HEXAGON_COLUMNS, HEXAGON_HEIGHT, symbology.quietZone);
    drawHexagons(context, code.cells, origin, module);
    drawn = wholeArea(origin, module, HEXAGON_COLUMNS, HEXAGON_HEIGHT);
  }
  if (surface.channels === 'alpha') return null;
  // The units of a crisp space are dots, of any other CSS pixels.
  const perPx = space.crisp && element.width > 0 ? space.box.width / element.width : 1;
  const pixels = space.crisp ? drawn.narrowest : drawn.narrowest * deviceScale(surface);
  const { area } = drawn;
  return {
    kind: code.kind,
    module: drawn.narrowest / perPx,
    modulePixels: isRaster ? pixels : null,
    crisp: space.crisp,
    area: {
      x: (area.x - (space.crisp ? space.box.x : 0)) / perPx,
      y: (area.y - (space.crisp ? space.box.y : 0)) / perPx,
      width: area.width / perPx,
      height: area.height / perPx,
    },
    columns: code.kind === 'bars' ? code.width : code.kind === 'matrix' ? code.columns : 30,
    rows: code.kind === 'bars' ? null : code.kind === 'matrix' ? code.rows : 33,
  };
}

function wholeArea(
  origin: { readonly x: number; readonly y: number },
  module: number,
  columns: number,
  rows: number,
): DrawnArea {
  const area = { ...origin, width: columns * module, height: rows * module };
  return { area, narrowest: module };
}

function encode(
  element: SceneQrCode | SceneBarcode,
  symbology: Symbology,
  errorCorrection?: ErrorCorrection,
): EncodedCode {
  try {
    return encodeCode(symbology, element.value, errorCorrection);
  } catch (error) {
    if (error instanceof CodeValueError) throw codeError(element, error.message);
    throw error;
  }
}

function codeError(element: SceneQrCode | SceneBarcode, reason: string): RenderInputError {
  const name = element.type === 'qrcode' ? 'QR code' : element.symbology;
  return new RenderInputError(
    'code',
    null,
    `cannot be drawn as ${name}: ${reason}`,
    element.place === undefined ? `The value of "${element.id}"` : `The value in ${element.place}`,
  );
}

/**
 * The side of a module in the units of the space: a whole number if the space is crisp and a module has at
 * least one pixel. Hexagons are not rounded, because their edges do not follow pixels.
 */
function fitModule(code: EncodedCode, { quietZone }: Symbology, { box, crisp }: CodeSpace): number {
  const across = quietZone.left + quietZone.right;
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
function centre(
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

interface ModuleRect {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  rows: number;
}

/**
 * Merges dark modules into few rectangles, so that no seams show: runs of a row, joined with equal runs
 * below.
 */
function darkRects(code: EncodedCode & { kind: 'matrix' }): ModuleRect[] {
  const rects: ModuleRect[] = [];
  let above = new Map<string, ModuleRect>();
  for (let row = 0; row < code.rows; row++) {
    const current = new Map<string, ModuleRect>();
    for (let column = 0; column < code.columns; column++) {
      if (code.dark[row * code.columns + column] !== 1) continue;
      const start = column;
      while (column < code.columns && code.dark[row * code.columns + column] === 1) column++;
      const key = `${start} ${column}`;
      const rectAbove = above.get(key);
      const rect = rectAbove ?? { column: start, row, columns: column - start, rows: 0 };
      rect.rows += 1;
      if (rectAbove === undefined) rects.push(rect);
      current.set(key, rect);
    }
    above = current;
  }
  return rects;
}
