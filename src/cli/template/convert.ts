import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { convertInWorker } from '../../importers/convert-in-worker.ts';
import {
  designFormats,
  UnreadableDesign,
  type ConvertedDesign,
  type DesignFormat,
  type VariableChoice,
} from '../../importers/design.ts';
import { notCompared } from '../../domain/designs/describe-differences.ts';
import { callerPath } from '../caller-folder.ts';
import { CommandError, fileLimits, printResult, readSettings, type Settings } from '../command-context.ts';
import { systemReason } from '../describe-error.ts';
import { formatTable } from '../format-table.ts';
import { printable } from '../printable.ts';
import { compareDesign } from './compare-design.ts';
import { checkIsFree, writeFolder } from './write-folder.ts';

interface ConvertOptions {
  readonly from?: DesignFormat;
  readonly out: string;
  readonly variables: VariableChoice;
  readonly font: readonly string[];
  readonly page: string;
  readonly offline?: boolean;
}

/** `template convert`: makes a template folder of a design that was made elsewhere. */
export function addConvertCommand(template: Command): void {
  template
    .command('convert')
    .argument('<path>', 'the file of a design, or a .zip of it with its pictures and fonts', callerPath)
    .description('make a template folder of a design that was made with another program')
    .addOption(
      new Option('--from <format>', 'its format (default: it is recognised)').choices([...designFormats]),
    )
    .requiredOption('--out <folder>', 'a new or empty folder', callerPath)
    .addOption(
      new Option(
        '--variables <which>',
        'which texts and pictures become variables: marked (by the design), all, none, or names with commas',
      )
        .default('marked')
        .argParser(parseChoice),
    )
    .option('--font <file>', 'a font of the design; can be repeated', collectFont, [])
    .option('--page <which>', 'the number or the name of a page, frame, artboard or design in a .zip', '1')
    .option('--offline', 'fetch no pictures')
    .action(async (place: string, options: ConvertOptions, command: Command) => {
      const settings = readSettings();
      await checkIsFree(options.out);
      const converted = await convertPage(place, options, settings);
      await writeFolder(options.out, [
        ['template.json', converted.folder.templateJson ?? new Uint8Array()],
        ...converted.folder.files,
      ]);
      const compared = await compareDesign(converted, settings);
      const { format, kept, pages } = converted;
      const losses = [...converted.losses, ...compared.losses];
      const { share = null } = compared.comparison ?? {};
      const variables = converted.variables.map(({ name, type, from }) => ({ name, type, from }));
      printResult(
        command.optsWithGlobals(),
        { templateFolder: options.out, format, kept, pages, losses, variables, differingShare: share },
        describe(options.out, { ...converted, losses }, share),
      );
    });
}

function parseChoice(text: string): VariableChoice {
  if (text === 'all' || text === 'marked' || text === 'none') return text;
  const names = text.split(',').map((name) => name.trim());
  if (names.includes(''))
    throw new InvalidArgumentError('It must be all, marked, none, or names with commas.');
  return new Set(names);
}

function collectFont(file: string, files: readonly string[]): string[] {
  return [...files, callerPath(file)];
}

/** The page of a number, or of a name, which only the file says. */
async function convertPage(
  place: string,
  options: ConvertOptions,
  { config }: Settings,
): Promise<ConvertedDesign> {
  const read = async (page: number) => await convert(place, options, page, config);
  if (/^[1-9]\d{0,5}$/u.test(options.page)) return await read(Number(options.page) - 1);
  const first = await read(0);
  const page = first.pages.indexOf(options.page);
  if (page >= 0) return page === 0 ? first : await read(page);
  const names = first.pages.slice(0, 20).map((name) => `"${printable(name)}"`);
  throw new CommandError(
    `--page must be a number from 1 to ${first.pages.length}, or one of ${names.join(', ')}.`,
  );
}

async function convert(
  place: string,
  { from, variables, font, offline = false }: ConvertOptions,
  page: number,
  config: Settings['config'],
): Promise<ConvertedDesign> {
  const fetching = {
    allow: config.outboundAllow,
    maxBytes: config.imageMaxBytes,
    timeoutMs: config.imageTimeoutMs,
  };
  const design = { name: path.basename(place), bytes: await readGiven(place), folder: path.dirname(place) };
  const fonts = await Promise.all(
    font.map(async (file) => ({ name: path.basename(file), bytes: await readGiven(file) })),
  );
  try {
    const request = { design, fonts, format: from, variables, page, fetching: offline ? null : fetching };
    return await convertInWorker(request, fileLimits(config));
  } catch (error) {
    if (!(error instanceof UnreadableDesign)) throw error;
    throw new CommandError(`${place} cannot be converted: ${error.message}`, { code: 'DESIGN_UNREADABLE' });
  }
}

async function readGiven(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${systemReason(error)}.`);
  }
}

/** @param share of the page that looks otherwise; null if nothing could be compared */
function describe(
  out: string,
  { format, kept, pages, losses, variables }: ConvertedDesign,
  share: number | null,
): string[] {
  const chosen = variables.filter(({ isChosen }) => isChosen).length;
  return [
    `${printable(out)}: ${kept} elements of a design of the format ${format}`,
    ...losses.map(({ element, property, reason }) =>
      ['lost', element === '' ? 'the design' : element, property, reason].map(printable).join(': '),
    ),
    ...(losses.includes(notCompared) ? [] : [describeShare(share)]),
    ...formatTable(
      variables,
      [
        ['VARIABLE', ({ name }) => printable(name)],
        ['TYPE', ({ type }) => type],
        ['FROM', ({ from }) => printable(from)],
        ['IN THE DESIGN', ({ value }) => printable((value ?? '').slice(0, 40))],
        ['IN THE TEMPLATE', ({ isChosen }) => (isChosen ? 'yes' : 'no')],
      ],
      'The design has no texts or pictures that could become variables.',
    ),
    ...(pages.length > 1
      ? [`Pages: ${pages.slice(0, 50).map(printable).join(', ')}. Choose one with --page.`]
      : []),
    ...(chosen < variables.length ? ['Choose variables with --variables.'] : []),
  ];
}

function describeShare(share: number | null): string {
  if (share === null) return 'The design has no picture to compare the template with.';
  if (share === 0) return 'The template looks like the picture of the design.';
  return `${(share * 100).toFixed(1)} % of the page looks otherwise than in the picture of the design.`;
}
