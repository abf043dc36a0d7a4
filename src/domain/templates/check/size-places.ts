import type { TemplateSize } from '../../../../generated/template.ts';
import { escapePointer, readPointer } from '../../../common/text/json-text.ts';
import { quoteValue } from '../../variables/types.ts';
import type { TemplateProblem } from './problem.ts';

/** Where a pointer points to, by ids. */
interface Place {
  /** The id of the innermost element that it is in. */
  readonly element: string | null;
  /** The id of the page that it is in. */
  readonly page: string | null;
  /** What follows in the element; outside of elements in the page; else in the document. */
  readonly keys: readonly string[];
}

/** Finds the element or page of a pointer into a document. */
export function placeOf(document: object, pointer: string): Place {
  const keys = readPointer(pointer);
  let place: Place = { element: null, page: null, keys };
  let node: unknown = document;
  for (let at = 0; at < keys.length;) {
    const step = isList(keys[at]) ? 2 : isRunning(keys[at]) ? 1 : 0;
    if (step === 0) break;
    node = keys.slice(at, at + step).reduce(valueIn, node);
    const id = valueIn(node, 'id');
    if (typeof id !== 'string') break;
    const rest = keys.slice(at + step);
    place =
      keys[at] === 'pages' ? { element: null, page: id, keys: rest } : { ...place, element: id, keys: rest };
    at += step;
  }
  return place;
}

const isList = (key: string | undefined) => key === 'elements' || key === 'pages';
const isRunning = (key: string | undefined) => key === 'header' || key === 'footer';

function valueIn(node: unknown, key: string): unknown {
  const isContainer = typeof node === 'object' && node !== null;
  return isContainer ? (node as Readonly<Record<string, unknown>>)[key] : undefined;
}

/**
 * A finding in the document of a size, at the place of the size that makes it: the key that it overrides,
 * else the size with a detail that names the element.
 */
export function locateInSize(
  sized: object,
  size: TemplateSize,
  pointer: string,
  finding: TemplateProblem,
): TemplateProblem {
  const { element, page, keys } = placeOf(sized, finding.pointer);
  const path = (parts: readonly string[]) => [pointer, ...parts.map((part) => escapePointer(part))].join('/');
  const [key] = keys;
  const own: unknown =
    element !== null ? inRecord(size.overrides, element) : page !== null ? inRecord(size.pages, page) : size;
  const list = element !== null ? ['overrides', element] : page !== null ? ['pages', page] : [];
  const hasKey = key !== undefined && valueIn(own, key) !== undefined;
  if (hasKey) return { ...finding, pointer: path([...list, ...keys]) };
  const what = element === null ? '' : `, of the element ${quoteValue(element)}`;
  const { offset: _offset, ...rest } = finding;
  const named = {
    ...rest,
    detail: `In this size${what}${keys.length === 0 ? '' : `, "${keys.join('/')}"`}: ${finding.detail}`,
  };
  return { ...named, pointer: own === undefined || list.length === 0 ? pointer : path(list) };
}

function inRecord(record: Readonly<Record<string, unknown>> | undefined, key: string): unknown {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}
