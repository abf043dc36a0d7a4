/**
 * Share links: publishing, listing, revoking, expiry and the limits of plans.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import sharp from 'sharp';
import { cleanUpShares } from '../../src/domain/shares/clean-up.ts';
import { deleteKey } from '../../src/store/keys.ts';
import { readUsage } from '../../src/store/quota.ts';
import { deleteTemplate } from '../../src/store/templates.ts';
import { setWorkspacePlan } from '../../src/store/workspaces.ts';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { writePlans } from '../helpers/plans.ts';
import {
  addShare,
  listShares,
  fetchPublicFile,
  publish,
  revokeShare,
  sharedFiles,
} from '../helpers/shares.ts';

let plans: Awaited<ReturnType<typeof writePlans>>;
let service: TestService;
let tenant: Tenant;
let templateId: string;
before(async () => {
  plans = await writePlans({
    personal: { activeShareLinks: 3 },
    team: { activeShareLinks: 2, shareLinkLifetime: '1m' },
  });
  service = await startTestService({ env: { RATE_LIMITS: 'off', PLANS_FILE: plans.file } });
  tenant = await createTenant(service.db);
  templateId = await addTemplate(service.db, tenant, { name: 'Grüße' });
});
after(async () => {
  await service.close();
  await plans.remove();
});

const used = async (owner: Tenant) => (await readUsage(service.db, owner.workspaceId, new Date())).used;
const cleanUp = () =>
  cleanUpShares({ db: service.db, storage: service.app.storage, log: pino({ level: 'silent' }) });

/** Creates a workspace on a plan, with a template. */
async function createOwner(plan: 'personal' | 'team' | 'free' | 'studio') {
  const owner = await createTenant(service.db, { plan });
  return { owner, id: await addTemplate(service.db, owner) };
}

test('each format is published with its media type and extension', async () => {
  const before = await used(tenant);
  for (const [format, mediaType, extension] of [
    [undefined, 'image/png', 'png'],
    ['jpeg', 'image/jpeg', 'jpg'],
    ['webp', 'image/webp', 'webp'],
    ['avif', 'image/avif', 'avif'],
    ['svg', 'image/svg+xml', 'svg'],
    ['pdf', 'application/pdf', 'pdf'],
    ['zpl', 'application/zpl', 'zpl'],
  ] as const) {
    const answer = await publish(service, tenant, templateId, { format });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-disposition'), null);
    const share = answer.json as Awaited<ReturnType<typeof addShare>>;
    const { id, url, createdAt, expiresAt, fileSize, ...rest } = share;
    assert.deepEqual(rest, { templateId, templateName: 'Grüße', mimeType: mediaType, source: 'API' });
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.match(url.slice(service.url.length), new RegExp(`^/s/[\\w-]{24}\\.${extension}$`));
    assert.equal(new Date(expiresAt).getTime() - new Date(createdAt).getTime(), 30 * 86_400_000);
    const file = await fetchPublicFile(url);
    assert.equal(file.status, 200);
    assert.equal(file.headers.get('content-type'), mediaType);
    assert.equal(file.bytes.length, fileSize);
    if (format === 'zpl') assert.match(file.bytes.toString('latin1'), /^\^XA\n\^PW40\n/);
    else if (format !== 'pdf') assert.equal((await sharp(file.bytes).metadata()).width, 40);
    assert.deepEqual((await listShares(service, tenant, '?size=1')).data, [share]);
  }
  assert.equal(await used(tenant), before + 7);
});

test('a share answer has the render headers of a file answer', async () => {
  const { headers } = await publish(service, tenant, templateId);
  assert.equal(headers.get('x-template-id'), templateId);
  assert.equal(Number(headers.get('x-quota-remaining')), 5000 - (await used(tenant)));
});

