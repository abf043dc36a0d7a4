/** Elements on the clipboard, as text: other tabs and templates can paste them. */
import type { TemplateElement, TemplateVariable } from '../model/template.ts';
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
  const content = { elements, ...(isFree ? {} : { free }), variables };
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

/** Adds copied elements in front of all others, with the variables that the document lacks. */
export function pasteElements(design: Design, { elements: given, free, variables }: CopiedElements): Design {
  // A page with a layout places them.
  const elements = design.document.layout === undefined ? (free ?? given) : given;
  const { width, height } = seenDocument(design).viewport;
  const offset = Math.round(Math.min(width, height) / 5) / 10;
  return edit(design, (content) => {
    const { document } = content;
    const taken = listIds(document);
    const isTaken = elements.some(({ id }) => taken.has(id));
    const pasted = elements.map((element) => {
      const copy = copyElement(element, taken);
      // Beside its original, where there is one.
      if (isTaken) shift(copy, { x: offset, y: offset });
      return copy;
    });
    document.elements.push(...pasted);
    const known = new Set((document.variables ?? []).map(({ name }) => name));
    const missing = variables.filter(({ name }) => !known.has(name));
    if (missing.length > 0) document.variables = [...(document.variables ?? []), ...missing];
    content.selection = pasted.map(({ id }) => id);
  });
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
