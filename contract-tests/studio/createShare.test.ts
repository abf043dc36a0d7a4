import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import type { components } from '../../generated/studio.ts';
import { StorageUnavailableError } from '../../src/storage/storage.ts';
import { queryRow, queryRows } from '../../src/store/database.ts';
import { withFullStorage } from '../../test/helpers/full-workspace.ts';
import { addTemplate, type Answer } from '../../test/helpers/http.ts';
import { writePlans } from '../../test/helpers/plans.ts';
import { fetchPublicFile } from '../../test/helpers/shares.ts';
import { createUser, startOwnStudio, type Studio, type StudioUser } from '../../test/helpers/studio.ts';
import { testOperation } from '../../test/helpers/studio-statuses.ts';
import { killRenderers, whileDrawing as whileDrawingWith } from '../../test/helpers/renderers.ts';
import { waitUntil } from '../../test/helpers/wait-until.ts';

let studio: Studio;
/** High limits, except for the plans whose limits are tested. */
let sharer: StudioUser;
let templateId: string;
let plans: Awaited<ReturnType<typeof writePlans>>;
before(async () => {
  plans = await writePlans({ personal: { activeShareLinks: 0 }, team: { rendersPerMonth: 0 } });
  studio = await startOwnStudio({ env: { PLANS_FILE: plans.file, RENDER_QUEUE: '0' } });
  sharer = await createUser(studio.db, { plan: 'enterprise' });
  templateId = await addTemplate(studio.db, sharer);
});
after(async () => {
  await studio.close();
  await plans.remove();
});

const share = (json: object = {}) => studio.call('createShare', { path: { templateId }, json, as: sharer });

async function shareOn(plan: 'free' | 'personal' | 'team'): Promise<Answer> {
  const user = await createUser(studio.db, { plan });
  const path = { templateId: await addTemplate(studio.db, user) };
  return await studio.call('createShare', { path, json: {}, as: user });
}

async function shareUnpublished(): Promise<Answer> {
  const id = await addTemplate(studio.db, sharer);
  await queryRows(studio.db, 'update templates set version_id = null where id = :id', { id });
  return await studio.call('createShare', { path: { templateId: id }, json: {}, as: sharer });
}

/** The previous case may have left a renderer that is starting. */
async function untilRendererIsFree(): Promise<void> {
  await waitUntil(async () => (await share()).status === 201);
}

async function shareWhile(method: 'check' | 'write', error: Error): Promise<Answer> {
  await untilRendererIsFree();
  const failing = mock.method(studio.service.app.storage, method, () => Promise.reject(error));
  try {
    return await share();
  } finally {
    failing.mock.restore();
  }
}

/** Runs a function while the only renderer is paused in a render. */
async function whileDrawing(act: Parameters<typeof whileDrawingWith<Answer>>[2]): Promise<Answer> {
  await untilRendererIsFree();
  return await whileDrawingWith(studio.db, () => share(), act);
}

testOperation('createShare', {
  201: [
    { act: () => share() },
    { act: () => share({ format: 'pdf', values: { title: 'a' } }) },
    { act: () => share({ expiresInDays: 365 }) },
  ],
  400: [
    { act: () => share({ values: { titel: 'a' } }), code: 'VALIDATION_ERROR' },
    { act: () => share({ options: { scale: 9 } }), code: 'VALIDATION_ERROR' },
    { act: () => share({ expiresInDays: 366 }), code: 'VALIDATION_ERROR' },
    { act: () => share({ expiresInDays: 0 }), code: 'VALIDATION_ERROR' },
  ],
  403: [
    { act: () => shareOn('free'), code: 'SHARING_NOT_AVAILABLE_ON_PLAN' },
    { act: () => shareOn('personal'), code: 'SHARE_LINK_LIMIT_REACHED' },
  ],
  409: [
    { act: shareUnpublished, code: 'NEVER_PUBLISHED' },
    { act: () => withFullStorage(studio.db, sharer, () => share()), code: 'STORAGE_LIMIT_REACHED' },
  ],
  429: [{ act: () => shareOn('team'), code: 'QUOTA_EXCEEDED' }],
  502: [
    { act: () => whileDrawing(killRenderers), code: 'RENDER_FAILED' },
    { act: () => shareWhile('write', new Error('the disk is broken')), code: 'SHARE_UPLOAD_FAILED' },
  ],
  503: [
    { act: () => whileDrawing(() => share()), code: 'RENDERER_UNAVAILABLE' },
    { act: () => shareWhile('check', new StorageUnavailableError('no route')), code: 'SHARING_UNAVAILABLE' },
  ],
});

test('names a wrong value as the request does', async () => {
  const { problem } = await share({ values: { titel: 'a' } });
  assert.deepEqual(
    problem.errors.map(({ pointer }) => pointer),
    ['/values/titel'],
  );
  assert.doesNotMatch(problem.detail, /\/variables/u);
});

test('a link works as long as it was asked for; longer than the plan allows is refused, free', async () => {
  const user = await createUser(studio.db, { plan: 'studio' });
  const path = { templateId: await addTemplate(studio.db, user) };
  const ask = (json: object) => studio.call('createShare', { path, json, as: user });
  await untilRendererIsFree();
  for (const [json, days] of [
    [{}, 30],
    [{ expiresInDays: 30 }, 30],
    [{ expiresInDays: 1 }, 1],
  ] as const) {
    const before = Date.now();
    const answer = await ask(json);
    assert.equal(answer.status, 201);
    const lifetimeMs = Date.parse((answer.json as components['schemas']['Share']).expiresAt) - before;
    assert.ok(Math.abs(lifetimeMs - days * 86_400_000) < 60_000, `${lifetimeMs} ms`);
  }
  const { problem } = await ask({ expiresInDays: 31 });
  assert.equal(problem.detail, 'Links of the plan studio work for at most 30 days.');
  assert.deepEqual(
    problem.errors.map(({ pointer }) => pointer),
    ['/expiresInDays'],
  );
  const { workspaceId } = user;
  assert.deepEqual(
    await queryRow(
      studio.db,
      `select (select sum(used)::int from quota_periods where workspace_id = :workspaceId) as used,
         (select count(*)::int from share_links where workspace_id = :workspaceId) as links`,
      { workspaceId },
    ),
    { used: 3, links: 3 },
  );
});

test('publishes at a public URL and charges one render of the template, without a key', async () => {
  await untilRendererIsFree();
  const { url, source } = (await share()).json as components['schemas']['Share'];
  assert.equal(source, 'DESIGNER');
  assert.equal((await fetchPublicFile(url)).status, 200);
  const { member, db } = studio;
  const sharedId = await addTemplate(db, member);
  await studio.call('createShare', { path: { templateId: sharedId }, json: {}, as: member });
  assert.deepEqual(
    await queryRow(
      db,
      `select api_key_id as "keyId", renders::int from usage_by_day where template_id = :sharedId`,
      { sharedId },
    ),
    { keyId: null, renders: 1 },
  );
});

test('a password locks the PDF of the link, and is refused for pictures', async () => {
  const password = 'Kuckucksnest 12';
  const made = await share({ format: 'pdf', password });
  assert.equal(made.status, 201);
  const { url } = made.json as components['schemas']['Share'];
  const file = await fetchPublicFile(url);
  assert.ok(Buffer.from(file.bytes).includes('/Encrypt'));
  const refused = await share({ format: 'png', password });
  assert.deepEqual([refused.status, refused.problem.errors[0]?.pointer], [400, '/password']);
});
