/** Texts of Figma. */
import type { FigmaNode, FigmaStyle } from '../../../generated/designs/figma.ts';
import type { Paint, TextElement, TextRun } from '../../../generated/template.ts';
import { rounded } from '../boxes.ts';
import type { SavedLines } from '../fit-stand-in.ts';
import type { TemplateBuilder } from '../builder.ts';
import { readPaint, shownPaints, readStroke } from './paints.ts';
import { lookUp } from '../look-up.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

type Style = Omit<TextRun, 'text'>;

/** The family of texts that name none. */
export const defaultFamily = 'Inter';

/** Figma's features that others say by a case, too. */
const caseFeatures: Readonly<Record<string, Record<string, number>>> = {
  SMALL_CAPS: { smcp: 1 },
  SMALL_CAPS_FORCED: { smcp: 1, c2sc: 1 },
};

/** What a text node says and how it looks, without its place. */
export function convertText(
  node: FigmaNode,
  size: Size,
  name: string,
  builder: TemplateBuilder,
): Omit<TextElement, 'id'> {
  const { characters = '', style = {} } = node;
  const {
    fontSize = 12,
    textAlignHorizontal = 'LEFT',
    textAlignVertical = 'TOP',
    textTruncation,
    maxLines,
  } = style;
  const {
    paragraphSpacing = 0,
    paragraphIndent = 0,
    lineHeightPx,
    textCase,
    textAutoResize = 'NONE',
  } = style;
  const align =
    lookUp({ LEFT: 'left', CENTER: 'center', RIGHT: 'right', JUSTIFIED: 'justify' }, textAlignHorizontal) ??
    'left';
  const verticalAlign =
    lookUp({ TOP: 'top', CENTER: 'middle', BOTTOM: 'bottom' }, textAlignVertical) ?? 'top';
  const transform = lookUp({ UPPER: 'uppercase', LOWER: 'lowercase', TITLE: 'capitalize' }, textCase ?? '');
  const isCut = textTruncation === 'ENDING' || textAutoResize === 'TRUNCATE';
  const stroke = readStroke(node, size, name, builder);
  const element: Omit<TextElement, 'id'> = {
    type: 'text',
    ...getStyle(style, size, name, builder),
    color: getColor(node.fills, size, name, builder),
    align,
    overflow: isCut ? 'ellipsis' : 'visible',
    ...(verticalAlign !== 'top' && { verticalAlign }),
    ...(lineHeightPx !== undefined && {
      lineHeight: Math.max(0, rounded(lineHeightPx / Math.max(0.1, fontSize))),
    }),
    ...(isCut && maxLines !== undefined && maxLines >= 1 && { maxLines: Math.round(maxLines) }),
    ...(paragraphSpacing > 0 && { paragraphSpacing: rounded(paragraphSpacing) }),
    ...(paragraphIndent !== 0 && { indent: rounded(paragraphIndent) }),
    ...(transform !== undefined && { transform }),
    // The size of the box is that of the text, which another font may exceed.
    ...(textAutoResize === 'WIDTH_AND_HEIGHT' && !characters.includes('\n') && { wrap: false }),
    ...getList(node, name, builder),
  };
  if (stroke !== null) {
    const { color = '#000', width = 1, align: side } = stroke;
    if (side === 'inside')
      builder.lose(name, 'strokeAlign', 'The stroke of a text is not inside of its letters.');
    const plain = typeof color === 'string' ? color : (color.stops[0]?.color ?? '#000');
    element.stroke = { color: plain, width: side === 'outside' ? rounded(width * 2) : width };
  }
  const runs = getRuns(node, size, name, builder);
  if (runs.length > 1) element.runs = runs;
  else {
    const { text = characters, ...only } = runs[0] ?? { text: characters };
    Object.assign(element, only, { text: text.replaceAll('\u2028', '\n') });
  }
  return element;
}

/** The lines of a text, by the size of its box; null if they are cut, or the file does not say it. */
export function savedLines(
  { characters = '', style = {} }: FigmaNode,
  { width, height }: Size,
): SavedLines | null {
  const {
    lineHeightPx,
    fontSize = 12,
    textAutoResize = 'NONE',
    textTruncation,
    paragraphSpacing = 0,
  } = style;
  const pitch = lineHeightPx ?? fontSize * 1.2;
  const hard = characters.split(/[\n\u2028]/u).length;
  if (textTruncation === 'ENDING' || textAutoResize === 'TRUNCATE' || !(pitch > 0)) return null;
  if (textAutoResize === 'WIDTH_AND_HEIGHT') return { lines: hard, width, isNatural: true };
  const room = height - paragraphSpacing * (hard - 1);
  const lines = textAutoResize === 'HEIGHT' ? Math.round(room / pitch) : Math.floor(room / pitch + 0.1);
  return { lines: Math.max(hard, lines), width, isNatural: false };
}

