/** Texts of shapes and of cells. */
import type { GroupElement, TemplateElement, TextElement } from '../../../generated/template.ts';
import { rounded } from '../boxes.ts';
import { emuPerPx, readName, type ShapeChain, type SlideContext } from './context.ts';
import { groupAlike, readParagraphs, toRuns, type Paragraph } from './paragraphs.ts';
import type { ShapeBox } from './places.ts';
import { readPlaceholder } from './text-styles.ts';
import { findNode, readNumber, type XmlNode } from './xml.ts';

type Sides = readonly [top: number, right: number, bottom: number, left: number];

/** Where a text stands in its box. */
export interface TextBox {
  readonly box: ShapeBox;
  /** Distances of the text from the sides of the box. */
  readonly inset: Sides;
  readonly anchor: NonNullable<TextElement['verticalAlign']>;
}

const plainInsets = { lIns: 91_440, tIns: 45_720, rIns: 91_440, bIns: 45_720 };

/** The text of a shape; none if it has no letters. */
export function convertText(
  chain: ShapeChain,
  box: ShapeBox,
  outlineInset: Sides,
  context: SlideContext,
): TemplateElement[] {
  const shape = chain.at(-1);
  const body = findNode(shape, 'txBody');
  if (shape === undefined || body === undefined) return [];
  const bodies = chain.map((each) => findNode(each, 'txBody', 'bodyPr')).filter((each) => each !== undefined);
  const value = (key: string): string | undefined =>
    bodies.findLast(({ attributes }) => attributes[key] !== undefined)?.attributes[key];
  const fit = bodies.flatMap(({ children }) => children.filter(({ name }) => /Autofit$/iu.test(name))).at(-1);
  const scale = fit?.name === 'normAutofit' ? (readNumber(fit, 'fontScale') ?? 100_000) / 100_000 : 1;
  const lessSpace = fit?.name === 'normAutofit' ? (readNumber(fit, 'lnSpcReduction') ?? 0) / 100_000 : 0;
  const reference = findNode(shape, 'style', 'fontRef');
  const paragraphs = readParagraphs(body, { chain, context, reference, scale, lineScale: 1 - lessSpace });
  const [l, t, r, b] = (['lIns', 'tIns', 'rIns', 'bIns'] as const).map(
    (side) => Number(value(side) ?? plainInsets[side]) / emuPerPx,
  );
  const [top, right, bottom, left] = outlineInset;
  const name = readName(context, shape);
  const turned = turn(value('vert') ?? 'horz', box);
  if (turned === null) context.builder.lose(name, 'vert', 'Letters that stand on one another lie in lines.');
  if (findNode(bodies.at(-1), 'prstTxWarp')?.attributes['prst']?.match(/^(?!textNoShape)/u))
    context.builder.lose(name, 'prstTxWarp', 'Letters are not bent.');
  const columns = Number(value('numCol') ?? 1);
  return placeTexts(
    paragraphs,
    {
      box: turned ?? box,
      inset: [(t ?? 0) + top, (r ?? 0) + right, (b ?? 0) + bottom, (l ?? 0) + left],
      anchor: readAnchor(value('anchor')),
    },
    {
      shape,
      context,
      isPlaceholder: readPlaceholder(shape) !== null,
      wraps: value('wrap') !== 'none',
      isSized: fit?.name === 'spAutoFit',
      columns: columns > 1 ? Math.min(100, columns) : 1,
      columnGap: Number(value('spcCol') ?? 0) / emuPerPx,
    },
  );
}

/** Where lines stand in the height of a box. */
export function readAnchor(anchor: string | undefined): TextBox['anchor'] {
  return anchor === 'ctr' ? 'middle' : anchor === 'b' ? 'bottom' : 'top';
}

/** The box of lines that run down or up; null if they do neither. */
function turn(vertical: string, box: ShapeBox): ShapeBox | null {
  if (vertical === 'horz') return box;
  const angle = { vert: 90, eaVert: 90, vert270: -90 }[vertical];
  if (angle === undefined) return null;
  const { x, y, width, height, rotation } = box;
  return {
    x: x + (width - height) / 2,
    y: y + (height - width) / 2,
    width: height,
    height: width,
    rotation: rotation + angle,
  };
}

/** Whose paragraphs they are, and how they are set. */
interface TextOwner {
  readonly shape: XmlNode;
  readonly context: SlideContext;
  readonly isPlaceholder: boolean;
  readonly wraps: boolean;
  /** The shape is as high as its lines. */
  readonly isSized: boolean;
  readonly columns: number;
  readonly columnGap: number;
}

