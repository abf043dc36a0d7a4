import { numberKeys } from '../../../../../src/common/placeholders/placeholders.ts';
import type { GroupElement, TemplateDocument, TemplateElement } from './template.ts';
import { walkElements, type PlacedElement } from './elements.ts';
import {
  canHugAnywhere,
  isSize,
  needsBoxes,
  numberOr0,
  unknownLengths,
  type KnownBoxes,
} from './known-boxes.ts';
import { roundLength } from './placement.ts';

interface Content {
  readonly document: TemplateDocument;
}

/**
 * A recipe that moves elements, for documents whose numbers may be worked out. Lengths that are no numbers
 * count as they were rendered last, a rotation as 0, an opacity as 1. All stay as they are, except that what
 * hugs or fills gets a number when it is resized.
 */
export function keepBound<C extends Content>(
  { document: current, boxes }: Content & { readonly boxes?: KnownBoxes },
  recipe: (content: C) => void,
): (content: C) => void {
  if (hasOnlyNumbers(current)) return recipe;
  return (content) => {
    const { document } = content;
    const unknown = unknownLengths(document, boxes).map(({ element, lengths }) => {
      const given = { ...(element as unknown as Keys) };
      Object.assign(element, lengths);
      return { given, lengths };
    });
    const bound: { readonly id: string; readonly key: string; readonly text: string }[] = [];
    for (const { element } of walkElements(document.elements)) {
      for (const [key, text] of collectBoundNumbers(element)) {
        bound.push({ id: element.id, key, text });
        (element as unknown as Keys)[key] = key === 'opacity' ? 1 : 0;
      }
    }
    const before = getPlaces(document);
    recipe(content);
    const after = getPlaces(document);
    for (const { id, key, text } of bound) {
      const place = after.get(id);
      if (place !== undefined) place.element[key] = text;
    }
    for (const { given, lengths } of unknown) {
      const place = after.get(given.id);
      if (place === undefined) continue;
      // Where another group decides, the numbers that were seen are right, but content is still hugged.
      const isElsewhere = before.get(given.id)?.group?.id !== place.group?.id;
      for (const [key, seen] of Object.entries(lengths)) {
        const isKept =
          !isElsewhere ||
          isBound(given[key]) ||
          canHugAnywhere(given, key, lengths.height ?? (given['height'] as number)) ||
          (given[key] === 'fill' && canFill(place.group ?? document, key));
        const bottom = (lengths.y ?? 0) + (lengths.height ?? numberOr0(given['height']));
        if (isKept) restore(place.element, key, given, seen, bottom);
      }
      if (isElsewhere && place.element['height'] === 'hug' && typeof place.element['y'] === 'number')
        place.element['y'] += hungBy(given, lengths.height ?? 0);
    }
  };
}

const onlyNumbers = new WeakMap<TemplateDocument, boolean>();

/** Whether nothing needs to be kept. Each move of a drag starts from the same document. */
function hasOnlyNumbers(document: TemplateDocument): boolean {
  const last = onlyNumbers.get(document);
  if (last !== undefined) return last;
  const hasBound = () =>
    [...walkElements(document.elements)].some(({ element }) => collectBoundNumbers(element).length > 0);
  const result = !needsBoxes(document) && !hasBound();
  onlyNumbers.set(document, result);
  return result;
}

type Keys = Record<string, unknown> & { readonly id: string };

function restore(element: Keys, key: string, given: Keys, seen: number, bottom: number): void {
  const value = given[key];
  const isChanged = element[key] !== seen;
  if (given['running'] === 'footer' && key === 'y' && !isBound(value)) {
    // It is counted from the bottom of the page.
    const moved = roundLength((element['y'] as number) + (element['height'] as number) - bottom);
    if (moved !== 0) {
      element['y'] = roundLength(numberOr0(value) - moved);
      return;
    }
  } else if (given['running'] !== undefined && isChanged && value === undefined) {
    // What a header leaves out is at the edge of the page.
    return;
  }
  if (isSize(value) && isChanged) return;
  if (value === undefined && !(key in given)) delete element[key];
  // Only what is anchored has a place in numbers that differs from the one seen.
  else if (typeof value === 'number' && isChanged && given.height === 'hug' && key === 'y')
    element[key] = value + (element[key] as number) - seen;
  else element[key] = value;
}

/** Whether a group or page has a share of its own length to give. */
function canFill(holder: GroupElement | TemplateDocument, key: string): boolean {
  return holder.layout !== undefined && (holder as unknown as Keys)[key] !== 'hug';
}

/** How far below its top an element that hugs its lines has its `y`. */
function hungBy({ anchor }: Keys, height: number): number {
  return anchor === 'bottom' ? height : anchor === 'middle' ? height / 2 : 0;
}

interface Place {
  readonly element: Keys;
  /** Null: the page. */
  readonly group: GroupElement | null;
}

/** The elements by their ids: a recipe may copy them. */
function getPlaces({ elements }: TemplateDocument): ReadonlyMap<string, Place> {
  const getPlace = ({ element, groups }: PlacedElement): Place => ({
    element: element as unknown as Keys,
    group: groups.at(-1) ?? null,
  });
  return new Map(Array.from(walkElements(elements), (placed) => [placed.element.id, getPlace(placed)]));
}

function isBound(value: unknown): value is string {
  return typeof value === 'string' && !isSize(value);
}

/** The keys of an element whose numbers are worked out, with what they are bound to. */
export function collectBoundNumbers(element: TemplateElement): [key: string, text: string][] {
  return Object.entries(element).filter(
    (entry): entry is [string, string] => numberKeys.has(entry[0]) && isBound(entry[1]),
  );
}
