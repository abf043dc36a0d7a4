import { createApi, type CallOptions, type PlatenApi } from './api.ts';
import { downloadBatch, type BatchArchive } from './download-batch.ts';
import { unwrap } from './error.ts';
import {
  batchItems,
  batchJobs,
  projects,
  renders,
  shares,
  templates,
  type BatchFilter,
  type PageOptions,
  type RenderFilter,
} from './lists.ts';
import type { components } from './openapi.ts';
import { generate, share, type PublishedRender, type RenderedFile, type RenderRequest } from './render.ts';
import { retryPolicy, type RetryOptions } from './retry.ts';
import {
  submitBatch,
  submitRender,
  type BackgroundRenderRequest,
  type BatchSubmission,
  type SubmitOptions,
  type SubmittedBatch,
  type SubmittedRender,
} from './submit-batch.ts';
import {
  waitForBatch,
  waitForRender,
  type BatchJob,
  type Render,
  type WaitOptions,
} from './wait-for-batch.ts';

type Schemas = components['schemas'];

export interface PlatenClientOptions {
  /** Where the service is, as `serve` prints it: `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Replaces the platform's `fetch`. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** How calls are retried; false for never. */
  readonly retry?: RetryOptions | false | undefined;
}

/** The service with one API key. A refused call rejects with a PlatenError, except in `api`. */
export interface PlatenClient {
  /** Every operation of the contract. Resolves to `{ data }` or `{ error }`, and `response`; see `unwrap`. */
  readonly api: PlatenApi;
  /** Renders a template and returns the file. Each success costs one render. */
  generate(request: RenderRequest, options?: CallOptions): Promise<RenderedFile>;
  /** Renders a template and publishes the file at a temporary URL that needs no key. Costs one render. */
  share(request: RenderRequest, options?: CallOptions): Promise<PublishedRender>;
  /** Submits a render in the background: for long documents. Costs one render. */
  submitRender(request: BackgroundRenderRequest, options?: SubmitOptions): Promise<SubmittedRender>;
  /** Waits until a render is COMPLETED, FAILED or CANCELLED and resolves to it; check its `status`. */
  waitForRender(renderId: string, options?: WaitOptions<Render>): Promise<Render>;
  /** The renders of the account that were submitted in the background, newest first. */
  renders(
    filter?: RenderFilter,
    options?: PageOptions,
  ): AsyncGenerator<Schemas['RenderSummary'], void, undefined>;
  /** Submits a batch. Costs one render for each row. */
  submitBatch(submission: BatchSubmission, options?: SubmitOptions): Promise<SubmittedBatch>;
  /** Waits until a job is COMPLETED, FAILED or CANCELLED and resolves to it; check its `status`. */
  waitForBatch(jobId: string, options?: WaitOptions): Promise<BatchJob>;
  /** The ZIP archive of a COMPLETED job. */
  downloadBatch(jobId: string, options?: CallOptions): Promise<BatchArchive>;
  /** A template with its variables and their rules, which `signImageUrl` takes. */
  getTemplate(templateId: string, options?: CallOptions): Promise<Schemas['Template']>;
  /** The account's own projects and the shared ones. */
  projects(options?: PageOptions): AsyncGenerator<Schemas['Project'], void, undefined>;
  /** The templates of a project. */
  templates(
    projectId: string,
    options?: PageOptions,
  ): AsyncGenerator<Schemas['TemplateSummary'], void, undefined>;
  /** The share links of the account, newest first. The loop may revoke them. */
  shares(options?: PageOptions): AsyncGenerator<Schemas['ShareLink'], void, undefined>;
  /** The batch jobs of the account, newest first. The loop may delete them. */
  batchJobs(
    filter?: BatchFilter,
    options?: PageOptions,
  ): AsyncGenerator<Schemas['BatchJobSummary'], void, undefined>;
  /** The outcome of each row of a job, in the order of submission. */
  batchItems(jobId: string, options?: PageOptions): AsyncGenerator<Schemas['BatchItem'], void, undefined>;
}

/**
 * Creates a client of the service at `baseUrl`. Throws a TypeError if that is not a URL or the key cannot be
 * sent.
 */
export function createPlatenClient({ baseUrl, apiKey, fetch, retry }: PlatenClientOptions): PlatenClient {
  // Checked here: later it would look like a service that cannot be reached.
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new TypeError(`baseUrl must be the http or https URL of the service, but is "${baseUrl}".`);
  }
  new Headers({ 'X-Api-Key': apiKey });
  const policy = retryPolicy(retry === false ? { retries: 0 } : retry);
  const send = fetch ?? ((request: Request) => globalThis.fetch(request));
  const api = createApi({ baseUrl, apiKey, fetch: send, retry: policy });
  return {
    api,
    generate: (request, options) => generate(api, request, options),
    share: (request, options) => share(api, request, options),
    submitRender: (request, options) => submitRender(api, request, options),
    waitForRender: (renderId, options) => waitForRender(api, renderId, options),
    renders: (filter, options) => renders(api, filter, options),
    submitBatch: (submission, options) => submitBatch(api, submission, options),
    waitForBatch: (jobId, options) => waitForBatch(api, jobId, options),
    downloadBatch: (jobId, options) => downloadBatch(api, policy, jobId, options),
    getTemplate: (templateId, { signal = null } = {}) =>
      unwrap(api.GET('/api/v1/templates/{templateId}', { params: { path: { templateId } }, signal })),
    projects: (options) => projects(api, options),
    templates: (projectId, options) => templates(api, projectId, options),
    shares: (options) => shares(api, options),
    batchJobs: (filter, options) => batchJobs(api, filter, options),
    batchItems: (jobId, options) => batchItems(api, jobId, options),
  };
}
