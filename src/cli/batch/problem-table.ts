import type { TemplateVariable } from '../../../generated/template.ts';
import type { FieldError } from '../../domain/problems/problem.ts';
import { readDecimalComma } from '../../common/values/decimal-comma.ts';
import type { CommandProblem } from '../command-context.ts';
import type { MappedRows } from './rows/mapped-rows.ts';
import { MAX_LISTED, type FileProblem, type FileRow, type TableKind } from '../../common/rows/table.ts';

/** Rows of a file that were refused, and how to name their places. */
export interface RefusedFile {
  readonly kind: TableKind;
  readonly rows: readonly FileRow[];
  readonly variables: readonly TemplateVariable[];
  readonly columnOf: (variable: string) => string;
  readonly placeOf: MappedRows['placeOf'];
}

/** Converts the errors of a submission's rows into problems at lines and columns of the file. */
export function locateErrors(
  errors: readonly FieldError[],
  { rows, variables, columnOf, placeOf }: RefusedFile,
): (FileProblem & CommandProblem)[] {
  return errors.map(({ pointer, detail }) => {
    const [, row = '', token = ''] = /^\/rows\/(\d+)\/?(.*)$/s.exec(pointer) ?? [];
    const { line, values } = rows[Number(row)] ?? { line: Number(row) + 1, values: {} };
    const [name = '', ...path] = token.split('/').map(unescapeToken);
    const [index, field] = path;
    // Indexes and fields in turn, as in `orders[0].items[1].name`.
    const place = path.reduce((text, key, at) => text + (at % 2 === 0 ? `[${key}]` : `.${key}`), name);
    const variable = variables.find((each) => each.name === name);
    const number =
      variable?.type === 'number' && index === undefined ? readDecimalComma(values[name] ?? '') : null;
    const entry =
      index === undefined
        ? null
        : placeOf(Number(row), { list: name, index: Number(index), field: field ?? null });
    return {
      pointer,
      line,
      column: name === '' ? '' : columnAt(columnOf, place, name),
      ...entry,
      detail:
        number === null
          ? withoutSubject(detail, place)
          : `${values[name]}: use ${number}, or --decimal-comma`,
    };
  });
}

/** The column of a place in a list, or that of the whole list with the place. */
function columnAt(columnOf: RefusedFile['columnOf'], place: string, name: string): string {
  const own = columnOf(place);
  const whole = columnOf(name);
  return own !== place || whole === name ? own : `${whole}: ${place}`;
}

function unescapeToken(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** A table of problems for people: place, column, what is wrong. */
export function drawProblems(kind: TableKind, problems: readonly FileProblem[], count: number): string[] {
  const cells = problems.map(({ line, column, detail }) => [String(line), column, detail] as const);
  const heading = [kind === 'workbook' ? 'row' : 'line', 'column', 'problem'] as const;
  const width = (index: 0 | 1): number =>
    Math.min(40, Math.max(...[heading, ...cells].map((row) => row[index].length)));
  const [first, second] = [width(0), width(1)];
  const lines = [heading, ...cells].map(
    ([line, column, detail]) => `${line.padStart(first)}  ${column.padEnd(second)}  ${toLine(detail)}`,
  );
  const more = count - problems.length;
  return more > 0 ? [...lines, `… and ${more} more; these are the first ${MAX_LISTED}.`] : lines;
}

/** The table has the variable's column already. */
function withoutSubject(detail: string, name: string): string {
  const subject = `Variable "${name}" `;
  return detail.startsWith(subject) ? detail.slice(subject.length) : detail;
}

function toLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}
