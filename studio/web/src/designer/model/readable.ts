/** Documents that the designer can open, whatever was saved: lists are lists, and a page has a size. */
import type { TemplateDocument } from './template.ts';

type Keys = Record<string, unknown>;

/** The size of a page whose own is no size, in the document's unit. */
const defaultViewport = { width: 800, height: 600 };

/**
 * A saved document as one that can be read: the same object if it can. What is no list is one of the objects
 * in it, or empty; the service lists it among the problems.
 */
export function makeReadable(saved: object): object {
  const document = saved as Keys;
  const changed: Keys = {};
  const { variables, elements, pages, viewport } = document;
  if (variables !== undefined && !isListOfObjects(variables)) changed['variables'] = toVariables(variables);
  if (!Array.isArray(pages) || pages.length === 0) {
    if (pages !== undefined && !Array.isArray(pages)) changed['pages'] = undefined;
    if (!areElements(elements)) changed['elements'] = toElements(elements);
    if (!isSized(viewport)) changed['viewport'] = toViewport(viewport);
  }
  return Object.keys(changed).length === 0 ? saved : { ...document, ...changed };
}

function isObject(value: unknown): value is Keys {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOfObjects(value: unknown): value is Keys[] {
  return Array.isArray(value) && value.every(isObject);
}

/** By their names, as some write them. */
function toVariables(value: unknown): Keys[] | undefined {
  if (Array.isArray(value)) return value.filter(isObject);
  if (!isObject(value)) return undefined;
  return Object.entries(value).flatMap(([name, each]) => (isObject(each) ? [{ name, ...each }] : []));
}

function areElements(value: unknown): boolean {
  return (
    isListOfObjects(value) && value.every((each) => each['type'] !== 'group' || areElements(each['elements']))
  );
}

function toElements(value: unknown): Keys[] {
  const list = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return list
    .filter(isObject)
    .map((each) => (each['type'] === 'group' ? { ...each, elements: toElements(each['elements']) } : each));
}

function isSized(value: unknown): value is TemplateDocument['viewport'] {
  if (!isObject(value)) return false;
  const { width, height } = value;
  return isLength(width) && (isLength(height) || (isObject(height) && isLength(height['min'])));
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function toViewport(value: unknown): object {
  const { width, height } = isObject(value) ? value : {};
  const isHeight = isLength(height) || (isObject(height) && isLength(height['min']));
  return {
    width: isLength(width) ? width : defaultViewport.width,
    height: isHeight ? height : defaultViewport.height,
  };
}
