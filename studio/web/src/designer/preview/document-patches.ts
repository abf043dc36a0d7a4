/** A change of a document. A path has names of members and indexes. */
export interface DocumentPatch {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: readonly (string | number)[];
  readonly value?: unknown;
}

/**
 * The patches that make a document from an earlier one. Both are immutable and share what did not change, so
 * that only changed parts are compared.
 */
export function findPatches(before: object, after: object): DocumentPatch[] {
  const patches: DocumentPatch[] = [];
  compare(before, after, [], patches);
  return patches;
}

type Path = readonly (string | number)[];

function compare(before: unknown, after: unknown, path: Path, patches: DocumentPatch[]): void {
  if (before === after) return;
  if (Array.isArray(before) && Array.isArray(after)) compareLists(before, after, path, patches);
  else if (isObject(before) && isObject(after)) compareObjects(before, after, path, patches);
  else patches.push({ op: 'replace', path, value: after });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON has no `undefined`: such a member is missing. */
function compareObjects(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  path: Path,
  patches: DocumentPatch[],
): void {
  for (const key of Object.keys(before)) {
    if (before[key] !== undefined && after[key] === undefined)
      patches.push({ op: 'remove', path: [...path, key] });
  }
  for (const [key, value] of Object.entries(after)) {
    if (value === undefined) continue;
    if (before[key] === undefined) patches.push({ op: 'add', path: [...path, key], value });
    else compare(before[key], value, [...path, key], patches);
  }
}

/** What is equal at the start and at the end stays; in between, entries are compared one by one. */
function compareLists(
  before: readonly unknown[],
  after: readonly unknown[],
  path: Path,
  patches: DocumentPatch[],
): void {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  const [oldEnd, newEnd] = [before.length - same, after.length - same];
  for (let at = start; at < Math.min(oldEnd, newEnd); at += 1)
    compare(before[at], after[at], [...path, at], patches);
  for (let at = oldEnd - 1; at >= newEnd; at -= 1) patches.push({ op: 'remove', path: [...path, at] });
  for (let at = oldEnd; at < newEnd; at += 1)
    patches.push({ op: 'add', path: [...path, at], value: after[at] });
}
