import type { Scope } from './scope.ts';
import { readCssColor } from '../css-paint.ts';
import { readNumberList, readUserLength } from './lengths.ts';
import { referred, type SvgNode } from './read-document.ts';
import type { Style } from './styles.ts';

/** Text in one style. */
export interface Piece {
  text: string;
  readonly style: Style;
  readonly decoration: 'none' | 'underline' | 'line-through';
  /** How far it is raised above the baseline of its chunk, in user units. */
  readonly raised: number;
}

/** Text that begins at a place of its own (SVG 2, 11.5: a text chunk). */
export interface Chunk {
  readonly pieces: Piece[];
  x: number;
  y: number;
  /** Places of further letters; empty if there are none. */
  readonly xs: readonly number[];
  readonly anchor: 'start' | 'middle' | 'end';
  /** It follows the chunk before, this far from its end. */
  readonly gap: number | null;
  /** A width that its letters are spread over. */
  readonly textLength: number | null;
  readonly path: SvgNode | null;
  /** Where on the path it begins. */
  readonly startOffset: string;
  /** It ends with white space, which counts for its anchor. */
  endsWithSpace: boolean;
}

interface Place {
  xs: readonly number[];
  ys: readonly number[];
  dx: number;
  dy: number;
  textLength: number | null;
  path: SvgNode | null;
  startOffset: string;
}

interface Walk {
  readonly scope: Scope;
  readonly chunks: Chunk[];
  place: Place;
  /** Of the baseline, by `dy` since the chunk began. */
  raised: number;
  y: number;
  x: number;
  isAfterSpace: boolean;
  depth: number;
}

const noPlace: Place = { xs: [], ys: [], dx: 0, dy: 0, textLength: null, path: null, startOffset: '0' };

/** The chunks of a `text` element whose style is given. */
export function readChunks(scope: Scope, text: SvgNode, style: Style): Chunk[] {
  const walk: Walk = {
    scope,
    chunks: [],
    place: noPlace,
    raised: 0,
    x: 0,
    y: 0,
    isAfterSpace: true,
    depth: 0,
  };
  walkText(walk, text, style, getDecoration(style, 'none'));
  for (const chunk of walk.chunks) trimEnd(chunk);
  return walk.chunks.filter(({ pieces }) => pieces.some((piece) => piece.text !== ''));
}

function walkText(walk: Walk, node: SvgNode, style: Style, decoration: Piece['decoration']): void {
  const { scope } = walk;
  if (style.get('display') === 'none' || walk.depth > 50) return;
  loseLetters(scope, node);
  loseDecoration(scope, style);
  takePlace(walk, node, style);
  walk.depth += 1;
  for (const part of node.content) {
    if (typeof part === 'string') addText(walk, part, style, decoration);
    else if (['tspan', 'a', 'textPath', 'tref', 'altGlyph'].includes(part.name)) {
      const inner = scope.design.styles.of(part, style);
      const raised = walk.raised;
      walk.raised += getShift(inner);
      walkText(walk, part, inner, getDecoration(inner, decoration));
      if (getShift(inner) !== 0) walk.raised = raised;
    }
  }
  walk.depth -= 1;
}

/** Lists what letters have one by one. */
function loseLetters({ lose }: Scope, { attributes }: SvgNode): void {
  const numbers = (name: string) => readNumberList(attributes.get(name));
  if (numbers('rotate').some((angle) => angle !== 0))
    lose('rotate', 'The letters are not turned one by one.');
  for (const name of ['dx', 'dy'])
    if (
      numbers(name)
        .slice(1)
        .some((by) => by !== 0)
    )
      lose(name, 'The letters are not moved one by one.');
  const ys = numbers('y');
  if (ys.some((y) => y !== ys[0])) lose('y', 'The letters are not moved one by one.');
  if (attributes.get('lengthAdjust') === 'spacingAndGlyphs' && numbers('textLength').length > 0)
    lose('lengthAdjust', 'The letters are not stretched; their distance is.');
}

/** Lists what lines of texts have and those of the template have not. */
function loseDecoration({ lose }: Scope, style: Style): void {
  const words = (style.get('text-decoration') ?? 'none').toLowerCase();
  if (!/underline|line-through/u.test(words)) return;
  if (words.includes('underline') && words.includes('line-through'))
    lose('text-decoration', 'A text has one line: it is underlined.');
  const kind = /wavy|dashed|dotted|double/u;
  if (kind.test(words) || kind.test(style.get('text-decoration-style') ?? ''))
    lose('text-decoration-style', 'The line of a text is a plain one.');
  const own = words
    .replaceAll(
      /\b(?:underline|overline|line-through|wavy|dashed|dotted|double|solid|auto|from-font)\b/gu,
      '',
    )
    .trim();
  const line = readCssColor(own) ?? readCssColor(style.get('text-decoration-color') ?? '');
  if (line !== null && line !== readCssColor(style.get('fill') ?? 'black'))
    lose('text-decoration-color', 'The line of a text has the colour of its letters.');
}

