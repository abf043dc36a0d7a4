/** Puts pictures into shapes, which are their frames then. */
import { edit, type Design } from '../design.ts';
import { commonGroup, findElement, findElements, listIds, takeId } from '../elements.ts';
import { isShape, toFrame } from '../frames.ts';
import type { TemplateElement } from '../template.ts';

/** The picture and the shape that are selected; null: something else is. */
function findPair(design: Design): { readonly image: string; readonly shape: string } | null {
  const placed = findElements(design.document, design.selection);
  const image = placed.find(({ element }) => element.type === 'image')?.element;
  const shape = placed.find(({ element }) => isShape(element))?.element;
  const isPair = placed.length === 2 && commonGroup(placed) !== undefined;
  return isPair && image !== undefined && shape !== undefined ? { image: image.id, shape: shape.id } : null;
}

/** Whether a picture and a shape are selected. */
export function canFillShape(design: Design): boolean {
  return findPair(design) !== null;
}

/** Puts the selected picture into the selected shape. */
export function fillShape(design: Design): Design {
  const pair = findPair(design);
  if (pair === null) return design;
  return edit(design, (content) => {
    const image = findElement(content.document, pair.image);
    const frame = findElement(content.document, pair.shape)?.element;
    if (image?.element.type !== 'image' || frame === undefined || !isShape(frame)) return;
    const own = JSON.parse(JSON.stringify(image.element)) as typeof image.element;
    for (const key of placing) delete own[key];
    image.siblings.splice(image.index, 1);
    const shape = findElement(content.document, pair.shape)!;
    shape.siblings.splice(shape.index, 1, { ...own, ...toFrame(frame), id: own.id } as TemplateElement);
    content.selection = [own.id];
  });
}

/** Keys of a picture that its frame decides. */
const placing = ['mask', 'cornerRadius', 'rotation', 'pin', 'skewX', 'skewY', 'flipX', 'flipY'] as const;

/** Shows a picture in place of a shape, which is its frame. */
export function frameNewPicture(design: Design, shapeId: string, src: string): Design {
  return edit(design, (content) => {
    const shape = findElement(content.document, shapeId);
    if (shape === null || !isShape(shape.element)) return;
    const name =
      src
        .split('/')
        .at(-1)
        ?.replace(/\.\w+$/u, '') ?? '';
    const id = takeId(listIds(content.document), name === '' ? shapeId : name);
    shape.siblings.splice(shape.index, 1, {
      ...toFrame(shape.element),
      type: 'image',
      id,
      src,
    } as TemplateElement);
    content.selection = [id];
  });
}
