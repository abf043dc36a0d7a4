import type { FilenameCharacters } from '../../common/names/filename-characters.ts';
import { findLeftOut } from '../../domain/batches/left-out.ts';
import { requireRowCount } from '../../domain/batches/check-submission.ts';
import type { SubmitRequest } from '../../domain/batches/submission.ts';
import { submitBatch, type Submitted } from '../../domain/batches/submit-job.ts';
import { Problem } from '../../domain/problems/problem.ts';
import { createTemplateCache, type TemplateCache } from '../../domain/templates/discovery.ts';
import { createCallbackUrlCheck } from '../../outbound/check-callback-url.ts';
import type { Chroma } from '../../render/chroma.ts';
import type { OutputFormat, SvgText } from '../../render/job.ts';
import type { PaperName } from '../../common/sheets/papers.ts';
import type { BackEdge, FillOrder, GivenGrid, Offset } from '../../common/sheets/sheet-grid.ts';
import { findTemplateOwner, findVisibleTemplate, type TemplateVersion } from '../../store/templates.ts';
import { findAccount, findWorkspace } from '../../store/workspaces.ts';
import { callerPath } from '../caller-folder.ts';
import { followJob, nextStepHint } from './follow.ts';
import { readRowNames, type RowNames } from './row-names.ts';
import { describeRefusal, describeUnreadable } from './refusal.ts';
import type { RefusedFile } from './problem-table.ts';
import { findPicturesBeside, type BesidePictures } from './pictures/read-pictures.ts';
import {
  storePictures,
  takePictures,
  type PictureSources,
  type TakenPictures,
} from './pictures/take-pictures.ts';
import { readEntrySheets, type EntrySheet } from './rows/join-sheets.ts';
import { mapContent, type MappingOptions } from './rows/map-columns.ts';
import { readRowsInWorker } from './rows/read-in-worker.ts';
import type { PdfStandard } from '../../render/attachments/standards.ts';
import type { ReadingOptions } from './rows/read-rows.ts';
import { requireRows } from '../../common/rows/read-content.ts';
import type { OtherColumnsGiven } from '../../common/rows/other-columns.ts';
import type { SourceColumn } from '../../common/rows/source-columns.ts';
import { nameLine, UnreadableRows, type RowsContent } from '../../common/rows/table.ts';
import { checkFolder, checkTarget } from './save-archive.ts';
import { printLeftOut } from './warnings.ts';
import { printResult, CommandError, withContext, type CommandContext } from '../command-context.ts';

export interface SubmitOptions extends ReadingOptions, MappingOptions {
  readonly template: string;
  /** A folder or .zip of pictures that cells name. */
  readonly pictures?: string;
  readonly watch?: boolean;
  readonly out?: string;
  readonly account?: string;
  readonly format: OutputFormat;
  readonly scale?: number;
  readonly quality?: number;
  readonly chroma?: Chroma;
  readonly svgText?: SvgText;
  readonly dpi?: number;
  readonly background?: string;
  readonly locale?: string;
  readonly page?: number;
  readonly pdfStandard?: PdfStandard;
  readonly preflight?: true;
  readonly names?: string;
  readonly filenameCharacters: FilenameCharacters;
  readonly includeWarnings?: boolean;
  readonly onSheets?: GivenGrid;
  readonly gap?: number;
  readonly rowGap?: number;
  readonly margin?: number;
  readonly paper?: PaperName;
  readonly cutMarks?: boolean;
  readonly startAt?: number;
  readonly copies?: number | string;
  readonly order?: FillOrder;
  readonly backs?: BackEdge;
  readonly offset?: Offset;
  readonly backOffset?: Offset;
  readonly callback?: string;
  readonly idempotencyKey?: string;
}

/** Rows of a file, and their names in messages. */
interface NamedRows extends RefusedFile {
  readonly version: TemplateVersion;
  /** The pictures that they show, and those that are missing. */
  readonly taken: TakenPictures;
  readonly names: RowNames;
  /** The columns that gave the values. */
  readonly columns: readonly SourceColumn[];
  readonly otherColumns: OtherColumnsGiven | null;
}

type Submitter = SubmitRequest['caller'];

