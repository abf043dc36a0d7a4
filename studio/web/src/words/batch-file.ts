import { formatCount, formatNumber } from '../formats.ts';

const rows = (count: number) => formatCount(count, 'row', 'rows');

/** The step "File" of a batch. */
export const batchFileWords = {
  drop: 'Drop a spreadsheet, CSV or JSON file here',
  choose: 'Choose a file',
  kinds:
    'Excel (.xlsx, .xlsm, .xlsb, .xls), LibreOffice (.ods), Numbers, .csv, .tsv, .json or .jsonl, up to ' +
    '20 MiB. The first row names the columns; titles may stand above it.',
  input: 'File with the rows',
  needs: 'Columns that fit this template',
  required: 'needed',
  starter: 'Download a CSV with these columns',
  reading: (name: string) => `Reading ${name} …`,
  another: 'Choose another file',
  unreadable: 'It could not be read. Try once more; if it fails again, save it as CSV UTF-8 or as .xlsx.',
  tooSlow: 'Reading the file takes longer than a minute. Copy the rows into a new file, and try that.',
  failed: (name: string) => `${name} cannot be used`,
  problemPlace: (line: string, column: string) =>
    column === '' ? `Line ${line}` : `Line ${line}, column ${column}`,
  moreProblems: (count: number) => `And ${formatNumber(count)} more.`,
  rows,
  columns: (count: number) => formatCount(count, 'column', 'columns'),
  fromJob: (count: number) => `${formatCount(count, 'failed row', 'failed rows')} of an earlier job`,
  fromJobLink: 'Open that job',
  loadingJob: 'Reading the failed rows …',
  jobHasNone: 'The failed rows of that job are no longer kept. Choose the file again.',
  sheet: 'Sheet',
  sheetOption: (name: string, count: number | null) =>
    count === null ? name : `${name}  ·  ${count === 0 ? 'no rows' : rows(count)}`,
  header: 'Row with the names of the columns',
  headerOption: (line: string, names: string) => `${line}: ${names}`,
  notes: 'How the file was read',
  hidden: (lines: readonly number[]) =>
    `${lines.length === 1 ? 'A row is' : `${rows(lines.length)} are`} hidden in the sheet, and rendered ` +
    `like the others: ${lines.slice(0, 10).map(formatNumber).join(', ')}${lines.length > 10 ? ', …' : ''}.`,
  asWritten: (question: string) => `${question} It is left as it is written: check it in the rows.`,
  leaveOutHidden: (count: number) => `Leave out ${count === 1 ? 'the hidden row' : `the ${rows(count)}`}`,
  entrySheet: (list: string, sheet: string) => `The entries of ${list} are in the sheet “${sheet}”.`,
  guessed: (encoding: string) => `The file is not UTF-8, so it is read as ${encoding}.`,
  sample: (line: string) => `A line of it reads “${line}”. If letters are wrong, choose another encoding.`,
  encoding: 'Encoding',
  encodings: {
    'windows-1252': 'Western European (Windows-1252)',
    'windows-1250': 'Central European (Windows-1250)',
    'windows-1251': 'Cyrillic (Windows-1251)',
    'windows-1256': 'Arabic (Windows-1256)',
    macintosh: 'Western European (Mac)',
    'utf-16le': 'Unicode (UTF-16 LE)',
    'utf-16be': 'Unicode (UTF-16 BE)',
    shift_jis: 'Japanese (Shift JIS)',
    gb18030: 'Chinese (GB 18030)',
  } as Readonly<Record<string, string>>,
  tooMany: (count: number) => `The file has ${rows(count)}`,
  tooManyDetail: (limit: number, plan: string) =>
    `A batch may have ${rows(limit)} on the plan “${plan}”. ` +
    'Use the first ones now, and the rest in further batches.',
  useFirst: (limit: number) => `Use the first ${formatNumber(limit)}`,
  part: 'Rows of this batch',
  partHint: 'Submit one part, then choose the file again for the next.',
  partOption: (first: string, last: string) => `Rows ${first} to ${last}`,
  rowsOf: (count: number, all: number) => `${formatNumber(count)} of ${rows(all)}`,
} as const;
