import { OUTPUT_FORMATS } from '../../common/names/output-formats.ts';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { FACTURX_PROFILES } from '../../render/attachments/facturx.ts';
import { callerPath } from '../caller-folder.ts';
import { parseAttachedColumn } from './attached-files.ts';
import {
  chromaOption,
  dpiOption,
  parseId,
  parseIntegerBetween,
  localeOption,
  pageOption,
  pdfStandardOption,
  sizeOption,
  sizesOption,
  svgTextOption,
} from '../option-values.ts';
import type { ShowOptions } from './show.ts';
import type { SubmitOptions } from './submit.ts';
import { isLocale, type ColumnMapping } from './rows/assign-columns.ts';
import { isLink } from './rows/fetch-link.ts';
import { isKnownEncoding } from '../../common/rows/decode-text.ts';
import { filenameCharacters } from '../../common/names/filename-characters.ts';
import { suggest } from '../../common/names/nearest-name.ts';
import { labelSheetNames } from '../../common/sheets/label-sheets.ts';
import { paperNames } from '../../common/sheets/papers.ts';
import { backEdges, fillOrders, type GivenGrid } from '../../common/sheets/sheet-grid.ts';
import { DELIMITERS, type Delimiter } from '../../common/rows/table.ts';

/** `batch submit`, `show`, `list`. */
export function addBatchCommands(program: Command): void {
  const batch = program.command('batch').description('render a spreadsheet: one file for each row');

  batch
    .command('submit')
    .argument('<file>', 'the rows, or the link of a Google sheet or another file', fileOrLink)
    .description(
      'submit the rows of a spreadsheet, CSV or JSON file, whose columns are variables of a template',
    )
    .requiredOption('--template <id>', 'the template', parseId)
    .option('--watch', 'show the progress, and write the archive of the rendered files at the end')
    .option(
      '--out <file>',
      'with --watch: where the archive goes (default: named after template and job)',
      callerPath,
    )
    .option('--account <id>', "owner of the job (default: the template's owner)", parseId)
    .addOption(new Option('--format <format>', 'of the files').choices(OUTPUT_FORMATS).default('png'))
    .option('--scale <number>', 'times the size of the template, 1 to 4', parseIntegerBetween(1, 4))
    .option('--quality <number>', 'of jpeg, webp and avif, 1 to 100', parseIntegerBetween(1, 100))
    .addOption(chromaOption())
    .addOption(svgTextOption())
    .addOption(dpiOption())
    .option('--background <color>', 'a hex colour in place of the background', parseColor)
    .addOption(localeOption())
    .addOption(pageOption())
    .addOption(sizeOption())
    .addOption(sizesOption())
    .option('--folders', 'a folder in the archive for each of the sizes')
    .addOption(pdfStandardOption())
    .option('--preflight', 'warn as a printer does: of the pdfs of a template for print')
    .option(
      '--attach <name=variable>',
      'a file that each pdf carries, and the column with its path from the folder of the rows, such as ' +
        'factur-x.xml=invoice; [RELATIONSHIP=] may stand before it; may be repeated',
      parseAttachedColumn,
    )
    .addOption(
      new Option(
        '--facturx <profile>',
        'the profile of the invoices whose XML is among the attached files',
      ).choices(FACTURX_PROFILES),
    )
    .option('--callback <url>', 'an https URL that is called when the job has ended', parseCallback)
    .option(
      '--map <variable=column>',
      'a column for a variable of another name, with its locale (date=Datum:de), or joined ones: ' +
        '{{First}} {{Last}}; may be repeated',
      parseMapping,
    )
    .option('--ignore-columns', 'ignore columns that are no variables, instead of refusing the file')
    .option(
      '--pictures <path>',
      'a folder or .zip of pictures that cells name, with or without their endings',
      callerPath,
    )
    .option('--no-trim', 'keep blanks at both ends of cells')
    .option(
      '--cells-locale <tag>',
      'how cells write dates, numbers and phone numbers, such as de-AT (default: as each column shows)',
      parseCellsLocale,
    )
    .option('--decimal-comma', 'numbers have a decimal comma: 166,76 is 166.76, and 1.166,76 is 1166.76')
    .option('--names <pattern>', 'names of the files, such as {index}-{title} (default: image-{index})')
    .addOption(
      new Option(
        '--filename-characters <which>',
        'of values in names: unicode keeps letters, latin writes é as e',
      )
        .choices(filenameCharacters)
        .default('unicode'),
    )
    .option('--include-warnings', 'the archive lists the warnings of its rows in warnings.csv')
    .option(
      '--on-sheets <cells>',
      "one PDF of sheets instead of an archive: columns x rows such as 2x5, or a maker's sheet such as " +
        'avery-l7160 or herma-4464',
      parseSheets,
    )
    .option('--gap <mm>', 'with --on-sheets: space between columns and rows (default: 0)', parseMm)
    .option('--row-gap <mm>', 'space between rows (default: as --gap)', parseMm)
    .option('--margin <mm>', 'least distance from the edges of the paper (default: 10)', parseMm)
    .addOption(new Option('--paper <size>', 'of the sheets (default: A4)').choices(paperNames))
    .option('--cut-marks', 'marks where the sheets are cut')
    .option('--start-at <cell>', 'the first free cell of the first sheet', parseIntegerBetween(1, 2500))
    .option('--copies <count>', 'cells that each row fills: a number, or a column that says it', parseCopies)
    .addOption(new Option('--order <order>', 'in which cells fill (default: rows)').choices(fillOrders))
    .addOption(
      new Option('--backs <edge>', 'print second pages on the backs, turned about this edge').choices(
        backEdges,
      ),
    )
    .option('--offset <mm>', 'move all cells to the right and down, such as 0.5,-0.3', parseOffset)
    .option('--back-offset <mm>', 'move the backs', parseOffset)
    .option('--sheet <name>', 'of a workbook (default: its first visible sheet that names variables)')
    .option(
      '--header-row <number>',
      'the row or line that names the columns (default: the first one, below titles)',
      parseIntegerBetween(1, 1_048_576),
    )
    .option('--skip-hidden', 'leave out rows that are hidden or filtered in the spreadsheet program')
    .option(
      '--delimiter <character>',
      'of a .csv file: , ; | or tab (default: as its header has it)',
      parseDelimiter,
    )
    .option(
      '--encoding <name>',
      'of a text file, such as windows-1252 (default: utf-8, or utf-16 by its mark)',
      parseEncoding,
    )
    .option('--idempotency-key <key>', 'submitting again with the same key creates no second job', parseKey)
    .action(async (file: string, options: SubmitOptions, command: Command) => {
      // Loaded only here: no other command needs the readers.
      const { submitFile } = await import('./submit.ts');
      await submitFile(file, options, command.optsWithGlobals());
    });

  batch
    .command('show')
    .description('show the progress of a batch job, and fetch its archive')
    .requiredOption('--job <id>', 'its id', parseId)
    .option('--watch', 'wait for its end')
    .option(
      '--out <file>',
      'where the archive goes (default with --watch: named after template and job)',
      callerPath,
    )
    .action(async (options: ShowOptions, command: Command) => {
      const { showBatch } = await import('./show.ts');
      await showBatch(options, command.optsWithGlobals());
    });

  batch
    .command('list')
    .description("list an account's batch jobs, newest first")
    .requiredOption('--account <id>', 'the account', parseId)
    .option('--limit <jobs>', 'the most jobs to list', parseIntegerBetween(1, 10_000), 100)
    .action(async (options: { account: string; limit: number }, command: Command) => {
      const { listBatches } = await import('./list.ts');
      await listBatches(options, command.optsWithGlobals());
    });
}

