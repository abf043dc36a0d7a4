/** Nodes of Figma as elements. */
import type { FigmaNode } from '../../../generated/designs/figma.ts';
import type { GroupElement, TemplateElement, TextElement } from '../../../generated/template.ts';
import { rounded, type DesignBox } from '../boxes.ts';
import type { TemplateBuilder } from '../builder.ts';
import { UnreadableDesign } from '../design.ts';
import type { ConvertedPage } from '../importer.ts';
import { TextMeasure } from '../measure-text.ts';
import { readGrow, hasLayout, isInLayout, readLayout, readPin, readSizes } from './layouts.ts';
import { withMasks } from './masks.ts';
import { readBlendMode, readEffects } from './paints.ts';
import { placeIn, placeOnPage, type NodePlace } from './places.ts';
import { noteOwners, proposeProperties, readProperty } from './properties.ts';
import { readCorners, readParts } from './shapes.ts';
import { readBackground, shadowKey, stack, type Common } from './stacks.ts';
import { convertText, defaultFamily, savedLines } from './texts.ts';

/** Nodes that are painted and have no children. */
const shapeTypes = ['RECTANGLE', 'ELLIPSE', 'LINE', 'VECTOR', 'STAR', 'REGULAR_POLYGON', 'BOOLEAN_OPERATION'];
const frameTypes = ['FRAME', 'GROUP', 'COMPONENT', 'COMPONENT_SET', 'INSTANCE', 'SECTION'];

/** Converts the frame that becomes the page. */
export async function convertPage(
  frame: FigmaNode,
  title: string,
  builder: TemplateBuilder,
): Promise<ConvertedPage> {
  const name = nodeName(frame);
  const place = placeOnPage(frame, 0);
  if (place === null) throw new UnreadableDesign('The frame has no box.');
  const [width, height] = [place.width, place.height].map((side) =>
    Math.min(20_000, Math.max(1, Math.round(side))),
  );
  const { background, rest } = await readBackground(frame, { ...place, turn: 0 }, name, builder);
  if ((frame.effects ?? []).some(({ visible = true }) => visible))
    builder.lose(name, 'effects', 'The page has none.');
  const layout = readLayout(frame, name, builder);
  noteOwners(frame);
  const children = await convertChildren(frame, { ...place, turn: 0 }, builder);
  return {
    page: {
      name: title,
      viewport: { width: width ?? 1, height: height ?? 1 },
      ...(background?.fill !== undefined && { background: background.fill }),
      ...(layout !== null && { layout }),
    },
    elements: [...rest, ...children],
  };
}

/** The name of a node, or its type. */
export function nodeName({ name = '', type }: FigmaNode): string {
  return name.trim() || type.toLowerCase();
}

async function convertChildren(
  parent: FigmaNode,
  place: NodePlace,
  builder: TemplateBuilder,
): Promise<TemplateElement[]> {
  const converted: { node: FigmaNode; element: TemplateElement }[] = [];
  for (const node of parent.children ?? []) {
    if (!builder.hasRoom(nodeName(node))) break;
    const element = await convertNode(node, parent, place, builder);
    if (element === null) continue;
    const isProposed = proposeProperties(node, element, nodeName(node), builder);
    if (element.type === 'text' && node.type === 'TEXT' && !isProposed)
      for (const piece of element.runs ?? [element])
        builder.proposeText(piece, { name: nodeName(node), from: nodeName(node) });
    converted.push({ node, element });
  }
  return withMasks(converted, builder);
}

async function convertNode(
  node: FigmaNode,
  parent: FigmaNode,
  parentPlace: NodePlace,
  builder: TemplateBuilder,
): Promise<TemplateElement | null> {
  const name = nodeName(node);
  const isKnown = shapeTypes.includes(node.type) || frameTypes.includes(node.type) || node.type === 'TEXT';
  if (node.type === 'SLICE') return null;
  if (!isKnown) {
    builder.lose(name, node.type, 'Nodes of this type are not converted.');
    return null;
  }
  const place = placeOnPage(node, parentPlace.turn);
  if (place === null) {
    // Nodes that nobody sees have no box.
    const property = readProperty(node, 'visible');
    if (node.visible !== false) builder.lose(name, 'absoluteBoundingBox', 'It has no box.');
    else if (property !== null)
      builder.lose(
        name,
        'visible',
        `The property "${property}" hides it: the file does not say where it is.`,
      );
    return null;
  }
  const box = placeIn(parentPlace, place);
  const common = getCommon(node, parent, box, parentPlace, name, builder);
  if (node.type === 'TEXT') return convertTextNode(node, common, place, name, builder);
  if (frameTypes.includes(node.type)) return await convertFrame(node, common, place, name, builder);
  const parts = await readParts(node, place, name, builder);
  // What cannot be painted keeps its room between the others.
  if (parts.length === 0 && isInLayout(node, parent)) return { type: 'rect', ...common };
  return stack(parts, common, node, name, builder);
}

