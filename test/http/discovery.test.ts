import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  addProject,
  addTemplate,
  createTenant,
  shareTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';

let service: TestService;
let owner: Tenant;
let colleague: Tenant;
let stranger: Tenant;
before(async () => {
  service = await shareTestService({ env: { RATE_LIMITS: 'off' } });
  owner = await createTenant(service.db);
  colleague = await createTenant(service.db, { workspaceId: owner.workspaceId });
  stranger = await createTenant(service.db);
});
after(() => service.close());

async function get<Body>(reader: Tenant, target: string): Promise<Body> {
  const answer = await service.send('GET', target, { key: reader.apiKey });
  assert.equal(answer.status, 200, `${target}: ${JSON.stringify(answer.json)}`);
  return answer.json as Body;
}

async function assertNotFound(reader: Tenant, target: string, code: string): Promise<void> {
  const answer = await service.send('GET', target, { key: reader.apiKey });
  assert.deepEqual([answer.status, answer.problem.code], [404, code], target);
}

test('an account sees its own projects and those shared in its workspace', async () => {
  const shared = await addProject(service.db, owner, { name: 'Shared', visibility: 'SHARED' });
  const idsFor = async (reader: Tenant) =>
    (await get<{ id: string }[]>(reader, '/api/v1/projects?limit=100')).map(({ id }) => id);
  assert.deepEqual(new Set(await idsFor(owner)), new Set([owner.projectId, shared]));
  assert.deepEqual(new Set(await idsFor(colleague)), new Set([colleague.projectId, shared]));
  assert.deepEqual(await idsFor(stranger), [stranger.projectId]);
});

test('a resource that the account cannot see gets the same answer as one that does not exist', async () => {
  const mine = await addTemplate(service.db, owner);
  for (const reader of [colleague, stranger]) {
    await assertNotFound(reader, `/api/v1/projects/${owner.projectId}/templates`, 'PROJECT_NOT_FOUND');
    await assertNotFound(reader, `/api/v1/templates/${mine}`, 'TEMPLATE_NOT_FOUND');
    const generated = await service.send('POST', `/api/v1/templates/${mine}/generate`, {
      key: reader.apiKey,
      json: { variables: {} },
    });
    assert.deepEqual([generated.status, generated.problem.code], [404, 'TEMPLATE_NOT_FOUND']);
  }
  const hidden = await service.send('GET', `/api/v1/templates/${mine}`, { key: stranger.apiKey });
  const missing = await service.send('GET', `/api/v1/templates/${randomUUID()}`, { key: stranger.apiKey });
  assert.equal(
    hidden.problem.detail.replaceAll(/[0-9a-f-]{36}/g, ''),
    missing.problem.detail.replaceAll(/[0-9a-f-]{36}/g, ''),
  );
});

test('a shared template in a private project can be read, its project cannot', async () => {
  const shared = await addTemplate(service.db, owner, {}, { visibility: 'SHARED' });
  assert.equal((await get<{ id: string }>(colleague, `/api/v1/templates/${shared}`)).id, shared);
  await assertNotFound(colleague, `/api/v1/projects/${owner.projectId}/templates`, 'PROJECT_NOT_FOUND');
  await assertNotFound(stranger, `/api/v1/templates/${shared}`, 'TEMPLATE_NOT_FOUND');
});

test('the templates and template count of a shared project are those that the member sees', async () => {
  const project = await addProject(service.db, owner, { name: 'Mixed', visibility: 'SHARED' });
  const hidden = await addTemplate(service.db, owner, { name: 'Hidden' }, { projectId: project });
  const shown = await addTemplate(
    service.db,
    owner,
    { name: 'Shown' },
    { projectId: project, visibility: 'SHARED' },
  );
  const theirs = await addTemplate(service.db, colleague, { name: 'Theirs' }, { projectId: project });
  for (const [reader, seen] of [
    [owner, [hidden, shown]],
    [colleague, [shown, theirs]],
  ] as const) {
    const listed = await get<{ id: string }[]>(reader, `/api/v1/projects/${project}/templates`);
    assert.deepEqual(new Set(listed.map(({ id }) => id)), new Set(seen));
    const projects = await get<{ id: string; templateCount: number }[]>(reader, '/api/v1/projects?limit=100');
    assert.equal(projects.find(({ id }) => id === project)?.templateCount, 2);
  }
});

