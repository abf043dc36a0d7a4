/** Layers and groups of Photoshop as elements, in the coordinates of the document. */
import type { AdjustmentLayer, Layer } from 'ag-psd';
import type { GroupElement, Paint, TemplateElement } from '../../../generated/template.ts';
import { around, type DesignBox } from '../boxes.ts';
import { adjustColors } from './adjust/adjust-colors.ts';
import { loseAdjustment } from './adjust/adjustments.ts';
import { clipGroup, clipMask, masked, moved } from './clipping.ts';
import { readCommon, loseOthers, type PsdContext } from './context.ts';
import { readLayerName } from './layer-name.ts';
import type { LayerMask } from './document.ts';
import { readEffects } from './effects.ts';
import { groupShadow, withoutShadows } from './group-shadows.ts';
import { convertPicture } from './pictures.ts';
import { convertShape } from './shape-layers.ts';
import { convertTextLayer } from './text-layers.ts';
import { readVectorMask } from './shapes.ts';
import { whyNoText } from './texts.ts';

/** Converts layers, those at the back first. `masks` are those of the groups that they are in. */
export function convertLayers(
  layers: readonly Layer[],
  masks: readonly LayerMask[],
  context: PsdContext,
): TemplateElement[] {
  const converted: TemplateElement[] = [];
  for (let index = 0; index < layers.length; index += 1) {
    const layer = layers[index] as Layer;
    if (!context.builder.hasRoom(readLayerName(layer))) break;
    const inner = contextFor(layers, index, context);
    const elements = convertLayer(layer, masks, inner);
    converted.push(...elements);
    let last = index + 1;
    while (layers[last]?.clipping === true) last += 1;
    const clipped = layers.slice(index + 1, last);
    if (clipped.length > 0 && layer.clipping !== true)
      converted.push(...convertClipped({ base: layer, layers, clipped }, elements, masks, context));
    index = last - 1;
  }
  return converted;
}

/** What a layer lies between. */
function contextFor(layers: readonly Layer[], index: number, context: PsdContext): PsdContext {
  const steps = context.adjustments.above(layers, index, context);
  return { ...context, below: layers.slice(0, index), steps };
}

/** Layers that are clipped to a base, and all layers of the group. */
interface Clipped {
  readonly base: Layer;
  readonly layers: readonly Layer[];
  readonly clipped: readonly Layer[];
}

/** Layers that are shown inside of another one only. */
function convertClipped(
  { base, layers, clipped }: Clipped,
  elements: readonly TemplateElement[],
  masks: readonly LayerMask[],
  context: PsdContext,
): TemplateElement[] {
  const room = clipped.filter((layer) => context.builder.hasRoom(readLayerName(layer)));
  const inside = (layer: Layer): PsdContext => ({
    ...contextFor(layers, layers.indexOf(layer), context),
    below: context.below,
  });
  const strokes = strokesOf(elements, readLayerName(base), context);
  const group = clipGroup(elements, readLayerName(base), context.builder);
  if (group !== null) {
    const shown = room.flatMap((layer) => convertLayer(layer, masks, inside(layer)));
    const members = shown.map((element) => moved(element, -Number(group.x ?? 0), -Number(group.y ?? 0)));
    return members.length === 0 ? [] : [{ ...group, elements: members }, ...strokes];
  }
  const mask = clipMask(base, context);
  if (mask === null) {
    for (const layer of room)
      context.builder.lose(
        readLayerName(layer),
        'clipping',
        `It is not cut off at the edge of "${readLayerName(base)}".`,
      );
  }
  const all = mask === null ? masks : [...masks, mask];
  const isHidden = base.hidden === true;
  const shown = room.flatMap((layer) =>
    convertLayer(isHidden ? { ...layer, hidden: true } : layer, all, inside(layer)),
  );
  return shown.length === 0 ? [] : [...shown, ...strokes];
}

/** The strokes of shapes once more: they lie above what is clipped to these. */
function strokesOf(
  elements: readonly TemplateElement[],
  name: string,
  { builder }: PsdContext,
): TemplateElement[] {
  return elements.flatMap((element) => {
    const isShape = element.type === 'rect' || element.type === 'ellipse' || element.type === 'path';
    if (!isShape || element.stroke === undefined) return [];
    const { fill: _fill, shadow: _shadow, stroke, ...shape } = element;
    return [{ ...shape, id: builder.names.idFor(`${name} stroke`, shape.type), stroke: { ...stroke } }];
  });
}

function convertLayer(layer: Layer, masks: readonly LayerMask[], context: PsdContext): TemplateElement[] {
  const name = readLayerName(layer);
  loseOthers(layer, name, context);
  const { adjustment, children } = layer;
  if (adjustment !== undefined) return convertAdjustment(layer, adjustment, name, masks, context);
  const elements = convertContent(layer, name, masks, context);
  // The layers of a group are adjusted one by one.
  if (children === undefined) adjustColors(elements, name, context.steps, context);
  return elements;
}

