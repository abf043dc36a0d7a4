/** Makes an element the background of its page, and a background an element like others. */
import { findBackground } from '../background.ts';
import { keepBound } from '../bound-numbers.ts';
import { edit, unset, type Design } from '../design.ts';
import { findElement } from '../elements.ts';
import { seenDocument } from '../known-boxes.ts';
import { roundToGrid } from '../placement.ts';
import { isOwn } from '../running.ts';
import { placeInBox } from './content.ts';

/** The one element that is selected, and can be a background. */
function findCandidate({ document, selection }: Design): string | null {
  const [id, ...others] = selection;
  if (id === undefined || others.length > 0 || document.layout !== undefined) return null;
  const element = findElement(document, id)?.element;
  return element !== undefined && (element.type === 'image' || element.type === 'rect') && isOwn(element)
    ? id
    : null;
}

/** The element of a background that is selected alone; null: another one is. */
export function findSelectedBackground(design: Design): string | null {
  const [id, ...others] = design.selection;
  if (id === undefined || others.length > 0) return null;
  return findBackground(seenDocument(design)).includes(id) ? id : null;
}

/** Whether what is selected can become the background. */
export function canSetBackground(design: Design): boolean {
  return findCandidate(design) !== null && findSelectedBackground(design) === null;
}

/**
 * Makes what is selected the background: it covers the page and its bleed, behind all others. A picture that
 * was the background before gives way to another one.
 */
export function setBackground(design: Design): Design {
  const id = findCandidate(design);
  if (id === null) return design;
  const { viewport, bleed = 0 } = seenDocument(design);
  const others = findBackground(seenDocument(design));
  return edit(
    design,
    keepBound(design, (content) => {
      const { document } = content;
      const placed = findElement(document, id);
      if (placed === null) return;
      const { element } = placed;
      placed.siblings.splice(placed.index, 1);
      if (element.type === 'image')
        document.elements = document.elements.filter(
          (each) => each.type !== 'image' || !others.includes(each.id),
        );
      // Papers stay behind it.
      const front = document.elements.findIndex((each) => !others.includes(each.id));
      document.elements.splice(front === -1 ? document.elements.length : front, 0, element);
      for (const key of ['rotation', 'skewX', 'skewY', 'pin'] as const) unset(element, key);
      placeInBox(element, {
        x: -bleed,
        y: -bleed,
        width: viewport.width + 2 * bleed,
        height: viewport.height + 2 * bleed,
      });
    }),
  );
}

/** The size of what was the background, as a share of the page. */
const releasedShare = 0.6;

/** Makes the background that is selected an element in the middle of the page, in front of the background. */
export function releaseBackground(design: Design): Design {
  const id = findSelectedBackground(design);
  if (id === null) return design;
  const { viewport } = seenDocument(design);
  const others = findBackground(seenDocument(design));
  return edit(
    design,
    keepBound(design, ({ document }) => {
      const placed = findElement(document, id);
      if (placed === null) return;
      const { element } = placed;
      placed.siblings.splice(placed.index, 1);
      const front = document.elements.findIndex((each) => !others.includes(each.id));
      document.elements.splice(front === -1 ? document.elements.length : front, 0, element);
      const round = (length: number) => roundToGrid(length, document);
      const [width, height] = [viewport.width * releasedShare, viewport.height * releasedShare];
      placeInBox(element, {
        x: round((viewport.width - width) / 2),
        y: round((viewport.height - height) / 2),
        width: round(width),
        height: round(height),
      });
    }),
  );
}
