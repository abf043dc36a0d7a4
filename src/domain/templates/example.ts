/**
 * Example values of a template: what its pictures in the app show. They come from the `example.json` beside
 * `template.json`, or else are its first data set.
 */
import { createHash } from 'node:crypto';
import { surveyJson } from '../../common/text/json-text.ts';
import type { TemplateToFill } from '../variables/check-values.ts';
import { checkValuesInWorker } from './check/in-worker.ts';
import { maxDepth } from './template-folder.ts';
import type { ExampleValues } from '../../store/authoring/examples.ts';

/** The size of `example.json`. Values may hold small pictures. */
const maxBytes = 1024 * 1024;

/** As many values as a template may have variables, and more. */
const maxValues = 1_000;

/**
 * Reads `example.json`: an object of strings, and of lists as arrays or as strings that hold them.
 *
 * @returns the values, or a sentence that says what is wrong
 */
export function readExample(
  bytes: Uint8Array,
): { readonly values: ExampleValues } | { readonly problem: string } {
  if (bytes.byteLength > maxBytes)
    return { problem: `example.json has ${bytes.byteLength} bytes; at most ${maxBytes} are accepted.` };
  let json: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (surveyJson(text).depth > maxDepth)
      return { problem: `example.json is nested more than ${maxDepth} deep.` };
    json = JSON.parse(text);
  } catch (error) {
    return { problem: `example.json is not JSON in UTF-8: ${(error as Error).message}.` };
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return { problem: 'example.json must be an object of strings, like {"title": "Hello"}.' };
  const entries = Object.entries(json);
  if (entries.length > maxValues)
    return { problem: `example.json has ${entries.length} values; at most ${maxValues} are accepted.` };
  const texts = entries.map(([name, value]: [string, unknown]) => {
    return [name, Array.isArray(value) ? JSON.stringify(value) : value] as const;
  });
  const wrong = texts.find(([name, text]) => !isStorable(name) || !isStorable(text));
  if (wrong === undefined) return { values: Object.fromEntries(texts) as Record<string, string> };
  const shown = JSON.stringify(wrong[0].slice(0, 60).toWellFormed());
  return {
    problem:
      `example.json: the value of ${shown} must be a string without NUL characters and lone surrogates, ` +
      'or a list.',
  };
}

function isStorable(text: unknown): boolean {
  return typeof text === 'string' && text.isWellFormed() && !text.includes('\0');
}

/** Values that fit a template, and sentences about the others. */
interface FittingExample {
  readonly values: ExampleValues;
  readonly problems: readonly string[];
}

/**
 * The example values that a template accepts, by the rules of all values. Variables may have changed since
 * the values were given: the others are left out. A required variable may be without a value.
 *
 * @param workspaceId whose work it is
 */
export async function fitExample(
  template: TemplateToFill,
  values: ExampleValues,
  workspaceId?: string,
): Promise<FittingExample> {
  const names = Object.keys(values);
  if (names.length === 0) return { values, problems: [] };
  const checked = await checkValuesInWorker(template, values, workspaceId);
  if (checked.ok) return { values, problems: [] };
  const declared = new Set((template.document.variables ?? []).map(({ name }) => name));
  const wrong = checked.problems.filter(({ variable }) => Object.hasOwn(values, variable));
  const wrongNames = new Set(wrong.map(({ variable }) => variable));
  return {
    values: Object.fromEntries(
      names
        .filter((name) => declared.has(name) && !wrongNames.has(name))
        .map((name) => [name, values[name] ?? '']),
    ),
    problems: wrong.map(({ detail }) => detail),
  };
}

/** The SHA-256 of example values in hex; null without values. Their order does not count. */
export function hashExample(values: ExampleValues): string | null {
  const entries = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? null : createHash('sha256').update(JSON.stringify(entries)).digest('hex');
}
