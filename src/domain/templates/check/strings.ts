import type {
  Repeat,
  TableCarry,
  TableColumn,
  TableElement,
  TemplateDocument,
} from '../../../../generated/template.ts';
import { readColor } from '../../../render/bind/colors.ts';
import { paletteOf, type PaletteSource } from '../../../render/bind/palette.ts';
import { isInkNotation } from '../../../common/colors/ink-colors.ts';
import { checkInksOfChart } from './inks.ts';
import { titlesIn } from '../../../common/placeholders/chart-titles.ts';
import { colorsKey, parsePlaceholders } from '../../../common/placeholders/placeholders.ts';
import { pageNames } from '../../../render/bind/running.ts';
import { ENTRY_NAME, GROUP_NAME } from '../../../common/values/values.ts';
import type { ExtraTypes } from '../../../common/expressions/extra-names.ts';
import { escapePointer } from '../../../common/text/json-text.ts';
import { quoteValue } from '../../variables/types.ts';
import { toFindings, merge, problemAt, type Findings } from './problem.ts';
import { checkString, colorKeys } from './filled-string.ts';
import { checkRepeat } from './repeats.ts';

const noExtra: ExtraTypes = new Map();

/** The places of headers and footers, where the number of the page is known. */
const runningPlace = /^(?:\/pages\/\d+){1,2}\/(?:header|footer)$/u;
const pageTypes: ExtraTypes = new Map(pageNames.map((name) => [name, 'int']));

/**
 * Checks the placeholders in a value: filled keys, declared variables and valid expressions only.
 *
 * @param extra the names that are known there beside the variables
 * @param stringKey the key that its strings count as, in place of their own
 */
export function checkStrings(
  value: object,
  pointer: string,
  document: PaletteSource,
  extra = noExtra,
  stringKey?: string,
): Findings {
  // The schema check may refuse the value.
  const given = (('repeat' in value && value.repeat) || {}) as Partial<Repeat>;
  const place = (key: string) => `${pointer}/repeat/${key}`;
  const repeat = checkRepeat(given, place, document, extra);
  const ofRows = isTable(value) ? { ...value, each: value.rows } : {};
  const rowPlace = (key: string) => `${pointer}/${key === 'each' ? 'rows' : key}`;
  const rows = checkRepeat(ofRows, rowPlace, document, repeat.extra);
  const findings: Findings[] = [repeat.findings, rows.findings];
  for (const [key, inner] of Object.entries<unknown>(value as Record<string, unknown>)) {
    if (key === 'repeat') continue;
    if (key === 'rows' && isTable(value)) continue;
    const at = `${pointer}/${escapePointer(key)}`;
    if (key === 'columns' && isTable(value) && Array.isArray(inner)) {
      for (const [index, column] of inner.entries()) {
        // The schema check may refuse it.
        if (typeof column !== 'object' || column === null) continue;
        const { header, visible, ...others } = column as Partial<TableColumn>;
        findings.push(
          checkStrings({ header, visible }, `${at}/${index}`, document, repeat.extra),
          checkStrings(others, `${at}/${index}`, document, rows.extra),
        );
      }
    } else if (key === 'carry' && isTable(value) && typeof inner === 'object' && inner !== null) {
      const { value: amount, ...others } = inner as Partial<TableCarry>;
      findings.push(
        checkStrings(others, at, document, repeat.extra),
        checkStrings({ value: amount }, at, document, rows.extra),
      );
    } else if (key === 'spec' && typeof inner === 'object' && inner !== null) {
      // Only the titles of a chart are filled; its expressions name variables directly.
      for (const { pointer: place, text } of titlesIn(inner as Readonly<Record<string, unknown>>))
        findings.push(checkString('text', text, at + place, document, repeat.extra));
      findings.push(checkInksOfChart(inner, at, document));
    } else if (typeof inner === 'object' && inner !== null) {
      const known = isTable(value) ? namesInTable(value, key, rows.extra, repeat.extra) : repeat.extra;
      const names = runningPlace.test(at) ? new Map([...known, ...pageTypes]) : known;
      findings.push(checkStrings(inner, at, document, names, keysOfStrings[key]));
    } else if (typeof inner === 'string' && inner.includes('{{')) {
      const known = key === 'groupBy' && isTable(value) ? rows.extra : repeat.extra;
      findings.push(checkString(stringKey ?? key, inner, at, document, known));
    } else if (typeof inner === 'string' && colorKeys.has(stringKey ?? key) && isInkNotation(inner)) {
      const read = readColor(inner, paletteOf(document));
      if ('wrong' in read) findings.push(problemAt(at, `${quoteValue(inner)} ${read.wrong}.`));
    }
  }
  return merge(findings);
}

/** Warns about the name of a template with a placeholder, which stays as it is. */
export function checkName({ name, variables = [] }: TemplateDocument): Findings {
  const [piece] = parsePlaceholders(name, new Set(variables.map((variable) => variable.name))).filter(
    (each) => !('literal' in each),
  );
  if (piece === undefined) return toFindings({});
  const detail =
    'Placeholders are not filled in the name of a template: it stays as it is. ' +
    'The "title" of the document is filled, and is the title of its files.';
  return toFindings({ warnings: [{ pointer: '/name', detail }] });
}

/** What the strings of lists and records count as, by the key of these. */
const keysOfStrings: Readonly<Record<string, string>> = {
  [colorsKey]: 'color',
  palette: 'color',
  cells: 'text',
};

function isTable(value: object): value is TableElement {
  return 'type' in value && value.type === 'table';
}

/** The names that a part of a table knows. */
function namesInTable(
  { as = ENTRY_NAME }: TableElement,
  part: string,
  inRows: ExtraTypes,
  around: ExtraTypes,
): ExtraTypes {
  if (part === 'body') return inRows;
  if (part !== 'groupHeader' && part !== 'groupTotal') return around;
  const type = inRows.get(as);
  if (typeof type !== 'object') return inRows;
  return new Map([...inRows, [GROUP_NAME, { entryOf: type.entryOf, isList: true as const }]]);
}