test('lists are arrays in pages, the last changed first', async () => {
  const reader = await createTenant(service.db);
  const { projectId } = reader;
  const ids: string[] = [];
  for (let count = 0; count < 25; count += 1)
    ids.unshift(await addTemplate(service.db, reader, { name: `T${count}` }));
  // Rows of the same millisecond would be sorted by their ids, so each gets its own time.
  const spread = async (table: string, newestFirst: readonly string[]): Promise<void> => {
    for (const [age, id] of newestFirst.entries())
      await service.db.raw("update ?? set updated_at = updated_at - ? * interval '1 s' where id = ?", [
        table,
        age,
        id,
      ]);
  };
  await spread('templates', ids);
  const target = `/api/v1/projects/${projectId}/templates`;
  const page = async (query: string) =>
    (await get<{ id: string }[]>(reader, target + query)).map(({ id }) => id);
  assert.deepEqual(await page(''), ids.slice(0, 20));
  assert.deepEqual(await page('?page=1'), ids.slice(20));
  assert.deepEqual(await page('?page=2&limit=10'), ids.slice(20));
  assert.deepEqual(await page('?limit=100'), ids);
  assert.deepEqual(await page('?page=2147483647&limit=100'), []);

  const first = await addProject(service.db, reader, { name: 'First' });
  const second = await addProject(service.db, reader, { name: 'Second' });
  await spread('projects', [second, first, projectId]);
  const projects = await get<{ id: string }[]>(reader, '/api/v1/projects?limit=2');
  assert.deepEqual(
    projects.map(({ id }) => id),
    [second, first],
  );
});

test('a template has its viewport settings and its variables', async () => {
  const id = await addTemplate(service.db, owner, {
    name: 'Label',
    description: 'For jars',
    viewport: { width: 99.1, height: 0.4 },
    viewportUnit: 'mm',
    viewportExportDpi: 300,
    viewportOutputIntent: 'print',
    variables: [
      {
        name: 'title',
        type: 'text',
        label: 'Title',
        required: true,
        validation: { maxLength: 20, options: ['Plum', 'Quince'] },
      },
      { name: 'price', type: 'number', defaultValue: '1' },
    ],
  });
  const { createdAt, updatedAt, ...template } = await get<Record<string, unknown>>(
    owner,
    `/api/v1/templates/${id}`,
  );
  assert.equal(createdAt, updatedAt);
  assert.deepEqual(template, {
    id,
    name: 'Label',
    description: 'For jars',
    projectId: owner.projectId,
    version: 1,
    viewport: { width: 99, height: 1 },
    viewportSize: { width: 99.1, height: 0.4 },
    viewportUnit: 'mm',
    viewportExportDpi: 300,
    viewportOutputIntent: 'print',
    visibility: 'PRIVATE',
    variables: [
      {
        name: 'title',
        type: 'text',
        label: 'Title',
        required: true,
        validation: { maxLength: 20, options: ['Plum', 'Quince'] },
      },
      { name: 'price', type: 'number', label: 'price', required: false, defaultValue: '1' },
    ],
  });
});

test('discovery costs no renders', async () => {
  const entries = await service
    .db('quota_entries')
    .whereIn('workspace_id', [owner.workspaceId, stranger.workspaceId])
    .count<{ count: string }[]>();
  assert.equal(Number(entries[0]?.count), 0);
});

test('a page that is as tall as its content has its minimum height', async () => {
  const id = await addTemplate(service.db, owner, {
    name: 'Quote',
    viewport: { width: 600, height: { min: 400, max: 3000 } },
    layout: { direction: 'column' },
  });
  const { viewport, viewportSize } = await get<Record<string, unknown>>(owner, `/api/v1/templates/${id}`);
  assert.deepEqual(
    [viewport, viewportSize],
    [
      { width: 600, height: 400 },
      { width: 600, height: 400 },
    ],
  );
});
