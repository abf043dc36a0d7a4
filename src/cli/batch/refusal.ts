import path from 'node:path';
import type { FieldError, Problem } from '../../domain/problems/problem.ts';
import { CommandError } from '../command-context.ts';
import { drawProblems, locateErrors, type RefusedFile } from './problem-table.ts';
import { UnreadableRows } from '../../common/rows/table.ts';

/** Describes a problem of the API in terms of the file and the command line. */
export function describeRefusal(
  { code, detail, facts }: Problem,
  file: string,
  refused: RefusedFile,
): CommandError {
  const { errors = [] } = facts;
  const inRows = facts.inRows ?? countInRows(errors);
  if (inRows !== undefined) {
    const { errorCount, rowCount } = inRows;
    const problems = locateErrors(errors, refused);
    const counts = `${count(errorCount, 'problem')} in ${count(rowCount, 'row')}`;
    return new CommandError(`${file}: ${counts}. Nothing was submitted.`, {
      code,
      problems,
      lines: drawProblems(refused.kind, problems, errorCount),
    });
  }
  const [first] = errors;
  const option = findOption(first?.pointer ?? '');
  const message =
    code === 'BATCH_IDEMPOTENCY_KEY_REUSED'
      ? 'The --idempotency-key was used for a submission with another template, number of rows, format, ' +
        'options, --names, --filename-characters or sheets.'
      : option === undefined
        ? (first?.detail ?? detail)
        : `${option}: ${first?.detail}`;
  return new CommandError(message, { code, problems: errors });
}

/** Describes a file that cannot be read or does not fit the template. Returns other errors unchanged. */
export function describeUnreadable(error: unknown, file: string): unknown {
  if (!(error instanceof UnreadableRows)) return error;
  const { message, problems } = error;
  const kind = path.extname(file).toLowerCase() === '.xlsx' ? 'workbook' : 'text';
  return new CommandError(`${file}: ${message}`, {
    code: 'ROWS_UNREADABLE',
    problems: problems.map((problem) => ({ pointer: '', ...problem })),
    // A single problem is in the message.
    lines: problems.length > 1 ? drawProblems(kind, problems, problems.length) : [],
  });
}

/** How many errors and rows there are; undefined unless all errors are in rows. */
function countInRows(errors: readonly FieldError[]): Problem['facts']['inRows'] {
  const rows = errors.map(({ pointer }) => /^\/rows\/(\d+)\//u.exec(pointer)?.[1]);
  if (rows.length === 0 || rows.includes(undefined)) return undefined;
  return { errorCount: errors.length, rowCount: new Set(rows).size };
}

function findOption(pointer: string): string | undefined {
  const [, ofRender] = /^\/template\/options\/([^/]*)/u.exec(pointer) ?? [];
  return ofRender === undefined ? options[pointer] : renderOptions[ofRender];
}

const renderOptions: Readonly<Record<string, string>> = {
  attachments: '--attach',
  facturx: '--facturx',
  pdfStandard: '--pdf-standard',
  preflight: '--preflight',
  size: '--size',
};

/** The options that set parts of a submission. */
const options: Readonly<Record<string, string>> = {
  '/template/output/filenamePattern': '--names',
  '/template/output/filenameCharacters': '--filename-characters',
  '/template/output/folders': '--folders',
  '/template/sizes': '--sizes',
  '/callbackUrl': '--callback',
  '/includeWarnings': '--include-warnings',
  '/sheet': '--on-sheets',
  '/sheet/columns': '--on-sheets',
  '/sheet/rows': '--on-sheets',
  '/sheet/preset': '--on-sheets',
  '/sheet/gap': '--gap',
  '/sheet/rowGap': '--row-gap',
  '/sheet/margin': '--margin',
  '/sheet/paper': '--paper',
  '/sheet/cutMarks': '--cut-marks',
  '/sheet/startAt': '--start-at',
  '/sheet/copies': '--copies',
  '/sheet/backs': '--backs',
  '/sheet/backOffset': '--back-offset',
};

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