test('an account lists its own links in pages, newest first', async () => {
  const { owner, id } = await createOwner('studio');
  const other = await createTenant(service.db, { workspaceId: owner.workspaceId });
  const foreign = await addShare(service, other, await addTemplate(service.db, other));
  const created = [];
  for (let count = 0; count < 5; count += 1) created.unshift(await addShare(service, owner, id));
  const pages = await Promise.all(
    [0, 1, 2].map((page) => listShares(service, owner, `?size=2&page=${page}`)),
  );
  assert.deepEqual(
    pages.flatMap(({ data }) => data),
    created,
  );
  assert.deepEqual(pages[1]?.pagination, { page: 1, size: 2, totalElements: 5, totalPages: 3 });
  const beyond = await listShares(service, owner, '?page=2147483647&size=100');
  assert.deepEqual([beyond.data, beyond.pagination['totalElements']], [[], 5]);

  // Links of the same moment keep their order.
  await service.db('share_links').where('account_id', owner.accountId).update({ created_at: new Date() });
  const once = (await listShares(service, owner)).data.map((share) => share.id);
  const again = await Promise.all(
    [0, 1, 2, 3, 4].map((page) => listShares(service, owner, `?size=1&page=${page}`)),
  );
  assert.deepEqual(
    again.flatMap(({ data }) => data.map((share) => share.id)),
    once,
  );

  const refused = await revokeShare(service, owner, foreign.id);
  assert.deepEqual([refused.status, refused.problem.code], [404, 'SHARE_NOT_FOUND']);
  assert.equal((await fetchPublicFile(foreign.url)).status, 200);
});

test('a revoked link stops working at once and its file is deleted', async () => {
  const { owner, id } = await createOwner('studio');
  const files = new Set(await sharedFiles(service));
  const share = await addShare(service, owner, id);
  assert.equal((await sharedFiles(service)).length, files.size + 1);
  assert.equal((await revokeShare(service, owner, share.id)).status, 204);
  assert.deepEqual(new Set(await sharedFiles(service)), files);
  const gone = await fetchPublicFile(share.url);
  assert.deepEqual([gone.status, gone.code], [404, 'NOT_FOUND']);
  assert.equal(gone.headers.get('cache-control'), 'no-store');
  assert.equal((await revokeShare(service, owner, share.id)).problem.code, 'SHARE_NOT_FOUND');
  assert.deepEqual((await listShares(service, owner)).data, []);
  assert.equal(await used(owner), 1, 'the render stays charged');
});

test('concurrent revocations get 204 or 404', async () => {
  const { owner, id } = await createOwner('studio');
  for (let round = 0; round < 5; round += 1) {
    const share = await addShare(service, owner, id);
    const answers = await Promise.all([0, 1, 2].map(() => revokeShare(service, owner, share.id)));
    const statuses = answers.map(({ status }) => status);
    assert.ok(statuses.includes(204), String(statuses));
    assert.ok(
      statuses.every((status) => status === 204 || status === 404),
      String(statuses),
    );
    assert.equal((await fetchPublicFile(share.url)).status, 404);
  }
});

test('links survive the deletion of their key, and another key of the account can revoke them', async () => {
  const { owner, id } = await createOwner('studio');
  const share = await addShare(service, owner, id);
  await deleteKey(service.db, owner.keyId);
  assert.equal((await fetchPublicFile(share.url)).status, 200);
  assert.equal((await revokeShare(service, owner, share.id)).status, 401);
  const colleague = await createTenant(service.db, { workspaceId: owner.workspaceId });
  await service.db('api_keys').where('id', colleague.keyId).update({ account_id: owner.accountId });
  assert.deepEqual((await listShares(service, colleague)).data, [share]);
  assert.equal((await revokeShare(service, colleague, share.id)).status, 204);
});

test('a link outlives its template and keeps its name', async () => {
  const { owner, id } = await createOwner('studio');
  const share = await addShare(service, owner, id);
  assert.ok(await deleteTemplate(service.db, id));
  assert.deepEqual((await listShares(service, owner)).data, [{ ...share, templateId: null }]);
  assert.equal((await fetchPublicFile(share.url)).status, 200);
});

test('a plan without share links refuses them and charges nothing', async () => {
  const { owner, id } = await createOwner('free');
  const { status, problem } = await publish(service, owner, id);
  assert.deepEqual([status, problem.code], [403, 'SHARING_NOT_AVAILABLE_ON_PLAN']);
  assert.match(problem.detail, /"free"/);
  assert.equal((await publish(service, owner, randomUUID())).problem.code, 'TEMPLATE_NOT_FOUND');
  assert.equal(
    (await publish(service, owner, id, { variables: { no: 'a' } })).problem.code,
    'VALIDATION_ERROR',
  );
  assert.equal(await used(owner), 0);
  assert.equal((await listShares(service, owner)).data.length, 0);
});

