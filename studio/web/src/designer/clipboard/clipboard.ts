/** Elements on the clipboard, as text: other tabs and templates can paste them. */
import type { TemplateDocument, TemplateElement, TemplateFont, TemplateVariable } from '../model/template.ts';
import { convertLength, type Unit } from '../model/amount.ts';
import { boundsOfAll, type Box, type Point } from '../model/placement.ts';
import { convertElement } from '../properties/lengths.ts';
import { usesOfVariable } from '../model/changes/variables.ts';
import { edit, type Design } from '../model/design.ts';
import { copyElement, findElements, listIds, walkElements } from '../model/elements.ts';
import { freeOnPage } from '../model/changes/free-on-page.ts';
import { seenDocument } from '../model/known-boxes.ts';
import { shift } from '../model/changes/content.ts';

export interface CopiedElements {
  /** What marks the text as ours. */
  readonly platen: 'elements';
  readonly templateId: string;
  readonly elements: TemplateElement[];
  /** The same ones with the places on the page that groups and layouts gave them, if any did. */
  readonly free?: TemplateElement[];
  /** The unit of their lengths; absent: pixels. */
  readonly unit?: Unit;
  /** The fonts of the template's own files that they use. */
  readonly fonts?: readonly TemplateFont[];
  /** The variables that they use. */
  readonly variables: readonly TemplateVariable[];
}

/** What is selected, as text for the clipboard. */
export function writeElements(templateId: string, design: Design): string {
  const { document, selection } = design;
  const elements = findElements(document, selection).map(({ element }) => element);
  const free = findElements(document, selection).map((placed) => freeOnPage(placed, design));
  const isFree = free.every((each, index) => each === elements[index]);
  const variables = (document.variables ?? []).filter(
    ({ name }) => usesOfVariable({ ...document, elements, pages: [] }, name).elements.length > 0,
  );
  const families = new Set(usedFamilies(elements));
  const fonts = (document.fonts ?? []).filter(({ family }) => families.has(family));
  const unit = document.viewportUnit ?? 'px';
  const content = {
    elements,
    ...(isFree ? {} : { free }),
    ...(unit === 'px' ? {} : { unit }),
    ...(fonts.length === 0 ? {} : { fonts }),
    variables,
  };
  const copied: CopiedElements = { platen: 'elements', templateId, ...content };
  return JSON.stringify(copied);
}

/** Reads text of the clipboard; null if it has no elements. */
export function readElements(text: string): CopiedElements | null {
  if (!text.startsWith('{"platen":"elements"')) return null;
  try {
    return JSON.parse(text) as CopiedElements;
  } catch {
    return null;
  }
}

/** The families that elements name. */
function usedFamilies(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(usedFamilies);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'fontFamily' && typeof inner === 'string' ? [inner] : usedFamilies(inner),
  );
}

/** The same elements with lengths in another unit: their physical size stays. */
export function inUnit(copied: CopiedElements, unit: Unit): CopiedElements {
  const from = copied.unit ?? 'px';
  if (from === unit) return copied;
  const next = structuredClone<CopiedElements>(copied);
  for (const { element } of walkElements([...next.elements, ...(next.free ?? [])]))
    convertElement(element, (length) => convertLength(length, from, unit));
  return { ...next, unit };
}

/** The upright rectangle around copied elements, on the page. */
export function boundsOfCopied({ elements, free }: CopiedElements): Box {
  return boundsOfAll(free ?? elements);
}

/**
 * Adds copied elements in front of all others, with the variables and fonts that the document lacks.
 *
 * @param place how far they move to be seen; null: they stay at the same place of the page
 */
export function pasteElements(
  design: Design,
  { elements: given, free, variables, fonts = [] }: CopiedElements,
  place: Point | null = { x: 0, y: 0 },
): Design {
  // A page with a layout places them.
  const elements = design.document.layout === undefined ? (free ?? given) : given;
  const { width, height } = seenDocument(design).viewport;
  const offset = Math.round(Math.min(width, height) / 5) / 10;
  return edit(design, (content) => {
    const { document } = content;
    const taken = listIds(document);
    const steps = place === null ? 0 : countSteps(document, elements, place, offset);
    const by = { x: (place?.x ?? 0) + steps * offset, y: (place?.y ?? 0) + steps * offset };
    const pasted = elements.map((element) => {
      const copy = copyElement(element, taken);
      shift(copy, by);
      return copy;
    });
    document.elements.push(...pasted);
    const known = new Set((document.variables ?? []).map(({ name }) => name));
    const missing = variables.filter(({ name }) => !known.has(name));
    if (missing.length > 0) document.variables = [...(document.variables ?? []), ...missing];
    const families = new Set((document.fonts ?? []).map(({ family }) => family));
    const lacking = fonts.filter(({ family }) => !families.has(family));
    if (lacking.length > 0) document.fonts = [...(document.fonts ?? []), ...lacking];
    content.selection = pasted.map(({ id }) => id);
  });
}

/** How many steps what is pasted moves beside its originals, and beside what was pasted before. */
function countSteps(
  { elements: siblings }: TemplateDocument,
  [first]: readonly TemplateElement[],
  place: Point,
  offset: number,
): number {
  if (first === undefined) return 0;
  const isAt = (x: number, y: number) => (each: TemplateElement) =>
    each.type === first.type && Math.abs(each.x - x) < offset / 2 && Math.abs(each.y - y) < offset / 2;
  const isTaken = (steps: number) =>
    siblings.some(isAt(first.x + place.x + steps * offset, first.y + place.y + steps * offset));
  let steps = 0;
  while (isTaken(steps) && steps < siblings.length) steps += 1;
  return steps;
}

/** The paths of files that elements show. */
export function collectFiles(elements: TemplateElement[]): string[] {
  return listSources(elements).map(({ path }) => path);
}

/** The same elements, with other paths of files: those that are files here under another name. */
export function movePaths(copied: CopiedElements, moved: ReadonlyMap<string, string>): CopiedElements {
  if (moved.size === 0) return copied;
  const next = structuredClone<CopiedElements>(copied);
  for (const { holder, key, path } of listSources([...next.elements, ...(next.free ?? [])]))
    holder[key] = moved.get(path) ?? path;
  return next;
}

/** Where elements name files. */
function listSources(elements: TemplateElement[]) {
  const places = [...walkElements(elements)].flatMap(
    ({ element }): (readonly [object | undefined, string])[] => {
      if (element.type === 'text') return (element.runs ?? []).map((run) => [run, 'icon']);
      if (element.type === 'table') return element.columns.map(({ cell }) => [cell, 'src']);
      const mask = 'mask' in element ? element.mask : undefined;
      const logo = element.type === 'qrcode' ? element.logo : undefined;
      const own = element.type === 'image' ? element : undefined;
      return [own, mask, logo].map((holder) => [holder, 'src']);
    },
  );
  return places.flatMap(([holder, key]) => {
    const keys = (holder ?? {}) as Record<string, unknown>;
    const path = keys[key];
    const isFile = typeof path === 'string' && !/^(https?:|data:|$)|\{\{/u.test(path);
    return isFile ? [{ holder: keys, key, path }] : [];
  });
}
