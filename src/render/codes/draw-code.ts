import type { Rect, Size } from '../geometry.ts';
import { CodeValueError } from './code-value.ts';
import { type EncodedCode, encodeCode } from './encode-code.ts';
import { colorStyle } from '../paint.ts';
import type { FontBook } from '../fonts/font-book.ts';
import { deviceScale, type Surface } from '../surface/layers.ts';
import { RenderInputError } from '../errors.ts';
import type { SceneBarcode, SceneQrCode } from '../scene/codes.ts';
import { findBearerBars } from './bearer-bars.ts';
import { type CodeSpace, type DotGrid, enterCodeSpace } from './code-space.ts';
import { drawBars, type DrawnArea } from './draw-bars.ts';
import { drawHexagons, HEXAGON_COLUMNS, HEXAGON_HEIGHT } from './draw-hexagons.ts';
import { addDots, addRounded } from './draw-shapes.ts';
import { addModules, type DrawnModules, type Reduction } from './draw-matrix.ts';
import { givenModule, isSwiss, measureCode, SWISS_BOX } from './module-size.ts';
import { addSwissCode } from './swiss-cross.ts';
import { codeSymbology, type Symbology } from './symbologies.ts';
import { fitModule, centre } from './fit-module.ts';

/** The page that a code is drawn on. `fonts` are for the text of barcodes. */
export interface CodePage {
  readonly fonts: FontBook;
  /** The page becomes pixels, so modules are measured in pixels. */
  readonly isRaster: boolean;
  /** What modules are aligned to; null: nothing. */
  readonly dotGrid: DotGrid | null;
  /** The side of the dots, in CSS pixels, whose multiples are module sizes that are given; null: any. */
  readonly moduleStep: number | null;
  /** The picture in the middle of the code, which `draw` draws at 0, 0 in its size; null: there is none. */
  readonly logo: (Size & { readonly draw: () => void }) | null;
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
  /** The box that modules of a given size need, in CSS pixels; absent: they fit the box. */
  readonly needed?: Size;
  /** By how much bars are narrower, in CSS pixels; absent: not at all. */
  readonly barWidthReduction?: number;
}

/** So near to a dot, edges are those of the dot. */
const NEAR_DOT = 0.02;

/**
 * Draws a code with its clear space into its box at 0, 0: as large as fits, or with modules of a given size
 * in its middle. A linear code is as high as the box. Returns its measures; null if only the alpha channel is
 * drawn (a shadow).
 */
export function drawCode(
  page: CodePage,
  surface: Surface,
  element: SceneQrCode | SceneBarcode,
): DrawnCode | null {
  const { context } = surface;
  const symbology = codeSymbology(element);
  if (symbology === null) throw codeError(element, `"${nameOf(element)}" is not a symbology`);
  if (element.background !== null) {
    context.fillStyle = colorStyle(context, element.background);
    context.fillRect(0, 0, element.width, element.height);
  }
  const code = encode(element, symbology);
  const space = enterCodeSpace(context, element, page.dotGrid);
  // The units of a crisp space are dots, of any other CSS pixels.
  const perPx = space.crisp && element.width > 0 ? space.box.width / element.width : 1;
  const given = givenModule(element, code, page.moduleStep);
  const module =
    given === null ? fitModule(element, code, symbology, space) : nearWhole(given * perPx, space.crisp);
  context.fillStyle = colorStyle(context, element.color);
  const modules = {
    size: module,
    isGiven: given !== null,
    // Modules of a given size that are no whole pixels have edges on pixels all the same.
    snaps: space.crisp && (page.isRaster ? module >= 1 : Number.isInteger(module)),
    reduction: reduceBars(element, module, perPx, { ...page, crisp: space.crisp }),
  };
  const drawn = drawModules(page, surface, element, { code, symbology, space, modules });
  drawLogo(page, surface, element, drawn.area);
  if (surface.channels === 'alpha') return null;
  const crisp = space.crisp && (given === null || Number.isInteger(module));
  const pixels = space.crisp ? drawn.narrowest : drawn.narrowest * deviceScale(surface);
  const { area } = drawn;
  const size = given === null ? null : measureCode(element, page.moduleStep);
  return {
    kind: code.kind,
    module: drawn.narrowest / perPx,
    modulePixels: page.isRaster ? pixels : null,
    crisp,
    area: {
      x: (area.x - (space.crisp ? space.box.x : 0)) / perPx,
      y: (area.y - (space.crisp ? space.box.y : 0)) / perPx,
      width: area.width / perPx,
      height: area.height / perPx,
    },
    columns: code.kind === 'bars' ? code.width : code.kind === 'matrix' ? code.columns : 30,
    rows: code.kind === 'bars' ? null : code.kind === 'matrix' ? code.rows : 33,
    ...(size === null ? {} : { needed: neededBox(element, code, size) }),
    ...reducedBy(modules.reduction, perPx),
  };
}

