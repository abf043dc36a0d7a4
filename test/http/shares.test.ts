/**
 * Share links from their making to their end.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { tidyShares } from '../../src/domain/shares/expire.ts';
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
import {
  addShare,
  listShares,
  look,
  publish,
  revokeShare,
  sharedFiles,
  writePlans,
} from '../helpers/shares.ts';

let plans: Awaited<ReturnType<typeof writePlans>>;
let service: TestService;
let tenant: Tenant;
let templateId: string;
before(async () => {
  plans = await writePlans({
    personal: { activeShareLinks: 3 },
    team: { activeShareLinks: 2, shareLinkLifetime: '2s' },
  });
  service = await startTestService({ env: { RATE_LIMITS: 'off', PLANS_FILE: plans.file } });
  tenant = await createTenant(service.db);
  templateId = await addTemplate(service.db, tenant, { name: 'Grüße' });
});
after(async () => {
  await service.close();
  await plans.remove();
});

const used = async (who: Tenant) => (await readUsage(service.db, who.workspaceId, new Date())).used;
const tidy = () => tidyShares({ db: service.db, storage: service.app.storage });

/** A workspace of its own with a template. */
async function join(plan: 'personal' | 'team' | 'free' | 'studio') {
  const who = await createTenant(service.db, { plan });
  return { who, id: await addTemplate(service.db, who) };
}

