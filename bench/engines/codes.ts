/**
 * QR codes for engines that have none of their own, by a library that is quick at it. A code that stays the
 * same is made once.
 */
import { loadPeer } from './engine.ts';
import type { Code } from './read-page.ts';

interface Matrix {
  readonly size: number;
  readonly data: readonly (readonly boolean[])[];
}

const { encode } = loadPeer('uqr') as {
  encode: (value: string, options: { ecc: 'M'; border: number }) => Matrix;
};

/** A code as an SVG in a `data:` URL: one path. */
export function codeUrl(code: Code): string {
  const { size, data } = makeMatrix(code);
  let path = '';
  for (const [y, row] of data.entries()) {
    for (const [x, dark] of row.entries()) if (dark) path += `M${x} ${y}h1v1h-1z`;
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="${path}" fill="${code.color}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

/** A code as pixels, RGBA, one for each module. */
export function codePixels(code: Code): { width: number; height: number; data: Uint8Array } {
  const { size, data } = makeMatrix(code);
  const channels = [1, 3, 5].map((at) => Number.parseInt(code.color.slice(at, at + 2), 16));
  const pixels = new Uint8Array(size * size * 4);
  for (const [y, row] of data.entries()) {
    for (const [x, dark] of row.entries()) if (dark) pixels.set([...channels, 255], (y * size + x) * 4);
  }
  return { width: size, height: size, data: pixels };
}

/** Makes each code with `make`, unless it is the one made last. */
export function keepLast<Made>(make: (code: Code) => Made): (code: Code) => Made {
  let last: { readonly value: string; readonly made: Made } | null = null;
  return (code) => {
    if (last?.value !== code.value) last = { value: code.value, made: make(code) };
    return last.made;
  };
}

function makeMatrix({ value, margin }: Code): Matrix {
  return encode(value, { ecc: 'M', border: margin });
}
