import { Problem } from './problem.ts';

/**
 * A problem whose errors name the fields as another contract does. Anything else is returned as it is.
 *
 * @param names the beginning of a pointer, and what stands in its place; one with a dot at its end may end in
 *   the middle of a name
 */
export function renamePointers(error: unknown, names: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof Problem) || error.facts.errors === undefined) return error;
  const rename = (pointer: string) => renamePointer(pointer, names);
  const errors = error.facts.errors.map((each) => ({ ...each, pointer: rename(each.pointer) }));
  const [was, is] = [error.facts.errors[0]?.pointer ?? '', errors[0]?.pointer ?? ''];
  // The detail of the problem begins with that of the first error.
  const detail = error.detail.startsWith(`${was}: `) ? is + error.detail.slice(was.length) : error.detail;
  return new Problem(error.code, detail, { ...error.facts, errors });
}

/** A pointer with the names of another contract, as in `renamePointers`. */
export function renamePointer(pointer: string, names: Readonly<Record<string, string>>): string {
  const [from, to] =
    Object.entries(names).find(
      ([start]) => pointer === start || pointer.startsWith(start.endsWith('.') ? start : `${start}/`),
    ) ?? [];
  return from === undefined || to === undefined ? pointer : to + pointer.slice(from.length);
}

/** Options that the app sends beside the others, since it does not keep them. */
export const keptOutside: Readonly<Record<string, string>> = {
  '/options/password': '/password',
  '/options/attachments': '/attachments',
  '/options/facturx': '/facturx',
};
