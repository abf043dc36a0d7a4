import type {
  TableCarry,
  TableColumn,
  TableElement,
  TableTotal,
  TemplateDocument,
} from '../../../../generated/template.ts';
import { wholePlaceholder } from '../../../common/placeholders/placeholders.ts';
import { GROUP_NAME } from '../../../common/values/values.ts';
import { ownWidth } from '../../../render/bind/table/cell-element.ts';
import { dateOptions, numberOptions } from '../../../render/bind/table/cell-text.ts';
import { formatDate, formatNumber } from '../../../common/expressions/formats.ts';
import type { ExtraTypes } from '../../../common/expressions/extra-names.ts';
import { collectExpressions } from '../../../common/expressions/template-expressions.ts';
import { referenceTo } from '../../../common/expressions/tokens.ts';
import type { TemplateProblem } from './problem.ts';
import { namesAt } from './walk-elements.ts';

/** Checks a table beyond its schema and strings: a total for each column, formats that fit their values. */
export function checkTable(
  table: TableElement,
  pointer: string,
  document: TemplateDocument,
): TemplateProblem[] {
  const { columns, total, totals = [], carry } = table;
  const problems: TemplateProblem[] = [];
  const checkSpan = (span: readonly number[] | undefined, place: string) => {
    const sum = span?.reduce((before, each) => before + each, 0);
    if (sum === undefined || sum === columns.length) return true;
    const detail = `expected numbers whose sum is ${columns.length}, the number of columns, got ${sum}.`;
    problems.push({ pointer: `${pointer}/${place}/span`, detail });
    return false;
  };
  const checkCells = ({ cells, span }: TableTotal, place: string) => {
    checkSpan(span, place);
    const count = span?.length ?? columns.length;
    if (cells.length === count) return;
    const kind = span === undefined ? 'columns' : 'numbers of "span"';
    const detail = `expected a text for each of ${count} ${kind}, got ${cells.length}.`;
    problems.push({ pointer: `${pointer}/${place}/cells`, detail });
  };
  if (checkSpan(table.header?.span, 'header'))
    for (const { column, first } of findHiddenHeaders(table)) {
      const detail =
        `This text is not shown: by "span" of the header, the cell of column ${first + 1} takes this ` +
        'column, too. Leave it out, or make "span" smaller.';
      problems.push({ pointer: `${pointer}/columns/${column}/header`, detail });
    }
  if (total !== undefined) checkCells(total, 'total');
  for (const [index, each] of totals.entries()) checkCells(each, `totals/${index}`);
  for (const key of ['groupHeader', 'groupTotal'] as const) {
    const part = table[key];
    if (part === undefined) continue;
    checkCells(part, key);
    const detail = findGroupFault(table, document);
    if (detail !== null) problems.push({ pointer: `${pointer}/${key}`, detail });
  }
  const names = namesAt(document, `${pointer}/columns`);
  for (const [index, column] of columns.entries()) {
    const { value, cell, format } = column;
    const at = `${pointer}/columns/${index}`;
    if (cell !== undefined && ownWidth(cell) === null && isHugging(table, column)) {
      const detail = 'A column that is as wide as its content needs the "width" of its cell.';
      problems.push({ pointer: `${at}/cell`, detail });
    }
    if (format === undefined) continue;
    if (value === undefined) {
      const detail = 'It writes what "value" makes, and this column has pictures or codes: leave it out.';
      problems.push({ pointer: `${at}/format`, detail });
      continue;
    }
    const problem = checkFormat(value, format, document, names);
    if (problem !== null) problems.push({ pointer: `${at}/${problem.key}`, detail: problem.detail });
  }
  const fault = carry === undefined ? null : findCarryFault(carry, columns.length, document, names);
  if (fault !== null) problems.push({ pointer: `${pointer}/carry${fault.place}`, detail: fault.detail });
  return problems;
}

/** Whether a column is as wide as its cells need. */
function isHugging({ width: ofTable }: TableElement, { width = 'fill' }: TableColumn): boolean {
  return width === 'hug' || (width === 'fill' && ofTable === 'hug');
}

