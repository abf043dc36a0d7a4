/**
 * A picture in its frame: the element's box shows a part of it. Places are counted from the top left of the
 * frame, in the document's unit, before the element is turned.
 */
import { applyToPoint, inverse } from 'transformation-matrix';
import { placeInBox, setKey } from './changes/content.ts';
import { resizeBox, toParent, turnOfBox, type Box, type Handle, type Point } from './placement.ts';
import type { TemplateElement } from './template.ts';

type ImageElement = Extract<TemplateElement, { type: 'image' }>;
type Size = Pick<Box, 'width' | 'height'>;

/** The smallest part of a picture that a frame shows, as a share of its sides. */
const minPart = 0.02;

/** Whether the part that an element shows can be chosen. */
export function canCrop(element: TemplateElement): element is ImageElement {
  return element.type === 'image' && element.fit !== 'tile' && element.width > 0 && element.height > 0;
}

/**
 * Where all of the picture is, also what the frame hides.
 *
 * @param reported where the last render has placed it; the document says more of what has changed since
 */
export function findWhole(element: ImageElement, reported: Box): Box {
  const { width, height, fit = 'cover', position = {}, crop = {} } = element;
  if (reported.width <= 0 || reported.height <= 0) return { x: 0, y: 0, width, height };
  const { x = 0, y = 0 } = crop;
  const part = { width: crop.width ?? 1 - x, height: crop.height ?? 1 - y };
  const isStretched = fit === 'fill';
  if (!isStretched && (fit !== 'cover' || typeof position === 'string')) return reported;
  // Only the ratio of its sides is known of the picture itself.
  const picture = isStretched ? { width, height } : reported;
  const used = { width: picture.width * part.width, height: picture.height * part.height };
  const scale = Math.max(width / used.width, height / used.height);
  const by = isStretched ? { x: width / used.width, y: height / used.height } : { x: scale, y: scale };
  const { x: atX = 0.5, y: atY = 0.5 } = typeof position === 'string' ? {} : position;
  const left = (width - used.width * by.x) * atX;
  const top = (height - used.height * by.y) * atY;
  const whole = { width: picture.width * by.x, height: picture.height * by.y };
  return { x: left - x * whole.width, y: top - y * whole.height, ...whole };
}

/** The nearest place of a picture at which it covers its frame. */
export function coverFrame(whole: Box, frame: Size): Box {
  const most = Math.max(frame.width, frame.height) / minPart;
  const least = Math.max(1, frame.width / whole.width, frame.height / whole.height);
  const factor = Math.min(least, Math.max(1, most / Math.max(whole.width, whole.height)));
  const { width, height } = { width: whole.width * factor, height: whole.height * factor };
  const keep = (start: number, length: number, grown: number, room: number) =>
    Math.min(0, Math.max(room - grown, start - (grown - length) / 2));
  return {
    x: keep(whole.x, whole.width, width, frame.width),
    y: keep(whole.y, whole.height, height, frame.height),
    width,
    height,
  };
}

/** How much larger a picture is than it has to be to cover its frame: 1 at least. */
export function measureZoom({ width, height }: Size, frame: Size): number {
  return Math.max(1, Math.min(width / frame.width, height / frame.height));
}

/** The picture at another zoom. What is in the middle of the frame stays there, as far as it covers it. */
export function zoomPicture(whole: Box, frame: Size, zoom: number): Box {
  const factor = Math.min(zoom, maxZoom) / measureZoom(whole, frame);
  const [x, y] = [frame.width / 2, frame.height / 2];
  return coverFrame(
    {
      x: x + (whole.x - x) * factor,
      y: y + (whole.y - y) * factor,
      width: whole.width * factor,
      height: whole.height * factor,
    },
    frame,
  );
}

/** The largest zoom of a picture in its frame. */
export const maxZoom = 10;

/** Shows the part of a picture that is in its frame when all of it is somewhere. */
export function showPart(element: ImageElement, whole: Box): void {
  const { width, height, fit } = element;
  const { x, y, ...sides } = coverFrame(whole, { width, height });
  const left = roundShare(-x / sides.width);
  const top = roundShare(-y / sides.height);
  const part = {
    x: left,
    y: top,
    width: Math.min(roundShare(width / sides.width), roundShare(1 - left)),
    height: Math.min(roundShare(height / sides.height), roundShare(1 - top)),
  };
  const isAll = part.x === 0 && part.y === 0 && part.width === 1 && part.height === 1;
  setKey(element, 'crop', isAll ? undefined : part);
  // What else says which part is seen would count as well.
  setKey(element, 'fit', fit === 'fill' ? fit : undefined);
  if (element.position !== 'absolute') setKey(element, 'position', undefined);
}

/** Shows all of a picture that its frame has room for. */
export function showWhole(element: ImageElement): void {
  setKey(element, 'crop', undefined);
  if (element.position !== 'absolute') setKey(element, 'position', undefined);
}

function roundShare(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 1e5) / 1e5;
}

/**
 * Moves an edge or corner of a frame over its picture, which stays where it is on the page.
 *
 * @param distance in the coordinates of the element's group
 */
export function moveFrame(element: ImageElement, whole: Box, handle: Handle, distance: Point): void {
  const { width, height } = element;
  const turn = turnOfBox(element);
  const own = applyToPoint(inverse(turn), distance);
  const limit = (by: number, side: -1 | 0 | 1, length: number, start: number, all: number) => {
    const least = Math.min(length, all * minPart) - length;
    // Outwards as far as there is a picture, inwards as far as something is left.
    if (side === 1) return Math.min(Math.max(by, least), start + all - length);
    return side === -1 ? Math.max(Math.min(by, -least), start) : 0;
  };
  const kept = applyToPoint(turn, {
    x: limit(own.x, handle.x, width, whole.x, whole.width),
    y: limit(own.y, handle.y, height, whole.y, whole.height),
  });
  const before = toParent(element);
  placeInBox(element, resizeBox(element, handle, kept));
  const { x, y } = applyToPoint(inverse(toParent(element)), applyToPoint(before, whole));
  showPart(element, { ...whole, x, y });
}
