/** Renders that nobody waits for: submitted over HTTP, and brought to an end without a renderer. */
import assert from 'node:assert/strict';
import type { components } from '../../generated/openapi.ts';
import { renderFileKey } from '../../src/domain/files/batch-files.ts';
import { queryRows } from '../../src/store/database.ts';
import { finishBatchJob } from '../../src/store/batches/terminal-states.ts';
import { recordOutcomes } from './batch.ts';
import type { Answer, Tenant, TestService } from './http.ts';
import { waitUntil } from './wait-until.ts';

export type Render = components['schemas']['Render'];

/** Submits a render of the plain template, optionally with an Idempotency-Key. */
export async function submitRender(
  service: TestService,
  { apiKey }: Pick<Tenant, 'apiKey'>,
  templateId: string,
  { key, ...json }: { readonly key?: string } & Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  return await service.send('POST', `/api/v1/templates/${templateId}/renders`, {
    key: apiKey,
    json: { variables: { title: 'a' }, ...json },
    headers: key === undefined ? {} : { 'Idempotency-Key': key },
  });
}

/** As `submitRender`; expects a 202 and returns the id of the render. */
export async function startRender(...given: Parameters<typeof submitRender>): Promise<string> {
  const { status, json } = await submitRender(...given);
  assert.equal(status, 202, JSON.stringify(json));
  return (json as components['schemas']['RenderAccepted']).renderId;
}

/** A request about renders. */
export async function requestRender(
  service: TestService,
  method: 'GET' | 'DELETE',
  path: string,
  { apiKey }: Pick<Tenant, 'apiKey'>,
): Promise<Answer> {
  return await service.send(method, `/api/v1/renders${path}`, { key: apiKey });
}

/** Reads a render of the account. */
export async function readRender(service: TestService, tenant: Tenant, renderId: string): Promise<Render> {
  return (await requestRender(service, 'GET', `/${renderId}`, tenant)).json as Render;
}

/** Reads a render once it has ended. */
export async function waitForRender(service: TestService, tenant: Tenant, renderId: string): Promise<Render> {
  let render = await readRender(service, tenant, renderId);
  await waitUntil(async () => {
    render = await readRender(service, tenant, renderId);
    return !['PENDING', 'PROCESSING'].includes(render.status);
  });
  return render;
}

/** Makes a PNG render COMPLETED with this file, without a renderer. */
export async function completeRender(
  service: TestService,
  renderId: string,
  { retentionMs = 86_400_000, content = 'a picture' } = {},
): Promise<void> {
  await recordOutcomes(service.db, renderId, { succeeded: [0] });
  const key = renderFileKey(renderId, 0, 'png');
  const { bytes } = await service.app.storage.write(key, Buffer.from(content));
  await queryRows(service.db, 'update batch_jobs set retention_ms = :retentionMs where id = :renderId', {
    retentionMs,
    renderId,
  });
  const archive = { key, bytes, retentionMs, attempt: 0 };
  assert.ok(await finishBatchJob(service.db, renderId, { status: 'COMPLETED', archive }));
}
