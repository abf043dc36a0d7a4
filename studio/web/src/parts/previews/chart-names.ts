/** The variables that the specification of a chart names by itself: its lists, and names in expressions. */

/** Keys that hold an expression of Vega, if they hold a string. */
export const expressionKeys = new Set([
  'expr',
  'calculate',
  'labelExpr',
  'signal',
  'update',
  'filter',
  'test',
]);

/** A string with names, and where it stands. */
interface NamingString {
  readonly owner: Record<string, unknown>;
  readonly key: string;
  readonly text: string;
  readonly isList: boolean;
}

/** Whether a specification names a variable. */
export function isNamedInSpec(spec: unknown, name: string): boolean {
  return Array.from(namingStrings(spec)).some(({ text, isList }) =>
    isList ? text === name : replaceName(text, name, '') !== text,
  );
}

/** Writes another name of a variable, in place. */
export function renameInSpec(spec: unknown, from: string, to: string): void {
  for (const { owner, key, text, isList } of Array.from(namingStrings(spec))) {
    const renamed = !isList ? replaceName(text, from, to) : text === from ? to : text;
    if (renamed !== text) owner[key] = renamed;
  }
}

function* namingStrings(node: unknown, outer = ''): Generator<NamingString> {
  if (Array.isArray(node)) for (const inner of node) yield* namingStrings(inner, outer);
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
  const owner = node as Record<string, unknown>;
  for (const [key, value] of Object.entries(owner)) {
    if (key === 'datasets' || (outer === 'data' && key === 'values')) continue;
    const isList = outer === 'data' && key === 'name' && !('values' in owner);
    if (typeof value !== 'string') yield* namingStrings(value, key);
    else if (isList || expressionKeys.has(key)) yield { owner, key, text: value, isList };
  }
}

/** Strings, fields of objects, and names. */
const tokens =
  /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\.\s*[\p{ID_Start}$_][\p{ID_Continue}$]*|[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;

function replaceName(expression: string, from: string, to: string): string {
  return expression.replace(tokens, (token) => (token === from ? to : token));
}
