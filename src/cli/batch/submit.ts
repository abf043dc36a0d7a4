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
import { findTemplateOwner } from '../../store/templates.ts';
import { findAccount, findWorkspace } from '../../store/workspaces.ts';
import { callerPath } from '../caller-folder.ts';
import { followJob, nextStepHint } from './follow.ts';
import { readRowNames } from './row-names.ts';
import { describeRefusal, describeUnreadable } from './refusal.ts';
import { findPicturesBeside } from './pictures/read-pictures.ts';
import { storePictures } from './pictures/take-pictures.ts';
import type { MappingOptions } from './rows/mapped-rows.ts';
import { isLink, withLink } from './rows/fetch-link.ts';
import { readRowsInWorker } from './rows/read-in-worker.ts';
import type { FacturxProfile } from '../../render/attachments/facturx.ts';
import type { PdfStandard } from '../../render/attachments/standards.ts';
import { attachmentsOf, type AttachedColumn } from './attached-files.ts';
import type { ReadingOptions } from './rows/read-rows.ts';
import { checkFolder, checkTarget } from './save-archive.ts';
import { printLeftOut } from './warnings.ts';
import {
  printResult,
  CommandError,
  readSettings,
  withContext,
  type CommandContext,
  type Settings,
} from '../command-context.ts';
import { findRows, type NamedRows } from './rows/find-rows.ts';

export interface SubmitOptions extends ReadingOptions, MappingOptions {
  readonly template: string;
  /** Leave out rows that the spreadsheet program does not show. */
  readonly skipHidden?: boolean;
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
  readonly size?: string;
  readonly sizes?: readonly string[] | 'all';
  readonly folders?: true;
  readonly pdfStandard?: PdfStandard;
  readonly preflight?: true;
  readonly attach?: readonly AttachedColumn[];
  readonly facturx?: FacturxProfile;
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

type Submitter = SubmitRequest['caller'];

/**
 * `batch submit`. Checks the file before it opens the database.
 *
 * @throws CommandError
 */
export async function submitFile(
  given: string,
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
  if (isLink(given)) {
    const settings = readSettings();
    await withLink(given, settings, (file) => submitRows({ file, name: given, settings }, options, globals));
  } else await submitRows({ file: given, name: given }, options, globals);
}

/** Reads and submits a file. `name` is what messages call it. */
async function submitRows(
  { file, name, settings }: { readonly file: string; readonly name: string; readonly settings?: Settings },
  options: SubmitOptions,
  globals: { readonly json?: boolean },
): Promise<void> {
  const { out, watch = false } = options;
  const content = await readRowsInWorker(file, options).catch((error: unknown) => {
    throw describeUnreadable(error, name);
  });
  const beside = options.pictures === undefined ? null : await findPicturesBeside(options.pictures);
  await withContext(async (context) => {
    const templates = createTemplateCache(context.db);
    const submitter = await findSubmitter(context, options);
    const named = await findRows(context, templates, submitter, { file, content, beside, options }).catch(
      (error: unknown) => {
        throw describeUnreadable(error, name);
      },
    );
    for (const note of named.notes) process.stderr.write(`${note}\n`);
    for (const name of named.otherColumns?.leftOut ?? [])
      process.stderr.write(`The column "${name}" has too much text to be kept with the job.\n`);
    const { job, quota, isReplayed } = await submit(context, templates, submitter, {
      file: name,
      named,
      options,
    });
    const { jobId, status, totalItems, createdAt } = job;
    if (isReplayed) {
      process.stderr.write(
        `This is the earlier job of this --idempotency-key, submitted at ${createdAt.toISOString()}: ` +
          `it has the rows of that time. Nothing of ${name} was submitted.\n`,
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
  }, settings);
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

function getValues({ rows }: NamedRows): NamedRows['rows'][number]['values'][] {
  return rows.map(({ values }) => values);
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
            size: options.size,
            pdfStandard: options.pdfStandard,
            preflight: options.preflight,
            attachments: attachmentsOf(options.attach ?? [], options.facturx),
            facturx: options.facturx,
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
          sizes: options.sizes,
          folders: options.folders,
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
