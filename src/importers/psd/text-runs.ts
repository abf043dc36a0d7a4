/** What a text layer says, in pieces of one style each. */
import type { LayerTextData, ParagraphStyle, TextStyle } from 'ag-psd';
import type { TextElement, TextRun } from '../../../generated/template.ts';
import { rounded } from '../boxes.ts';
import type { TemplateBuilder } from '../builder.ts';
import { readFontName } from './font-names.ts';
import { readColor } from './paints.ts';

/** The most pieces that are read. */
const maxRuns = 2_000;

/** Photoshop's leading without one of its own, in font sizes. */
const autoLeading = 1.2;

const smallCaps = 1;
const allCaps = 2;
const superscript = 1;
const subscript = 2;

type Style = Omit<TextRun, 'text'>;

interface Piece {
  readonly text: string;
  readonly style: Style;
  readonly leading: number;
  readonly caps: number;
}

/** The text with its styles, and its distance of lines. */
export interface ReadRuns {
  readonly element: TextElement;
  readonly leading: number;
  readonly lines: number;
}

/** Reads the runs of a text whose letters are `scale` times as large in the document. */
export function readRuns(
  text: LayerTextData,
  scale: number,
  name: string,
  builder: TemplateBuilder,
): ReadRuns {
  const paragraph: ParagraphStyle = { ...text.paragraphStyle, ...text.paragraphStyleRuns?.[0]?.style };
  const pieces = getPieces(text, scale, { paragraph, name, builder });
  const [first] = pieces;
  const { baselineShift, ...base }: Style = first?.style ?? {};
  const sizes = pieces.map(({ style }) => Number(style.fontSize ?? 12));
  const leading = pieces.reduce((most, piece) => Math.max(most, piece.leading), 0);
  const lineHeight = rounded(leading / sizes.reduce((most, size) => Math.max(most, size), 0.1));
  const areAllCaps = pieces.length > 0 && pieces.every(({ caps }) => caps === allCaps);
  const element: TextElement = {
    type: 'text',
    id: '',
    ...base,
    lineHeight: Math.max(0, lineHeight),
    ...getParagraph(text, paragraph, scale, name, builder),
    ...(areAllCaps && { transform: 'uppercase' as const }),
    ...(text.orientation === 'vertical' && { writingMode: 'vertical-rl' as const }),
  };
  const content = pieces.map((piece) => ({
    ...piece,
    text: piece.caps === allCaps && !areAllCaps ? piece.text.toUpperCase() : piece.text,
  }));
  const whole = content.map((piece) => piece.text).join('');
  if (content.length <= 1 && baselineShift === undefined) element.text = whole;
  else element.runs = content.map((piece) => ({ text: piece.text, ...differences(piece.style, base) }));
  return { element, leading, lines: whole.split('\n').length };
}

interface Context {
  readonly paragraph: ParagraphStyle;
  readonly name: string;
  readonly builder: TemplateBuilder;
}

/** Neighbours in the same style are one piece. */
function getPieces(text: LayerTextData, scale: number, context: Context): Piece[] {
  // Line breaks within a paragraph are U+0003; the last paragraph may end in a break of its own.
  const all = text.text.replaceAll(/\r\n?|\u0003/gu, '\n').replace(/\n+$/u, '');
  const pieces: Piece[] = [];
  let at = 0;
  const runs = (text.styleRuns ?? []).slice(0, maxRuns);
  for (const { length, style } of [...runs, { length: all.length, style: {} }]) {
    const part = all.slice(at, at + Math.max(0, length));
    at += Math.max(0, length);
    if (part === '') continue;
    const piece = getPiece(part, { ...text.style, ...style }, scale, context);
    const before = pieces.at(-1);
    const isSame =
      before !== undefined &&
      JSON.stringify([before.style, before.leading, before.caps]) ===
        JSON.stringify([piece.style, piece.leading, piece.caps]);
    if (isSame) pieces[pieces.length - 1] = { ...before, text: before.text + part };
    else pieces.push(piece);
  }
  return pieces;
}

