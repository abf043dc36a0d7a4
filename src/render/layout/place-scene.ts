import type { Yoga } from 'yoga-layout/load';
import type { Sizing } from '../scene/boxes.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { Scene } from '../scene/scene.ts';
import type { Rect, Size } from '../geometry.ts';
import { clamp, pictureSize, type ContentSizes } from './content-sizes.ts';
import { layOutGroup, type GroupBoxes } from './flex-tree.ts';
import { fitTable, isTable } from './place-table.ts';

/** A scene whose boxes are all numbers, and the page as tall as its content if it may be. */
export function placeScene(scene: Scene, contents: ContentSizes, yoga: Yoga): Scene {
  const placement = new Placement(contents, yoga);
  const { layout, minHeight, isUnplaced: _placed, ...page } = scene;
  if (layout === undefined) {
    const height = minHeight === undefined ? page.height : placement.heightOf(page, minHeight);
    const size = { width: page.width, height };
    return { ...page, height, elements: placement.placeFree(page.elements, size) };
  }
  const extents = { width: page.width, height: minHeight === undefined ? page.height : null };
  const limits = { minWidth: 0, maxWidth: Infinity, minHeight: minHeight ?? 0, maxHeight: page.height };
  const boxes = layOutGroup(page.elements, layout, { ...extents, ...limits }, contents, yoga);
  const height = minHeight === undefined ? page.height : wholePixels(boxes.size.height, page.height);
  const size = { width: page.width, height };
  return { ...page, height, elements: placement.placeInside(page.elements, size, boxes) };
}

/** The elements of a page that flows, in a column as high as they need; those outside of it in the page. */
export function placeFlow(scene: Scene, contents: ContentSizes, yoga: Yoga): SceneElement[] {
  const { layout, elements, width, height } = scene;
  if (layout === undefined) throw new Error(`the page ${scene.pageId} flows without a layout`);
  const [, right, , left] = layout.padding;
  const column = { ...layout, padding: [0, right, 0, left] as const, justify: 'start' as const };
  const extents = { width, height: null, minWidth: 0, maxWidth: Infinity, minHeight: 0, maxHeight: Infinity };
  const boxes = layOutGroup(elements, column, extents, contents, yoga);
  return new Placement(contents, yoga).placeInside(elements, { width, height }, boxes);
}

/** Places elements outside of a layout in a box of this size. */
export function placeFreely(
  elements: readonly SceneElement[],
  size: Size,
  contents: ContentSizes,
  yoga: Yoga,
): SceneElement[] {
  return new Placement(contents, yoga).placeFree(elements, size);
}

/** Part of a pixel would make the picture a little higher than its page. */
function wholePixels(height: number, max: number): number {
  return Math.min(max, Math.ceil(height - 1e-3));
}

/** Places the elements of one scene. */
class Placement {
  readonly #contents: ContentSizes;
  readonly #yoga: Yoga;

  constructor(contents: ContentSizes, yoga: Yoga) {
    this.#contents = contents;
    this.#yoga = yoga;
  }

  /** The height of a page without a layout: down to the lowest of the elements that hug their content. */
  heightOf({ width, height, elements }: Omit<Scene, 'layout'>, minHeight: number): number {
    const hugging = elements.filter(
      ({ sizing }) => sizing?.height === 'hug' && sizing.pin.bottom === null && sizing.anchor === 'top',
    );
    const placed = this.placeFree(hugging, { width, height });
    const lowest = placed.reduce((bottom, element) => Math.max(bottom, element.y + element.height), 0);
    return wholePixels(clamp(lowest, minHeight, height), height);
  }

