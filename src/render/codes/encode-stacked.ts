import bwipjs from 'bwip-js';

/**
 * Encodes a stacked code, whose rows differ in height: a row of PDF417 is three modules high, and other codes
 * have separators between rows. `bwipjs.raw` returns each row once without its height, so this reads the
 * modules from bwip-js's drawing. Returns modules row by row; 1 is dark.
 */
export function encodeStackedRows(
  encoder: string,
  text: string,
  options: Readonly<Record<string, unknown>>,
): { readonly columns: number; readonly rows: number; readonly dark: readonly number[] } {
  let [columns, rows] = [0, 0];
  // Each vertical edge of an outline switches the modules to its right between light and dark.
  let edges = new Uint8Array();
  const addEdge = (x: number, from: number, to: number): void => {
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
          if (x === nextX) addEdge(x, y, nextY);
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
  edges.forEach((edge, index) => {
    isDark = index % columns === 0 ? edge : isDark ^ edge;
    dark.push(isDark);
  });
  return { columns, rows, dark };
}

function ignore(): void {
  // Only polygons contain modules.
}