/** Paragraphs as one text if they are set alike, else as texts below each other. */
export function placeTexts(
  paragraphs: readonly Paragraph[],
  { box, inset, anchor }: TextBox,
  owner: TextOwner,
): TemplateElement[] {
  const { shape, context, wraps, columns, columnGap } = owner;
  if (paragraphs.every(({ pieces }) => pieces.every(({ text }) => text.trim() === ''))) return [];
  const { builder } = context;
  const name = readName(context, shape);
  const groups = groupAlike(paragraphs);
  const [top, right, bottom, left] = inset;
  const inner = {
    x: box.x + left,
    y: box.y + top,
    width: Math.max(1, box.width - left - right),
    height: Math.max(1, box.height - top - bottom),
  };
  const rotated = rounded(box.rotation % 360);
  const [only] = groups;
  if (groups.length === 1 && only?.[0] !== undefined) {
    const { look } = only[0];
    const element = makeText(only, owner);
    const rise = look.rise * Number(element.fontSize);
    const moved = around(box, {
      ...inner,
      x: inner.x + look.left,
      y: inner.y - rise,
      width: Math.max(1, inner.width - look.left - look.right),
    });
    Object.assign(element, moved, {
      verticalAlign: anchor,
      ...(rotated !== 0 && { rotation: rotated }),
      ...(!wraps && { wrap: false }),
      ...(columns > 1 && { columns, columnGap: rounded(columnGap) }),
    });
    fitLines(element, look.lineHeight, owner);
    return [element];
  }
  if (columns > 1) builder.lose(name, 'numCol', 'Paragraphs that are set otherwise stand in one column.');
  const group: GroupElement = {
    type: 'group',
    id: builder.names.idFor(name, 'group'),
    ...around(box, inner),
    ...(rotated !== 0 && { rotation: rotated }),
    layout: {
      direction: 'column',
      align: 'stretch',
      justify: anchor === 'middle' ? 'center' : anchor === 'bottom' ? 'end' : 'start',
    },
    elements: groups.map((alike, index) => {
      const { look } = alike[0] as Paragraph;
      const before = groups[index - 1]?.at(-1)?.look;
      const gap = index === 0 ? 0 : look.before + (before?.after ?? 0);
      const margin = [gap, look.right, 0, look.left];
      return {
        ...makeText(alike, owner),
        width: 'fill' as const,
        height: 'hug' as const,
        ...(margin.some((side) => side !== 0) && { margin }),
      };
    }),
  };
  return [group];
}

/** The place of a part of a box that is turned about the middle of the box. */
function around(box: ShapeBox, part: Omit<ShapeBox, 'rotation'>): Omit<ShapeBox, 'rotation'> {
  const angle = (box.rotation / 180) * Math.PI;
  const [dx, dy] = [
    part.x + part.width / 2 - box.x - box.width / 2,
    part.y + part.height / 2 - box.y - box.height / 2,
  ];
  const middleX = box.x + box.width / 2 + dx * Math.cos(angle) - dy * Math.sin(angle);
  const middleY = box.y + box.height / 2 + dx * Math.sin(angle) + dy * Math.cos(angle);
  return {
    x: rounded(middleX - part.width / 2),
    y: rounded(middleY - part.height / 2),
    width: rounded(part.width),
    height: rounded(part.height),
  };
}

function makeText(
  paragraphs: readonly Paragraph[],
  { shape, context, isPlaceholder }: TextOwner,
): TextElement {
  const { builder } = context;
  const name = readName(context, shape);
  const { look } = paragraphs[0] as Paragraph;
  const { style, text, runs } = toRuns(paragraphs);
  const between = paragraphs.length > 1 ? look.before + look.after : 0;
  const element: TextElement = {
    type: 'text',
    id: builder.names.idFor(name, 'text'),
    ...style,
    lineHeight: look.lineHeight,
    align: look.align,
    overflow: 'visible',
    ...(look.list !== 'none' && { list: look.list }),
    ...(look.indent !== 0 && { indent: look.indent }),
    ...(between !== 0 && { paragraphSpacing: rounded(between) }),
    ...(look.direction !== null && { direction: look.direction }),
    ...(text === null ? { runs } : { text }),
  };
  if (context.isOwn && !paragraphs.some(({ isField }) => isField))
    for (const piece of element.runs ?? [element])
      builder.proposeText(piece, { name, from: name, isMarked: isPlaceholder });
  return element;
}

/** A shape that is as high as its lines says how many they are, whatever font they are in. */
function fitLines(
  element: TextElement,
  lineHeight: number,
  { context, shape, wraps, isSized }: TextOwner,
): void {
  const { builder, measure } = context;
  const size = Number(element.fontSize);
  const height = Number(element.height);
  const isStandIn = context.standIns.has(element.fontFamily ?? '');
  if (!isSized || !wraps || !isStandIn || (element.paragraphSpacing ?? 0) !== 0) return;
  const width = Number(element.width);
  const lines = Math.max(1, Math.round(height / (size * lineHeight)));
  // A text that needs many more lines was filled in by a program that does not measure it.
  if ((measure.measureWithin(element, width)?.lines ?? 0) > lines + 1) return;
  builder.fitStandIn(element, { lines, width, isNatural: false }, readName(context, shape), measure);
}
