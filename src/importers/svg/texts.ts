import type { TemplateElement, TextElement, TextRun } from '../../../generated/template.ts';
import { elementTransform } from '../../render/geometry.ts';
import { rounded } from '../boxes.ts';
import type { MeasuredText } from '../measure-text.ts';
import { areaOfPath, movedPath, pathSteps, readOutline, transformPath } from './outlines.ts';
import { readUserLength } from './lengths.ts';
import type { SvgNode } from './read-document.ts';
import type { Scope } from './scope.ts';
import type { Style } from './styles.ts';
import { readChunks, type Chunk } from './text-chunks.ts';
import { flowLines } from './flow-lines.ts';
import { looseText } from './loose-text.ts';
import { leastStretch, spread } from './spread-letters.ts';
import { setLines, type TextBlock } from './text-lines.ts';
import { textGradient } from './text-gradient.ts';
import { splitTransform, pointAt, type Parts } from './transforms.ts';

/** Converts a `text` element. `scope.matrix` includes its transform, `style` is its own. */
export function convertText(scope: Scope, node: SvgNode, style: Style): TemplateElement[] {
  const parts = splitTransform(scope.matrix);
  const chunks = readChunks(scope, node, style);
  if (parts === null || chunks.length === 0) return [];
  const stretch = parts.scaleX / parts.scaleY;
  if (Math.abs(stretch - 1) > leastStretch)
    scope.lose('transform', 'The letters are not stretched; their distance is.');
  return setLines(chunks, (chunk) => measureChunk(scope, chunk, parts)).flatMap(
    (block, index) => setBlock(scope, node, { block, parts, index }) ?? [],
  );
}

/** The width of a chunk in user units along its line. */
function measureChunk(scope: Scope, chunk: Chunk, { scaleX, scaleY }: Parts): number {
  const text = looseText(scope, { lines: [chunk], step: 0 }, scaleY);
  const measured = scope.design.measure.measure(text);
  return measured === null ? 0 : ((measured.width / scaleY) * scaleY) / scaleX;
}

interface Setting {
  readonly block: TextBlock;
  readonly parts: Parts;
  readonly index: number;
}

function setBlock(scope: Scope, node: SvgNode, { block, parts, index }: Setting): TextElement | null {
  const { builder, measure } = scope.design;
  const [first] = block.lines;
  if (first === undefined || !builder.hasRoom(scope.name)) return null;
  const scale = parts.scaleY;
  const flow = flowLines(scope, block, parts);
  const text = flow?.text ?? looseText(scope, block, scale);
  if (flow === null) spread(scope, text, block, parts);
  const measured = flow?.measured ?? measure.measure(text);
  if (measured === null) return null;
  const name = index === 0 ? scope.name : `${scope.name} ${index + 1}`;
  const id = builder.names.idFor(name, 'text');
  const { type, ...look } = text;
  const element: TextElement =
    first.path === null
      ? {
          type,
          id,
          ...getBox(scope, first, { measured, parts }),
          ...look,
          ...(flow === null && { wrap: false }),
        }
      : { type, id, ...onPath(scope, first, first.path), ...look };
  const gradient = first.path === null ? textGradient(scope, first, element) : null;
  if (gradient !== null) paintAll(element, gradient);
  propose(scope, element, node, index);
  return element;
}

function paintAll(element: TextElement, color: NonNullable<TextElement['color']>): void {
  if (element.runs === undefined) element.color = color;
  else for (const run of element.runs) run.color = color;
}

/** The box of a text whose first baseline begins, has its middle or ends at the place of a chunk. */
function getBox(
  scope: Scope,
  chunk: Chunk,
  { measured, parts }: { readonly measured: MeasuredText; readonly parts: Parts },
): Pick<TextElement, 'x' | 'y' | 'width' | 'height' | 'rotation'> {
  const width = Math.max(0.001, Math.ceil(measured.width * 1_000) / 1_000);
  const height = Math.max(0.001, rounded(measured.height));
  const { rotation, flipX, flipY, skewX } = parts;
  const lies = { rotation, flipX, flipY, skewX, skewY: 0 };
  const share = chunk.anchor === 'middle' ? 0.5 : chunk.anchor === 'end' ? 1 : 0;
  const place = pointAt(scope.matrix, chunk.x, chunk.y);
  const turn = elementTransform({ x: 0, y: 0, width, height, ...lies });
  const inBox = { x: width * share, y: measured.baseline + baselineOffset(chunk, measured) };
  const from = pointAt(turn, inBox.x, inBox.y);
  return {
    x: rounded(place.x - from.x),
    y: rounded(place.y - from.y),
    width,
    height,
    ...(rotation !== 0 && { rotation }),
    ...(flipX && { flipX }),
    ...(flipY && { flipY }),
    ...(skewX !== 0 && { skewX }),
  };
}

/** How far the line on which the chunk stands lies below its alphabetic baseline: above is negative. */
function baselineOffset({ pieces }: Chunk, { ascent, descent }: MeasuredText): number {
  const [piece] = pieces;
  const alignment = piece?.style.get('alignment-baseline');
  const own = alignment === undefined || /^(?:auto|baseline)$/u.test(alignment) ? null : alignment;
  const wanted = own ?? piece?.style.get('dominant-baseline') ?? 'auto';
  switch (wanted) {
    case 'middle':
      return -0.27 * ((ascent + descent) / 1.21);
    case 'central':
    case 'mathematical':
      return -(ascent - descent) / 2;
    case 'hanging':
      return -0.8 * ascent;
    case 'text-before-edge':
    case 'before-edge':
    case 'text-top':
      return -ascent;
    case 'text-after-edge':
    case 'after-edge':
    case 'ideographic':
    case 'text-bottom':
      return descent;
    default:
      return 0;
  }
}

/** The keys of a text on a path. */
function onPath(
  scope: Scope,
  chunk: Chunk,
  path: SvgNode,
): Pick<TextElement, 'x' | 'y' | 'width' | 'height' | 'path'> {
  let d: string;
  try {
    const outline = readOutline(path, scope.design.styles, scope.style, scope.viewport);
    if (outline === null) return {};
    d = transformPath(outline.d, scope.matrix);
  } catch {
    scope.lose('textPath', 'Its path cannot be read.');
    return {};
  }
  const start = readUserLength(chunk.startOffset, { whole: 1, fontSize: 1 });
  if (start !== { start: 0, middle: 0.5, end: 1 }[chunk.anchor])
    scope.lose('startOffset', 'The text is placed between the ends of its path.');
  const { x, y, width, height } = areaOfPath(d);
  return {
    x: rounded(x),
    y: rounded(y),
    width: Math.max(0.001, rounded(width)),
    height: Math.max(0.001, rounded(height)),
    path: { d: movedPath(d, x, y, pathSteps) },
  };
}

function propose(scope: Scope, element: TextElement, node: SvgNode, index: number): void {
  const { proposals } = scope.design.builder;
  const { name } = scope;
  const id = node.attributes.get('id') ?? '';
  const pieces: (TextElement | TextRun)[] = element.runs ?? [element];
  if (id.startsWith('var-')) {
    for (const [at, piece] of pieces.entries()) {
      if (piece.text === undefined || piece.text.trim() === '') continue;
      const place = { target: piece, key: 'text', mark: null, defaultValue: piece.text };
      // What is set otherwise is a variable of its own.
      const part = index === 0 && at === 0 ? '' : `${index} ${at}`;
      proposals.add({ ...place, name: id.slice(4), type: 'text', from: name, isMarked: true, scope: part });
    }
    return;
  }
  for (const piece of pieces) scope.design.builder.proposeText(piece, { name, from: name });
}
