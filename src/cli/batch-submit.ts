import { submitBatch, type Submitted, type SubmitRequest } from '../domain/batch/submit.ts';
import { Problem } from '../domain/errors.ts';
import { createTemplateCache, type TemplateCache } from '../domain/template-cache.ts';
import { createCallbackUrlCheck } from '../outbound/check-callback-url.ts';
import type { OutputFormat } from '../render/scene.ts';
import { findTemplateOwner, findVisibleTemplate } from '../store/templates.ts';
import { findAccount, findWorkspace } from '../store/workspaces.ts';
import { followJob, hintAtShow } from './batch-follow.ts';
import { mapColumns } from './rows/map-columns.ts';
import { readRows, type ReadingOptions, type RowsContent } from './rows/read-rows.ts';
import { nameLine, UnreadableRows, type FileRow } from './rows/table.ts';
import { checkFolder, checkTarget } from './save-archive.ts';
import { answer, CommandError, withSession, type Session } from './session.ts';

export interface SubmitOptions extends ReadingOptions {
  readonly template: string;
  readonly watch?: boolean;
  readonly out?: string;
  readonly account?: string;
  readonly format: OutputFormat;
  readonly scale?: number;
  readonly quality?: number;
  readonly dpi?: number;
  readonly background?: string;
  readonly names?: string;
  readonly idempotencyKey?: string;
}

/** Rows that were read, and how their file calls them. */
interface NamedRows {
  readonly rows: readonly FileRow[];
  /** `row 7`, `line 7`. */
  readonly nameRow: (index: number) => string;
}

type Submitter = SubmitRequest['caller'];

/**
 * `batch submit`. What the file itself can be refused for comes before the database is opened.
 *
 * @throws CommandError
 */
export async function submitFile(
  file: string,
  options: SubmitOptions,
  globals: { readonly json?: boolean },
): Promise<void> {
  const { out, watch = false } = options;
  if (out !== undefined) {
    if (!watch) throw new CommandError('--out is where the archive goes that --watch waits for: give both.');
    await checkTarget(out);
  } else if (watch) {
    await checkFolder('.');
  }
  const content = await readRows(file, options).catch((error: unknown) => {
    throw withFile(file, error);
  });
  await withSession(async (session) => {
    const templates = createTemplateCache(session.db);
    const submitter = await findSubmitter(session, options);
    const named = await findRows(session, templates, submitter, { file, content, options });
    const { job, quota } = await submit(session, templates, submitter, { file, named, options });
    if (watch) {
      await followJob(session, { jobId: job.jobId, out, nameRow: named.nameRow }, globals);
      return;
    }
    const { jobId, status, totalItems } = job;
    answer(globals, { jobId, status, totalItems }, [
      `job      ${jobId}`,
      `rows     ${totalItems}`,
      `renders  ${quota.remaining} of ${quota.limit} left, until ${quota.resetsAt.toISOString()}`,
      await hintAtShow(session.db, jobId),
    ]);
  });
}

/** The account that the job is to belong to, with its plan. */
async function findSubmitter({ db }: Session, { template, account }: SubmitOptions): Promise<Submitter> {
  const owner = await findTemplateOwner(db, template);
  if (owner === null) throw new CommandError(`There is no template ${template}.`);
  const found = account === undefined ? owner : await findAccount(db, account);
  const workspace = found === null ? null : await findWorkspace(db, found.workspaceId);
  if (found === null || workspace === null) throw new CommandError(`There is no account ${account}.`);
  return { ...found, plan: workspace.plan, keyId: null };
}

async function findRows(
  { db, config }: Session,
  templates: TemplateCache,
  submitter: Submitter,
  { file, content, options }: { file: string; content: RowsContent; options: SubmitOptions },
): Promise<NamedRows> {
  const template = await findVisibleTemplate(db, submitter, options.template);
  const version = template === null ? null : await templates.read(template.versionId);
  if (version === null) {
    throw new CommandError(
      `There is no template ${options.template} that account ${submitter.accountId} sees.`,
    );
  }
  try {
    const rows =
      content.kind === 'objects' ? content.rows : mapColumns(content, version.document.variables ?? []);
    if (rows.length === 0) throw new UnreadableRows('It has no rows.');
    const bytes = rows.reduce((sum, { values }) => sum + Buffer.byteLength(JSON.stringify(values)), 0);
    if (bytes > config.maxBodyBytes) {
      throw new UnreadableRows(
        `Its values have ${bytes} bytes together; a batch may have at most ${config.maxBodyBytes}.`,
      );
    }
    const kind = content.kind === 'objects' ? 'text' : content.kind;
    return { rows, nameRow: (index) => nameLine(kind, rows[index]?.line ?? index + 1) };
  } catch (error) {
    throw withFile(file, error);
  }
}

async function submit(
  { db, config }: Session,
  templates: TemplateCache,
  submitter: Submitter,
  { file, named, options }: { file: string; named: NamedRows; options: SubmitOptions },
): Promise<Submitted> {
  const { template, format, scale, quality, dpi, background, names, idempotencyKey } = options;
  try {
    return await submitBatch(
      {
        db,
        templates,
        plans: config.plans,
        maxOutputPixels: config.maxOutputPixels,
        batchMaxRows: config.batchMaxRows,
        isCallbackUrlAccepted: createCallbackUrlCheck({ allow: config.outboundAllow }),
      },
      {
        submission: {
          templateId: template,
          format,
          options: { scale, quality, outputDpi: dpi, backgroundColor: background },
          filenamePattern: names ?? null,
          rows: named.rows.map(({ values }) => values),
          callbackUrl: null,
          idempotencyKey: idempotencyKey ?? null,
          origin: 'DESIGNER',
        },
        caller: submitter,
        // The rate is for programs that call the API.
        rate: { refusal: () => Promise.resolve(null), take: () => Promise.resolve() },
        signal: new AbortController().signal,
      },
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new CommandError(describeProblem(error, file, named));
  }
}

/** A refusal by the service in terms of the file and of the command line. */
function describeProblem({ code, detail, facts }: Problem, file: string, { nameRow }: NamedRows): string {
  const [first, ...others] = facts.errors ?? [];
  const row = /^\/rows\/(\d+)\//.exec(first?.pointer ?? '')?.[1];
  if (first !== undefined && row !== undefined) {
    const more = others.length > 0 ? ` (and ${others.length} more in this row)` : '';
    return `${file}, ${nameRow(Number(row))}: ${first.detail}${more} Nothing was submitted.`;
  }
  switch (code) {
    case 'BATCH_IDEMPOTENCY_KEY_REUSED':
      return 'The --idempotency-key was used for a submission of another template, number of rows, format, options or --names.';
    default:
      return first?.pointer.endsWith('/filenamePattern') === true
        ? `--names: ${first.detail}`
        : (first?.detail ?? detail);
  }
}

function withFile(file: string, error: unknown): unknown {
  return error instanceof UnreadableRows ? new CommandError(`${file}: ${error.message}`) : error;
}