function convertContent(
  layer: Layer,
  name: string,
  masks: readonly LayerMask[],
  context: PsdContext,
): TemplateElement[] {
  const own = context.document.mask(layer);
  if (typeof own === 'string') context.builder.lose(name, 'mask', own);
  const all = own === null || typeof own === 'string' ? masks : [...masks, own];
  if (layer.children !== undefined) return convertGroup(layer, layer.children, name, all, context);
  if (layer.text !== undefined) {
    const why = whyNoText(layer.text);
    if (why === null) return masked(convertTextLayer(layer, layer.text, name, context), all, name, context);
    context.builder.lose(name, 'text', why);
  } else if (layer.vectorFill !== undefined) {
    const shape = convertShape(layer, layer.vectorFill, name, context);
    if (shape !== null) return masked(shape, all, name, context);
    context.builder.lose(name, 'shape', 'The shape became a picture: it cannot be a path with a paint.');
  }
  return convertPicture(layer, name, all, context);
}

/** An inversion of all that lies below can lie above it; all others are drawn into what lies below. */
function convertAdjustment(
  layer: Layer,
  adjustment: AdjustmentLayer,
  name: string,
  masks: readonly LayerMask[],
  context: PsdContext,
): TemplateElement[] {
  const { builder, page, steps, isOpen } = context;
  const step = context.adjustments.step(layer);
  if (step?.isInversion !== true || steps.length > 0 || masks.length > 0 || !isOpen) {
    loseAdjustment(layer, name, adjustment, step, builder);
    return [];
  }
  return [
    {
      type: 'rect',
      ...readCommon(layer, name, 'rect', builder),
      ...page,
      fill: '#ffffff',
      blendMode: 'difference',
    },
  ];
}

function convertGroup(
  layer: Layer,
  children: readonly Layer[],
  name: string,
  masks: readonly LayerMask[],
  context: PsdContext,
): TemplateElement[] {
  const { builder, globalAngle } = context;
  const { opacity = 1, blendMode = 'pass through' } = layer;
  const isPlain = opacity === 1 && layer.mask === undefined && layer.vectorMask === undefined;
  const isOpen = context.isOpen && blendMode === 'pass through' && isPlain;
  const elements = convertLayers(children, masks, { ...context, isOpen });
  if (elements.length === 0) return [];
  const common = readCommon(layer, name, 'group', builder);
  const drawn = groupShadow(layer, children, name, context);
  if (drawn !== null) elements.unshift(drawn);
  const own = drawn === null ? layer : withoutShadows(layer);
  const effects = readEffects(own, name, builder, { outline: false, stroke: false, globalAngle });
  if (effects.overlay !== null && !overlay(elements, effects.overlay))
    builder.lose(name, 'overlay', 'Groups have no overlay, and not all in it can be painted.');
  const [shadow] = effects.outer;
  const blends = elements.some(({ blendMode = 'normal' }) => blendMode !== 'normal');
  const passes = layer.blendMode === 'pass through' || layer.blendMode === undefined;
  if (passes && blends && common.opacity !== undefined)
    builder.lose(name, 'pass through', 'The layers of a translucent group are mixed with each other only.');
  // A group whose layers are mixed with each other only is drawn apart if it is the least bit translucent.
  const isApart = !passes && blends && common.opacity === undefined && common.blendMode === undefined;
  const group = getGroup(elements, {
    ...common,
    ...(isApart && { opacity: 0.9999 }),
    ...(shadow && { shadow }),
  });
  const { x = 0, y = 0, width = 0, height = 0 } = group as Partial<DesignBox>;
  const mask = readVectorMask(layer, { x, y, width, height }, name, builder);
  return [mask === null ? group : { ...group, mask }];
}

/** Paints texts and shapes with the overlay of their group. Returns whether that is all of what is in it. */
function overlay(elements: readonly TemplateElement[], paint: Paint): boolean {
  // A gradient runs over all of the group.
  if (typeof paint !== 'string') return false;
  return elements
    .map((element) => {
      if (element.type === 'group') return overlay(element.elements, paint);
      if (element.type === 'text') {
        for (const run of element.runs ?? []) delete run.color;
        element.color = paint;
      } else if ('fill' in element) element.fill = paint;
      else if (!('stroke' in element)) return false;
      if ('stroke' in element && element.stroke !== undefined) element.stroke.color = paint;
      return true;
    })
    .every(Boolean);
}

/** A group as large as its elements. */
function getGroup(
  elements: readonly TemplateElement[],
  common: Omit<GroupElement, 'type' | 'elements'>,
): GroupElement {
  const box = around(elements as readonly Partial<DesignBox>[]);
  return {
    type: 'group',
    ...common,
    ...box,
    elements: elements.map((element) => moved(element, -box.x, -box.y)),
  };
}
