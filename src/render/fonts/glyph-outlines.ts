import * as hb from 'harfbuzzjs';

import type { FontFace } from './font-face.ts';

/** Takes the commands of an outline; y grows upwards, the unit is the font size. */
export interface OutlinePen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  curveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void;
  closePath(): void;
}

let draws: hb.DrawFuncs | undefined;
let pen: OutlinePen = { moveTo: ignore, lineTo: ignore, curveTo: ignore, closePath: ignore };
let unit = 1;
let [penX, penY] = [0, 0];

/** Draws the outline of a glyph. Colour glyphs and blanks have none. */
export function drawOutline(face: FontFace, glyph: number, target: OutlinePen): void {
  const { font, unitsPerEm } = face.outlines;
  pen = target;
  unit = 1 / unitsPerEm;
  font.drawGlyph(glyph, (draws ??= createDraws()));
}

/** The callbacks of one table are shared: each set takes memory of WebAssembly that is never freed. */
function createDraws(): hb.DrawFuncs {
  const funcs = new hb.DrawFuncs();
  funcs.setMoveToFunc((x, y) => {
    [penX, penY] = [x * unit, y * unit];
    pen.moveTo(penX, penY);
  });
  funcs.setLineToFunc((x, y) => {
    [penX, penY] = [x * unit, y * unit];
    pen.lineTo(penX, penY);
  });
  funcs.setQuadraticToFunc((cx, cy, x, y) => {
    const [x1, y1, x2, y2] = [cx * unit, cy * unit, x * unit, y * unit];
    const cubic = [penX + (2 / 3) * (x1 - penX), penY + (2 / 3) * (y1 - penY)] as const;
    pen.curveTo(...cubic, x2 + (2 / 3) * (x1 - x2), y2 + (2 / 3) * (y1 - y2), x2, y2);
    [penX, penY] = [x2, y2];
  });
  funcs.setCubicToFunc((x1, y1, x2, y2, x, y) => {
    [penX, penY] = [x * unit, y * unit];
    pen.curveTo(x1 * unit, y1 * unit, x2 * unit, y2 * unit, penX, penY);
  });
  funcs.setClosePathFunc(() => pen.closePath());
  return funcs;
}

function ignore(): void {
  // Nothing is drawn.
}
