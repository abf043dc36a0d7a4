/** Reads and sets the keys of elements, of the document, and of objects in them, by path: `stroke.color`. */
import type { TemplateElement } from '../../model/template.ts';
import { unset } from '../../model/design.ts';
import { placeInBox } from '../../model/changes/content.ts';

type Keys = Record<string, unknown>;

/** The value at a path; undefined if there is none. */
export function valueAt(target: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (isObject(value) ? (value as Keys)[key] : undefined), target);
}

/** The value that several objects have in common. */
export interface CommonValue {
  /** Undefined: it is not set, or the values differ. */
  readonly value: unknown;
  readonly isMixed: boolean;
}

/** Compares the values at a path. */
export function commonValue(targets: readonly object[], path: string): CommonValue {
  const [first, ...others] = targets.map((target) => valueAt(target, path));
  const isMixed = others.some((other) => !isSame(first, other));
  return { value: isMixed ? undefined : first, isMixed };
}

/** Whether two values are the same JSON; keys that are undefined are none. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Sets the value at a path; undefined removes it. Objects on the way are made, and removed with their last
 * key.
 *
 * @param kept the path of an object that stays when it is empty
 */
export function setValue(target: object, path: string, value: unknown, kept: string | null = null): void {
  const keys = path.split('.');
  const [last] = keys.splice(-1);
  const way = keys.map((_, index) => keys.slice(0, index + 1).join('.'));
  if (value !== undefined) {
    for (const place of way) if (!isObject(valueAt(target, place))) put(target, place, {});
  }
  const parent = way.length === 0 ? target : valueAt(target, way.at(-1)!);
  if (!isObject(parent)) return;
  if (value === undefined) unset(parent as Keys, last!);
  else (parent as Keys)[last!] = value;
  for (const place of way.toReversed()) {
    const inner = valueAt(target, place);
    if (place === kept || !isObject(inner) || Array.isArray(inner) || !isEmpty(inner)) break;
    unsetAt(target, place);
  }
}

/** Sets a key of an element. The elements of a group grow with its sides. */
export function setElementValue(
  element: TemplateElement,
  path: string,
  value: unknown,
  kept: string | null = null,
): void {
  const isSide = path === 'width' || path === 'height';
  const { x, y, width, height } = element;
  const isFixed = [x, y, width, height].every(Number.isFinite);
  if (isSide && element.type === 'group' && typeof value === 'number' && isFixed) {
    placeInBox(element, { x, y, width, height, [path]: value });
  } else {
    setValue(element, path, value, kept);
  }
}

function put(target: object, path: string, value: unknown): void {
  const keys = path.split('.');
  const [last] = keys.splice(-1);
  ((keys.length === 0 ? target : valueAt(target, keys.join('.'))) as Keys)[last!] = value;
}

function unsetAt(target: object, path: string): void {
  const keys = path.split('.');
  const [last] = keys.splice(-1);
  unset((keys.length === 0 ? target : valueAt(target, keys.join('.'))) as Keys, last!);
}

function isEmpty(value: object): boolean {
  return Object.values(value).every((inner) => inner === undefined);
}

/** Whether a value is an object or a list. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
