import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import type { TemplateDocument } from '../generated/template.ts';
import { checkMetadata } from '../src/domain/batches/metadata.ts';
import { inQuery } from '../src/domain/image-urls/identify-picture.ts';
import { imageProblems } from '../src/domain/image-urls/problems.ts';
import { problems } from '../src/domain/problems/catalogue.ts';
import type { Problem, FieldError, InvalidRequestCode } from '../src/domain/problems/problem.ts';
import { DEFAULT_PLANS } from '../src/config/plans.ts';
import { quotaState } from '../src/domain/quota/state.ts';
import { toProblem } from '../src/domain/problems/to-problem.ts';
import { checkVariables } from '../src/domain/variables/check-values.ts';
import { createContractAjv } from '../src/http/ajv.ts';
import { readContentType } from '../src/http/body/read-body.ts';
import { readQuery } from '../src/http/target.ts';
import { toFieldErrors } from '../src/http/validation-errors.ts';
import { createImageFetcher } from '../src/outbound/fetch-image.ts';
import { collectAssets } from '../src/render/assets.ts';
import type { Metadata } from '../src/store/batches/job-status.ts';
import type { BoundTemplate } from '../src/render/bind/bind-template.ts';
import { RendererCrashedError } from '../src/renderer/errors.ts';
import { startImageOrigin } from '../test/helpers/image-origin.ts';

const projectId = '6f1c9a0e-6d4e-4a53-9f0b-3f7f3a1d2c11';
const templateId = '3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31';
const shareId = 'c5a0c7c2-7a0b-4d5d-8a39-6e1f2b3c4d51';
const jobId = 'e8b1d1f0-93c4-4d6a-8a5b-7c2d3e4f5a61';
const renderId = '5d0c2f7e-1b34-4a6d-9c8f-2e7a6b5c4d31';
const endpointId = '7d0b5a34-2f0e-4a1b-9d63-0f4f0a2f6c18';
const eventId = '9a3c1f52-6b0d-4d7a-8e45-3c2b1a09f8e7';
const maxBytes = 10 * 1024 * 1024;

/** The problems in openapi.yaml's examples, each made by the service's own code. */
export async function speakProblems(): Promise<Problem[]> {
  const personal = DEFAULT_PLANS.personal;
  const now = new Date('2026-03-02T09:20:31.118Z');
  const spent = quotaState(personal.rendersPerMonth, personal.rendersPerMonth, now);
  const nothing = new Error('not told');
  const title = missingTitle();
  const origin = await startImageOrigin();
  origin.answer('/down', (response) => void response.writeHead(503).end());
  const spoken = [
    refuse(readQuery('page=two', [{ name: 'page', type: 'integer' }]).errors),
    ...['templateId:card', 'shareId:summer', 'jobId:latest', 'renderId:latest', 'endpointId:mine'].flatMap(
      (place) => {
        const [name = '', value] = place.split(':');
        const errors = check(`/path/${name}`, { type: 'string', format: 'uuid' }, value);
        return [refuse(errors), refuse(errors, 'BATCH_INVALID_FILTER')];
      },
    ),
    refuse(check('/query/size', { minimum: 1 }, 0)),
    refuse(check('/query/size', { minimum: 1 }, 0), 'BATCH_INVALID_FILTER'),
    refuse(check('/query/delivery', { enum: ['url', 'zip', 'pdf'] }, 'tar'), 'BATCH_INVALID_DELIVERY'),
    refuse(check('/requestBody/options/scale', { maximum: 4 }, 9)),
    refuse(check('/requestBody/rows', { minItems: 1 }, [])),
    refuse(check('/requestBody/types', { minItems: 1 }, [])),
    refuse([{ pointer: '/variables/title', detail: title }]),
    await fetchPicture('https://10.0.0.1/ines.jpg'),
    await fetchPicture(`${origin.url}/none`),
    await fetchPicture(`${origin.url}/down`),
    problems.rowsRefused({
      errors: [{ pointer: '/rows/3/title', detail: title }],
      count: 1,
      rows: 1,
      firstRow: 3,
    }),
    problems.rowsRefused({
      errors: ['/rows/0/title', '/rows/7/title'].map((pointer) => ({ pointer, detail: title })),
      count: 2,
      rows: 2,
      firstRow: 0,
    }),
    problems.callbackUrlRefused('https://127.0.0.1/'),
    problems.callbackUrlRefused('https://example.org/a b'),
    problems.tooManyRows(2_400, 2_000),
    problems.tooManyRowsForPlan(140, personal.rowsPerBatch, 'personal'),
    problems.keyMissing(),
    problems.keyUnknown(),
    problems.projectNotFound(projectId),
    problems.templateNotFound(templateId),
    problems.templateNotOwned(templateId),
    problems.batchTemplateNotFound(templateId),
    problems.shareNotFound(shareId),
    problems.webhooksOwnerOnly(),
    problems.webhookUrlRefused('http://10.0.0.7/'),
    problems.webhookEndpointNotFound(endpointId),
    problems.webhookEventNotFound(eventId, endpointId),
    problems.webhookEndpointLimitReached(2),
    problems.webhookEndpointOff('disabled'),
    problems.batchNotFound(jobId),
    problems.batchResultNotFound(),
    problems.idempotencyKeyReused(),
    problems.batchActive('PROCESSING'),
    problems.batchResultNotReady('PROCESSING'),
    problems.batchResultExpired(new Date('2026-04-01T09:30:02.410Z')),
    problems.rangeNotSatisfiable(67_903),
    problems.payloadTooLarge(maxBytes),
    sendBody('application/x-www-form-urlencoded', 'application/json'),
    sendBody('application/json', 'application/octet-stream'),
    problems.authoringNotAllowed(),
    problems.templateInvalid([
      { pointer: '/elements/0/src', detail: 'The template has no file "photo.jpg".' },
    ]),
    refuse(check('/query/templateId', { type: 'string', format: 'uuid' }, 'card')),
    problems.sharingNotOnPlan('free'),
    problems.renderKeyReused(),
    problems.renderKeyInProgress(),
    problems.shareLimitReached(personal.activeShareLinks),
    problems.storageLimitReached({
      kind: 'bytes',
      limit: DEFAULT_PLANS.free.storageBytes,
      used: 1_073_900_112,
      plan: 'free',
    }),
    problems.storageLimitReached({
      kind: 'bytes',
      limit: 53_687_091_200,
      used: 53_687_110_912,
      plan: 'studio',
    }),
    problems.shareUploadFailed(nothing),
    problems.shareRevokeFailed(nothing),
    problems.sharingUnavailable(nothing),
    problems.serviceUnavailable(nothing),
    problems.quotaExceeded(spent, 1),
    problems.batchOverQuota(80, spent, 1),
    problems.tooManyActiveBatches(2, spent),
    problems.tooManyActiveRenders(200, spent),
    problems.renderNotFound(renderId),
    problems.renderNotReady('PROCESSING'),
    problems.renderFileNotFound(),
    refuseMetadata({ notes: 'x'.repeat(5_120 - '{"notes":""}'.length) }),
    ...rateRefusals(),
    problems.internalError(nothing),
    problems.dispatchFailed(nothing, spent),
    toProblem(new RendererCrashedError('exit', 'not told')),
    problems.rendererUnavailable(1),
    ...imageRefusals(title, now),
  ];
  origin.close();
  return spoken;
}

