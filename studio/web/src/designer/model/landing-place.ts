/** Where what is new lands on the page. */
import { roundToGrid, type Box, type Point } from './placement.ts';
import type { TemplateDocument } from './template.ts';

const nowhere: Point = { x: 0, y: 0 };

/** From the middle of the page to the middle of what is seen of it; no way if all of the box is seen. */
export function shiftIntoView(box: Box, area: Box, page: Box): Point {
  if (contains(area, box)) return nowhere;
  return {
    x: area.x + area.width / 2 - (page.x + page.width / 2),
    y: area.y + area.height / 2 - (page.y + page.height / 2),
  };
}

/** From where a box is to the middle of an area; no way if all of it is there. */
export function shiftIntoArea(box: Box, area: Box): Point {
  if (contains(area, box)) return nowhere;
  return {
    x: area.x + area.width / 2 - (box.x + box.width / 2),
    y: area.y + area.height / 2 - (box.y + box.height / 2),
  };
}

/** Room between what stands side by side, as a share of the page's shorter side. */
const gapShare = 1 / 50;

/** The room between what is added side by side, in the document's unit. */
export function findGap(document: TemplateDocument): number {
  const { width, height } = document.viewport;
  return roundToGrid(Math.min(width, height) * gapShare, document);
}

/**
 * How far a box has to move so that it does not lie exactly on an element: to the right of it, in the next
 * line where the area ends, and a little down and right where that is full, too.
 */
export function freeShift(document: TemplateDocument, box: Box, area: Box): Point {
  const gap = findGap(document);
  const isTaken = ({ x, y }: Point) =>
    document.elements.some(
      (each) =>
        isNear(each.x, x) &&
        isNear(each.y, y) &&
        isNear(each.width, box.width) &&
        isNear(each.height, box.height),
    );
  let { x, y } = box;
  for (let tries = 0; isTaken({ x, y }) && tries < maxTries; tries += 1) {
    x += box.width + gap;
    if (x + box.width <= area.x + area.width) continue;
    x = area.x + gap;
    y += box.height + gap;
    if (y + box.height > area.y + area.height) {
      const step = (tries + 1) * gap;
      [x, y] = [box.x + step, box.y + step];
    }
  }
  return { x: x - box.x, y: y - box.y };
}

const maxTries = 200;

/** Boxes side by side about a point, in lines that the page has room for: their top left corners. */
export function sideBySide(
  boxes: readonly Pick<Box, 'width' | 'height'>[],
  at: Point,
  document: TemplateDocument,
): Point[] {
  const gap = findGap(document);
  const room = document.viewport.width;
  const lines: { width: number; height: number; items: number[] }[] = [];
  for (const [index, { width, height }] of boxes.entries()) {
    const line = lines.at(-1);
    if (line === undefined || line.width + gap + width > room) lines.push({ width, height, items: [index] });
    else {
      line.width += gap + width;
      line.height = Math.max(line.height, height);
      line.items.push(index);
    }
  }
  const total = lines.reduce((sum, { height }) => sum + height, 0) + gap * (lines.length - 1);
  const places: Point[] = [];
  let y = at.y - total / 2;
  for (const line of lines) {
    let x = at.x - line.width / 2;
    for (const index of line.items) {
      const { width, height } = boxes[index]!;
      places[index] = {
        x: roundToGrid(x, document),
        y: roundToGrid(y + (line.height - height) / 2, document),
      };
      x += width + gap;
    }
    y += line.height + gap;
  }
  return places;
}

function contains(outer: Box, inner: Box): boolean {
  return (
    inner.x >= outer.x - slack &&
    inner.y >= outer.y - slack &&
    inner.x + inner.width <= outer.x + outer.width + slack &&
    inner.y + inner.height <= outer.y + outer.height + slack
  );
}

/** Lengths on documents are rounded. */
const slack = 1e-3;

function isNear(a: unknown, b: number): boolean {
  return typeof a === 'number' && Math.abs(a - b) < 0.5;
}