/**
 * `batch submit`. Checks the file before it opens the database.
 *
 * @throws CommandError
 */
export async function submitFile(
  file: string,
  options: SubmitOptions,
  globals: { readonly json?: boolean },
): Promise<void> {
  const { out, watch = false } = options;
  getSheet(options);
  if (out !== undefined) {
    if (!watch) throw new CommandError('--out needs --watch, which waits for the archive.');
    await checkTarget(out);
  } else if (watch) {
    await checkFolder(callerPath('.'));
  }
  const content = await readRowsInWorker(file, options).catch((error: unknown) => {
    throw describeUnreadable(error, file);
  });
  const beside = options.pictures === undefined ? null : await findPicturesBeside(options.pictures);
  await withContext(async (context) => {
    const templates = createTemplateCache(context.db);
    const submitter = await findSubmitter(context, options);
    const named = await findRows(context, templates, submitter, { file, content, beside, options }).catch(
      (error: unknown) => {
        throw describeUnreadable(error, file);
      },
    );
    for (const note of named.taken.notes) process.stderr.write(`${note}\n`);
    for (const name of named.otherColumns?.leftOut ?? [])
      process.stderr.write(`The column "${name}" has too much text to be kept with the job.\n`);
    const { job, quota, isReplayed } = await submit(context, templates, submitter, { file, named, options });
    const { jobId, status, totalItems, createdAt } = job;
    if (isReplayed) {
      process.stderr.write(
        `This is the earlier job of this --idempotency-key, submitted at ${createdAt.toISOString()}: ` +
          `it has the rows of that time. Nothing of ${file} was submitted.\n`,
      );
    }
    if (watch) {
      const names = isReplayed ? await readRowNames(context.db, jobId) : named.names;
      const submission = isReplayed ? { createdAt, replayed: true } : {};
      await followJob(context, { jobId, out, names, submission }, globals);
      return;
    }
    // With --watch, the warnings of the finished job have them.
    if (!isReplayed) printLeftOut(findLeftOut(named.version, getValues(named)), named.names.nameRow);
    printResult(globals, { jobId, status, totalItems, createdAt, replayed: isReplayed }, [
      `job      ${jobId}`,
      `rows     ${totalItems}`,
      `renders  ${quota.remaining} of ${quota.limit} left, until ${quota.resetsAt.toISOString()}`,
      await nextStepHint(context.db, job),
    ]);
  });
}

/** The sheets that the options describe; null: none. */
function getSheet(options: SubmitOptions): GivenGrid | null {
  const { onSheets, gap, rowGap, margin, paper, cutMarks, startAt, copies, order, backs } = options;
  const { offset, backOffset } = options;
  const layout = { gap, rowGap, margin, paper, cutMarks, startAt, copies, order, backs, offset, backOffset };
  if (onSheets !== undefined) return { ...onSheets, ...layout };
  if (Object.values(layout).every((value) => value === undefined)) return null;
  throw new CommandError(
    '--gap, --row-gap, --margin, --paper, --cut-marks, --start-at, --copies, --order, --backs, --offset ' +
      'and --back-offset need --on-sheets.',
  );
}

/** Finds the account that will own the job, with its plan. */
async function findSubmitter(
  { db }: CommandContext,
  { template, account }: SubmitOptions,
): Promise<Submitter> {
  const owner = await findTemplateOwner(db, template);
  if (owner === null) throw new CommandError(`There is no template ${template}.`);
  const found = account === undefined ? owner : await findAccount(db, account);
  const workspace = found === null ? null : await findWorkspace(db, found.workspaceId);
  if (found === null || workspace === null) throw new CommandError(`There is no account ${account}.`);
  return { ...found, plan: workspace.plan, keyId: null };
}