function getPiece(part: string, style: TextStyle, scale: number, context: Context): Piece {
  const {
    verticalScale = 1,
    horizontalScale = 1,
    leading,
    autoLeading: isAuto = leading === undefined,
  } = style;
  const size = Math.min(5_000, Math.max(0.1, (style.fontSize ?? 12) * scale * (verticalScale || 1)));
  const { name, builder, paragraph } = context;
  if (Math.abs(horizontalScale / (verticalScale || 1) - 1) > 0.01)
    builder.lose(name, 'horizontalScale', 'Letters are not stretched along the line.');
  const { fontCaps: caps = 0, tracking = 0, kerning = 0, autoKerning = true, noBreak = false } = style;
  if (kerning !== 0 && !autoKerning)
    builder.lose(name, 'kerning', 'Pairs of letters have the distance that the font says.');
  if (noBreak) builder.lose(name, 'noBreak', 'Lines may break there.');
  return {
    text: part,
    caps,
    leading: isAuto ? size * (paragraph.autoLeading ?? autoLeading) : (leading ?? 0) * scale,
    style: {
      ...getFace(style, name, builder),
      fontSize: rounded(size),
      ...getColors(style, scale),
      ...(tracking !== 0 && { letterSpacing: rounded((tracking / 1_000) * size) }),
      ...getDecoration(style, name, builder),
      ...getShift(style, scale),
      ...getFeatures(style),
    },
  };
}

function getFace(style: TextStyle, name: string, builder: TemplateBuilder): Style {
  const { family, weight, isItalic } = readFontName(style.font?.name ?? '');
  const heavy = style.fauxBold === true ? Math.max(700, weight) : weight;
  const slanted = isItalic || style.fauxItalic === true;
  return {
    fontFamily: builder.family(family, name, weight),
    fontWeight: heavy,
    fontStyle: slanted ? 'italic' : 'normal',
  };
}

function getColors(style: TextStyle, scale: number): Style {
  const { fillColor, fillFlag = true, strokeFlag = false, strokeColor, outlineWidth = 1 } = style;
  const width = rounded(Math.max(0, outlineWidth * scale));
  return {
    color: fillFlag ? readColor(fillColor ?? { r: 0, g: 0, b: 0 }) : '#00000000',
    ...(strokeFlag && strokeColor !== undefined && { stroke: { color: readColor(strokeColor), width } }),
  };
}

function getDecoration(style: TextStyle, name: string, builder: TemplateBuilder): Style {
  const { underline = false, strikethrough = false } = style;
  if (underline && strikethrough)
    builder.lose(name, 'strikethrough', 'A text has one line: it is underlined.');
  return { decoration: underline ? 'underline' : strikethrough ? 'line-through' : 'none' };
}

function getShift({ baselineShift = 0, fontBaseline = 0 }: TextStyle, scale: number): Style {
  if (fontBaseline === superscript) return { baselineShift: 'super' };
  if (fontBaseline === subscript) return { baselineShift: 'sub' };
  return baselineShift === 0 ? {} : { baselineShift: rounded(baselineShift * scale) };
}

function getFeatures({ fontCaps, ligatures = true, dLigatures = false }: TextStyle): Style {
  const features = {
    ...(fontCaps === smallCaps && { smcp: 1 }),
    ...(!ligatures && { liga: 0 }),
    ...(dLigatures && { dlig: 1 }),
  };
  return Object.keys(features).length === 0 ? {} : { fontFeatures: features };
}

/** What a run has and the text itself has not. */
function differences(style: Style, base: Style): Style {
  const entries = Object.entries(style).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(base[key as keyof Style]),
  );
  return Object.fromEntries(entries);
}

function getParagraph(
  text: LayerTextData,
  paragraph: ParagraphStyle,
  scale: number,
  name: string,
  builder: TemplateBuilder,
): Partial<TextElement> {
  const { justification = 'left', firstLineIndent = 0, startIndent = 0, endIndent = 0 } = paragraph;
  const { spaceBefore = 0, spaceAfter = 0, autoHyphenate = false } = paragraph;
  const others = (text.paragraphStyleRuns ?? []).map(({ style }) => style.justification ?? justification);
  if (others.some((other) => other !== justification))
    builder.lose(name, 'justification', 'All paragraphs are aligned as the first one is.');
  if (startIndent !== 0 || endIndent !== 0)
    builder.lose(name, 'startIndent, endIndent', 'Paragraphs are as wide as the box.');
  const aligned = { left: 'left', right: 'right', center: 'center' } as const;
  const isPlain = justification === 'left' || justification === 'right' || justification === 'center';
  const space = Math.max(0, rounded((spaceBefore + spaceAfter) * scale));
  return {
    align: isPlain ? aligned[justification] : 'justify',
    ...(firstLineIndent !== 0 && { indent: rounded(firstLineIndent * scale) }),
    ...(space > 0 && { paragraphSpacing: space }),
    ...(autoHyphenate && !isPlain && { hyphens: 'auto' as const }),
  };
}