test('each format is published as a file of its kind', async () => {
  const before = await used(tenant);
  for (const [format, mediaType, extension] of [
    [undefined, 'image/png', 'png'],
    ['jpeg', 'image/jpeg', 'jpg'],
    ['webp', 'image/webp', 'webp'],
    ['pdf', 'application/pdf', 'pdf'],
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
    const file = await look(url);
    assert.equal(file.status, 200);
    assert.equal(file.headers.get('content-type'), mediaType);
    assert.equal(file.bytes.length, fileSize);
    if (format !== 'pdf') assert.equal((await sharp(file.bytes).metadata()).width, 40);
    assert.deepEqual((await listShares(service, tenant, '?size=1')).data, [share]);
  }
  assert.equal(await used(tenant), before + 4);
});

test('the answer tells of the render what that of a file does', async () => {
  const { headers } = await publish(service, tenant, templateId);
  assert.equal(headers.get('x-template-id'), templateId);
  assert.equal(Number(headers.get('x-quota-remaining')), 5000 - (await used(tenant)));
});

test('an account lists its own links, the newest first, page by page', async () => {
  const { who, id } = await join('studio');
  const other = await createTenant(service.db, { workspaceId: who.workspaceId });
  const foreign = await addShare(service, other, await addTemplate(service.db, other));
  const made = [];
  for (let count = 0; count < 5; count += 1) made.unshift(await addShare(service, who, id));
  const pages = await Promise.all([0, 1, 2].map((page) => listShares(service, who, `?size=2&page=${page}`)));
  assert.deepEqual(
    pages.flatMap(({ data }) => data),
    made,
  );
  assert.deepEqual(pages[1]?.pagination, { page: 1, size: 2, totalElements: 5, totalPages: 3 });
  const beyond = await listShares(service, who, '?page=2147483647&size=100');
  assert.deepEqual([beyond.data, beyond.pagination['totalElements']], [[], 5]);

  // Links of the same moment keep their order.
  await service.db('share_links').where('account_id', who.accountId).update({ created_at: new Date() });
  const once = (await listShares(service, who)).data.map((share) => share.id);
  const again = await Promise.all(
    [0, 1, 2, 3, 4].map((page) => listShares(service, who, `?size=1&page=${page}`)),
  );
  assert.deepEqual(
    again.flatMap(({ data }) => data.map((share) => share.id)),
    once,
  );

  const refused = await revokeShare(service, who, foreign.id);
  assert.deepEqual([refused.status, refused.problem.code], [404, 'SHARE_NOT_FOUND']);
  assert.equal((await look(foreign.url)).status, 200);
});

test('a link that was revoked is gone at once, with its file, and stays so', async () => {
  const { who, id } = await join('studio');
  const files = new Set(await sharedFiles(service));
  const share = await addShare(service, who, id);
  assert.equal((await sharedFiles(service)).length, files.size + 1);
  assert.equal((await revokeShare(service, who, share.id)).status, 204);
  assert.deepEqual(new Set(await sharedFiles(service)), files);
  const gone = await look(share.url);
  assert.deepEqual([gone.status, gone.code], [404, 'NOT_FOUND']);
  assert.equal(gone.headers.get('cache-control'), 'no-store');
  assert.equal((await revokeShare(service, who, share.id)).problem.code, 'SHARE_NOT_FOUND');
  assert.deepEqual((await listShares(service, who)).data, []);
  assert.equal(await used(who), 1, 'the render stays charged');
});

test('two revocations at once', async () => {
  const { who, id } = await join('studio');
  for (let round = 0; round < 5; round += 1) {
    const share = await addShare(service, who, id);
    const answers = await Promise.all([0, 1, 2].map(() => revokeShare(service, who, share.id)));
    const statuses = answers.map(({ status }) => status);
    assert.ok(statuses.includes(204), String(statuses));
    assert.ok(
      statuses.every((status) => status === 204 || status === 404),
      String(statuses),
    );
    assert.equal((await look(share.url)).status, 404);
  }
});

test('a key that is deleted leaves its links alone, and another key of the account revokes them', async () => {
  const { who, id } = await join('studio');
  const share = await addShare(service, who, id);
  await deleteKey(service.db, who.keyId);
  assert.equal((await look(share.url)).status, 200);
  assert.equal((await revokeShare(service, who, share.id)).status, 401);
  const colleague = await createTenant(service.db, { workspaceId: who.workspaceId });
  await service.db('api_keys').where('id', colleague.keyId).update({ account_id: who.accountId });
  assert.deepEqual((await listShares(service, colleague)).data, [share]);
  assert.equal((await revokeShare(service, colleague, share.id)).status, 204);
});

test('a link outlives its template, whose name stays', async () => {
  const { who, id } = await join('studio');
  const share = await addShare(service, who, id);
  assert.ok(await deleteTemplate(service.db, id));
  assert.deepEqual((await listShares(service, who)).data, [{ ...share, templateId: null }]);
  assert.equal((await look(share.url)).status, 200);
});

test('a plan without links has none, and nothing is charged', async () => {
  const { who, id } = await join('free');
  const { status, problem } = await publish(service, who, id);
  assert.deepEqual([status, problem.code], [403, 'SHARING_NOT_AVAILABLE_ON_PLAN']);
  assert.match(problem.detail, /"free"/);
  assert.equal((await publish(service, who, randomUUID())).problem.code, 'TEMPLATE_NOT_FOUND');
  assert.equal(
    (await publish(service, who, id, { variables: { no: 'a' } })).problem.code,
    'VALIDATION_ERROR',
  );
  assert.equal(await used(who), 0);
  assert.equal((await listShares(service, who)).data.length, 0);
});

test('a workspace has as many active links as its plan allows, and no more, over all accounts', async () => {
  const { who, id } = await join('personal');
  const other = await createTenant(service.db, { workspaceId: who.workspaceId });
  const first = await addShare(service, who, id);
  await addShare(service, who, id);
  await addShare(service, other, await addTemplate(service.db, other));
  const before = await used(who);
  const files = await sharedFiles(service);
  const { status, problem } = await publish(service, who, id);
  assert.deepEqual([status, problem.code], [403, 'SHARE_LINK_LIMIT_REACHED']);
  assert.match(problem.detail, /may have 3 active/);
  assert.equal(await used(who), before);
  assert.deepEqual(await sharedFiles(service), files);
  await revokeShare(service, who, first.id);
  await addShare(service, who, id);
});

test('twenty at once do not get past the cap; those refused cost nothing and leave nothing', async () => {
  const { who, id } = await join('personal');
  const files = await sharedFiles(service);
  const answers = await Promise.all(Array.from({ length: 20 }, () => publish(service, who, id)));
  const made = answers.filter(({ status }) => status === 200);
  assert.equal(made.length, 3);
  for (const { status, problem } of answers.filter((answer) => !made.includes(answer)))
    assert.deepEqual([status, problem.code], [403, 'SHARE_LINK_LIMIT_REACHED']);
  assert.equal(await used(who), 3);
  assert.equal((await sharedFiles(service)).length, files.length + 3);
  assert.equal((await listShares(service, who)).pagination['totalElements'], 3);
});

test('an expired link is dead at once and does not count; the sweep removes it and its file', async () => {
  const { who, id } = await join('team');
  await tidy();
  const files = await sharedFiles(service);
  const share = await addShare(service, who, id);
  await addShare(service, who, id);
  const left = new Date(share.expiresAt).getTime() - Date.now();
  const live = await look(share.url);
  assert.ok(left <= 2_000);
  assert.match(live.headers.get('cache-control') ?? '', /^public, max-age=[01]$/);
  assert.equal((await publish(service, who, id)).problem.code, 'SHARE_LINK_LIMIT_REACHED');
  await sleep(left + 1_000);
  for (const method of ['GET', 'HEAD'])
    assert.equal((await look(share.url, { method, headers: { 'If-None-Match': '*' } })).status, 404);
  assert.equal((await listShares(service, who)).data.length, 2, 'listed until the next sweep');
  const third = await addShare(service, who, id);
  assert.deepEqual(await tidy(), { expiredShareLinks: 2, unpublishedFiles: 0 });
  assert.deepEqual((await listShares(service, who)).data, [third]);
  assert.equal((await sharedFiles(service)).length, files.length + 1);
});

test('an expired link may be revoked as long as it is listed', async () => {
  const { who, id } = await join('studio');
  const share = await addShare(service, who, id);
  const { created_at: created } = (await service.db('share_links').where('id', share.id).first()) as {
    created_at: Date;
  };
  await service.db('share_links').where('id', share.id).update({ expires_at: created });
  assert.equal((await revokeShare(service, who, share.id)).status, 204);
  assert.deepEqual((await listShares(service, who)).data, []);
});

test('after a change to a smaller plan all links go on, and new ones wait until there are fewer', async () => {
  const { who, id } = await join('studio');
  const made = [];
  for (let count = 0; count < 4; count += 1) made.push(await addShare(service, who, id));
  await setWorkspacePlan(service.db, who.workspaceId, 'personal');
  assert.equal((await publish(service, who, id)).problem.code, 'SHARE_LINK_LIMIT_REACHED');
  for (const { url } of made) assert.equal((await look(url)).status, 200);
  await revokeShare(service, who, made[0]?.id ?? '');
  assert.equal((await publish(service, who, id)).problem.code, 'SHARE_LINK_LIMIT_REACHED');
  await revokeShare(service, who, made[1]?.id ?? '');
  await addShare(service, who, id);
  await setWorkspacePlan(service.db, who.workspaceId, 'free');
  assert.equal((await publish(service, who, id)).problem.code, 'SHARING_NOT_AVAILABLE_ON_PLAN');
  assert.equal((await look(made[2]?.url ?? '')).status, 200);
  assert.equal((await listShares(service, who)).data.length, 3);
  assert.equal((await revokeShare(service, who, made[2]?.id ?? '')).status, 204);
});
