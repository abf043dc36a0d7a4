/** Checks everything about a batch that needs no transaction. */
import { randomUUID } from 'node:crypto';
import { readLocale } from '../../common/expressions/locale.ts';
import { checkGivenGrid, type SheetGrid } from '../../common/sheets/sheet-grid.ts';
import { createValueWriter } from '../../common/names/filename-characters.ts';
import { checkFilenamePattern, nameFiles } from '../../common/names/filenames.ts';
import { checkOutputSize } from '../../render/output-size.ts';
import type { BoundValues } from '../../common/values/values.ts';
import type { Fingerprint } from '../../store/batches/idempotency-keys.ts';
import type { CheckedSubmission } from '../../store/batches/submissions.ts';
import type { Actor } from '../../store/callers.ts';
import type { Template, TemplateVersion } from '../../store/templates.ts';
import { currentTraceparent } from '../../telemetry/tracing.ts';
import { needsPublication } from '../authoring/published.ts';
import { problems } from '../problems/catalogue.ts';
import { MAX_FIELD_ERRORS } from '../problems/field-errors.ts';
import { Problem, type FieldError } from '../problems/problem.ts';
import { outputSettings, readFileOptions } from '../renders/output-options.ts';
import { readTemplate } from '../templates/discovery.ts';
import { checkRows } from './check-rows.ts';
import { checkSource } from './check-source.ts';
import { checkSheetSubmission } from './check-sheet.ts';
import { checkMetadata } from './metadata.ts';
import { countCopies } from './count-copies.ts';
import { findPictures, noPictures, withPictures } from './pictures.ts';
import { sizesOfBatch } from './row-sizes.ts';
import { countRefusedWork } from './submission-rate.ts';
import type { BatchSubmission, SubmitParts, SubmitRequest } from './submission.ts';

/**
 * Checks how many rows a batch has: by itself before pictures are uploaded, and at every submission.
 *
 * @throws Problem if they are more than the service or the caller's plan takes
 */
export function requireRowCount(
  { plans, batchMaxRows }: Pick<SubmitParts, 'plans' | 'batchMaxRows'>,
  { plan }: Pick<Actor, 'plan'>,
  rowCount: number,
): void {
  if (rowCount > batchMaxRows) throw problems.tooManyRows(rowCount, batchMaxRows);
  const { rowsPerBatch } = plans[plan];
  if (rowCount > rowsPerBatch) throw problems.tooManyRowsForPlan(rowCount, rowsPerBatch, plan);
}

/**
 * Checks a submission before anything is written.
 *
 * @throws Problem
 */
export async function checkSubmission(
  parts: SubmitParts,
  { submission, caller, signal }: SubmitRequest,
  fingerprint: Fingerprint,
): Promise<CheckedSubmission> {
  const { rows, lines, otherColumns, filenamePattern } = submission;
  const plan = parts.plans[caller.plan];
  requireRowCount(parts, caller, rows.length);
  const misfits = checkSource(submission);
  if (misfits.length > 0) throw problems.invalidRequest(misfits);
  checkMetadata(submission);
  const { template, version: found } = await findTemplate(parts, caller, submission);
  const { ids: sizes, versions } = sizesOfBatch(found, submission);
  requireRowCount(parts, caller, rows.length * versions.length);
  const { sheet } = fingerprint;
  checkGivenSheet(submission.sheet);
  for (const version of versions)
    checkOutput(parts, version, { ...submission, sheet, sizes: sizes ?? undefined });
  const callback = await checkCallback(parts, submission.callbackUrl);
  const now = new Date();
  const { locale } = submission.options;
  const pictures = await findPictures(parts.db, caller, submission.pictures ?? noPictures);
  const checks = {
    options: { locale, now },
    lines,
    workspaceId: caller.workspaceId,
    signal,
    countRefused: (workMs: number) => countRefusedWork(parts, caller, workMs),
  };
  let values: readonly BoundValues[] = [];
  // The values of a row are the same in all sizes, but an expression may fail in one of them.
  for (const version of versions) values = await checkRows(withPictures(version, pictures), rows, checks);

  const copies = countCopies({ rows, otherColumns, sheet }, values);

  const { format } = submission;
  const writeValue = await createValueWriter(
    fingerprint.filenameCharacters,
    readLocale(found.document, locale),
  );
  const filenames = nameFiles({
    pattern: filenamePattern,
    format,
    rows: values,
    submittedAt: now,
    writeValue,
    ...(sizes === null ? {} : { sizes, folders: submission.folders === true }),
  });
  return {
    ...fingerprint,
    jobId: randomUUID(),
    workspaceId: caller.workspaceId,
    accountId: caller.accountId,
    apiKeyId: caller.keyId,
    origin: submission.origin,
    templateVersionId: template.versionId,
    templateName: template.name,
    projectId: template.projectId,
    idempotencyKey: submission.idempotencyKey,
    includeWarnings: submission.includeWarnings,
    render: null,
    metadata: submission.metadata ?? null,
    callback,
    pictures,
    createdAt: now,
    traceparent: currentTraceparent(),
    columns: submission.columns ?? null,
    otherColumns:
      otherColumns === undefined
        ? null
        : { names: otherColumns.columns.map(({ name }) => name), leftOut: otherColumns.leftOut ?? [] },
    sizes,
    rows: filenames.map((filename, file) => {
      const index = Math.floor(file / versions.length);
      return {
        variables: rows[index] ?? {},
        filename,
        line: lines?.[index] ?? null,
        copies: copies[index] ?? 1,
        otherCells: otherColumns?.columns.map(({ cells }) => cells[index] ?? '') ?? null,
        metadata: submission.rowMetadata?.[index] ?? null,
      };
    }),
    quotaLimit: plan.rendersPerMonth,
    maxActive: plan.activeBatchJobs,
  };
}