test('the plan limits the active links of a workspace, over all its accounts', async () => {
  const { owner, id } = await createOwner('personal');
  const other = await createTenant(service.db, { workspaceId: owner.workspaceId });
  const first = await addShare(service, owner, id);
  await addShare(service, owner, id);
  await addShare(service, other, await addTemplate(service.db, other));
  const before = await used(owner);
  const files = await sharedFiles(service);
  const { status, problem } = await publish(service, owner, id);
  assert.deepEqual([status, problem.code], [403, 'SHARE_LINK_LIMIT_REACHED']);
  assert.match(problem.detail, /may have 3 active/);
  assert.equal(await used(owner), before);
  assert.deepEqual(await sharedFiles(service), files);
  await revokeShare(service, owner, first.id);
  await addShare(service, owner, id);
});

test('concurrent requests cannot exceed the link limit; refused ones cost nothing', async () => {
  const { owner, id } = await createOwner('personal');
  const files = await sharedFiles(service);
  const answers = await Promise.all(Array.from({ length: 20 }, () => publish(service, owner, id)));
  const created = answers.filter(({ status }) => status === 200);
  assert.equal(created.length, 3);
  for (const { status, problem } of answers.filter((answer) => !created.includes(answer)))
    assert.deepEqual([status, problem.code], [403, 'SHARE_LINK_LIMIT_REACHED']);
  assert.equal(await used(owner), 3);
  assert.equal((await sharedFiles(service)).length, files.length + 3);
  assert.equal((await listShares(service, owner)).pagination['totalElements'], 3);
});

test('an expired link stops working and counting at once; a sweep removes it with its file', async () => {
  const { owner, id } = await createOwner('team');
  await cleanUp();
  const files = await sharedFiles(service);
  const share = await addShare(service, owner, id);
  await addShare(service, owner, id);
  const live = await fetchPublicFile(share.url);
  assert.equal(new Date(share.expiresAt).getTime() - new Date(share.createdAt).getTime(), 60_000);
  assert.match(live.headers.get('cache-control') ?? '', /^public, max-age=[1-6]?\d$/);
  assert.equal((await publish(service, owner, id)).problem.code, 'SHARE_LINK_LIMIT_REACHED');
  await service
    .db('share_links')
    .where('account_id', owner.accountId)
    .update({ created_at: new Date(0), expires_at: new Date(1) });
  for (const method of ['GET', 'HEAD'])
    assert.equal(
      (await fetchPublicFile(share.url, { method, headers: { 'If-None-Match': '*' } })).status,
      404,
    );
  assert.equal((await listShares(service, owner)).data.length, 2, 'listed until the next sweep');
  const third = await addShare(service, owner, id);
  assert.deepEqual(await cleanUp(), { expiredShareLinks: 2, unpublishedFiles: 0, heldBackFiles: 0 });
  assert.deepEqual((await listShares(service, owner)).data, [third]);
  assert.equal((await sharedFiles(service)).length, files.length + 1);
});

test('an expired link can be revoked while it is listed', async () => {
  const { owner, id } = await createOwner('studio');
  const share = await addShare(service, owner, id);
  const { created_at: created } = (await service.db('share_links').where('id', share.id).first()) as {
    created_at: Date;
  };
  await service.db('share_links').where('id', share.id).update({ expires_at: created });
  assert.equal((await revokeShare(service, owner, share.id)).status, 204);
  assert.deepEqual((await listShares(service, owner)).data, []);
});

test('after a downgrade links keep working, and new ones are refused above the smaller limit', async () => {
  const { owner, id } = await createOwner('studio');
  const created = [];
  for (let count = 0; count < 4; count += 1) created.push(await addShare(service, owner, id));
  await setWorkspacePlan(service.db, owner.workspaceId, 'personal');
  assert.equal((await publish(service, owner, id)).problem.code, 'SHARE_LINK_LIMIT_REACHED');
  for (const { url } of created) assert.equal((await fetchPublicFile(url)).status, 200);
  await revokeShare(service, owner, created[0]?.id ?? '');
  assert.equal((await publish(service, owner, id)).problem.code, 'SHARE_LINK_LIMIT_REACHED');
  await revokeShare(service, owner, created[1]?.id ?? '');
  await addShare(service, owner, id);
  await setWorkspacePlan(service.db, owner.workspaceId, 'free');
  assert.equal((await publish(service, owner, id)).problem.code, 'SHARING_NOT_AVAILABLE_ON_PLAN');
  assert.equal((await fetchPublicFile(created[2]?.url ?? '')).status, 200);
  assert.equal((await listShares(service, owner)).data.length, 3);
  assert.equal((await revokeShare(service, owner, created[2]?.id ?? '')).status, 204);
});
