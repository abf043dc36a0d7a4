/** Formulas of shapes with a path of their own (ECMA-376, part 1, 20.1.9.11). */
import { findNode, listNodes, type XmlNode } from './xml.ts';

const degree = 60_000;
const radians = Math.PI / 180 / degree;

/** Reads a coordinate: a number, or the name of a formula. */
export function readGuides(
  custom: XmlNode,
  { width: w, height: h }: { readonly width: number; readonly height: number },
): (name: string | undefined) => number {
  const short = Math.min(w, h);
  const long = Math.max(w, h);
  const values = new Map<string, number>([
    ...[2, 3, 4, 5, 6, 8, 10, 12, 32].flatMap((part) => [
      [`wd${part}`, w / part] as const,
      [`hd${part}`, h / part] as const,
    ]),
    ...[2, 4, 6, 8, 16, 32].map((part) => [`ssd${part}`, short / part] as const),
    ...[1, 3, 5, 7].map((part) => [`${part === 1 ? '' : part}cd8`, (part * 360 * degree) / 8] as const),
    ['cd2', 180 * degree],
    ['cd4', 90 * degree],
    ['3cd4', 270 * degree],
    ...(['w', 'r'] as const).map((name) => [name, w] as const),
    ...(['h', 'b'] as const).map((name) => [name, h] as const),
    ['l', 0],
    ['t', 0],
    ['hc', w / 2],
    ['vc', h / 2],
    ['ss', short],
    ['ls', long],
  ]);
  const read = (name = '0'): number => values.get(name) ?? (Number.isFinite(Number(name)) ? Number(name) : 0);
  for (const list of ['avLst', 'gdLst'])
    for (const { attributes } of listNodes(findNode(custom, list), 'gd')) {
      const [operator = '', ...names] = (attributes['fmla'] ?? '').trim().split(/\s+/u);
      const value = compute(operator, names.map(read));
      values.set(attributes['name'] ?? '', Number.isFinite(value) ? value : 0);
    }
  return read;
}

function compute(operator: string, [x = 0, y = 0, z = 0]: readonly number[]): number {
  switch (operator) {
    case '*/':
      return (x * y) / z;
    case '+-':
      return x + y - z;
    case '+/':
      return (x + y) / z;
    case '?:':
      return x > 0 ? y : z;
    case 'abs':
      return Math.abs(x);
    case 'at2':
      return Math.atan2(y, x) / radians;
    case 'cat2':
      return x * Math.cos(Math.atan2(z, y));
    case 'sat2':
      return x * Math.sin(Math.atan2(z, y));
    case 'cos':
      return x * Math.cos(y * radians);
    case 'sin':
      return x * Math.sin(y * radians);
    case 'tan':
      return x * Math.tan(y * radians);
    case 'max':
      return Math.max(x, y);
    case 'min':
      return Math.min(x, y);
    case 'mod':
      return Math.hypot(x, y, z);
    case 'pin':
      return Math.min(Math.max(x, y), z);
    case 'sqrt':
      return Math.sqrt(x);
    default:
      return x;
  }
}
