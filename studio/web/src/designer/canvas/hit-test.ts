/** Which element is under the pointer, or in a rectangle. */
import { applyToPoint, inverse } from 'transformation-matrix';
import type { TemplateDocument, TemplateElement } from '../model/template.ts';
import { walkElements, type PlacedElement } from '../model/elements.ts';
import { measureBounds, computeCorners, toPage, type Box, type Point } from '../model/placement.ts';
import { isPainted } from './painted.ts';

export interface HitOptions {
  /** Elements that cannot be selected; neither can what is in them. */
  readonly locked: readonly string[];
  /** How near the pointer must be to a thin element, in the document's unit. */
  readonly tolerance: number;
  /** Elements that are found in their whole box, also where nothing of them is painted. */
  readonly whole?: readonly string[];
}

/** Whether the pointer can find an element. */
function isReachable({ element, groups }: PlacedElement, locked: ReadonlySet<string>): boolean {
  return [...groups, element].every(({ id, visible }) => visible !== false && !locked.has(id));
}

/** The elements at a place of the page, the foremost first: what is in groups, and then the group. */
export function elementsAt(
  document: TemplateDocument,
  point: Point,
  { locked, tolerance, whole = [] }: HitOptions,
): PlacedElement[] {
  const all = [...walkElements(document.elements)];
  const lockedIds = new Set(locked);
  // A group comes before its elements: reversed, they come before it.
  return all.toReversed().filter((placed) => {
    if (!isReachable(placed, lockedIds)) return false;
    return (
      isInside(placed, point, tolerance) &&
      (whole.includes(placed.element.id) ||
        isPainted(placed.element, applyToPoint(inverse(toPage(placed)), point), tolerance)) &&
      placed.groups.every((group, index) => {
        const clips = group.clip !== undefined && group.clip !== 'none';
        return !clips || isInside({ element: group, groups: placed.groups.slice(0, index) }, point, 0);
      })
    );
  });
}

function isInside(
  placed: Pick<PlacedElement, 'element' | 'groups'>,
  point: Point,
  tolerance: number,
): boolean {
  const { width, height } = placed.element;
  const matrix = toPage(placed);
  const { x, y } = applyToPoint(inverse(matrix), point);
  return x >= -tolerance && y >= -tolerance && x <= width + tolerance && y <= height + tolerance;
}

/**
 * What a click selects of the elements under the pointer: an element of the group that was entered, else of
 * the page.
 *
 * @param scope id of the group that was entered; null: the page
 */
export function pickElement(hits: readonly PlacedElement[], scope: string | null): TemplateElement | null {
  for (const { element, groups } of hits) {
    const chain = [...groups, element];
    const entered = scope === null ? -1 : chain.findIndex(({ id }) => id === scope);
    const picked = entered < 0 && scope !== null ? undefined : chain[entered + 1];
    if (picked !== undefined) return picked;
  }
  // Outside of the entered group, a click leaves it.
  return scope === null ? null : pickElement(hits, null);
}

/** Ids of the elements of a scope that a rectangle of the page touches. */
export function elementsIn(
  document: TemplateDocument,
  box: Box,
  scope: string | null,
  locked: readonly string[],
): string[] {
  const lockedIds = new Set(locked);
  return [...walkElements(document.elements)]
    .filter((placed) => (placed.groups.at(-1)?.id ?? null) === scope && isReachable(placed, lockedIds))
    .filter((placed) => touch(measureBounds(computeCorners(placed.element, toPage(placed))), box))
    .map(({ element }) => element.id);
}

function touch(a: Box, b: Box): boolean {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;
}
