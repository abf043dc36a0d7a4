/** New pictures at image URLs wait for the rate of the plan. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readUsage } from '../../src/store/quota.ts';
import { takeTokens } from '../../src/store/rate-limits.ts';
import { addTemplate, createTenant, shareTestService, type TestService } from '../helpers/http.ts';
import { addUrlKey, signedTarget, type TestUrlKey } from '../helpers/image-urls.ts';

let service: TestService;
before(async () => {
  service = await shareTestService();
});
after(() => service.close());

/** Pictures that an account may show at once, and the rates of the plans. */
const burst = 40;
const perSecond = { free: 2, personal: 5, studio: 10 };

async function startSite(plan: keyof typeof perSecond) {
  const tenant = await createTenant(service.db, { plan });
  const templateId = await addTemplate(service.db, tenant);
  const key = await addUrlKey(service.db, tenant);
  const get = (title: string, by: TestUrlKey = key, method = 'GET') =>
    service.send(method, signedTarget(by, { templateId, query: `v.title=${title}` }));
  const { accountId, workspaceId } = tenant;
  return {
    tenant,
    get,
    statusOf: async (title: string, by = key) => (await get(title, by)).status,
    /** The next picture has to wait. */
    useUpBurst: () =>
      takeTokens(service.db, { key: `pictures:${accountId}`, perSecond: perSecond[plan], burst }, burst),
    countRenders: async () => {
      return (await readUsage(service.db, workspaceId, new Date())).used;
    },
    setRenders: (used: number) =>
      service.db('quota_periods').where({ workspace_id: workspaceId }).update({ used }),
  };
}

const range = (length: number): string[] => Array.from({ length }, (_, index) => String(index));

void describe('a page of 60 new pictures loads whole', () => {
  for (const plan of ['free', 'personal', 'studio'] as const) {
    void test(`on the plan ${plan}`, async () => {
      const { statusOf } = await startSite(plan);
      const statuses = await Promise.all(range(60).map((title) => statusOf(title)));
      assert.deepEqual(new Set(statuses), new Set([200]));
    });
  }
});

void test('the rate of the plan holds while pictures wait', async () => {
  const { statusOf, useUpBurst } = await startSite('personal');
  await useUpBurst();
  const startMs = performance.now();
  assert.deepEqual(new Set(await Promise.all(range(20).map((title) => statusOf(title)))), new Set([200]));
  const seconds = (performance.now() - startMs) / 1_000;
  assert.ok(seconds >= 19 / perSecond.personal, `20 pictures came in ${seconds} s`);
});

void test('a picture that cannot be paid for does not wait', async () => {
  const { get, useUpBurst, setRenders, statusOf } = await startSite('free');
  assert.equal(await statusOf('first'), 200);
  await setRenders(100);
  await useUpBurst();
  const { status, problem } = await get('second');
  assert.deepEqual([status, problem.code], [429, 'QUOTA_EXCEEDED']);
});

void test('pictures whose quota is used up while they wait are refused without their turns', async () => {
  const { get, useUpBurst, setRenders, statusOf } = await startSite('free');
  assert.equal(await statusOf('first'), 200);
  await setRenders(97);
  await useUpBurst();
  const startMs = performance.now();
  const answers = await Promise.all(range(30).map((title) => get(title)));
  const seconds = (performance.now() - startMs) / 1_000;
  assert.equal(answers.filter(({ status }) => status === 200).length, 3);
  const codes = answers.filter(({ status }) => status !== 200).map(({ problem }) => problem.code);
  assert.deepEqual(new Set(codes), new Set(['QUOTA_EXCEEDED']));
  // Thirty turns would take 15 s.
  assert.ok(seconds < 14, `they were refused after ${seconds} s`);
});

void test('a key whose renders of the day are used up does not wait', async () => {
  const { tenant, get, useUpBurst } = await startSite('free');
  const daily = await addUrlKey(service.db, tenant, { rendersADay: 1 });
  assert.equal((await get('first', daily)).status, 200);
  await useUpBurst();
  const { problem } = await get('second', daily);
  assert.equal(problem.code, 'QUOTA_EXCEEDED');
});

void test('accounts do not wait for each other', async () => {
  const busy = await startSite('personal');
  const idle = await startSite('personal');
  await busy.useUpBurst();
  let answered = 0;
  const many = range(60).map(async (title) => {
    await busy.statusOf(title);
    answered += 1;
  });
  assert.equal(await idle.statusOf('one'), 200);
  assert.ok(answered < 60);
  await Promise.all(many);
});

void test('HEAD does not wait, and renders nothing', async () => {
  const { get, useUpBurst, countRenders } = await startSite('free');
  await useUpBurst();
  const waiting = range(30).map((title) => get(title));
  const startMs = performance.now();
  assert.equal((await get('unrendered', undefined, 'HEAD')).status, 200);
  assert.ok(performance.now() - startMs < 10_000);
  await Promise.all(waiting);
  assert.equal(await countRenders(), 30);
});
