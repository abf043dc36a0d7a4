import { SVGPathData } from 'svg-pathdata';

import type { Rect, Size } from '../../geometry.ts';
import { UnsupportedSvg } from '../svg/document.ts';
import { shapeNames, toOutline } from '../svg/shapes.ts';
import { nameOf, readAttributes, splitMarkup } from './markup.ts';

/** A pattern whose tile is covered by a part of its view box. */
interface SlicedPattern {
  readonly id: string;
  readonly viewBox: Rect;
  /** The share of what is cut off that is on the left, and at the top. */
  readonly left: number;
  readonly top: number;
  readonly width: string;
  readonly height: string;
  /** Sides are shares of the box of the shape. */
  readonly isOfBox: boolean;
}

const SHARES: Readonly<Record<string, number>> = { Min: 0, Mid: 0.5, Max: 1 };
/** Percentages of a shape's sides are rare and need the size of the document: such shapes stay unchanged. */
const NO_VIEWPORT = { width: Number.NaN, height: Number.NaN };

/**
 * Gives shapes whose pattern slices a pattern of their own, whose view box is the part that they show: the
 * decoder moves such patterns, and those whose view box does not begin at 0, too far.
 */
export function resolveSlicedPatterns(text: string): string {
  if (!/\sslice["'\s]/u.test(text) || !/<(?:[\w.-]+:)?pattern\s/u.test(text)) return text;
  const pieces = splitMarkup(text);
  const patterns = new Map<string, SlicedPattern>();
  for (const { kind, text: piece } of pieces) {
    if (kind !== 'tag' || nameOf(piece) !== 'pattern' || piece.endsWith('/>')) continue;
    const pattern = readPattern(readAttributes(piece));
    if (pattern !== null) patterns.set(pattern.id, pattern);
  }
  if (patterns.size === 0) return text;
  const ofClass = readClasses(
    pieces.flatMap(({ kind, text: css }) => (kind === 'style' ? [css] : [])).join('\n'),
  );
  let count = 0;
  /** The open pattern, and whether its content is one group. */
  let open: SlicedPattern | 'other' | null = null;
  return pieces
    .map(({ kind, text: piece }) => {
      const name = kind === 'tag' ? nameOf(piece) : '';
      const isEnd = piece.startsWith('</');
      if (name === 'pattern' && !piece.endsWith('/>')) {
        const before = open;
        open = isEnd ? null : (patterns.get(readAttributes(piece).get('id') ?? '') ?? 'other');
        if (isEnd) return before === null || before === 'other' ? piece : `</g>${piece}`;
        return open === null || open === 'other' ? piece : `${piece}<g id="${open.id}-platen">`;
      }
      // Shapes inside of patterns have tiles of their own size.
      if (!shapeNames.has(name) || open !== null || isEnd) return piece;
      const attributes = readAttributes(piece);
      const pattern = patterns.get(findFill(attributes, ofClass) ?? '');
      const shown = pattern === undefined ? null : visibleBox(pattern, name, attributes);
      if (pattern === undefined || shown === null) return piece;
      const id = `platen-slice-${(count += 1)}`;
      const move = `translate(${-shown.x} ${-shown.y})`;
      const own =
        `<pattern xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" id="${id}" ` +
        `xlink:href="#${pattern.id}" viewBox="0 0 ${shown.width} ${shown.height}" ` +
        `preserveAspectRatio="none"><use xlink:href="#${pattern.id}-platen" transform="${move}"/></pattern>`;
      return own + withFill(piece, id);
    })
    .join('');
}

function readPattern(attributes: ReadonlyMap<string, string>): SlicedPattern | null {
  const ratio = attributes.get('preserveAspectRatio') ?? '';
  const [, left = '', top = ''] = /^\s*x(Min|Mid|Max)Y(Min|Mid|Max)\s+slice\s*$/u.exec(ratio) ?? [];
  const [x, y, width = 0, height = 0] = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/u)
    .map(Number);
  const id = attributes.get('id');
  const [across, down] = [attributes.get('width'), attributes.get('height')];
  if (left === '' || id === undefined || across === undefined || down === undefined) return null;
  if (x === undefined || y === undefined || !(width > 0 && height > 0)) return null;
  return {
    id,
    viewBox: { x, y, width, height },
    left: SHARES[left] ?? 0,
    top: SHARES[top] ?? 0,
    width: across,
    height: down,
    isOfBox: attributes.get('patternUnits') !== 'userSpaceOnUse',
  };
}

/** The pattern that fills shapes of a class. */
function readClasses(css: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const rule of css.split('}')) {
    const start = rule.indexOf('{');
    const id = /(?:^|[;\s])fill\s*:\s*url\(\s*["']?#([^"')]+)/u.exec(rule.slice(start + 1))?.[1];
    if (start < 0 || id === undefined) continue;
    for (const [, name = ''] of rule.slice(0, start).matchAll(/\.([\w-]+)/gu)) found.set(name, id);
  }
  return found;
}

function findFill(
  attributes: ReadonlyMap<string, string>,
  ofClass: ReadonlyMap<string, string>,
): string | undefined {
  const own = /(?:^|[;\s])fill\s*:\s*([^;]*)/u.exec(attributes.get('style') ?? '')?.[1];
  const classes = (attributes.get('class') ?? '').split(/\s+/u).flatMap((name) => ofClass.get(name) ?? []);
  if (own === undefined && classes.length > 0) return classes.at(-1);
  return /^\s*url\(\s*["']?#([^"')]+)/u.exec(own ?? attributes.get('fill') ?? '')?.[1];
}

function visibleBox(
  pattern: SlicedPattern,
  name: string,
  attributes: ReadonlyMap<string, string>,
): Rect | null {
  const box = pattern.isOfBox ? measure(name, attributes) : { width: 1, height: 1 };
  if (box === null) return null;
  const ratio = (readSide(pattern.width) * box.width) / (readSide(pattern.height) * box.height);
  if (!(ratio > 0 && Number.isFinite(ratio))) return null;
  const { x, y, width, height } = pattern.viewBox;
  const shown = { width: Math.min(width, height * ratio), height: Math.min(height, width / ratio) };
  return {
    ...shown,
    x: x + (width - shown.width) * pattern.left,
    y: y + (height - shown.height) * pattern.top,
  };
}

/** A length without a unit, or a share. */
function readSide(value: string): number {
  const [, number, unit] = /^\s*([\d.]+)(px|%)?\s*$/u.exec(value) ?? [];
  return unit === '%' ? Number(number) / 100 : Number(number);
}

function measure(name: string, attributes: ReadonlyMap<string, string>): Size | null {
  try {
    const outline = toOutline({ name, attributes, children: [], text: '' }, NO_VIEWPORT);
    if (outline === null) return null;
    // Without the canvas, which loads the system's fonts: the service checks pictures, and draws none.
    const { minX, maxX, minY, maxY } = new SVGPathData(outline).getBounds();
    return { width: maxX - minX, height: maxY - minY };
  } catch (error) {
    if (error instanceof UnsupportedSvg) return null;
    throw error;
  }
}

function withFill(tag: string, id: string): string {
  const fill = `fill:url(#${id})`;
  if (/\sstyle\s*=/u.test(tag))
    return tag.replace(
      /(\sstyle\s*=\s*)(?:"([^"]*)"|'([^']*)')/u,
      (_all, start: string, one?: string, other?: string) => {
        const quote = one === undefined ? "'" : '"';
        return `${start}${quote}${one ?? other ?? ''};${fill}${quote}`;
      },
    );
  const end = tag.endsWith('/>') ? '/>' : '>';
  return `${tag.slice(0, -end.length)} style="${fill}"${end}`;
}
