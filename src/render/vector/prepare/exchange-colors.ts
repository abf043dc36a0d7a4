import { readSvgText } from '../../../common/pictures/svg-text.ts';
import { canonicalColor } from '../../bind/colors.ts';
import { seenColor } from '../../inks/ink-color.ts';
import type { Color, Gradient, Paint } from '../../scene/paint.ts';
import { findRoot, splitMarkup } from './markup.ts';
import { prepareSvgText } from './prepare-svg.ts';

/** Paints by the colours of an SVG that they take the place of, as `#rrggbbaa`. */
export type ColorExchange = Readonly<Record<Color, Paint>>;

const BLACK: Color = '#000000ff';
const PROPERTIES = 'fill|stroke|color|stop-color|flood-color|lighting-color';
const ATTRIBUTE = new RegExp(String.raw`(\s)(${PROPERTIES})(\s*=\s*)("[^"]*"|'[^']*')`, 'gu');
const STYLE = /(\sstyle\s*=\s*)("[^"]*"|'[^']*')/gu;
const DECLARATION = new RegExp(String.raw`(?<![\w-])(${PROPERTIES})(\s*:)([^;{}"'!]*)`, 'giu');

/** An SVG whose colours are exchanged for paints. */
export function exchangeColors(bytes: Uint8Array, exchange: ColorExchange): Uint8Array {
  const paints = new Map(
    Object.entries(exchange).map(([color, paint], index) => [color, { paint, id: `platen-paint-${index}` }]),
  );
  const change = (property: string, color: Color): string | null => {
    const found = paints.get(color);
    if (found === undefined) return null;
    if (found.paint.type === 'solid') return writeColor(found.paint.color);
    return property === 'fill' || property === 'stroke' ? `url(#${found.id})` : null;
  };
  const text = mapColors(prepareSvgText(readSvgText(bytes)), change);
  const { start, tag } = findRoot(text);
  // What says no colour is black.
  const black = hasFill(tag) ? null : change('fill', BLACK);
  const current = change('color', BLACK);
  const added =
    (black === null ? '' : ` fill="${black}"`) +
    (current === null || /\scolor\s*=/u.test(tag) ? '' : ` color="${current}"`);
  const root = tag.replace(/^<[\w.:-]+/u, (name) => `${name}${added}`);
  const gradients = [...paints.values()]
    .map(({ paint, id }) => (paint.type === 'solid' ? '' : writeGradient(paint, id)))
    .join('');
  const defs = gradients === '' || tag.endsWith('/>') ? '' : `<defs>${gradients}</defs>`;
  const rest = text.slice(start + tag.length);
  return new TextEncoder().encode(`${text.slice(0, start)}${root}${defs}${rest}`);
}

/** The colours that an SVG has, as `#rrggbbaa`. What says no colour is black. */
export function colorsOfSvg(bytes: Uint8Array): ReadonlySet<Color> {
  const colors = new Set<Color>([BLACK]);
  mapColors(prepareSvgText(readSvgText(bytes)), (_property, color) => {
    colors.add(color);
    return null;
  });
  return colors;
}

/** Replaces the colours of attributes and of styles; null leaves a colour as it is. */
function mapColors(text: string, change: (property: string, color: Color) => string | null): string {
  const read = (property: string, value: string): string => {
    const color = canonicalColor(value.trim());
    return color === null ? value : (change(property.toLowerCase(), color) ?? value);
  };
  const mapStyle = (css: string): string =>
    css.replaceAll(DECLARATION, (_all, name: string, colon: string, value: string) => {
      return `${name}${colon}${read(name, value)}`;
    });
  return splitMarkup(text)
    .map(({ kind, text: piece }) => {
      if (kind === 'style') return mapStyle(piece);
      if (kind !== 'tag') return piece;
      return piece
        .replaceAll(ATTRIBUTE, (_all, space: string, name: string, equals: string, quoted: string) => {
          const quote = quoted.slice(0, 1);
          return `${space}${name}${equals}${quote}${read(name, quoted.slice(1, -1))}${quote}`;
        })
        .replaceAll(STYLE, (_all, before: string, quoted: string) => {
          const quote = quoted.slice(0, 1);
          return `${before}${quote}${mapStyle(quoted.slice(1, -1))}${quote}`;
        });
    })
    .join('');
}

function hasFill(tag: string): boolean {
  return /\sfill\s*=|[\s;"']fill\s*:/u.test(tag);
}

/** In the older spelling, which every reader of SVG knows. */
function writeColor(color: Color): string {
  if (seenColor(color).endsWith('ff')) return color.slice(0, 7);
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return `rgba(${channels.join(', ')}, ${getOpacity(color)})`;
}

function getOpacity(color: Color): number {
  return Number((Number.parseInt(color.slice(7, 9), 16) / 255).toFixed(4));
}

/** A gradient over the box of each shape. SVG has no conic ones; the check of templates refuses them. */
function writeGradient(paint: Gradient, id: string): string {
  const stops = paint.stops
    .map(({ offset, color }) => {
      const opacity = getOpacity(color);
      return `<stop offset="${offset}" stop-color="${color.slice(0, 7)}" stop-opacity="${opacity}"/>`;
    })
    .join('');
  switch (paint.type) {
    case 'radial': {
      const { center, radius } = paint;
      const circle = `cx="${center.x}" cy="${center.y}" r="${radius}"`;
      return `<radialGradient id="${id}" ${circle}>${stops}</radialGradient>`;
    }
    case 'linear': {
      const angle = (paint.angle * Math.PI) / 180;
      const [x, y] = [Math.sin(angle), -Math.cos(angle)];
      const half = (Math.abs(x) + Math.abs(y)) / 2;
      const at = (side: number): string => (0.5 + side * half).toFixed(6);
      const line = `x1="${at(-x)}" y1="${at(-y)}" x2="${at(x)}" y2="${at(y)}"`;
      return `<linearGradient id="${id}" ${line}>${stops}</linearGradient>`;
    }
    case 'conic':
      throw new Error('SVG has no conic gradients');
  }
}
