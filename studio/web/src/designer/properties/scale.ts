/** Scales what is selected, or the whole template, with all its lengths: texts, strokes, radii, effects. */
import { findFrame } from '../model/changes/transform.ts';
import { edit, type Design, type EditOptions } from '../model/design.ts';
import { findElements, walkElements, walkPages } from '../model/elements.ts';
import { resizeBox, roundLength, type Box, type Handle, type Point } from '../model/placement.ts';
import type { TemplateDocument, TemplateElement } from '../model/template.ts';
import { convertAll, scaleElement } from './lengths.ts';
import { documentSections } from './sections/page.ts';

export interface ScaleGesture {
  readonly handle: Handle;
  /** In the coordinates of the group. */
  readonly distance: Point;
  /** The centre stays; otherwise the opposite edges do. */
  readonly isCentred: boolean;
}

/** Scales what is selected by a handle of its frame. What is opposite of the handle stays where it is. */
export function scaleByHandle(design: Design, { handle, distance, isCentred }: ScaleGesture): Design {
  const box = findSelected(design);
  if (box === null) return design;
  const next = resizeBox(box, handle, distance, { keepsRatio: true, isCentred });
  return scaleInto(design, box, next, {});
}

/** Scales what is selected about the centre of its frame; without a selection the template. */
export function scaleBy(design: Design, factor: number, options: EditOptions = {}): Design {
  if (design.selection.length === 0) return scaleTemplate(design, factor, options);
  const box = findSelected(design);
  if (box === null) return design;
  const [width, height] = [box.width * factor, box.height * factor];
  const x = box.x + (box.width - width) / 2;
  const y = box.y + (box.height - height) / 2;
  return scaleInto(design, box, { x, y, width, height }, options);
}

/** Whether what is selected has a text: its corners scale that as well, if its sides keep their ratio. */
export function hasText({ document, selection }: Design): boolean {
  const chosen = findElements(document, selection).map(({ element }) => element);
  return [...walkElements(chosen)].some(({ element }) => element.type === 'text');
}

/** The frame with the sides that are seen. */
function findSelected({ document, selection, boxes }: Design) {
  return findFrame({ document, selection, ...(boxes === undefined ? {} : { boxes }) })?.box ?? null;
}

function scaleInto(design: Design, from: Box, to: Box, options: EditOptions): Design {
  const factor = from.width > from.height ? to.width / from.width : to.height / (from.height || 1);
  if (!(factor > 0) || factor === 1) return design;
  return edit(
    design,
    ({ document, selection }) => {
      for (const { element } of findElements(document, selection)) {
        const { x, y } = element;
        const pin = element.pin && { ...element.pin };
        scaleElement(element, factor, document.viewportUnit ?? 'px');
        // Places are counted from the frame, distances from the edges of the page stay.
        if (Number.isFinite(x)) element.x = roundLength(to.x + (x - from.x) * factor);
        if (Number.isFinite(y)) element.y = roundLength(to.y + (y - from.y) * factor);
        if (pin !== undefined) element.pin = pin;
      }
    },
    options,
  );
}

/** Every page with all that is on it, as if the paper were larger. A page in pixels has whole ones. */
function scaleTemplate(design: Design, factor: number, options: EditOptions): Design {
  const unit = design.document.viewportUnit ?? 'px';
  return edit(
    design,
    ({ document }) => {
      const lists: readonly TemplateElement[][] = topLists(document);
      for (const element of new Set(lists.flat())) scaleElement(element, factor, unit);
      for (const holder of [document, ...(document.pages ?? [])]) {
        const print = 'bleed' in holder ? holder.bleed : undefined;
        convertAll(holder, documentSections, (length) => roundLength(length * factor));
        // What printers ask for does not depend on the size of the page.
        if ('bleed' in holder && print !== undefined) holder.bleed = print;
        const { viewport } = holder;
        if (viewport === undefined || unit !== 'px') continue;
        viewport.width = Math.max(1, Math.round(viewport.width));
        if (typeof viewport.height === 'number') viewport.height = Math.max(1, Math.round(viewport.height));
      }
    },
    options,
  );
}

/** The elements of all pages that are in no group, each list once. */
function topLists(document: TemplateDocument): TemplateElement[][] {
  const outer = Array.from(walkPages(document)).filter(({ groups }) => groups.length === 0);
  return [...new Set(outer.map(({ siblings }) => siblings))];
}

/** How large what is selected is beside what it was, in percent. */
export function describeScale(before: Design, after: Design): string | null {
  const [from, to] = [before, after].map(findSelected);
  if (from == null || to == null || from.width + from.height === 0) return null;
  return `${Math.round(((to.width + to.height) / (from.width + from.height)) * 100)} %`;
}

/** Whether there is something to scale: elements of one group, or the template. */
export function canScale(design: Design): boolean {
  return design.selection.length === 0 || findSelected(design) !== null;
}