/** Pieces of one style each; a piece has what it does not share with the text itself. */
function getRuns(node: FigmaNode, size: Size, name: string, builder: TemplateBuilder): TextRun[] {
  const {
    characters = '',
    characterStyleOverrides: overrides = [],
    styleOverrideTable: table = {},
    style = {},
  } = node;
  const runs: { text: string; key: number }[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const key = overrides[at] ?? 0;
    const last = runs.at(-1);
    if (last?.key === key) last.text += characters.charAt(at);
    else runs.push({ text: characters.charAt(at), key });
  }
  return runs.slice(0, 2_000).map(({ text, key }) => {
    const own = key === 0 ? undefined : table[String(key)];
    const plain = text.replaceAll('\u2028', '\n').toWellFormed();
    if (own === undefined) return { text: plain };
    const whole = getStyle({ ...style, ...own }, size, name, builder);
    const base = getStyle(style, size, name, builder);
    const different = Object.entries(whole).filter(
      ([property, value]) => JSON.stringify(value) !== JSON.stringify(base[property as keyof Style]),
    );
    return {
      text: own.textCase === 'UPPER' && style.textCase !== 'UPPER' ? plain.toUpperCase() : plain,
      ...Object.fromEntries(different),
      ...(own.fills !== undefined && { color: getColor(own.fills, size, name, builder) }),
    };
  });
}

function getStyle(style: FigmaStyle, _size: Size, name: string, builder: TemplateBuilder): Style {
  const {
    fontFamily = defaultFamily,
    fontWeight = 400,
    italic = false,
    fontSize = 12,
    letterSpacing = 0,
  } = style;
  const { textDecoration = 'NONE', hyperlink, opentypeFlags = {}, textCase = '', fontPostScriptName } = style;
  const features = {
    ...caseFeatures[textCase],
    ...Object.fromEntries(
      Object.entries(opentypeFlags).map(([tag, value]) => [tag.toLowerCase(), Math.round(value)]),
    ),
  };
  const url = hyperlink?.url ?? '';
  const slanted = italic || /(?:Italic|Oblique)$/u.test(fontPostScriptName ?? '');
  const decoration = lookUp({ UNDERLINE: 'underline', STRIKETHROUGH: 'line-through' }, textDecoration);
  return {
    fontFamily: builder.family(fontFamily, name),
    fontSize: Math.min(5_000, Math.max(0.1, rounded(fontSize))),
    fontWeight:
      getWeight(fontPostScriptName ?? '') ?? Math.min(900, Math.max(100, Math.round(fontWeight / 100) * 100)),
    ...(slanted && { fontStyle: 'italic' as const }),
    ...(letterSpacing !== 0 && { letterSpacing: rounded(letterSpacing) }),
    ...(decoration !== undefined && { decoration }),
    ...(/^(?:https?|mailto|tel):/u.test(url) && { href: url }),
    ...(Object.keys(features).length > 0 && { fontFeatures: features }),
  };
}

/** What names of faces end with, and their weights. */
const weights: readonly (readonly [name: RegExp, weight: number])[] = [
  [/(?:Extra|Ultra)Light$/u, 200],
  [/(?:Semi|Demi)(?:Bold)?$/u, 600],
  [/(?:Extra|Ultra)(?:Bold)?$/u, 800],
  [/(?:Thin|Hairline)$/u, 100],
  [/Light$/u, 300],
  [/Regular$/u, 400],
  [/Medium$/u, 500],
  [/Bold$/u, 700],
  [/(?:Black|Heavy)$/u, 900],
];

/** The weight that the name of a face says: Figma's number may be between those of two faces. */
function getWeight(postScriptName: string): number | null {
  const face = postScriptName.split('-')[1]?.replace(/(?:Italic|Oblique)$/u, '') ?? '';
  return weights.find(([name]) => name.test(face))?.[1] ?? null;
}

/** Letters have one paint: that in front. */
function getColor(fills: FigmaNode['fills'], size: Size, name: string, builder: TemplateBuilder): Paint {
  const paints = shownPaints(fills);
  const top = paints.at(-1);
  if (paints.length > 1) builder.lose(name, 'fills', 'Letters have one fill: that in front.');
  if (top === undefined) return '#00000000';
  const paint = readPaint(top, size, name, builder);
  if (paint === null && top.type === 'IMAGE')
    builder.lose(name, 'fills', 'Letters are not filled with pictures.');
  return paint ?? '#000000ff';
}

function getList(
  { lineTypes = [] }: FigmaNode,
  name: string,
  builder: TemplateBuilder,
): Pick<TextElement, 'list'> {
  const kinds = new Set(lineTypes);
  if (kinds.size > 1) builder.lose(name, 'lineTypes', 'All lines are a list, or none is.');
  if (kinds.size !== 1) return {};
  if (kinds.has('UNORDERED')) return { list: 'disc' };
  return kinds.has('ORDERED') ? { list: 'decimal' } : {};
}
