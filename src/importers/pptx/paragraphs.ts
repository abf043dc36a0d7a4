/** The paragraphs of a shape, and which of them are alike. */
import type { TextElement, TextRun } from '../../../generated/template.ts';
import { rounded } from '../boxes.ts';
import { emuPerPx, pxPerPoint, readName, type ShapeChain, type SlideContext } from './context.ts';
import { findNode, isOn, listNodes, readNumber, type XmlNode } from './xml.ts';
import { readLetters, readParagraphStyle, type LetterStyle, type ParagraphStyle } from './text-styles.ts';

/** A piece of a text in one style. */
interface Piece {
  readonly text: string;
  readonly style: LetterStyle;
}

/** How a paragraph is set; paragraphs that have it in common are one text. */
export interface ParagraphLook {
  readonly align: NonNullable<TextElement['align']>;
  readonly list: NonNullable<TextElement['list']>;
  readonly indent: number;
  /** Space at the left and the right of all lines. */
  readonly left: number;
  readonly right: number;
  readonly before: number;
  readonly after: number;
  readonly direction: 'rtl' | null;
  /** Of a line, as a multiple of the size of its letters. */
  readonly lineHeight: number;
  /** How far lines of less than their height stand higher, as a multiple of the size. */
  readonly rise: number;
}

/** A paragraph. */
export interface Paragraph {
  readonly look: ParagraphLook;
  readonly pieces: readonly Piece[];
  /** The style of a paragraph without letters. */
  readonly end: LetterStyle;
  /** A number of a slide, a date: what a program fills in. */
  readonly isField: boolean;
}

/** The shape that paragraphs are in. */
interface TextPlace {
  readonly chain: ShapeChain;
  readonly context: SlideContext;
  /** The style of the letters in a style of the theme. */
  readonly reference: XmlNode | undefined;
  /** How much smaller the letters and the lines are, so that they fit. */
  readonly scale: number;
  readonly lineScale: number;
}

const plainIndent = { disc: 342_900, decimal: 342_900, none: 0 };

/** Reads the paragraphs of a shape. */
export function readParagraphs(body: XmlNode | undefined, place: TextPlace): Paragraph[] {
  return listNodes(body, 'p').map((paragraph) => readParagraph(paragraph, place));
}

function readParagraph(paragraph: XmlNode, place: TextPlace): Paragraph {
  const { chain, context, reference, scale } = place;
  const shape = chain.at(-1) ?? paragraph;
  const style = readParagraphStyle(paragraph, chain, context);
  const of = { shape, context, reference, scale };
  const isCapital = (properties: XmlNode | undefined): boolean =>
    [...style.levels.map((level) => findNode(level, 'defRPr')), properties].findLast(
      (each) => each?.attributes['cap'] !== undefined,
    )?.attributes['cap'] === 'all';
  const pieces = paragraph.children.flatMap((node): Piece[] => {
    if (!['r', 'fld', 'br'].includes(node.name)) {
      if (node.name === 'm' || node.name === 'oMathPara')
        context.builder.lose(readName(context, shape), 'formula', 'Formulas are not converted.');
      return [];
    }
    const properties = findNode(node, 'rPr');
    const read = node.name === 'br' ? '\u2028' : (findNode(node, 't')?.text ?? '').replaceAll('\v', '\u2028');
    const text = isCapital(properties) ? read.toLocaleUpperCase('en') : read;
    return text === '' ? [] : [{ text, style: readLetters(properties, style, text, of) }];
  });
  const end = readLetters(findNode(paragraph, 'endParaRPr'), style, '', of);
  const joined = joinPieces(pieces);
  return {
    look: readLook(style, joined.length > 0 ? joined : [{ text: '', style: end }], place),
    pieces: joined,
    end,
    isField: paragraph.children.some(({ name }) => name === 'fld'),
  };
}

/** Programs divide texts where their editor has stopped: pieces that look alike are one. */
function joinPieces(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last !== undefined && JSON.stringify(last.style) === JSON.stringify(piece.style))
      joined.splice(-1, 1, { ...last, text: last.text + piece.text });
    else joined.push(piece);
  }
  return joined;
}