/** What all elements have of their node. */
function getCommon(
  node: FigmaNode,
  parent: FigmaNode,
  box: DesignBox & { flipX?: boolean },
  { width, height }: NodePlace,
  name: string,
  builder: TemplateBuilder,
): Common {
  const { opacity = 1, visible = true } = node;
  const blendMode = readBlendMode(node.blendMode, name, builder);
  const { blur } = readEffects(node, name, builder);
  const isPlaced = isInLayout(node, parent);
  const follows = Object.values(readSizes(parent, null, box)).includes('hug');
  const pin = isPlaced ? null : readPin(node, box, { width, height, follows });
  const { flipX, rotation, x, y } = box;
  const spacing =
    isPlaced && (parent.itemSpacing ?? 0) < 0 && parent.children?.[0] !== node
      ? (parent.itemSpacing ?? 0)
      : 0;
  const isRow = parent.layoutMode === 'HORIZONTAL';
  return {
    id: builder.names.idFor(name, node.type.toLowerCase()),
    ...(!isPlaced && pin?.left === undefined && pin?.right === undefined && { x }),
    ...(!isPlaced && pin?.top === undefined && pin?.bottom === undefined && { y }),
    ...withoutPinned(readSizes(node, parent, box), pin),
    ...readGrow(node, parent, box),
    ...(hasLayout(parent) && !isPlaced && { position: 'absolute' as const }),
    ...(pin !== null && { pin }),
    ...(spacing < 0 && { margin: isRow ? [0, 0, 0, rounded(spacing)] : [rounded(spacing), 0, 0, 0] }),
    ...(rotation !== 0 && { rotation }),
    ...(flipX === true && { flipX }),
    ...(opacity < 1 && { opacity: rounded(Math.max(0, opacity)) }),
    ...(!visible && { visible: false }),
    ...(blendMode !== undefined && { blendMode }),
    ...(blur > 0 && { blur }),
  };
}

/** Two opposite pins decide the size. */
function withoutPinned<Sizes extends object>(sizes: Sizes, pin: ReturnType<typeof readPin>): Sizes {
  const copy: { width?: unknown; height?: unknown } = { ...sizes };
  if (pin?.left !== undefined && pin.right !== undefined) delete copy.width;
  if (pin?.top !== undefined && pin.bottom !== undefined) delete copy.height;
  return copy as Sizes;
}

function convertTextNode(
  node: FigmaNode,
  common: Common,
  place: NodePlace,
  name: string,
  builder: TemplateBuilder,
): TextElement {
  const { shadows, backdropBlur } = readEffects(node, name, builder);
  if (backdropBlur > 0) builder.lose(name, 'BACKGROUND_BLUR', 'Texts do not blur what is behind them.');
  const outer = shadows.filter(({ inset }) => inset !== true);
  if (outer.length < shadows.length || outer.length > 1 || outer.some(({ spread }) => spread !== undefined))
    builder.lose(name, 'effects', 'A text has one shadow, outside of its letters.');
  const [first] = outer;
  const { spread: _spread, ...shadow } = first ?? {};
  const element: TextElement = {
    ...convertText(node, place, name, builder),
    ...common,
    ...(first !== undefined && { shadow }),
  };
  const saved = savedLines(node, place);
  if (saved !== null && builder.fonts.isStandIn(node.style?.fontFamily ?? defaultFamily))
    builder.fitStandIn(element, saved, name, new TextMeasure(builder, 'px'));
  return element;
}

async function convertFrame(
  node: FigmaNode,
  common: Common,
  place: NodePlace,
  name: string,
  builder: TemplateBuilder,
): Promise<GroupElement> {
  const { shadows, backdropBlur } = readEffects(node, name, builder);
  const { background, rest } = await readBackground(node, place, name, builder);
  const layout = readLayout(node, name, builder);
  const children = await convertChildren(node, place, builder);
  const cornerRadius = readCorners(node);
  const clips = node.clipsContent === true;
  // The shadow of a filled box is that of the box, not of what stands in it.
  const behind = background !== null && shadows.length === 1 ? shadows[0] : undefined;
  const { position, ...plain } = common as Common & { position?: 'absolute' };
  return {
    type: 'group',
    ...plain,
    ...(position !== undefined && { position }),
    ...(layout !== null && { layout }),
    ...(background !== null && {
      background: { ...background, ...(behind !== undefined && { shadow: behind }) },
    }),
    ...(clips && { clip: 'box' as const }),
    ...(cornerRadius !== 0 && (clips || background !== null) && { cornerRadius }),
    ...(backdropBlur > 0 && { backdropBlur }),
    ...(behind === undefined && shadowKey(shadows, clips, name, builder)),
    elements: [...rest, ...children],
  };
}
