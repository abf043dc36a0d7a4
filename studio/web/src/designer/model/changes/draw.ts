/** Gives what a tool has added the box that is drawn on the page. */
import { inOneStep, type Design } from '../design.ts';
import { roundToGrid, type Point } from '../placement.ts';
import type { TemplateElement } from '../template.ts';
import { changeElement, placeInBox, setKey } from './content.ts';

/** What a tool has added last. */
export interface Added {
  readonly id: string;
  readonly before: Design;
  readonly after: Design;
}

/** Whether the box of an element can be drawn. */
export function canDraw({ type }: TemplateElement): boolean {
  return type !== 'chart' && type !== 'table' && type !== 'group' && type !== 'image';
}

/**
 * What was added, in a box from one place of the page to another. Both are one step of undo.
 *
 * @param isEven both sides are the same; a line is level, upright or halfway between
 */
export function drawAdded({ id, before, after }: Added, from: Point, to: Point, isEven: boolean): Design {
  const round = (length: number) => roundToGrid(length, after.document);
  return inOneStep(before, () =>
    changeElement(after, id, (element) => {
      const { x, y } = readDistance(element, { x: to.x - from.x, y: to.y - from.y }, isEven);
      const height = round(Math.abs(y));
      placeInBox(element, {
        x: round(Math.min(from.x, from.x + x)),
        y: round(Math.min(from.y, from.y + y)),
        width: round(Math.abs(x)),
        // A line of the text has to fit.
        height: element.type === 'text' ? Math.max(height, element.height) : height,
      });
      // A line goes from the top left of its box to the bottom right.
      if (element.type === 'line') setKey(element, 'flipY', x * y < 0 ? true : undefined);
    }),
  );
}

function readDistance({ type }: TemplateElement, by: Point, isEven: boolean): Point {
  if (type === 'line' && isEven) {
    const length = Math.hypot(by.x, by.y);
    const angle = (Math.round((Math.atan2(by.y, by.x) * 4) / Math.PI) * Math.PI) / 4;
    return { x: length * Math.cos(angle), y: length * Math.sin(angle) };
  }
  if (type !== 'qrcode' && (type === 'line' || !isEven)) return by;
  const side = Math.max(Math.abs(by.x), Math.abs(by.y));
  return { x: by.x < 0 ? -side : side, y: by.y < 0 ? -side : side };
}