  /** Places elements outside of a layout on the page or in a group of this size. */
  placeFree(elements: readonly SceneElement[], around: Size): SceneElement[] {
    return elements.map((element) => this.#placeOne(element, around));
  }

  /** Places the elements of a group: those in its layout where the engine says, the others in its box. */
  placeInside(elements: readonly SceneElement[], size: Size, boxes: GroupBoxes): SceneElement[] {
    return elements.map((element) => {
      const placed = boxes.children.get(element);
      return placed === undefined
        ? this.#placeOne(element, size)
        : this.#withBox(element, placed.box, placed.inside);
    });
  }

  #placeOne(element: SceneElement, around: Size): SceneElement {
    const { sizing } = element;
    if (sizing === undefined) return this.#withBox(element, element, null);
    const { pin, anchor } = sizing;
    const { minWidth, maxWidth, minHeight, maxHeight } = sizing;
    const across = between(around.width, pin.left, pin.right);
    const down = between(around.height, pin.top, pin.bottom);
    const extents = {
      width: across === null ? numeric(sizing.width) : clamp(across, minWidth, maxWidth),
      height: down === null ? numeric(sizing.height) : clamp(down, minHeight, maxHeight),
    };
    const inside =
      element.type === 'group' && element.layout !== undefined
        ? layOutGroup(element.elements, element.layout, { ...sizing, ...extents }, this.#contents, this.#yoga)
        : null;
    const { width, height } = inside?.size ?? this.#hug(element, sizing, extents);
    const up = extents.height !== null || anchor === 'top' ? 0 : anchor === 'middle' ? height / 2 : height;
    const x = pin.left ?? (pin.right === null ? element.x : around.width - pin.right - width);
    const y = pin.top ?? (pin.bottom === null ? element.y - up : around.height - pin.bottom - height);
    return this.#withBox(element, { x, y, width, height }, inside);
  }

  /** The size of an element that is no layout; null stands for a length that hugs. */
  #hug(
    element: SceneElement,
    sizing: Sizing,
    { width, height }: { readonly width: number | null; readonly height: number | null },
  ): Size {
    if (width !== null && height !== null) return { width, height };
    if (isTable(element)) {
      const content = this.#contents.tableWithin(element, width ?? sizing.maxWidth);
      return {
        width: width ?? clamp(content.width, sizing.minWidth, sizing.maxWidth),
        height: height ?? clamp(content.height, sizing.minHeight, sizing.maxHeight),
      };
    }
    if (element.type === 'text') {
      const room = element.isVertical === true ? (height ?? sizing.maxHeight) : (width ?? sizing.maxWidth);
      const content = this.#contents.textWithin(element, room);
      return {
        width: width ?? clamp(content.width, sizing.minWidth, sizing.maxWidth),
        height: height ?? clamp(content.height, sizing.minHeight, sizing.maxHeight),
      };
    }
    if (element.type === 'qrcode' || element.type === 'barcode') {
      const code = this.#contents.codeOf(element) ?? { width: 0, height: 0 };
      return {
        width: width ?? clamp(code.width, sizing.minWidth, sizing.maxWidth),
        height: height ?? clamp(code.height, sizing.minHeight, sizing.maxHeight),
      };
    }
    const picture = element.type === 'image' ? this.#contents.pictureOf(element) : null;
    if (picture === null) return { width: width ?? 0, height: height ?? 0 };
    return pictureSize(picture, { width, height }, sizing);
  }

  #withBox(element: SceneElement, { x, y, width, height }: Rect, inside: GroupBoxes | null): SceneElement {
    // What decided the box stays where it is: objects that lose a key are slow to read.
    const placed = { ...element, x, y, width, height };
    if (placed.type !== 'group') return placed;
    if (isTable(element)) return fitTable(element, this.#contents.tableAt(element, width), placed);
    const size = { width, height };
    const elements =
      inside === null
        ? this.placeFree(placed.elements, size)
        : this.placeInside(placed.elements, size, inside);
    return { ...placed, elements };
  }
}

/** The length between two pins; null if there are not two. */
function between(length: number, start: number | null, end: number | null): number | null {
  return start === null || end === null ? null : Math.max(0, length - start - end);
}

function numeric(extent: Sizing['width']): number | null {
  return typeof extent === 'number' ? extent : null;
}
