/** JSON values in pieces: reading each of them holds the event loop for a millisecond at most. */

/** A part of a value, as JSON. */
export interface JsonPiece {
  /** The names and indexes that lead to it; none: the value itself. */
  readonly path: readonly (string | number)[];
  readonly text: string;
  /** Whether the text is what stands there; else it has more members of what stands there. */
  readonly isWhole: boolean;
}

/** Members of a piece, at all depths. */
const maxMembers = 1_000;

type Container = Record<string, unknown> | unknown[];

/** Cuts a value that was parsed from JSON into pieces, which `joinPiece` takes in this order. */
export function* cutToPieces(value: unknown, path: JsonPiece['path'] = []): Generator<JsonPiece> {
  if (!isContainer(value) || countMembers(value, 0) <= maxMembers) {
    yield { path, text: JSON.stringify(value), isWhole: true };
    return;
  }
  const isList = Array.isArray(value);
  yield { path, text: isList ? '[]' : '{}', isWhole: true };
  let collected: [string, unknown][] = [];
  let members = 0;
  const collect = (): JsonPiece => {
    const given = isList ? collected.map(([, member]) => member) : Object.fromEntries(collected);
    [collected, members] = [[], 0];
    return { path, text: JSON.stringify(given), isWhole: false };
  };
  for (const [key, member] of Object.entries(value)) {
    const count = countMembers(member, 0);
    if (collected.length > 0 && members + count > maxMembers) yield collect();
    if (count > maxMembers) yield* cutToPieces(member, [...path, isList ? Number(key) : key]);
    else {
      collected.push([key, member]);
      members += count;
    }
  }
  if (collected.length > 0) yield collect();
}

/** Puts the next piece into a value, and returns the value. */
export function joinPiece(whole: unknown, { path, text, isWhole }: JsonPiece): unknown {
  const part: unknown = JSON.parse(text);
  if (isWhole && path.length === 0) return part;
  let place = whole as Container;
  for (const key of isWhole ? path.slice(0, -1) : path) place = getMember(place, key) as Container;
  if (isWhole) (place as Record<string | number, unknown>)[path.at(-1) ?? ''] = part;
  else if (Array.isArray(place)) place.push(...(part as unknown[]));
  else Object.assign(place, part);
  return whole;
}

function getMember(place: Container, key: string | number): unknown {
  return (place as Record<string | number, unknown>)[key];
}

/** A value and its members at all depths, added to others; where those are too many, not all. */
function countMembers(value: unknown, counted: number): number {
  let count = counted + 1;
  if (!isContainer(value)) return count;
  if (Array.isArray(value)) {
    for (const member of value) {
      if (count > maxMembers) break;
      count = countMembers(member, count);
    }
    return count;
  }
  for (const key in value) {
    if (count > maxMembers) break;
    count = countMembers(value[key], count);
  }
  return count;
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}
