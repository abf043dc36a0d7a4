import type { TextElement, TextRun } from '../../../generated/template.ts';
import { IDENTITY } from '../../render/vector/svg/values.ts';
import { rounded } from '../boxes.ts';
import { readUserLength } from './lengths.ts';
import { readPaint, toTemplatePaint } from './paints.ts';
import type { Scope } from './scope.ts';
import { hasEffect, type Style } from './styles.ts';
import type { Piece } from './text-chunks.ts';
import { lookUp } from '../look-up.ts';

/** The style of a run, or of a whole text. */
export type RunStyle = Omit<TextRun, 'text' | 'icon' | 'ruby' | 'highlight'>;

const weightWords: Readonly<Record<string, number>> = { normal: 400, bold: 700, bolder: 700, lighter: 300 };

/** What a piece of text looks like, with lengths multiplied by `scale`. */
export function runStyle(scope: Scope, piece: Piece, scale: number): RunStyle {
  const { style, decoration, raised } = piece;
  const fontSize = Number(style.get('font-size'));
  const base = { whole: fontSize, fontSize };
  const spacing = readUserLength(style.get('letter-spacing'), base) ?? 0;
  const isSlanted = /^(?:italic|oblique)/u.test(style.get('font-style') ?? '');
  const isSmallCaps = [style.get('font-variant'), style.get('font-variant-caps')].includes('small-caps');
  const features = { ...readFeatures(style), ...(isSmallCaps && { smcp: 1 }) };
  loseStyle(scope, style);
  return {
    fontFamily: scope.design.builder.family(familyNames(style), scope.name),
    fontSize: Math.max(0.001, rounded(fontSize * scale)),
    fontWeight: getWeight(style),
    ...(isSlanted && { fontStyle: 'italic' as const }),
    color: textColor(scope, style),
    ...(spacing !== 0 && { letterSpacing: rounded(spacing * scale) }),
    ...(Object.keys(features).length > 0 && { fontFeatures: features }),
    ...(decoration !== 'none' && { decoration }),
    ...(raised !== 0 && { baselineShift: rounded(raised * scale) }),
    ...getStroke(scope, style, scale),
  };
}

/** The keys of the whole text. */
export function textStyle(scope: Scope, style: Style): Pick<TextElement, 'transform' | 'direction'> {
  const transform = style.get('text-transform');
  const known = (['uppercase', 'lowercase', 'capitalize'] as const).find((each) => each === transform);
  return {
    ...(known !== undefined && { transform: known }),
    ...(style.get('direction') === 'rtl' && { direction: 'rtl' as const }),
  };
}

const facePattern = new RegExp(
  String.raw`^(["']?)([\w ]+?)-(?:Regular|Roman|Book|Thin|Light|ExtraLight|Medium|Semi[Bb]old|Demi|Bold` +
    String.raw`|ExtraBold|Black|Heavy|Italic|It|Oblique)+(?:MT)?\1(?=\s*(?:,|$))`,
  'u',
);

/** Illustrator names faces, such as `Roboto-Bold`, before families. */
function familyNames(style: Style): string {
  const names = style.get('font-family') ?? '';
  return names.slice(0, 500).replace(facePattern, '$1$2$1');
}

function getWeight(style: Style): number {
  const text = style.get('font-weight') ?? 'normal';
  const weight = lookUp(weightWords, text) ?? Number(text);
  if (!Number.isFinite(weight)) return 400;
  return Math.min(900, Math.max(100, Math.round(weight)));
}

function textColor(scope: Scope, style: Style): string {
  const paint = readPaint(scope, style, 'fill', 'M0 0H100V20H0Z');
  if (paint.type === 'none') return 'transparent';
  if (paint.type === 'ink') {
    if (paint.ink.type === 'color') {
      const color = toTemplatePaint(paint.ink, IDENTITY, { width: 1, height: 1 });
      return typeof color === 'string' ? color : '#000';
    }
    // A gradient across the box of the whole text is set where the box is known.
    const [first] = paint.ink.stops;
    const ink = { type: 'color', color: first?.color ?? [0, 0, 0, 1] } as const;
    const color = toTemplatePaint(ink, IDENTITY, { width: 1, height: 1 });
    return typeof color === 'string' ? color : '#000';
  }
  scope.lose('fill', `The text has ${paint.what}; it becomes black.`);
  return '#000';
}

function getStroke(scope: Scope, style: Style, scale: number): Pick<RunStyle, 'stroke'> {
  const paint = readPaint(scope, style, 'stroke', 'M0 0H100V20H0Z');
  if (paint.type === 'none') return {};
  const fontSize = Number(style.get('font-size'));
  const width = readUserLength(style.get('stroke-width'), { whole: scope.viewport.width, fontSize }) ?? 1;
  if (width <= 0) return {};
  if (paint.type !== 'ink' || paint.ink.type !== 'color') {
    scope.lose('stroke', 'The outline of a text has one colour.');
    return {};
  }
  const color = toTemplatePaint(paint.ink, IDENTITY, { width: 1, height: 1 });
  const isBehind = (style.get('paint-order') ?? 'normal').startsWith('stroke');
  if (!isBehind && color !== textColor(scope, style) && style.get('fill') !== 'none')
    scope.lose('stroke', 'The inner half of the outline lies below the letters.');
  return typeof color === 'string' ? { stroke: { color, width: rounded(width * scale) } } : {};
}

function readFeatures(style: Style): Record<string, number> {
  const settings = (style.get('font-feature-settings') ?? '').matchAll(
    /["']([\x20-\x7e]{4})["']\s*(\d+|on|off)?/gu,
  );
  return Object.fromEntries(
    [...settings]
      .slice(0, 20)
      .map(([, tag = '', value = '1']) => [tag, value === 'on' ? 1 : value === 'off' ? 0 : Number(value)]),
  );
}

function loseStyle(scope: Scope, style: Style): void {
  if (hasEffect(style, 'word-spacing')) scope.lose('word-spacing', 'Words have their normal distance.');
  if ((style.get('text-decoration') ?? '').includes('overline'))
    scope.lose('text-decoration', 'A text has no line above it.');
}
