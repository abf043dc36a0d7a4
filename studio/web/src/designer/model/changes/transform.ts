/** Commands that resize and rotate what is selected, by the frame around it. */
import { applyToPoint, compose, rotateDEG, translate } from 'transformation-matrix';
import { keepBound } from '../bound-numbers.ts';
import { edit, type Design, type EditOptions } from '../design.ts';
import { seenDocument } from '../known-boxes.ts';
import { commonGroup, findElements, type PlacedElement } from '../elements.ts';
import {
  boundsOfAll,
  knownBox,
  resizeBox,
  roundLength,
  turnOfBox,
  type Handle,
  type Point,
  type ResizeOptions,
  type TurnedBox,
} from '../placement.ts';
import { placeInBox, setKey } from './content.ts';

/** The frame that handles are at. */
export interface SelectionFrame {
  /** Of a single element its box; of several the upright rectangle around them. In their group. */
  readonly box: TurnedBox;
  /** The groups around it, the outermost first. */
  readonly groups: PlacedElement['groups'];
}

/** The frame of what is selected. Null: nothing, or elements of different groups. */
export function findFrame(design: Pick<Design, 'document' | 'selection' | 'boxes'>): SelectionFrame | null {
  const placed = findElements(seenDocument(design), design.selection);
  const [first, ...others] = placed;
  if (first === undefined || commonGroup(placed) === undefined) return null;
  const { element, groups } = first;
  if (others.length > 0) return { box: boundsOfAll(placed.map((each) => each.element)), groups };
  return { box: knownBox(element), groups };
}

/**
 * Resizes what is selected by a handle of its frame. The elements of a group grow with it, and so do several
 * elements with the rectangle around them.
 */
export function resizeSelected(
  design: Design,
  {
    handle,
    distance,
    ...options
  }: ResizeOptions & {
    readonly handle: Handle;
    /** In the coordinates of the group. */
    readonly distance: Point;
  },
  editOptions: EditOptions = {},
): Design {
  const frame = findFrame(design);
  if (frame === null) return design;
  const { box } = frame;
  const next = resizeBox(box, handle, distance, options);
  return edit(
    design,
    keepBound(design, ({ document, selection }) => {
      const placed = findElements(document, selection);
      if (placed.length === 1) {
        placeInBox(placed[0]!.element, next);
        return;
      }
      const [byX, byY] = [next.width / (box.width || 1), next.height / (box.height || 1)];
      for (const { element } of placed) {
        const centre = {
          x: next.x + (element.x + element.width / 2 - box.x) * byX,
          y: next.y + (element.y + element.height / 2 - box.y) * byY,
        };
        // The sides of an element that is turned by about 90 degrees are swapped.
        const isAcross = Math.abs(Math.sin(((element.rotation ?? 0) * Math.PI) / 180)) > Math.SQRT1_2;
        const width = element.width * (isAcross ? byY : byX);
        const height = element.height * (isAcross ? byX : byY);
        placeInBox(element, { x: centre.x - width / 2, y: centre.y - height / 2, width, height });
      }
    }),
    editOptions,
  );
}

/** Makes what is selected wider and taller, in its own directions. Its top left corner stays. */
export function resizeBy(design: Design, { x, y }: Point, options: EditOptions = {}): Design {
  const box = findFrame(design)?.box;
  const handle = { x: x === 0 ? 0 : 1, y: y === 0 ? 0 : 1 } as const;
  const distance = box === undefined ? { x, y } : applyToPoint(turnOfBox(box), { x, y });
  return resizeSelected(design, { handle, distance }, options);
}

/** Turns what is selected about the centre of its frame, by degrees. */
export function rotateSelected(design: Design, degrees: number, options: EditOptions = {}): Design {
  const frame = findFrame(design);
  if (frame === null) return design;
  const { x, y, width, height } = frame.box;
  const [centreX, centreY] = [x + width / 2, y + height / 2];
  const turn = compose(translate(centreX, centreY), rotateDEG(degrees), translate(-centreX, -centreY));
  return edit(
    design,
    keepBound(design, ({ document, selection }) => {
      for (const { element } of findElements(document, selection)) {
        const centre = applyToPoint(turn, {
          x: element.x + element.width / 2,
          y: element.y + element.height / 2,
        });
        element.x = roundLength(centre.x - element.width / 2);
        element.y = roundLength(centre.y - element.height / 2);
        const rotation = roundLength(((((element.rotation ?? 0) + degrees) % 360) + 360) % 360);
        setKey(element, 'rotation', rotation === 0 ? undefined : rotation);
      }
    }),
    options,
  );
}