function imageRefusals(title: string, now: Date): Problem[] {
  return [
    inQuery(refuse([{ pointer: '/variables/title', detail: title }], 'VARIABLE_VALIDATION_FAILED')),
    refuse(check('/query/scale', { maximum: 4 }, 9)),
    imageProblems.urlInvalid(),
    imageProblems.restricted('the formats png, jpeg; this is pdf'),
    imageProblems.versionNotFound(templateId, '7'),
    imageProblems.urlExpired(new Date('2026-03-02T09:20:31.000Z')),
    problems.rangeNotSatisfiable(38_645),
    imageProblems.rendersUsedUp(new Date('2026-04-01T00:00:00.000Z'), now),
    imageProblems.tooManyNew(1),
  ];
}

function refuse(errors: readonly FieldError[], code?: InvalidRequestCode): Problem {
  return problems.invalidRequest(errors, code);
}

/** The problem of metadata that a job cannot have. */
function refuseMetadata(metadata: Metadata): Problem {
  try {
    checkMetadata({ metadata });
  } catch (error) {
    return toProblem(error);
  }
  return assert.fail('was taken');
}

/** The validation's error for a value at a pointer. */
function check(place: string, schema: object, value: unknown): FieldError[] {
  const validate = createContractAjv().compile(schema);
  validate(value);
  return toFieldErrors((validate.errors ?? []).map((error) => ({ ...error, instancePath: place })));
}

function missingTitle(): string {
  const document = {
    variables: [{ name: 'title', type: 'text', label: 'Headline', required: true }],
    elements: [],
  };
  const checked = checkVariables({ document: document as unknown as TemplateDocument, files: [] }, {});
  return checked.ok ? '' : (checked.problems[0]?.detail ?? '');
}

/** The problem of a render whose variable `photo` has this URL. */
async function fetchPicture(url: string): Promise<Problem> {
  const source = { key: 'photo', kind: 'image', variable: 'photo', location: { from: 'remote', url } };
  const fetchImage = createImageFetcher({ allow: ['127.0.0.0/8'], maxBytes, timeoutMs: 10_000 });
  return await collectAssets({ sources: [source] } as unknown as BoundTemplate, {
    readTemplateFile: () => Promise.resolve(null),
    fetchImage,
    maxImageBytes: maxBytes,
  }).then(() => assert.fail(`${url} was delivered`), toProblem);
}

/** The problem of a body of another type. */
function sendBody(type: string, expected: string): Problem {
  const request = { headers: { 'content-type': type } } as IncomingMessage;
  try {
    readContentType(request, [expected]);
  } catch (error) {
    return toProblem(error);
  }
  return assert.fail('was taken');
}

function rateRefusals(): Problem[] {
  const perSecond = {
    generate: DEFAULT_PLANS.personal.generatePerSecond,
    discovery: 50,
    shares: 50,
    webhooks: 50,
    'batch-submit': 1,
    'batch-read': 100,
    'batch-change': 10,
  };
  return Object.entries(perSecond).map(([name, rate]) => {
    const state = { name, burst: rate, windowSeconds: 1, remaining: 0, resetSeconds: 1 };
    return problems.rateLimitExceeded(state, rate, 1);
  });
}
