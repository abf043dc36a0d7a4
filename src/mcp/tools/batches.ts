/** Tools for batch jobs. */
import { getBatchJob } from '../../../handlers/getBatchJob.ts';
import { listBatchItems } from '../../../handlers/listBatchItems.ts';
import { submitBatchJob } from '../../../handlers/submitBatchJob.ts';
import type { components } from '../../../generated/openapi.ts';
import { admitSubmission } from '../../domain/batches/submission-rate.ts';
import { findTier } from '../../domain/quota/request-rates.ts';
import { apiCall } from '../api-call.ts';
import { object, ofContract, type JsonSchema } from '../arguments.ts';
import { boundWarnings } from '../bounds.ts';
import { json, notes, type Tool } from '../tool.ts';
import { loopbackLines } from '../words.ts';
import { sayIfUnpublished } from './render.ts';
import { rowOptions } from './shared-arguments.ts';

type Submission = components['schemas']['BatchSubmission'];

const submission = ofContract('/components/schemas/BatchSubmission') as {
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

const template = submission.properties['template'] as JsonSchema & { readonly properties: object };

/** Each id is checked with the template: its pattern is left out. */
const sizes = { anyOf: [{ const: 'all' }, { type: 'array', minItems: 1, items: { type: 'string' } }] };
const sheet = ofContract('/components/schemas/BatchSheet');

/** `submit_batch`. */
export const submitBatch: Tool<Submission & { readonly idempotencyKey?: string }> = {
  name: 'submit_batch',
  description:
    'Renders one file for each row of values, in the background, into one ZIP archive, or with sheet into ' +
    'one PDF. Costs one render a row and size (template.sizes: ids or "all"). ' +
    'Answers a jobId at once; ask get_batch until the job has ended.',
  input: object(
    {
      template: {
        ...template,
        properties: { ...template.properties, options: rowOptions, sizes },
        description:
          'output.filenamePattern names the files; {variable}, {index}, {timestamp}, {random} are ' +
          'replaced. output.filenameCharacters: unicode keeps the letters of values as they are.',
      },
      rows: { ...submission.properties['rows'], description: 'Values by variable name; all are strings.' },
      callbackUrl: { ...submission.properties['callbackUrl'], description: 'Is called when the job ends.' },
      includeWarnings: {
        ...submission.properties['includeWarnings'],
        description: 'Adds warnings.csv to the archive.',
      },
      sheet: {
        ...sheet,
        description:
          'Lays rows out on sheets of paper (millimetres), as one PDF instead of a ZIP; for format pdf.',
      },
      idempotencyKey: {
        ...ofContract('/paths/~1api~1v1~1batch-jobs/post/parameters/0/schema'),
        description:
          'Repeating a call with the same key answers the same job. Choose a new one for each batch.',
      },
    },
    ['template', 'rows'],
  ),
  tier: (plan, { idempotencyKey }) => findTier('submitBatchJob', plan, idempotencyKey !== undefined),
  async run({ idempotencyKey, ...body }, call, { db, plans, limitsRates, handlerParts }) {
    if (limitsRates && idempotencyKey !== undefined) {
      await admitSubmission({ db, plans }, call.caller, idempotencyKey);
    }
    const header = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey };
    const submitted = submitBatchJob(apiCall(call, { header, body }), handlerParts);
    const accepted = await sayIfUnpublished(db, body.template, call, submitted);
    return [json(accepted.body)];
  },
};

/** `get_batch`. */
export const getBatch: Tool<{ readonly jobId: string; readonly page?: number; readonly size: number }> = {
  name: 'get_batch',
  description:
    'Tells how far a batch job is. Once it is COMPLETED, downloadUrl is the archive. With page (from 0), ' +
    'also a page of its rows, each with its outcome and its warnings.',
  input: object(
    {
      jobId: ofContract('/components/parameters/JobId/schema'),
      page: { type: 'integer', minimum: 0 },
      size: ofContract('/components/parameters/Size/schema'),
    },
    ['jobId'],
  ),
  isReadOnly: true,
  tier: (plan) => findTier('getBatchJob', plan, false),
  async run({ jobId, page, size }, call, { handlerParts }) {
    const path = { jobId };
    const { body: job } = await getBatchJob(apiCall(call, { path }), handlerParts);
    const isActive = job.status === 'PENDING' || job.status === 'PROCESSING';
    const lines = isActive
      ? ['The job is at work. Ask again in a few seconds.']
      : loopbackLines(job.downloadUrl, 'PUBLIC_URL, or the endpoint of the object store,');
    if (page === undefined) return [json(job), ...notes(lines)];
    const rows = await listBatchItems(apiCall(call, { path, query: { page, size } }), handlerParts);
    const bounded = boundWarnings(rows.body.data);
    const items = { ...rows.body, data: bounded.items };
    return [json({ ...job, items }), ...notes([...bounded.lines, ...lines])];
  },
};
