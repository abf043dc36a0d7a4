import { maxLabels, type SheetGrid } from '../../common/sheets/sheet-grid.ts';
import { countSheets } from '../../common/sheets/fill-order.ts';
import { suggest } from '../../common/names/nearest-name.ts';
import { escapePointer } from '../../common/text/json-text.ts';
import { textValue, type BoundValues } from '../../common/values/values.ts';
import { MAX_FIELD_ERRORS } from '../problems/field-errors.ts';
import { problems } from '../problems/catalogue.ts';
import type { FieldError } from '../problems/problem.ts';
import type { BatchSubmission } from './submission.ts';

/** The greatest number of cells that one row fills. */
const maxCopies = 1000;

interface Source extends Pick<BatchSubmission, 'rows'> {
  readonly otherColumns: BatchSubmission['otherColumns'] | undefined;
  readonly sheet: SheetGrid | null;
}

/**
 * The cells that each row fills on sheets: a number for all, or what a variable or another column of each row
 * says.
 *
 * @param values of the rows, defaults applied
 * @throws Problem if there is no such column, or a row has no whole number in it
 */
export function countCopies(source: Source, values: readonly BoundValues[]): readonly number[] {
  const { rows, sheet } = source;
  if (sheet === null) return rows.map(() => 1);
  const { copies = 1 } = sheet;
  const counts = typeof copies === 'number' ? rows.map(() => copies) : readColumn(source, copies, values);
  const labels = counts.reduce((sum, count) => sum + count, 0);
  if (labels <= maxLabels) return counts;
  const detail =
    `The rows fill ${labels} cells together, on ${countSheets(sheet, labels)} sheets, ` +
    `but a batch fills at most ${maxLabels}.`;
  throw problems.invalidRequest([{ pointer: '/sheet/copies', detail }]);
}

function readColumn(
  { rows, otherColumns }: Source,
  name: string,
  values: readonly BoundValues[],
): readonly number[] {
  const cells = otherColumns?.columns.find((column) => column.name === name)?.cells;
  const texts = rows.map((row, index) => {
    if (values[index]?.has(name) === true) return textValue(values[index].get(name));
    const given = Object.hasOwn(row, name) ? row[name] : cells?.[index];
    return typeof given === 'string' || typeof given === 'number' ? String(given) : undefined;
  });
  if (texts.every((text) => text === undefined)) {
    const known = [...(values[0]?.keys() ?? []), ...(otherColumns?.columns ?? []).map((each) => each.name)];
    const detail = `No variable of the template, and no column, is called "${name}".`;
    const hint = suggest(name, known) ?? '';
    throw problems.invalidRequest([{ pointer: '/sheet/copies', detail: `${detail}${hint}` }]);
  }
  const errors: FieldError[] = [];
  const counts = texts.map((text = '', index) => {
    const count = /^\s*\d+(\.0+)?\s*$/.test(text) ? Number(text) : 0;
    if (count >= 1 && count <= maxCopies) return count;
    const pointer = `/rows/${index}/${escapePointer(name)}`;
    const given = text.trim() === '' ? 'nothing' : JSON.stringify(text.slice(0, 50));
    const detail = `The number of copies must be a whole number from 1 to ${maxCopies}, but is ${given}.`;
    if (errors.length < MAX_FIELD_ERRORS) errors.push({ pointer, detail });
    return 1;
  });
  if (errors.length > 0) throw problems.invalidRequest(errors);
  return counts;
}