/** Why the sum so far cannot be shown. */
function findCarryFault(
  { value, column = 0, format }: TableCarry,
  count: number,
  document: TemplateDocument,
  names: ExtraTypes,
): { readonly place: string; readonly detail: string } | null {
  if (count < 2)
    return { place: '', detail: 'It needs two columns: one for the label, and one for the sum.' };
  if (column >= count) {
    const detail = `expected a column from 0 to ${count - 1}, got ${column}.`;
    return { place: '/column', detail };
  }
  const compiled = compileAlone(value, document, names);
  if (compiled === null) {
    const detail = 'A sum needs one {{…}} here, with nothing before or after it.';
    return { place: '/value', detail };
  }
  // What does not compile is reported with the strings of the template.
  if (!compiled.ok) return null;
  const { type } = compiled.expression;
  if (type !== 'number' && type !== 'any')
    return { place: '/value', detail: `A sum needs a number, but the value is a ${type}.` };
  if (typeof format !== 'object') return null;
  const ofDates = Object.keys(format).find((key) => dateKeys.has(key));
  if (ofDates !== undefined)
    return { place: '/format', detail: `"${ofDates}" is an option of dates, but a sum is a number.` };
  const refused = getRefusal(format, false);
  return refused === null ? null : { place: '/format', detail: `Intl refuses these options: ${refused}` };
}

/** What the placeholder makes that a string consists of; null for any other string. */
function compileAlone(value: string, document: TemplateDocument, names: ExtraTypes) {
  const declared = new Set(document.variables?.map(({ name }) => name));
  const inner = wholePlaceholder(value, declared);
  if (inner === null) return null;
  const source = declared.has(inner) ? referenceTo(inner) : inner;
  return collectExpressions(document).within(names).compile(source);
}

/** The columns whose header is not shown, since a cell of another column takes them. */
function findHiddenHeaders({ columns, header }: TableElement): { column: number; first: number }[] {
  let first = 0;
  return (header?.span ?? []).flatMap((width) => {
    const start = first;
    first += width;
    const others = Array.from({ length: width - 1 }, (_, index) => start + 1 + index);
    return others
      .filter((column) => (columns[column]?.header ?? '') !== '')
      .map((column) => ({ column, first: start }));
  });
}

/** Why rows above or below groups cannot be. */
function findGroupFault(
  { groupBy, as, index }: TableElement,
  { variables = [] }: TemplateDocument,
): string | null {
  if (groupBy === undefined) return 'It needs "groupBy", which says what the rows of a group have in common.';
  const isTaken = variables.some(({ name }) => name === GROUP_NAME) || [as, index].includes(GROUP_NAME);
  if (!isTaken) return null;
  return `"${GROUP_NAME}" names the entries of the group here: choose another name for what else has it.`;
}

interface FormatProblem {
  readonly key: 'value' | 'format';
  readonly detail: string;
}

function checkFormat(
  value: string,
  format: NonNullable<TableColumn['format']>,
  document: TemplateDocument,
  names: ExtraTypes,
): FormatProblem | null {
  const compiled = compileAlone(value, document, names);
  if (compiled === null) {
    const detail = 'A column with a "format" needs one {{…}} here, with nothing before or after it.';
    return { key: 'value', detail };
  }
  // What does not compile is reported with the strings of the template.
  if (!compiled.ok) return null;
  const { type } = compiled.expression;
  if (type !== 'number' && type !== 'date' && type !== 'any') {
    const detail = `A format needs a number or a date, but the value is a ${type}: leave it out.`;
    return { key: 'format', detail };
  }
  if (typeof format === 'string') {
    const wanted = format === 'date' ? 'date' : 'number';
    if (type === wanted || type === 'any') return null;
    return { key: 'format', detail: `"${format}" needs a ${wanted}, but the value is a ${type}.` };
  }
  const isOfDates =
    type === 'date' || (type === 'any' && Object.keys(format).some((key) => dateKeys.has(key)));
  const [other] = Object.keys(format).filter((key) => dateKeys.has(key) !== isOfDates);
  if (other !== undefined && type !== 'any') {
    const kind = isOfDates ? 'numbers' : 'dates';
    const detail = `"${other}" is an option of ${kind}, but the value is a ${type}.`;
    return { key: 'format', detail };
  }
  const refused = getRefusal(format, isOfDates);
  return refused === null ? null : { key: 'format', detail: `Intl refuses these options: ${refused}` };
}

/** The options of dates. */
const dateKeys = new Set([
  'dateStyle',
  'timeStyle',
  'weekday',
  'era',
  'year',
  'month',
  'day',
  'hour',
  'minute',
  'second',
  'hour12',
]);

function getRefusal(format: NonNullable<TableColumn['format']>, isOfDates: boolean): string | null {
  try {
    if (isOfDates) formatDate('en', new Date(0), dateOptions(format));
    else formatNumber('en', 1n, numberOptions(format));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