/** Maps the columns of the file to the template's variables. */
async function findRows(
  { db, config }: CommandContext,
  templates: TemplateCache,
  submitter: Submitter,
  {
    file,
    content,
    beside,
    options,
  }: { file: string; content: RowsContent; beside: BesidePictures | null; options: SubmitOptions },
): Promise<NamedRows> {
  const template = await findVisibleTemplate(db, submitter, options.template);
  const version = template === null ? null : await templates.read(template.versionId);
  if (version === null) {
    throw new CommandError(
      `There is no template ${options.template} that account ${submitter.accountId} sees.`,
    );
  }
  const variables = version.document.variables ?? [];
  requireRows(content.kind, content.kind === 'objects' ? content.rows.length : content.records.length);
  const sheets = await readEntrySheets(file, content, variables, options);
  const mapped = mapContent(content, variables, options, sheets);
  const { rows: given, columns, otherColumns, columnOf, placeOf } = mapped;
  const kind = content.kind === 'objects' ? 'text' : content.kind;
  const taken = takePictures(
    { kind, rows: given, variables, columnOf },
    { embedded: embeddedIn(content, sheets), beside, ofTemplate: version.files.map(({ path }) => path) },
  );
  const { rows } = taken;
  const bytes = rows.reduce((sum, { values }) => sum + Buffer.byteLength(JSON.stringify(values)), 0);
  if (bytes > config.maxBodyBytes) {
    throw new UnreadableRows(
      `Its values have ${bytes} bytes together; a batch may have at most ${config.maxBodyBytes}.`,
    );
  }
  const getLine = (index: number): number => rows[index]?.line ?? index + 1;
  const names = { lineOf: getLine, nameRow: (index: number) => nameLine(kind, getLine(index)) };
  return { version, kind, rows, columns, otherColumns, variables, columnOf, placeOf, names, taken };
}

function getValues({ rows }: NamedRows): NamedRows['rows'][number]['values'][] {
  return rows.map(({ values }) => values);
}

/** The pictures in the cells of the sheets that are read. */
function embeddedIn(content: RowsContent, sheets: readonly EntrySheet[]): PictureSources['embedded'] {
  const tables =
    content.kind === 'objects' ? [] : [{ sheet: content.sheet ?? '', table: content }, ...sheets];
  return tables.flatMap(({ sheet, table: { pictures } }) =>
    pictures === undefined ? [] : [{ sheet, pictures }],
  );
}

async function submit(
  context: CommandContext,
  templates: TemplateCache,
  submitter: Submitter,
  { file, named, options }: { file: string; named: NamedRows; options: SubmitOptions },
): Promise<Submitted> {
  const { db, config } = context;
  const { template, format, scale, quality, chroma, svgText, dpi, background, locale, page } = options;
  const { names, callback, idempotencyKey } = options;
  try {
    // Pictures of a batch that is too long are not uploaded. A repetition has no limits.
    if (idempotencyKey === undefined) requireRowCount(config, submitter, named.rows.length);
    const { pictures, notes } = await storePictures(context, submitter, named.taken.pictures);
    for (const note of notes) process.stderr.write(`${note}\n`);
    return await submitBatch(
      {
        db,
        templates,
        plans: config.plans,
        maxOutputPixels: config.maxOutputPixels,
        batchMaxRows: config.batchMaxRows,
        isCallbackUrlAccepted: createCallbackUrlCheck({ allow: config.outboundAllow }),
        // Rate limits are for clients of the API.
        limitsRates: false,
      },
      {
        submission: {
          templateId: template,
          format,
          options: {
            scale,
            quality,
            chroma,
            svgText,
            outputDpi: dpi,
            backgroundColor: background,
            locale,
            page,
            pdfStandard: options.pdfStandard,
            preflight: options.preflight,
          },
          filenamePattern: names ?? null,
          filenameCharacters: options.filenameCharacters,
          rows: getValues(named),
          lines: named.rows.map(({ line }) => line),
          columns: named.columns,
          ...(named.otherColumns === null ? {} : { otherColumns: named.otherColumns }),
          callbackUrl: callback ?? null,
          includeWarnings: options.includeWarnings ?? false,
          sheet: getSheet(options),
          pictures: { pictures, picturesOfJob: null },
          idempotencyKey: idempotencyKey ?? null,
          origin: 'DESIGNER',
        },
        caller: submitter,
        signal: new AbortController().signal,
      },
    );
  } catch (error) {
    throw error instanceof Problem ? describeRefusal(error, file, named) : error;
  }
}
