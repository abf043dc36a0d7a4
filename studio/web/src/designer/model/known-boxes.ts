/**
 * Boxes that are not all numbers: a length may be worked out, hug, fill, or be left out where a layout or a
 * pin decides. The layout report of the last render has such lengths; until there is one they count as 0.
 */
import type { TemplateDocument, TemplateElement } from './template.ts';
import { walkElements } from './elements.ts';
import type { Box } from './placement.ts';
import { isOwn, readRunning } from './running.ts';

/** What the last render made of a page, in the document's unit. */
export interface KnownBoxes {
  readonly pageHeight: number;
  /** By the ids of elements, each in its group. */
  readonly byId: ReadonlyMap<string, Box>;
}

interface Report {
  readonly page: { readonly height: number };
  readonly elements: readonly { readonly id: string }[];
}

const boxKeys = ['x', 'y', 'width', 'height'] as const;
type BoxKey = (typeof boxKeys)[number];

/** The boxes of a layout report, whose lengths are CSS pixels. */
export function readBoxes({ page, elements }: Report, pixelsPerUnit: number): KnownBoxes {
  const convert = (length: number) => length / pixelsPerUnit;
  const byId = new Map<string, Box>();
  for (const element of elements) {
    // The contract leaves what it does not name open.
    const { x, y, width, height } = (element as unknown as { readonly box: Box }).box;
    const box = { x: convert(x), y: convert(y), width: convert(width), height: convert(height) };
    // Of what is repeated, the first stands for the element: `row` for `row[0]`.
    const own = element.id.replace(/(?:\[\d+\])+$/u, '');
    byId.set(element.id, box);
    if (!byId.has(own)) byId.set(own, box);
  }
  return { pageHeight: convert(page.height), byId };
}

/** Whether only a render knows where some elements are, or how tall the page is. */
export function needsBoxes({ viewport, elements, layout }: TemplateDocument): boolean {
  if (layout !== undefined || typeof viewport.height !== 'number') return true;
  return [...walkElements(elements)].some(({ element }) => unknownKeys(element, false).length > 0);
}

const seenDocuments = new WeakMap<
  TemplateDocument,
  { known: KnownBoxes | undefined; seen: TemplateDocument }
>();

interface Seen {
  readonly document: TemplateDocument;
  readonly boxes?: KnownBoxes | undefined;
}

/** A document with a number for every length of a box: for what is shown. The same one if it has them. */
export function seenDocument({ document, boxes }: Seen): TemplateDocument {
  const last = seenDocuments.get(document);
  if (last !== undefined && last.known === boxes) return last.seen;
  let seen = document;
  if (needsBoxes(document)) {
    seen = structuredClone(document);
    seen.viewport = { ...seen.viewport, height: knownHeight(seen, boxes) };
    for (const { element, lengths } of unknownLengths(seen, boxes)) Object.assign(element, lengths);
  }
  seenDocuments.set(document, { known: boxes, seen });
  return seen;
}

/** How tall a page is: one that is as tall as its content at least its minimum. */
function knownHeight({ viewport }: TemplateDocument, boxes: KnownBoxes | undefined): number {
  const height: unknown = viewport.height;
  if (typeof height === 'number') return height;
  return boxes?.pageHeight ?? (height as { readonly min: number }).min;
}

/** Elements with what is known of lengths that are not said in numbers. */
export function unknownLengths(
  { elements, layout }: TemplateDocument,
  boxes: KnownBoxes | undefined,
): { readonly element: TemplateElement; readonly lengths: Partial<Box> }[] {
  return [...walkElements(elements)].flatMap(({ element, groups }) => {
    const around = groups.length === 0 ? layout : groups.at(-1)!.layout;
    const isInLayout = around !== undefined && element.position !== 'absolute' && isOwn(element);
    const keys = unknownKeys(element, isInLayout);
    if (keys.length === 0) return [];
    const box = boxes?.byId.get(element.id);
    const lengths = Object.fromEntries(keys.map((key) => [key, box?.[key] ?? numberOr0(element[key])]));
    return [{ element, lengths }];
  });
}

/** The keys of a box that do not say in numbers where it is. */
function unknownKeys(element: TemplateElement, isInLayout: boolean): BoxKey[] {
  const height: unknown = element.height;
  return boxKeys.filter((key) => {
    const value: unknown = element[key];
    if (typeof value !== 'number') return true;
    if (key === 'x') return isInLayout;
    const isHung = height === 'hug' && 'anchor' in element && (element.anchor ?? 'top') !== 'top';
    // The place of a footer is counted from the bottom of the page.
    return key === 'y' && (isInLayout || isHung || readRunning(element) === 'footer');
  });
}

/** Whether a length is said by a word and not by a number. */
export function isSize(value: unknown): value is 'hug' | 'fill' {
  return value === 'hug' || value === 'fill';
}

/**
 * Whether a length hugs its content, and does so outside of a layout as well. The width of a text that had no
 * room for one line does not: it would become one.
 *
 * @param height as it is seen
 */
export function canHugAnywhere(
  element: Readonly<Record<string, unknown>>,
  key: string,
  height: number,
): boolean {
  const { type, layout, path, fontSize = 16, lineHeight = 1.2 } = element;
  // A table is as high as its rows unless it says something else.
  if (type === 'table') return element[key] === 'hug' || (key === 'height' && element[key] === undefined);
  if (element[key] !== 'hug') return false;
  if (type === 'group') return layout !== undefined;
  if (type !== 'text' || path !== undefined) return false;
  return key !== 'width' || height < 1.5 * numberOr0(fontSize) * numberOr0(lineHeight);
}

/** A length; 0 for one that is not a number. */
export function numberOr0(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
