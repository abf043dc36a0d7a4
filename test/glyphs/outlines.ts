/** Outlines of glyphs, by the boxes of their contours: how glyphs are told apart where no file names them. */
import * as hb from 'harfbuzzjs';

/** The box around the ends of the lines and curves of a contour: left, top, right, bottom. */
export type Contour = readonly [left: number, top: number, right: number, bottom: number];

export type Point = readonly [x: number, y: number];

/** The contours of SVG path data with absolute commands. */
export function readContours(d: string, dx = 0, dy = 0): Contour[] {
  return d
    .split('M')
    .filter((part) => part.trim() !== '')
    .map((part) =>
      boxAround(
        [...`M${part}`.matchAll(/[MLQC]([^MLQCZ]*)/g)].map(([, numbers = '']): Point => {
          const [x = 0, y = 0] = [...numbers.matchAll(/[+-]?(?:\d+\.?\d*|\.\d+)/g)].slice(-2).map(Number);
          return [dx + x, dy + y];
        }),
      ),
    );
}

export function boxAround(ends: readonly Point[]): Contour {
  const [xs, ys] = [ends.map(([x]) => x), ends.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

let parts: string[] = [];
const draws = new hb.DrawFuncs();
draws.setMoveToFunc((x, y) => void parts.push(`M${x} ${y}`));
draws.setLineToFunc((x, y) => void parts.push(`L${x} ${y}`));
draws.setQuadraticToFunc((x1, y1, x, y) => void parts.push(`Q${x1} ${y1} ${x} ${y}`));
draws.setCubicToFunc((x1, y1, x2, y2, x, y) => void parts.push(`C${x1} ${y1} ${x2} ${y2} ${x} ${y}`));
draws.setClosePathFunc(() => undefined);

/** The outline of a glyph as path data in units of the font, y upwards; empty for a blank. */
export function drawOutline(font: hb.Font, glyph: number): string {
  parts = [];
  font.drawGlyph(glyph, draws);
  return parts.join('');
}