async function findTemplate(
  { db, templates }: SubmitParts,
  caller: Actor,
  { templateId, origin }: BatchSubmission,
): Promise<{ readonly template: Template; readonly version: TemplateVersion }> {
  const read = readTemplate(db, templates, caller, templateId);
  if (origin !== 'API_KEY') return await needsPublication(db, caller, templateId, read);
  return await read.catch((error: unknown) => {
    if (!(error instanceof Problem && error.code === 'TEMPLATE_NOT_FOUND')) throw error;
    throw problems.batchTemplateNotFound(templateId);
  });
}

function checkGivenSheet(given: BatchSubmission['sheet']): void {
  const fault = given === null ? null : checkGivenGrid(given);
  if (fault === null) return;
  throw problems.invalidRequest([{ pointer: `/sheet/${fault.key}`, detail: fault.detail }]);
}

/** Checks the output and the file names, which are the same for all rows. */
function checkOutput(
  { maxOutputPixels }: SubmitParts,
  version: TemplateVersion,
  submission: Omit<BatchSubmission, 'sheet'> & { readonly sheet: SheetGrid | null },
): void {
  const unkept = findUnkept(submission.options);
  if (unkept !== null) throw problems.invalidRequest([unkept]);
  const { document } = version;
  const { filenamePattern, format, options } = submission;
  checkFiles(document, submission);
  const output = outputSettings(version, { format, options });
  const oversize = checkOutputSize(document, output, maxOutputPixels);
  if (oversize !== null) throw problems.invalidRequest([{ pointer: '/template/options', detail: oversize }]);
  const misfit = checkSheetSubmission(document, submission);
  if (misfit !== null) throw problems.invalidRequest([misfit]);
  const unfit =
    filenamePattern === null
      ? null
      : checkFilenamePattern(filenamePattern, { ...document, hasSizes: submission.sizes !== undefined });
  if (unfit === null) return;
  throw problems.invalidRequest([{ pointer: '/template/output/filenamePattern', detail: unfit }]);
}

/** Checks the options of the files, with the files that the values of each row are. */
function checkFiles(
  document: TemplateVersion['document'],
  { format, options, rows }: Pick<BatchSubmission, 'format' | 'options' | 'rows'>,
): void {
  const errors: FieldError[] = [];
  const carriesFiles = (options.attachments ?? []).length > 0;
  for (const [index, row] of (carriesFiles ? rows : [{}]).entries()) {
    const file = readFileOptions(document, { format, options }, row);
    if (!('problem' in file)) continue;
    const { pointer, detail } = file.problem;
    const isOfRow = pointer.startsWith('/variables/');
    const place = isOfRow ? pointer.replace('/variables', `/rows/${index}`) : `/template${pointer}`;
    errors.push({ pointer: place, detail });
    // The options are the same for all rows.
    if (!isOfRow || errors.length === MAX_FIELD_ERRORS) break;
  }
  if (errors.length > 0) throw problems.invalidRequest(errors);
}

/** The options that a batch cannot have; null if it has none of them. */
function findUnkept({ password, attachments = [] }: BatchSubmission['options']): FieldError | null {
  const pointer = '/template/options';
  if (password !== undefined) {
    const detail =
      'A batch keeps its options until it is done, and its files longer: it cannot have a password. ' +
      'Generate the files one by one.';
    return { pointer: `${pointer}/password`, detail };
  }
  const index = attachments.findIndex(({ content }) => content !== undefined);
  if (index < 0) return null;
  const detail =
    'The options of a batch are the same for all rows, and each PDF would carry the same file: give the ' +
    'name of a variable as "contentVariable", whose value is the file of each row in Base64.';
  return { pointer: `${pointer}/attachments/${index}/content`, detail };
}

async function checkCallback(
  { isCallbackUrlAccepted }: SubmitParts,
  url: string | null,
): Promise<CheckedSubmission['callback']> {
  if (url === null) return null;
  if (!(await isCallbackUrlAccepted(url))) throw problems.callbackUrlRefused(url);
  return { url, deliveryId: randomUUID() };
}
