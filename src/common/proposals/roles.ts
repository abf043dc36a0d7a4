import type { TemplateElement } from '../../../generated/template.ts';
import type { Sides } from './fit-text.ts';

/** A box whose place and sides are numbers. */
export interface Box extends Sides {
  readonly x: number;
  readonly y: number;
}

/**
 * What an element is for its page. `background`: it covers the page. `surface`: a shape that others stand on,
 * or that is longer than half of a side. `picture`: one that may be cropped. `figure`: it keeps its
 * proportions, as a logo, a code or an ornament. `holder`: a group whose members are placed one by one.
 * `layout`: a group that places them itself.
 */
export type Role = 'background' | 'surface' | 'text' | 'picture' | 'figure' | 'holder' | 'layout';

/** The share of a side of the page from which on an element counts as covering that side. */
const coveringShare = 0.9;
/** The share of a side of the page from which on a shape is a part of the page, and not a figure. */
const wideShare = 0.55;
/** The share of the page from which on a picture may be cropped. */
const croppedShare = 0.06;

/** The box of an element without a turn; null if values or the layout decide it. */
export function boxOf(element: TemplateElement): Box | null {
  const { x, y, width, height, pin } = element;
  const isFixed =
    typeof x === 'number' &&
    typeof y === 'number' &&
    typeof width === 'number' &&
    typeof height === 'number' &&
    pin === undefined;
  return isFixed ? { x, y, width, height } : null;
}

/**
 * Finds the role of an element among those of its page or group.
 *
 * @param page the sides of the page or the group
 * @param above the boxes of the elements in front of it
 */
export function findRole(element: TemplateElement, box: Box, page: Sides, above: readonly Box[]): Role {
  const isTurned = element.rotation !== undefined && element.rotation !== 0;
  const covers = box.width >= coveringShare * page.width && box.height >= coveringShare * page.height;
  const isWide = box.width >= wideShare * page.width || box.height >= wideShare * page.height;
  const isUnder = above.some((other) => holdsCentre(box, other));
  switch (element.type) {
    case 'text':
      return isTurned || element.path !== undefined ? 'figure' : 'text';
    case 'group':
      if (element.layout !== undefined) return 'layout';
      if (isTurned || element.mask !== undefined || isLockup(element, box, page)) return 'figure';
      if (hasText(element.elements)) return 'holder';
      return covers ? 'background' : 'figure';
    case 'image':
      if (covers) return 'background';
      return isTurned || !isCropped(element, box, page) ? 'figure' : 'picture';
    case 'rect':
    case 'line':
      if (isTurned) return 'figure';
      return covers ? 'background' : isWide || isUnder ? 'surface' : 'figure';
    case 'ellipse':
    case 'path':
      return covers && !isTurned ? 'background' : isUnder && !isTurned ? 'surface' : 'figure';
    case 'table':
      return 'text';
    case 'qrcode':
    case 'barcode':
    case 'chart':
      return 'figure';
  }
}

function holdsCentre(box: Box, other: Box): boolean {
  const [x, y] = [other.x + other.width / 2, other.y + other.height / 2];
  return x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
}

/** The share of a side of the page up to which a sign with its words stays one figure. */
const lockupShare = 0.35;

/** A sign with its words, such as a logo or a portrait with a name: it keeps its proportions. */
function isLockup(
  { elements }: Extract<TemplateElement, { readonly type: 'group' }>,
  box: Box,
  page: Sides,
): boolean {
  const isSmall = box.height <= lockupShare * page.height || box.width <= lockupShare * page.width;
  return isSmall && elements.some(({ type }) => type !== 'text') && elements.length <= 8;
}

function hasText(elements: readonly TemplateElement[]): boolean {
  return elements.some((each) => each.type === 'text' || (each.type === 'group' && hasText(each.elements)));
}

/** A picture that covers its box, is no portrait in a circle, and is large. */
function isCropped(
  element: Extract<TemplateElement, { readonly type: 'image' }>,
  box: Box,
  page: Sides,
): boolean {
  const { fit = 'cover', cornerRadius, mask } = element;
  const isRound = typeof cornerRadius === 'number' && cornerRadius >= 0.4 * Math.min(box.width, box.height);
  const share = (box.width * box.height) / (page.width * page.height);
  return fit === 'cover' && !isRound && mask === undefined && share >= croppedShare;
}