/** Draws the logo in the middle of the code, in the units of its space. */
function drawLogo(
  { logo }: CodePage,
  { context }: Surface,
  element: SceneQrCode | SceneBarcode,
  { x, y, width, height }: Rect,
): void {
  if (logo === null || element.type !== 'qrcode' || logo.width <= 0) return;
  const side = width * (element.logo?.size ?? 0);
  context.save();
  context.translate(x + (width - side) / 2, y + (height - side) / 2);
  context.scale(side / logo.width, side / logo.height);
  logo.draw();
  context.restore();
}

interface CodeParts {
  readonly code: EncodedCode;
  readonly symbology: Symbology;
  readonly space: CodeSpace;
  readonly modules: DrawnModules;
}

function drawModules(
  { fonts }: CodePage,
  { context }: Surface,
  element: SceneQrCode | SceneBarcode,
  { code, symbology, space, modules }: CodeParts,
): DrawnArea {
  const module = modules.size;
  if (code.kind === 'bars') {
    const showText = element.type === 'barcode' && element.showText;
    const bearer = findBearerBars(element);
    const { color } = element;
    return drawBars({ context, fonts, space, code, symbology, modules, color, showText, bearer });
  }
  if (code.kind === 'hexagons') {
    const origin = centre(space, module, HEXAGON_COLUMNS, HEXAGON_HEIGHT, symbology.quietZone);
    drawHexagons(context, code.cells, origin, module);
    return wholeArea(origin, module, HEXAGON_COLUMNS, HEXAGON_HEIGHT);
  }
  const origin = centre(space, module, code.columns, code.rows, symbology.quietZone);
  const edge = (at: number): number => (modules.snaps ? Math.round(at) : at);
  const edges = {
    x: (column: number) => edge(origin.x + column * module),
    y: (row: number) => edge(origin.y + row * module),
  };
  const shape = element.type === 'qrcode' ? element.moduleShape : undefined;
  context.beginPath();
  if (isSwiss(element))
    addSwissCode(context, space, code, { origin, module, edges, reduction: modules.reduction });
  else if (shape === 'dots') addDots(context, code, edges);
  else if (shape === 'rounded') addRounded(context, code, edges);
  else addModules(context, space, code, edges, modules.reduction);
  context.fill();
  return wholeArea(origin, module, code.columns, code.rows);
}

/** The box that a code needs whose modules have a given size, in CSS pixels; a linear code has any height. */
function neededBox(element: SceneQrCode | SceneBarcode, code: EncodedCode, size: Size): Size {
  // The clear space of a Swiss QR code may be outside of its box: 46 mm are the code.
  if (isSwiss(element)) return SWISS_BOX;
  return code.kind === 'bars' ? { width: size.width, height: 0 } : size;
}

/** By how much bars are narrower: whole dots in pixels, and where it is as good as that. */
function reduceBars(
  { barWidthReduction = 0 }: SceneQrCode | SceneBarcode,
  module: number,
  perPx: number,
  { isRaster, crisp }: { readonly isRaster: boolean; readonly crisp: boolean },
): Reduction {
  const exact = Math.min(barWidthReduction * perPx, module / 2);
  const dots = Math.round(barWidthReduction * perPx);
  if (!crisp || (!isRaster && Math.abs(exact - dots) > NEAR_DOT))
    return { before: exact / 2, after: exact / 2 };
  const whole = Math.max(0, Math.min(dots, Math.floor(module / 2)));
  return { before: Math.floor(whole / 2), after: Math.ceil(whole / 2) };
}

function reducedBy({ before, after }: Reduction, perPx: number): Pick<DrawnCode, 'barWidthReduction'> {
  return before + after === 0 ? {} : { barWidthReduction: (before + after) / perPx };
}

/** A page is a whole number of pixels, so its scale is not quite that of its density. */
function nearWhole(module: number, crisp: boolean): number {
  const whole = Math.round(module);
  return crisp && whole > 0 && Math.abs(module - whole) < NEAR_DOT + module * 0.003 ? whole : module;
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

function encode(element: SceneQrCode | SceneBarcode, symbology: Symbology): EncodedCode {
  try {
    return encodeCode(symbology, element.value, element.options);
  } catch (error) {
    if (error instanceof CodeValueError) throw codeError(element, error.message);
    throw error;
  }
}

function codeError(element: SceneQrCode | SceneBarcode, reason: string): RenderInputError {
  return new RenderInputError(
    'code',
    null,
    `cannot be drawn as ${nameOf(element)}: ${reason}`,
    element.place === undefined ? `The value of "${element.id}"` : `The value in ${element.place}`,
  );
}

function nameOf(element: SceneQrCode | SceneBarcode): string {
  return element.type === 'qrcode' ? 'QR code' : element.symbology;
}
