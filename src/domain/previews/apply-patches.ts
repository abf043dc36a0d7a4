import type { JsonDocument } from '../../store/authoring/working-copies.ts';
import { problems } from '../problems/catalogue.ts';
import type { Problem } from '../problems/problem.ts';

/** A change of a document, as immer describes it. A path has names of members and indexes. */
export interface DocumentPatch {
  readonly op: 'add' | 'remove' | 'replace';
  /** Empty: the document itself. */
  readonly path: readonly (string | number)[];
  readonly value?: unknown;
}

/** Entries of lists that the patches of one message may move: some milliseconds of work. */
const maxMoved = 1_000_000;

/** Members of objects that the patches of one message may copy: 150,000 of one object take 90 ms. */
const maxCopied = 20_000;

/**
 * Applies patches to a document. The given document stays as it is; the new one shares with it what the
 * patches do not touch.
 *
 * @throws Problem VALIDATION_ERROR that names the patch
 */
export function applyPatches(document: JsonDocument, patches: readonly DocumentPatch[]): JsonDocument {
  // Copies that were made here may be changed again.
  const owned = new Set<unknown>();
  let moved = 0;
  let copied = 0;
  let root: unknown = document;
  for (const [index, { op, path, value }] of patches.entries()) {
    const refuse = (detail: string): Problem =>
      problems.invalidRequest([{ pointer: `/patches/${index}/path`, detail }]);
    const own = (container: unknown): Container => {
      if (owned.has(container)) return container as Container;
      const copy = Array.isArray(container) ? [...(container as readonly unknown[])] : copyObject(container);
      owned.add(copy);
      return copy;
    };
    const copyObject = (object: unknown): Container => {
      copied += Object.keys(object as object).length;
      if (copied > maxCopied) {
        const limit = maxCopied.toLocaleString('en');
        throw refuse(`The patches change objects that have more than ${limit} members. Send the document.`);
      }
      return { ...(object as Record<string, unknown>) };
    };
    const last = path.at(-1);
    if (last === undefined) {
      if (!isContainer(value) || Array.isArray(value)) throw refuse('A document must be an object.');
      root = value;
      continue;
    }
    let parent = own(root);
    root = parent;
    for (const key of path.slice(0, -1)) {
      const child = Object.hasOwn(parent, key) ? (parent as Record<string, unknown>)[key] : undefined;
      if (!isContainer(child)) throw refuse(`There is nothing to change at ${JSON.stringify(key)}.`);
      const copy = own(child);
      (parent as Record<string, unknown>)[key] = copy;
      parent = copy;
    }
    moved += Array.isArray(parent) && op !== 'replace' ? parent.length - Number(last) : 0;
    if (moved > maxMoved) {
      const limit = maxMoved.toLocaleString('en');
      throw refuse(`The patches move more than ${limit} entries of lists. Send the document.`);
    }
    const error = Array.isArray(parent)
      ? changeArray(parent, op, last, value)
      : changeObject(parent, op, last, value);
    if (error !== null) throw refuse(error);
  }
  return root as JsonDocument;
}

type Container = Record<string, unknown> | unknown[];

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

/** Changes an array; returns why it cannot. An array never gets holes. */
function changeArray(
  array: unknown[],
  op: DocumentPatch['op'],
  key: string | number,
  value: unknown,
): string | null {
  if (key === 'length' && op === 'replace') {
    if (!isIndex(value, array.length)) return `The list has ${array.length} entries.`;
    array.length = value;
    return null;
  }
  if (!isIndex(key, op === 'add' ? array.length : array.length - 1))
    return `The list has ${array.length} entries.`;
  if (op === 'replace') array[key] = value;
  else array.splice(key, op === 'remove' ? 1 : 0, ...(op === 'add' ? [value] : []));
  return null;
}

function isIndex(value: unknown, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max;
}

/** Changes an object; returns why it cannot. */
function changeObject(
  object: Record<string, unknown>,
  op: DocumentPatch['op'],
  key: string | number,
  value: unknown,
): string | null {
  if (key === '__proto__') return 'This name is not accepted.';
  if (op === 'remove') {
    if (!Object.hasOwn(object, key)) return `There is nothing to remove at ${JSON.stringify(key)}.`;
    delete object[key];
  } else {
    if (value === undefined) return 'The value is missing.';
    object[key] = value;
  }
  return null;
}
