import type { Drawing } from '../draw/drawing.ts';
import { deviceScale } from '../draw/surface.ts';
import type { Surface } from '../draw/surface.ts';
import { RenderInputError } from '../errors.ts';
import type { SceneBarcode, SceneQrCode } from '../scene.ts';
import type { CodeFrame } from './code-frame.ts';
import { enterCodeFrame } from './code-frame.ts';
import { drawBars } from './draw-bars.ts';
import type { DrawnBars } from './draw-bars.ts';
import { drawHexagons, HEXAGON_COLUMNS, HEXAGON_HEIGHT } from './draw-hexagons.ts';
import type { EncodedCode } from './encode-code.ts';
import type { ErrorCorrection } from './encode-qr.ts';
import { CodeValueError, encodeCode } from './encode-code.ts';
import type { Symbology } from './symbologies.ts';
import { findSymbology } from './symbologies.ts';

/** Draws a QR code with `margin` modules of clear space inside its box, which is at 0, 0. */
export function drawQrCode(drawing: Drawing, surface: Surface, element: SceneQrCode): void {
  const found = findSymbology('qrcode');
  if (found === null) throw new Error('the encoder has no QR codes');
  const { margin } = element;
  const symbology = { ...found, quiet: { left: margin, right: margin, top: margin, bottom: margin } };
  drawCode(drawing, surface, element, symbology, false, element.errorCorrection);
}

/** Draws any other code: as large as fits its box, linear ones as high as the box, quiet zones included. */
export function drawBarcode(drawing: Drawing, surface: Surface, element: SceneBarcode): void {
  const symbology = findSymbology(element.symbology);
  if (symbology === null) throw codeError(element, `"${element.symbology}" is not a symbology`);
  drawCode(drawing, surface, element, symbology, element.showText);
}

function drawCode(
  drawing: Drawing,
  surface: Surface,
  element: SceneQrCode | SceneBarcode,
  symbology: Symbology,
  showText: boolean,
  errorCorrection?: ErrorCorrection,
): void {
  const { context } = surface;
  if (element.background !== null) {
    context.fillStyle = element.background;
    context.fillRect(0, 0, element.width, element.height);
  }
  const code = encode(element, symbology, errorCorrection);
  const frame = enterCodeFrame(context, element, drawing.pixels === null);
  context.fillStyle = element.color;
  const module = fitModule(code, symbology, frame);
  let drawn: DrawnBars;
  if (code.kind === 'bars') {
    drawn = drawBars({
      context,
      fonts: drawing.fonts,
      frame,
      code,
      symbology,
      module,
      color: element.color,
      showText,
    });
  } else if (code.kind === 'matrix') {
    const origin = centre(frame, module, code.columns, code.rows, symbology.quiet);
    context.beginPath();
    for (const run of darkRuns(code)) {
      const [x, y] = [origin.x + run.column * module, origin.y + run.row * module];
      context.rect(x, y, run.columns * module, run.rows * module);
    }
    context.fill();
    drawn = wholeArea(origin, module, code.columns, code.rows);
  } else {
    const origin = centre(frame, module, HEXAGON_COLUMNS, HEXAGON_HEIGHT, symbology.quiet);
    drawHexagons(context, code.cells, origin, module);
    drawn = wholeArea(origin, module, HEXAGON_COLUMNS, HEXAGON_HEIGHT);
  }
  if (surface.shows === 'silhouette') return;
  const isRaster = drawing.pixels === null;
  // A crisp frame's units are pixels, another's CSS pixels.
  const perPx = frame.crisp && element.width > 0 ? frame.box.width / element.width : 1;
  const pixels = frame.crisp ? drawn.narrowest : drawn.narrowest * deviceScale(surface);
  const { area } = drawn;
  drawing.codes.set(element, {
    kind: code.kind,
    module: drawn.narrowest / perPx,
    modulePixels: isRaster ? pixels : null,
    crisp: frame.crisp,
    area: {
      x: (area.x - (frame.crisp ? frame.box.x : 0)) / perPx,
      y: (area.y - (frame.crisp ? frame.box.y : 0)) / perPx,
      width: area.width / perPx,
      height: area.height / perPx,
    },
    columns: code.kind === 'bars' ? code.width : code.kind === 'matrix' ? code.columns : 30,
    rows: code.kind === 'bars' ? null : code.kind === 'matrix' ? code.rows : 33,
  });
}

function wholeArea(
  origin: { readonly x: number; readonly y: number },
  module: number,
  columns: number,
  rows: number,
): DrawnBars {
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
    `The value of "${element.id}"`,
  );
}

/**
 * The side of a module in the frame's units: whole where the frame is crisp and at least one pixel fits. Hexagons have no
 * edges that could lie between pixels.
 */
function fitModule(code: EncodedCode, { quiet }: Symbology, { box, crisp }: CodeFrame): number {
  const across = quiet.left + quiet.right;
  const down = quiet.top + quiet.bottom;
  const exact =
    code.kind === 'bars'
      ? box.width / (code.width + across)
      : code.kind === 'matrix'
        ? Math.min(box.width / (code.columns + across), box.height / (code.rows + down))
        : Math.min(box.width / (HEXAGON_COLUMNS + across), box.height / (HEXAGON_HEIGHT + down));
  if (code.kind === 'hexagons') return exact;
  // A box that was meant for a whole number of pixels may miss it by a rounding error.
  return crisp && exact >= 1 ? Math.floor(exact + 1e-6) : exact;
}

/** Where the code itself begins, centred with its quiet zone, on a whole pixel where that matters. */
function centre(
  { box, crisp }: CodeFrame,
  module: number,
  columns: number,
  rows: number,
  quiet: Symbology['quiet'],
): { readonly x: number; readonly y: number } {
  const x = box.x + (box.width - (columns + quiet.left + quiet.right) * module) / 2 + quiet.left * module;
  const y = box.y + (box.height - (rows + quiet.top + quiet.bottom) * module) / 2 + quiet.top * module;
  return crisp ? { x: Math.round(x), y: Math.round(y) } : { x, y };
}

interface Run {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  rows: number;
}

/** Dark modules as few rectangles: runs of a row, joined with equal runs below, so that no seams can show. */
function darkRuns(code: EncodedCode & { kind: 'matrix' }): Run[] {
  const runs: Run[] = [];
  let above = new Map<string, Run>();
  for (let row = 0; row < code.rows; row++) {
    const current = new Map<string, Run>();
    for (let column = 0; column < code.columns; column++) {
      if (code.dark[row * code.columns + column] !== 1) continue;
      const start = column;
      while (column < code.columns && code.dark[row * code.columns + column] === 1) column++;
      const key = `${start} ${column}`;
      const longer = above.get(key);
      const run = longer ?? { column: start, row, columns: column - start, rows: 0 };
      run.rows += 1;
      if (longer === undefined) runs.push(run);
      current.set(key, run);
    }
    above = current;
  }
  return runs;
}
