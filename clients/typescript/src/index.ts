/** A client of Platen: the contract's operations with types, and helpers for common tasks. */
export { createPlatenClient, type PlatenClient, type PlatenClientOptions } from './client.ts';
export { PlatenError, unwrap, type ErrorPlace, type ProblemCode } from './error.ts';
export type { Bytes, ByteStream } from './byte-stream.ts';
export type { Quota, RenderWarning, RenderWarnings } from './headers.ts';
export type { CallOptions, PlatenApi } from './api.ts';
export type { RetryOptions } from './retry.ts';
export type { PublishedRender, RenderedFile, RenderRequest } from './render.ts';
export type {
  BackgroundRenderRequest,
  BatchSubmission,
  SubmitOptions,
  SubmittedBatch,
  SubmittedRender,
} from './submit-batch.ts';
export type { BatchJob, Render, WaitOptions } from './wait-for-batch.ts';
export type { BatchArchive } from './download-batch.ts';
export type { BatchFilter, PageOptions, RenderFilter } from './lists.ts';
export { ImageUrlValueError, signImageUrl, type ImageUrlRequest, type TemplateRules } from './image-url.ts';
export type { OfflineProblem } from './value-rules.js';
export { verifyCallback, type CallbackHeaders, type CallbackVerdict, type Completion } from './callback.ts';
export { verifyWebhook, type WebhookEvent, type WebhookVerdict } from './webhook.ts';
export type { components, operations, paths } from './openapi.ts';