/** `2x5`, columns and rows of a sheet; or the name of a maker's sheet. */
function parseSheets(text: string): GivenGrid {
  const preset = labelSheetNames.find((name) => name === text.toLowerCase());
  if (preset !== undefined) return { preset };
  const [, columns, rows] = /^(\d{1,2})[x×](\d{1,2})$/.exec(text) ?? [];
  const cells = { columns: Number(columns), rows: Number(rows) };
  if ([cells.columns, cells.rows].every((count) => count >= 1 && count <= 50)) return cells;
  throw new InvalidArgumentError(
    'It must be columns and rows, each from 1 to 50, such as 2x5, or one of ' +
      `${labelSheetNames.join(', ')}.${suggest(text, labelSheetNames) ?? ''}`,
  );
}

function parseCopies(text: string): number | string {
  if (!/^\d+$/.test(text)) return text;
  if (Number(text) >= 1 && Number(text) <= 1000) return Number(text);
  throw new InvalidArgumentError('It must be from 1 to 1000, or the name of a column.');
}

function parseOffset(text: string): { readonly x: number; readonly y: number } {
  const [, x, y] = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(text) ?? [];
  const offset = { x: Number(x), y: Number(y) };
  if (Math.abs(offset.x) <= 20 && Math.abs(offset.y) <= 20) return offset;
  throw new InvalidArgumentError('It must be two lengths in millimetres, from -20 to 20, such as 0.5,-0.3.');
}

function parseMm(text: string): number {
  const length = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && length <= 500) return length;
  throw new InvalidArgumentError('It must be millimetres, from 0 to 500.');
}

function parseCallback(text: string): string {
  if (/\s/u.test(text)) {
    throw new InvalidArgumentError('It has a blank; remove it, or write a blank as %20.');
  }
  if (text.length <= 2048 && URL.canParse(text) && new URL(text).protocol === 'https:') return text;
  throw new InvalidArgumentError('It must be an https URL of at most 2048 characters.');
}

function parseMapping(text: string, previous: readonly ColumnMapping[] = []): readonly ColumnMapping[] {
  const [, variable = '', column = ''] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (variable.trim() === '' || column.trim() === '') {
    throw new InvalidArgumentError(
      'It must be VARIABLE=COLUMN, such as price="Unit price", or name="{{First name}} {{Last name}}".',
    );
  }
  return [...previous, { variable: variable.trim(), column: column.trim() }];
}

function fileOrLink(given: string): string {
  return isLink(given) ? given : callerPath(given);
}

function parseCellsLocale(text: string): string {
  if (isLocale(text)) return text;
  throw new InvalidArgumentError('It must be a language, better with its country, such as de-AT or en-GB.');
}

function parseColor(text: string): string {
  if (/^#([\da-f]{3}|[\da-f]{4}|[\da-f]{6}|[\da-f]{8})$/i.test(text)) return text;
  throw new InvalidArgumentError('It must be #rgb, #rgba, #rrggbb or #rrggbbaa.');
}

function parseDelimiter(text: string): Delimiter {
  const named = text === 'tab' || text === '\\t' ? '\t' : text;
  const found = DELIMITERS.find((delimiter) => delimiter === named);
  if (found !== undefined) return found;
  throw new InvalidArgumentError('It must be , ; | or tab.');
}

function parseEncoding(text: string): string {
  if (isKnownEncoding(text)) return text;
  throw new InvalidArgumentError('It must be a name such as windows-1252, utf-16le or shift_jis.');
}

function parseKey(text: string): string {
  if (text.length <= 255 && /^[!-~]([ -~]*[!-~])?$/.test(text)) return text;
  throw new InvalidArgumentError('It must be 1 to 255 visible ASCII characters, with spaces only inside.');
}
