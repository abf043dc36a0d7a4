import { parseTree, type Node } from 'jsonc-parser';
import type { TemplateProblem } from './check/problem.ts';
import { readPointer } from '../../common/text/json-text.ts';

/** A problem with its place in the text of template.json. */
export interface LocatedProblem extends TemplateProblem {
  /** The innermost element that contains the place; null outside of elements. */
  readonly elementId: string | null;
  /** Where the value starts, counted from 1; null if the problem has no place in template.json. */
  readonly line: number | null;
  /** In UTF-16 code units, as editors count. */
  readonly column: number | null;
}

/**
 * Adds element, line and column to problems, and sorts them by their place; those of the whole document are
 * last. `json` is the parsed text of template.json.
 */
export function locateProblems(
  text: string,
  json: unknown,
  problems: readonly TemplateProblem[],
): LocatedProblem[] {
  if (problems.length === 0) return [];
  const root = parseTree(text);
  const placeOf = createPlaceFinder(text);
  return problems
    .map(({ pointer, detail, offset: inString }) => {
      const path = readPointer(pointer);
      const node = root === undefined ? null : findNode(root, path);
      const offset = node === null ? 0 : node.offset + offsetInLiteral(text, node, inString);
      return { problem: { pointer, detail, elementId: findElementId(json, path) }, offset };
    })
    .sort(
      (a, b) => Number(a.problem.pointer === '') - Number(b.problem.pointer === '') || a.offset - b.offset,
    )
    .map(({ problem, offset }) => ({ ...problem, ...placeOf(offset) }));
}

/** Problems and warnings with their places. */
export interface LocatedFindings {
  readonly problems: readonly LocatedProblem[];
  readonly warnings: readonly LocatedProblem[];
}

/** As `locateProblems`, for a document without a text: lines and columns are those of the app's editor. */
export function locateFindings(
  json: unknown,
  { problems, warnings }: { readonly [List in keyof LocatedFindings]: readonly TemplateProblem[] },
): LocatedFindings {
  const text = JSON.stringify(json, null, 2);
  return {
    problems: locateProblems(text, json, problems),
    warnings: locateProblems(text, json, warnings),
  };
}

/** A problem with no place in template.json. */
export function problemWithoutPlace(detail: string): LocatedProblem {
  return { pointer: '', detail, elementId: null, line: null, column: null };
}

/** Returns a function that converts offsets in a text to lines and columns. */
export function createPlaceFinder(text: string): (offset: number) => { line: number; column: number } {
  const lineStarts = [0];
  for (const end of text.matchAll(/\r\n|\n|\r/gu)) lineStarts.push(end.index + end[0].length);
  return (offset) => {
    const line = lineStarts.findLastIndex((start) => start <= offset);
    return { line: line + 1, column: offset - (lineStarts[line] ?? 0) + 1 };
  };
}

/** Where a place in a string is in the JSON text of that string, in which some characters are escaped. */
function offsetInLiteral(text: string, { type, offset, length }: Node, inString: number | undefined): number {
  if (inString === undefined || type !== 'string') return 0;
  const literal = text.slice(offset + 1, offset + length - 1);
  let at = 0;
  for (const [unit] of literal.matchAll(/\\u[0-9a-f]{4}|\\.|[^\\]/gisu)) {
    if (inString <= 0) break;
    inString -= unit.startsWith('\\') ? 1 : unit.length;
    at += unit.length;
  }
  return 1 + at;
}

/** The value at a path, or its innermost container that exists. */
function findNode(root: Node, path: readonly string[]): Node {
  let node = root;
  for (const key of path) {
    const { type, children = [] } = node;
    const next =
      type === 'array'
        ? children[Number(key)]
        : // The last of duplicate keys counts, as in JSON.parse.
          children.findLast(({ children: [name] = [] }) => name?.value === key)?.children?.[1];
    if (next === undefined) break;
    node = next;
  }
  return node;
}

/** Lists whose entries have ids. */
const lists: ReadonlySet<string> = new Set(['elements', 'pages']);

function findElementId(json: unknown, path: readonly string[]): string | null {
  let id: string | null = null;
  let value = json;
  for (const [index, key] of path.entries()) {
    if (typeof value !== 'object' || value === null) break;
    value = (value as Readonly<Record<string, unknown>>)[key];
    if (!lists.has(path[index - 1] ?? '') || typeof value !== 'object' || value === null) continue;
    id = 'id' in value && typeof value.id === 'string' ? value.id : null;
  }
  return id;
}
