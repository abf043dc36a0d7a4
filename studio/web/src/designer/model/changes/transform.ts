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
import type { TemplateElement } from '../template.ts';
import { placeInBox, setKey, stretchBox } from './content.ts';

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
      const flips = { x: next.isFlippedX, y: next.isFlippedY };
      if (placed.length === 1) {
        mirror(placed[0]!.element, flips);
        placeInBox(placed[0]!.element, next);
        return;
      }
      const by = { x: next.width / (box.width || 1), y: next.height / (box.height || 1) };
      for (const { element } of placed) {
        const { x, y } = element;
        const from = {
          x: flips.x ? box.x + box.width - x - element.width : x - box.x,
          y: flips.y ? box.y + box.height - y - element.height : y - box.y,
        };
        if (flips.x !== flips.y) turnBack(element);
        mirror(element, flips);
        const stretched = stretchBox({ ...element, ...from }, by);
        placeInBox(element, { ...stretched, x: next.x + stretched.x, y: next.y + stretched.y });
      }
    }),
    editOptions,
  );
}

/** What is read, such as letters and codes, is not mirrored. */
const isMirrored: Readonly<Record<TemplateElement['type'], boolean>> = {
  text: false,
  image: true,
  rect: true,
  ellipse: true,
  line: true,
  path: true,
  qrcode: false,
  barcode: false,
  chart: false,
  table: false,
  group: true,
};

function mirror(element: TemplateElement, flips: { readonly x: boolean; readonly y: boolean }): void {
  if (!isMirrored[element.type]) return;
  if (flips.x) setKey(element, 'flipX', element.flipX === true ? undefined : true);
  if (flips.y) setKey(element, 'flipY', element.flipY === true ? undefined : true);
}

/** What is mirrored with others turns and slants the other way. */
function turnBack(element: TemplateElement): void {
  for (const key of ['rotation', 'skewX', 'skewY'] as const) {
    const angle = element[key] ?? 0;
    if (angle !== 0) element[key] = key === 'rotation' ? 360 - angle : -angle;
  }
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
