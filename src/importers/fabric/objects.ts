import type { GroupElement, TemplateElement } from '../../../generated/template.ts';
import type { FabricObject } from '../../../generated/designs/fabric.ts';
import { multiply, type Matrix, type Rect, type Size } from '../../render/geometry.ts';
import { pathBounds } from '../../render/vector/path-data.ts';
import { rounded } from '../boxes.ts';
import { readCssColor } from '../css-paint.ts';
import { placeBox } from '../placement.ts';
import { clipWith } from './clips.ts';
import { readEffects, readName } from './common-keys.ts';
import { innerContext, type FabricContext } from './context.ts';
import { objectMatrix } from './geometry.ts';
import { commandsPath, readOutline, readType } from './outlines.ts';
import { convertPicture } from './pictures.ts';
import { convertShape } from './shapes.ts';
import { textSize } from './text-size.ts';
import { convertText } from './texts.ts';

/** Converts objects, those at the back first. */
export async function convertObjects(
  objects: readonly FabricObject[],
  context: FabricContext,
): Promise<TemplateElement[]> {
  const converted: TemplateElement[] = [];
  for (const object of objects) {
    if (!context.builder.hasRoom(readName(object))) break;
    converted.push(...(await convertObject(object, context)));
  }
  return converted;
}

/** Converts an object. One with a clip path becomes a group that clips. */
export async function convertObject(
  object: FabricObject,
  context: FabricContext,
): Promise<TemplateElement[]> {
  const size = getSize(object, context);
  const matrix = multiply(context.toParent, objectMatrix(object, size, context.version));
  if (object.clipPath === undefined) return await convertKind(object, size, matrix, context);
  return await clipWith(object, object.clipPath, matrix, context, async (inside, inner) => {
    const inClip = multiply(inner.toParent, objectMatrix(inside, size, context.version));
    return await convertKind(inside, size, inClip, inner);
  });
}

/** The size of an object before it is scaled. That of a shape is worked out, as Fabric.js does. */
function getSize(object: FabricObject, context: FabricContext): Size {
  const { width = 0, height = 0, path } = object;
  const outline = readOutline(object, context.version);
  if (outline !== null) return outline.bounds;
  if (typeof path === 'object' && !Array.isArray(path)) {
    const bounds = pathBounds(commandsPath(path.path));
    if (bounds !== null) return { width: bounds.right - bounds.left, height: bounds.bottom - bounds.top };
  }
  return object.text === undefined
    ? { width: Math.max(0, width), height: Math.max(0, height) }
    : textSize(object, context);
}

async function convertKind(
  object: FabricObject,
  size: Size,
  matrix: Matrix,
  context: FabricContext,
): Promise<TemplateElement[]> {
  const bounds = { x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height };
  const outline = readOutline(object, context.version);
  if (outline !== null) {
    // The path data of a shape may begin anywhere.
    const middle = { e: -outline.bounds.x - size.width / 2, f: -outline.bounds.y - size.height / 2 };
    const centred = multiply(matrix, { a: 1, b: 0, c: 0, d: 1, ...middle });
    return [...backdrop(object, bounds, matrix, context), ...convertShape(object, outline, centred, context)];
  }
  switch (readType(object)) {
    case 'text':
    case 'i-text':
    case 'textbox':
      return convertText(object, bounds, matrix, context);
    case 'image':
      return await convertPicture(object, matrix, context);
    case 'group':
      return await convertGroup(object, bounds, matrix, context);
    case 'path':
    case 'polygon':
    case 'polyline':
      context.builder.lose(readName(object), object.type, 'It has no outline that can be read.');
      return [];
    default:
      return await convertUnknown(object, size, matrix, context);
  }
}

/** Objects of an application's own kinds are taken for what they look like. */
async function convertUnknown(
  object: FabricObject,
  size: Size,
  matrix: Matrix,
  context: FabricContext,
): Promise<TemplateElement[]> {
  const name = readName(object);
  const { src, text, objects, path, points } = object;
  const type =
    src !== undefined
      ? 'image'
      : text !== undefined
        ? 'textbox'
        : objects !== undefined
          ? 'group'
          : path !== undefined
            ? 'path'
            : points !== undefined
              ? 'polygon'
              : /rect/iu.test(object.type)
                ? 'rect'
                : null;
  if (type === null) {
    context.builder.lose(name, object.type, 'Fabric.js has no such type.');
    return [];
  }
  const reason = `Fabric.js has no such type; it is converted as one of "${type}".`;
  context.builder.lose(name, object.type, reason);
  return await convertKind({ ...object, type }, size, matrix, context);
}

/** Children have places around the middle of their group. */
async function convertGroup(
  group: FabricObject,
  bounds: Rect,
  matrix: Matrix,
  context: FabricContext,
): Promise<TemplateElement[]> {
  const placed = placeBox(matrix, bounds);
  const name = readName(group);
  const id = context.builder.names.idFor(name, 'group');
  const inner = innerContext(placed.box, matrix, context);
  const behind = backdrop(group, bounds, matrix, { ...context, ...inner });
  const elements = [...behind, ...(await convertObjects(group.objects ?? [], { ...context, ...inner }))];
  if (elements.length === 0) return [];
  const element: GroupElement = {
    type: 'group',
    id,
    ...placed.box,
    ...readEffects(group, placed, context.builder),
    elements,
  };
  return [element];
}

/** The colour behind an object. */
function backdrop(
  object: FabricObject,
  bounds: Rect,
  matrix: Matrix,
  { builder, toParent }: FabricContext,
): TemplateElement[] {
  const fill = readCssColor(object.backgroundColor ?? '');
  if (fill === null) return [];
  const isGroup = readType(object) === 'group';
  const opacity = isGroup ? 1 : rounded(Math.min(1, Math.max(0, object.opacity ?? 1)));
  const id = builder.names.idFor(`${readName(object)} background`, 'rect');
  const { box } = placeBox(isGroup ? toParent : matrix, bounds);
  return [{ type: 'rect', id, ...box, fill, ...(opacity < 1 && { opacity }) }];
}