function readLook(
  style: ParagraphStyle,
  pieces: readonly Piece[],
  { context, scale, lineScale }: TextPlace,
): ParagraphLook {
  const list = pieces.every(({ text }) => text.trim() === '') ? 'none' : readList(style);
  const largest = pieces.reduce((a, b) => (b.style.fontSize > a.style.fontSize ? b : a), pieces[0] as Piece);
  const { fontSize } = largest.style;
  const { ascent, descent } = context.builder.fonts.metrics(largest.style);
  const natural = ascent + descent;
  const spacing = style.node('lnSpc');
  const points = readNumber(findNode(spacing, 'spcPts'), 'val');
  const share = ((readNumber(findNode(spacing, 'spcPct'), 'val') ?? 100_000) / 100_000) * lineScale;
  const lineHeight = points === null ? natural * share : ((points / 100) * pxPerPoint) / fontSize;
  const gap = (name: string): number => {
    const node = style.node(name);
    const fixed = readNumber(findNode(node, 'spcPts'), 'val');
    const part = (readNumber(findNode(node, 'spcPct'), 'val') ?? 0) / 100_000;
    return rounded(fixed === null ? part * natural * fontSize : (fixed / 100) * pxPerPoint * scale);
  };
  const margin = style.number('marL', list === 'none' ? 0 : plainIndent[list]) / emuPerPx;
  const indent = style.number('indent', list === 'none' ? 0 : -plainIndent[list]) / emuPerPx;
  const isRtl = isOn(style.value('rtl'));
  const align = { l: 'left', ctr: 'center', r: 'right', just: 'justify', dist: 'justify' }[
    style.value('algn') ?? 'l'
  ];
  return {
    align: (align ?? 'left') as ParagraphLook['align'],
    list,
    // A list has its marks in the room before its lines.
    indent: list === 'none' ? rounded(indent) : 0,
    left: rounded(list === 'none' ? margin : Math.max(0, margin + indent)),
    right: rounded(style.number('marR', 0) / emuPerPx),
    before: gap('spcBef'),
    after: gap('spcAft'),
    direction: isRtl ? 'rtl' : null,
    lineHeight: Math.max(0.01, rounded(lineHeight)),
    rise: points === null && share < 1 ? ((1 - share) * natural) / 2 : 0,
  };
}

function readList(style: ParagraphStyle): ParagraphLook['list'] {
  const mark = style.node('buNone', 'buChar', 'buAutoNum', 'buBlip')?.name ?? 'buNone';
  return mark === 'buNone' ? 'none' : mark === 'buAutoNum' ? 'decimal' : 'disc';
}

/** Lists of paragraphs that are set alike, in their order. */
export function groupAlike(paragraphs: readonly Paragraph[]): Paragraph[][] {
  const groups: Paragraph[][] = [];
  for (const paragraph of paragraphs) {
    const last = groups.at(-1)?.[0];
    if (last !== undefined && isAlike(last, paragraph)) groups.at(-1)?.push(paragraph);
    else groups.push([paragraph]);
  }
  return groups;
}

function isAlike(one: Paragraph, other: Paragraph): boolean {
  // An empty paragraph is as high as its letters would be.
  const sizes = [one, other].map(({ pieces, end }) => (pieces[0]?.style ?? end).fontSize);
  const isPlain = one.pieces.length === 0 || other.pieces.length === 0;
  return JSON.stringify(one.look) === JSON.stringify(other.look) && (!isPlain || sizes[0] === sizes[1]);
}

/** What letters of all pieces have in common, and what each piece has besides. */
export function toRuns(paragraphs: readonly Paragraph[]): {
  readonly style: LetterStyle;
  readonly text: string | null;
  readonly runs: TextRun[];
} {
  const pieces = paragraphs.flatMap(({ pieces: own, end }, index): Piece[] => {
    const last = own.at(-1)?.style ?? end;
    return index < paragraphs.length - 1 ? [...own, { text: '\n', style: last }] : [...own];
  });
  const joined = joinPieces(pieces);
  const longest = joined.reduce<Piece | null>(
    (a, b) => (a !== null && a.text.length >= b.text.length ? a : b),
    null,
  );
  const base = longest?.style ?? paragraphs[0]?.end ?? { fontFamily: 'Inter', fontSize: 24 };
  if (joined.length <= 1 && !('baselineShift' in base) && !('highlight' in base))
    return { style: base, text: joined[0]?.text ?? '', runs: [] };
  const { baselineShift: _shift, highlight: _highlight, href: _href, decoration: _line, ...shared } = base;
  const runs = joined.map(({ text, style }) => ({
    text,
    ...Object.fromEntries(
      Object.entries(style).filter(
        ([key, value]) => JSON.stringify(Reflect.get(shared, key)) !== JSON.stringify(value),
      ),
    ),
    ...('letterSpacing' in shared && !('letterSpacing' in style) && { letterSpacing: 0 }),
    ...('fontStyle' in shared && !('fontStyle' in style) && { fontStyle: 'normal' as const }),
  }));
  return { style: shared, text: null, runs };
}
