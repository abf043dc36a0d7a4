import bwipjs from 'bwip-js';

/**
 * The modules of a code whose rows differ in height: those of PDF417 are three modules high, and between some there are
 * separators. The encoder's plain answer has each row once and keeps the heights to itself; its drawing has them. Sides in
 * modules, 1 for dark ones, row by row.
 */
export function expandRows(
  encoder: string,
  text: string,
  options: Readonly<Record<string, unknown>>,
): { readonly columns: number; readonly rows: number; readonly dark: readonly number[] } {
  let [columns, rows] = [0, 0];
  // Every vertical edge of an outline turns what lies to the right of it from light to dark or back.
  let edges = new Uint8Array();
  const turn = (x: number, from: number, to: number): void => {
    if (x >= columns) return;
    for (let row = Math.min(from, to); row < Math.max(from, to); row++) {
      const at = row * columns + x;
      edges[at] = (edges[at] ?? 0) ^ 1;
    }
  };
  bwipjs.render(
    { ...options, bcid: encoder, text, includetext: false, scaleX: 1, scaleY: 1 },
    {
      scale: () => [1, 1],
      measure: () => ({ width: 0, ascent: 0, descent: 0 }),
      init: (width, height) => {
        [columns, rows] = [width, height];
        edges = new Uint8Array(columns * rows);
      },
      line: ignore,
      polygon: (points) => {
        points.forEach(([x, y], index) => {
          const [nextX, nextY] = points[(index + 1) % points.length] ?? [x, y];
          if (x === nextX) turn(x, y, nextY);
        });
      },
      hexagon: ignore,
      ellipse: ignore,
      fill: ignore,
      text: ignore,
      end: ignore,
    },
  );
  const dark: number[] = [];
  let isDark = 0;
  edges.forEach((turns, index) => {
    isDark = index % columns === 0 ? turns : isDark ^ turns;
    dark.push(isDark);
  });
  return { columns, rows, dark };
}

function ignore(): void {
  // Nothing else is drawn that counts.
}
