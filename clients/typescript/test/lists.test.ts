import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { queryRows } from '../../../src/store/database.ts';
import { addProject, addTemplate } from '../../../test/helpers/http.ts';
import { unwrap } from '../src/index.ts';
import { observedClient, startScene, type Scene } from './service.ts';

let scene: Scene;
before(async () => {
  scene = await startScene();
});
after(() => scene.close());

const ids = (entries: readonly { readonly id: string }[]): string[] => entries.map(({ id }) => id).sort();

test('projects and templates: returns all of them with every page size', async () => {
  const tenant = await scene.tenant();
  const { db } = scene.service;
  const client = observedClient(scene.service.url, tenant);
  const projects = [tenant.projectId];
  const templates = [tenant.templateId];
  for (let number = 0; number < 4; number += 1) {
    projects.push(await addProject(db, tenant, {}));
    templates.push(await addTemplate(db, tenant));
  }
  for (const pageSize of [1, 2, 5, 100, undefined]) {
    assert.deepEqual(ids(await Array.fromAsync(client.projects({ pageSize }))), projects.toSorted());
    const found = await Array.fromAsync(client.templates(tenant.projectId, { pageSize }));
    assert.deepEqual(ids(found), templates.toSorted());
  }
  const [empty = ''] = projects.slice(1);
  assert.deepEqual(await Array.fromAsync(client.templates(empty)), []);
});

test('requests a page only when it is needed', async () => {
  const tenant = await scene.tenant();
  for (let number = 0; number < 4; number += 1) await addTemplate(scene.service.db, tenant);
  const client = observedClient(scene.service.url, tenant);
  let count = 0;
  for await (const _ of client.templates(tenant.projectId, { pageSize: 2 })) if ((count += 1) === 3) break;
  assert.equal(client.requests.length, 2);
});

test('does not miss entries that change during the listing', async () => {
  const tenant = await scene.tenant();
  const { db } = scene.service;
  const templates = [tenant.templateId];
  for (let number = 0; number < 6; number += 1) templates.push(await addTemplate(db, tenant));
  const client = observedClient(scene.service.url, tenant);
  const found: { id: string }[] = [];
  for await (const template of client.templates(tenant.projectId, { pageSize: 2 })) {
    found.push(template);
    if (found.length !== 2) continue;
    // The oldest entry.
    await queryRows(db, `update templates set updated_at = now() where id = :id`, { id: tenant.templateId });
  }
  assert.deepEqual(ids(found), templates.toSorted());
});

test('share links: returns each once while the loop revokes them', async () => {
  const tenant = await scene.tenant();
  const client = observedClient(scene.service.url, tenant);
  const request = { templateId: tenant.templateId, variables: {} };
  const made: { id: string }[] = [];
  for (let number = 0; number < 7; number += 1) made.push((await client.share(request)).link);
  const found: { id: string }[] = [];
  for await (const link of client.shares({ pageSize: 2 })) {
    found.push(link);
    await unwrap(client.api.DELETE('/api/v1/shares/{shareId}', { params: { path: { shareId: link.id } } }));
  }
  assert.deepEqual(ids(found), ids(made));
  assert.deepEqual(await Array.fromAsync(client.shares()), []);
});

test('share links: returns each once while others are created and revoked', async () => {
  const tenant = await scene.tenant();
  const client = observedClient(scene.service.url, tenant);
  const request = { templateId: tenant.templateId, variables: {} };
  const made: { id: string }[] = [];
  for (let number = 0; number < 8; number += 1) made.push((await client.share(request)).link);
  const found: { id: string }[] = [];
  for await (const link of client.shares({ pageSize: 3 })) {
    found.push(link);
    if (found.length === 2) for (let number = 0; number < 4; number += 1) await client.share(request);
    if (found.length !== 5) continue;
    // Three of the first links, which were seen already.
    for (const { id } of found.slice(0, 3)) {
      await unwrap(client.api.DELETE('/api/v1/shares/{shareId}', { params: { path: { shareId: id } } }));
    }
  }
  assert.deepEqual(
    ids(found).filter((id) => made.some((link) => link.id === id)),
    ids(made),
  );
  assert.equal(new Set(ids(found)).size, found.length);
});

test('batch jobs by status and source, and the rows of a job', async () => {
  const tenant = await scene.tenant();
  const { templateId } = tenant;
  const client = observedClient(scene.service.url, tenant);
  const jobs: string[] = [];
  for (let number = 0; number < 3; number += 1) {
    const { jobId } = await client.submitBatch({
      template: { templateId },
      rows: Array.from({ length: 5 }, () => ({})),
    });
    jobs.push(jobId);
    await client.waitForBatch(jobId, { firstInterval: 20 });
  }
  const listed = await Array.fromAsync(client.batchJobs({}, { pageSize: 2 }));
  assert.deepEqual(
    listed.map(({ jobId }) => jobId),
    jobs.toReversed(),
  );
  for (const [filter, count] of [
    [{ status: ['COMPLETED', 'FAILED'] }, 3],
    [{ status: ['CANCELLED'] }, 0],
    [{ source: 'API_KEY' }, 3],
    [{ source: 'DESIGNER' }, 0],
  ] satisfies [Parameters<typeof client.batchJobs>[0], number][]) {
    assert.equal((await Array.fromAsync(client.batchJobs(filter))).length, count, JSON.stringify(filter));
  }
  const items = await Array.fromAsync(client.batchItems(jobs[0] ?? '', { pageSize: 2 }));
  assert.deepEqual(
    items.map(({ rowIndex }) => rowIndex),
    [0, 1, 2, 3, 4],
  );
});