function takePlace(walk: Walk, node: SvgNode, style: Style): void {
  const { viewport } = walk.scope;
  const fontSize = Number(style.get('font-size'));
  const list = (name: string, whole: number): number[] =>
    (node.attributes.get(name) ?? '')
      .trim()
      .split(/[\s,]+/u)
      .flatMap((part) => readUserLength(part, { whole, fontSize }) ?? []);
  const [xs, ys] = [list('x', viewport.width), list('y', viewport.height)];
  const [dx = 0] = list('dx', viewport.width);
  const [dy = 0] = list('dy', viewport.height);
  const textLength = list('textLength', viewport.width)[0] ?? null;
  const { place } = walk;
  walk.place = {
    xs: xs.length > 0 ? xs : place.xs,
    ys: ys.length > 0 ? ys : place.ys,
    dx: place.dx + dx,
    dy: place.dy + dy,
    textLength: textLength ?? place.textLength,
    path:
      node.name === 'textPath'
        ? referred(walk.scope.design.document, node.attributes.get('href'))
        : place.path,
    startOffset: node.attributes.get('startOffset') ?? place.startOffset,
  };
  if (node.name === 'textPath') walk.place.xs = [0];
}

function addText(walk: Walk, raw: string, style: Style, decoration: Piece['decoration']): void {
  const space = style.get('white-space') ?? '';
  const keeps =
    style.get('xml:space') === 'preserve' ? space !== 'normal' : /^(?:pre|break-spaces)/u.test(space);
  let text = raw.replaceAll(/[\t\n\r]+/gu, (found) => (keeps ? ' '.repeat(found.length) : ' '));
  if (!keeps) {
    text = text.replaceAll(/ +/gu, ' ');
    if (walk.isAfterSpace) text = text.replace(/^ /u, '');
  }
  if (text === '') return;
  if (!keeps) walk.isAfterSpace = text.endsWith(' ');
  const { place } = walk;
  walk.place = noPlace;
  const startsChunk = place.xs.length > 0 || place.ys.length > 0 || walk.chunks.length === 0;
  const last = walk.chunks.at(-1);
  // A place for white space between elements is that of the text after it.
  if (startsChunk && text.trim() === '' && !keeps) {
    walk.place = place;
    if (last !== undefined) last.endsWithSpace = true;
    return;
  }
  if (startsChunk) {
    walk.x = place.xs[0] ?? walk.x;
    walk.y = place.ys[0] ?? walk.y;
    walk.y += place.dy;
    walk.raised = getShift(style);
    startChunk(walk, style, place, place.xs.length === 0 && last !== undefined ? place.dx : null);
  } else if (place.dx !== 0 && getAnchor(style) === 'start') {
    walk.y += place.dy;
    startChunk(walk, style, place, place.dx);
  } else walk.raised -= place.dy;
  walk.chunks.at(-1)?.pieces.push({ text, style, decoration, raised: walk.raised });
}

function startChunk(walk: Walk, style: Style, place: Place, gap: number | null): void {
  walk.chunks.push({
    pieces: [],
    x: walk.x + (gap === null ? place.dx : 0),
    y: walk.y,
    xs: place.xs,
    anchor: getAnchor(style),
    gap,
    textLength: place.textLength,
    path: place.path,
    startOffset: place.startOffset,
    endsWithSpace: false,
  });
}

function getAnchor(style: Style): Chunk['anchor'] {
  const anchor = style.get('text-anchor');
  const isRtl = style.get('direction') === 'rtl';
  if (anchor === 'middle') return 'middle';
  return (anchor === 'end') !== isRtl ? 'end' : 'start';
}

/** How far `baseline-shift` raises text. */
function getShift(style: Style): number {
  const value = style.get('baseline-shift') ?? '0';
  const fontSize = Number(style.get('font-size'));
  if (value === 'super') return fontSize * 0.4;
  if (value === 'sub') return fontSize * -0.2;
  return readUserLength(value, { whole: fontSize, fontSize }) ?? 0;
}

function getDecoration(style: Style, around: Piece['decoration']): Piece['decoration'] {
  const value = style.get('text-decoration') ?? '';
  if (value.includes('underline')) return 'underline';
  if (value.includes('line-through')) return 'line-through';
  return around;
}

function trimEnd(chunk: Chunk): void {
  const last = chunk.pieces.at(-1);
  if (last === undefined || last.style.get('xml:space') === 'preserve') return;
  if (last.text.endsWith(' ')) chunk.endsWithSpace = true;
  last.text = last.text.trimEnd();
}
