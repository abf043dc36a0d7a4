/** Elements on the clipboard, as text: other tabs and templates can paste them. */
import type { TemplateElement, TemplateVariable } from '../model/template.ts';
import { usesOfVariable } from '../model/commands/variables.ts';
import { edit, type Design } from '../model/design.ts';
import { copyElement, findElements, listIds, walkElements } from '../model/elements.ts';
import { seenDocument } from '../model/known-boxes.ts';
import { shift } from '../model/commands/content.ts';

export interface CopiedElements {
  /** What marks the text as ours. */
  readonly platen: 'elements';
  readonly templateId: string;
  readonly elements: TemplateElement[];
  /** The variables that they use. */
  readonly variables: readonly TemplateVariable[];
}

/** What is selected, as text for the clipboard. */
export function writeElements(templateId: string, { document, selection }: Design): string {
  const elements = findElements(document, selection).map(({ element }) => element);
  const variables = (document.variables ?? []).filter(
    ({ name }) => usesOfVariable({ ...document, elements }, name).elements.length > 0,
  );
  const copied: CopiedElements = { platen: 'elements', templateId, elements, variables };
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
export function pasteElements(design: Design, { elements, variables }: CopiedElements): Design {
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
export function filesOf(elements: TemplateElement[]): string[] {
  const sources = [...walkElements(elements)].flatMap(({ element }) => {
    if (element.type === 'text') return (element.runs ?? []).flatMap(({ icon }) => icon ?? []);
    return element.type === 'image' ? [element.src] : [];
  });
  return sources.filter((source) => !/^(https?:|data:)|\{\{/u.test(source));
}
