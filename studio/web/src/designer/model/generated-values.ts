import type { TemplateDocument, TemplateVariable } from './template.ts';
import { readList } from '../../../../../src/common/values/lists.ts';
import { variablesIn } from '../../../../../src/common/placeholders/placeholders.ts';
import { walkPages } from './elements.ts';
import { type Values, noValues, knownValue } from './values.ts';

/** Kinds of data sets that are generated from the variables and their rules. */
export const generatedKinds = ['Shortest', 'Longest', 'Empty', 'Right to left'] as const;

export type GeneratedKind = (typeof generatedKinds)[number];

/**
 * Values that satisfy the rules. Only an example or a default is known to match a pattern: without one, an
 * optional variable stays empty, and the value of a required one is refused. Pictures are left to the
 * template, unless they are required or have an example: a generated one would cause warnings of its own.
 *
 * @param inBars names of variables that barcodes show: no sentence can be drawn as one
 * @param example the template's example values
 */
export function generateValues(
  variables: readonly TemplateVariable[],
  kind: GeneratedKind,
  inBars: ReadonlySet<string> = new Set(),
  example: Values = noValues,
): Values {
  const isKnown = (variable: TemplateVariable) => (example[variable.name] ?? '') !== '';
  return Object.fromEntries(
    variables
      .filter((variable) => {
        const { type, required = false } = variable;
        return type !== 'image' || required || kind === 'Empty' || isKnown(variable);
      })
      .map((variable) => {
        const isText = variable.type === 'text' && inBars.has(variable.name);
        const shown: TemplateVariable = isText ? { ...variable, type: 'barcode' } : variable;
        return [variable.name, generateValue(shown, kind, example)];
      }),
  );
}

/** The names of the variables that barcodes of a document show. */
export function variablesInBars(document: TemplateDocument): Set<string> {
  const declared = new Set((document.variables ?? []).map(({ name }) => name));
  const values = Array.from(walkPages(document), ({ element }) =>
    element.type === 'barcode' ? element.value : '',
  );
  return new Set(values.flatMap((value) => variablesIn(value, declared)));
}

/** The texts of a list's first entry. */
function firstEntry(list: string): Values {
  const [entry = {}] = readList(list) ?? [];
  if (typeof entry !== 'object' || entry === null) return noValues;
  return Object.fromEntries(
    Object.entries(entry).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}

/** Few entries, or more than a person would try. */
function generateList(variable: TemplateVariable, kind: GeneratedKind, example: Values): string {
  const { fields = [], validation = {} } = variable;
  const { minLength = 1, maxLength = Infinity } = validation;
  const count = Math.min(maxLength, Math.max(minLength, kind === 'Longest' ? 20 : 1));
  const known = firstEntry(knownValue(variable, example));
  const entry = Object.fromEntries(fields.map((field) => [field.name, generateValue(field, kind, known)]));
  return JSON.stringify(Array.from({ length: count }, () => entry));
}

export function generateValue(
  variable: TemplateVariable,
  kind: GeneratedKind,
  example: Values = noValues,
): string {
  const { type, required = false, validation = {} } = variable;
  const { options = [], pattern } = validation;
  if (kind === 'Empty' && !required) return '';
  if (type === 'list') return generateList(variable, kind, example);
  if (options.length > 0) return chooseOption(options, kind);
  // Nothing but an example says what a pattern accepts, or what the symbology of a code needs.
  if (pattern !== undefined || type === 'image' || type === 'barcode') {
    const known = knownValue(variable, example);
    if (known !== '' || (pattern !== undefined && !required)) return known;
  }
  const isLong = kind === 'Longest';
  switch (type) {
    case 'number':
      return generateNumber(variable, isLong);
    case 'date':
      return isLong ? '2026-09-30' : '2026-01-01';
    case 'phone':
      return isLong ? '+49 30 901820 12345' : '+44 20 7946 0018';
    case 'image':
      return greyPicture;
    case 'barcode':
      return '4006381333931';
    case 'email':
      return stretch(variable, isLong ? 'firstname.lastname' : 'a', isLong ? '@mail.example.com' : '@b.co');
    case 'url':
      return stretch(variable, isLong ? 'https://www.example.com/a/long/path/' : 'https://a.co/', '');
    case 'text':
    case 'qrcode':
      return generateText(variable, kind);
  }
}

function chooseOption(options: readonly string[], kind: GeneratedKind): string {
  const byLength = options.toSorted((a, b) => countCharacters(a) - countCharacters(b));
  const rightToLeft = options.find((option) => /[\u0590-\u08ff]/u.test(option));
  if (kind === 'Right to left' && rightToLeft !== undefined) return rightToLeft;
  return (kind === 'Longest' ? byLength.at(-1) : byLength[0]) ?? '';
}

function generateNumber({ validation = {} }: TemplateVariable, isLong: boolean): string {
  const { min = -Infinity, max = Infinity } = validation;
  if (!isLong) return String(Math.min(Math.max(1, min), max));
  if (max !== Infinity) return String(max);
  return String(Math.max(1_234_567.89, min));
}

const latin =
  'A sentence that goes on for as long as the rules of its variable allow, with words of every length, ';

const arabic = 'نص طويل من اليمين إلى اليسار لاختبار التصميم مع كلمات قصيرة وطويلة، ';

/** Without a rule, a title that takes two lines. */
const usualLength = 80;

function generateText(variable: TemplateVariable, kind: GeneratedKind): string {
  const { minLength = 0, maxLength = Infinity } = variable.validation ?? {};
  if (kind === 'Shortest' || kind === 'Empty') return cut('A'.padEnd(minLength, 'a'), maxLength);
  const isLongest = kind === 'Longest' && maxLength !== Infinity;
  const length = Math.max(
    minLength,
    Math.min(maxLength, isLongest ? (maxCharacters[variable.type] ?? usualLength) : usualLength),
  );
  return fill(kind === 'Longest' ? latin : arabic, length);
}

/** No page has a longer text; a QR code has room for less. */
const maxCharacters: Readonly<Record<string, number>> = { text: 5_000, qrcode: 500 };

/** A sentence, repeated up to a length. Its last character is no space, which trimming would remove. */
function fill(sentence: string, length: number): string {
  const repeated = cut(sentence.repeat(Math.ceil(length / countCharacters(sentence))), length);
  return repeated.replace(/[ ,،]+$/u, (end) => (sentence === latin ? 'x' : 'ن').repeat(end.length));
}

/** Makes an address as long as it has to be, or has no more than it may have. */
function stretch({ validation = {} }: TemplateVariable, start: string, end: string): string {
  const { minLength = 0, maxLength = Infinity } = validation;
  const room = maxLength - end.length;
  return cut(start.padEnd(minLength - end.length, 'a'), room).replace(/\.$/u, 'a') + end;
}

export function cut(text: string, length: number): string {
  return length === Infinity ? text : [...text].slice(0, length).join('');
}

function countCharacters(text: string): number {
  return [...text].length;
}

/** One grey pixel. */
const greyPicture =
  'data:image/png;base64,' +
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGM4AQAAygDJmcpdfgAAAABJRU5ErkJggg==';
