import { numberKeys } from '../../../../../src/render/bind/placeholders.ts';
import type { TemplateDocument, TemplateElement } from './template.ts';
import { walkElements, type PlacedElement } from './elements.ts';
import { isSize, unknownLengths, type KnownBoxes } from './known-boxes.ts';

interface Content {
  readonly document: TemplateDocument;
}

/**
 * A recipe that moves elements, for documents whose numbers may be bound to values: those count as 0, opacity
 * as 1, and stay bound. Lengths that a layout decides count as they were rendered last, and stay as they are;
 * what is resized gets a number.
 */
export function keepBound<C extends Content>(
  recipe: (content: C) => void,
  boxes?: KnownBoxes,
): (content: C) => void {
  return (content) => {
    const { document } = content;
    const bound: { readonly element: Numbers; readonly key: string; readonly text: string }[] = [];
    const unknown = unknownLengths(document, boxes).map(({ element, lengths }) => {
      const given = { ...(element as unknown as Lengths) };
      Object.assign(element, lengths);
      return { element: element as unknown as Lengths, given, lengths };
    });
    for (const { element } of walkElements(document.elements)) {
      for (const [key, text] of boundNumbersOf(element)) {
        bound.push({ element: element as unknown as Numbers, key, text });
        (element as unknown as Numbers)[key] = key === 'opacity' ? 1 : 0;
      }
    }
    const before = parentsOf(document);
    recipe(content);
    const after = parentsOf(document);
    for (const { element, key, text } of bound) element[key] = text;
    for (const { element, given, lengths } of unknown) {
      // Where another group decides, the numbers that were seen are right.
      if (before.get(element.id) !== after.get(element.id)) continue;
      for (const [key, seen] of Object.entries(lengths)) restore(element, key, given, seen);
    }
  };
}

type Numbers = Record<string, number | string>;
type Lengths = Record<string, unknown> & { readonly id: string };

function restore(element: Lengths, key: string, given: Lengths, seen: number): void {
  const value = given[key];
  const isChanged = element[key] !== seen;
  if (isSize(value) && isChanged) return;
  if (value === undefined && !(key in given)) delete element[key];
  // Only what is anchored has a place in numbers that differs from the one seen.
  else if (typeof value === 'number' && isChanged && given.height === 'hug' && key === 'y')
    element[key] = value + (element[key] as number) - seen;
  else element[key] = value;
}

/** The group of each element by its id; null: the page. */
function parentsOf({ elements }: TemplateDocument): Map<string, string | null> {
  const parentOf = ({ groups }: PlacedElement) => groups.at(-1)?.id ?? null;
  return new Map(Array.from(walkElements(elements), (placed) => [placed.element.id, parentOf(placed)]));
}

/** The keys of an element whose numbers are worked out, with what they are bound to. */
export function boundNumbersOf(element: TemplateElement): [key: string, text: string][] {
  return Object.entries(element).filter(
    (entry): entry is [string, string] =>
      numberKeys.has(entry[0]) && typeof entry[1] === 'string' && !isSize(entry[1]),
  );
}
