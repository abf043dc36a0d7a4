/** Commands that add, remove, copy and change elements. */
import type { TemplateDocument, TemplateElement } from '../template.ts';
import { edit, unset, type Design, type EditOptions } from '../design.ts';
import { copyElement, findElement, findElements, listIds, takeId } from '../elements.ts';
import { numberOr0, seenDocument } from '../known-boxes.ts';
import { findSelectedRunning, isOwn } from '../running.ts';
import { roundLength, type Box, type Point, type TurnedBox } from '../placement.ts';

/**
 * Adds elements in front of all others of the page, or of the header or footer that is selected, with ids
 * that are not taken, and selects them.
 */
export function addElements(design: Design, elements: readonly TemplateElement[]): Design {
  const into = findSelectedRunning(seenDocument(design), design.selection);
  return edit(design, (content) => {
    const taken = listIds(content.document);
    const added = elements.map((element) => copyElement(element, taken));
    if (into === null) content.document.elements.push(...added);
    else {
      for (const element of added) placeInRunning(element, into);
      findSelectedRunning(content.document, [into.id])?.elements.push(...added);
    }
    content.selection = added.map(({ id }) => id);
  });
}

/** What was placed on the page stands at the same distance from its left, in the middle of a header. */
function placeInRunning(element: TemplateElement, { x, height }: Box): void {
  element.x = roundLength(numberOr0(element.x) - x);
  element.y = roundLength(Math.max(0, (height - numberOr0(element.height)) / 2));
}

/** Removes what is selected. A group stays, also without elements. */
export function removeSelected(design: Design): Design {
  return edit(design, (content) => {
    for (const { element } of findElements(content.document, content.selection)) {
      const placed = findElement(content.document, element.id);
      placed?.siblings.splice(placed.index, 1);
    }
    content.selection = [];
  });
}

/** How far a copy lies from its original, in the document's unit. */
export interface CopyOffset {
  readonly x: number;
  readonly y: number;
}

/** Copies what is selected, each element in front of its original, and selects the copies. */
export function duplicateSelected(design: Design, { x, y }: CopyOffset): Design {
  return edit(design, (content) => {
    const taken = listIds(content.document);
    const copies: string[] = [];
    for (const { element } of findElements(content.document, content.selection)) {
      const { siblings, index } = findElement(content.document, element.id)!;
      const copy = copyElement(JSON.parse(JSON.stringify(element)) as TemplateElement, taken);
      shift(copy, { x, y });
      siblings.splice(index + 1, 0, copy);
      copies.push(copy.id);
    }
    content.selection = copies;
  });
}

/** Moves an element, in the coordinates of its group. Lengths that are no numbers stay as they are. */
export function shift(element: TemplateElement, { x, y }: { readonly x: number; readonly y: number }): void {
  if (x !== 0 && Number.isFinite(element.x)) element.x = roundLength(element.x + x);
  if (y !== 0 && Number.isFinite(element.y)) element.y = roundLength(element.y + y);
}

/** Changes one element. */
export function changeElement(
  design: Design,
  id: string,
  recipe: (element: TemplateElement) => void,
  options: EditOptions = {},
): Design {
  return edit(
    design,
    ({ document }) => {
      const placed = findElement(document, id);
      if (placed !== null) recipe(placed.element);
    },
    options,
  );
}

/** Changes some elements, groups without their elements. */
export function changeElements(
  design: Design,
  ids: readonly string[],
  recipe: (element: TemplateElement) => void,
  options: EditOptions = {},
): Design {
  return edit(
    design,
    ({ document }) => {
      for (const { element } of findElements(document, ids)) recipe(element);
    },
    options,
  );
}

/** Changes what is selected, groups without their elements. */
export function changeSelected(
  design: Design,
  recipe: (element: TemplateElement) => void,
  options: EditOptions = {},
): Design {
  return changeElements(design, design.selection, recipe, options);
}

/** Changes the document's own keys, such as its size. */
export function changeDocument(
  design: Design,
  recipe: (document: TemplateDocument) => void,
  options: EditOptions = {},
): Design {
  return edit(design, ({ document }) => recipe(document), options);
}

/** Sets a key of an object in the document; undefined removes it. */
export function setKey<Target extends object, Key extends keyof Target>(
  target: Target,
  key: Key,
  value: Target[Key] | undefined,
): void {
  if (value === undefined) unset(target, key);
  else target[key] = value;
}

/** Gives an element another box. The elements of a group keep their places in it, in proportion, unless a
 * layout places them. */
export function placeInBox(element: TemplateElement, { x, y, width, height }: Box): void {
  if (element.type === 'group' && element.layout === undefined && element.width > 0 && element.height > 0) {
    const by = { x: width / element.width, y: height / element.height };
    for (const member of element.elements) placeInBox(member, stretchBox(member, by));
  }
  element.x = roundLength(x);
  element.y = roundLength(y);
  element.width = roundLength(width);
  element.height = roundLength(height);
}

/** The box of an element in what is stretched about 0, 0: each side by as much as its direction is. */
export function stretchBox(element: TurnedBox, by: Point): Box {
  const angle = ((element.rotation ?? 0) * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const width = element.width * Math.hypot(by.x * cosine, by.y * sine);
  const height = element.height * Math.hypot(by.x * sine, by.y * cosine);
  return {
    x: (element.x + element.width / 2) * by.x - width / 2,
    y: (element.y + element.height / 2) * by.y - height / 2,
    width,
    height,
  };
}

/** Renames an element. The new id is made unique. */
export function renameElement(design: Design, id: string, name: string, options: EditOptions = {}): Design {
  const recipe = (content: Pick<Design, 'document'> & { selection: readonly string[] }) => {
    const placed = findElement(content.document, id);
    if (placed === null || name === '' || name === id) return;
    placed.element.id = takeId(listIds(content.document), name);
    content.selection = content.selection.map((each) => (each === id ? placed.element.id : each));
  };
  return edit(design, recipe, options);
}

/** Selects every element of the group that holds what is selected, or of the page, without its header. */
export function selectAll({ document, selection }: Pick<Design, 'document' | 'selection'>): string[] {
  const [first] = findElements(document, selection);
  const siblings = first?.groups.at(-1)?.elements ?? document.elements;
  return siblings.filter(isOwn).map(({ id }) => id);
}
