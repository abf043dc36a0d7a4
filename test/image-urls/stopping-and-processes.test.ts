/** New pictures that wait while their process stops, and over two processes. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sleep } from '../../src/async/abortable.ts';
import { queryRows } from '../../src/store/database.ts';
import { readUsage } from '../../src/store/quota.ts';
import { takeTokens } from '../../src/store/rate-limits.ts';
import { addTemplate, createTenant } from '../helpers/http.ts';
import { createImageFleet, type ImageFleet } from '../helpers/image-fleet.ts';
import { addUrlKey, signedTarget } from '../helpers/image-urls.ts';
import { checkedFetch } from '../helpers/requests.ts';

let site: ImageFleet;
before(async () => {
  site = await createImageFleet();
});
after(() => site.close());

const perSecond = 5;

/** A site on the plan `personal`, whose next pictures have to wait. */
async function startSite() {
  const { db } = site.database;
  const tenant = await createTenant(db, { plan: 'personal' });
  const templateId = await addTemplate(db, tenant);
  const key = await addUrlKey(db, tenant);
  const useUpBurst = () => takeTokens(db, { key: `pictures:${tenant.accountId}`, perSecond, burst: 40 }, 40);
  await useUpBurst();
  let answered = 0;
  /** Asks for pictures, each on its own connection. */
  const ask = (url: string, names: readonly string[]) =>
    Promise.all(
      names.map(async (name) => {
        const target = signedTarget(key, { templateId, query: `v.title=${name}` });
        const response = await checkedFetch(url + target, { headers: { Connection: 'close' } });
        const bytes = (await response.arrayBuffer()).byteLength;
        const isWhole = bytes > 0 && bytes === Number(response.headers.get('content-length'));
        const answer = { status: response.status, retryAfter: response.headers.get('retry-after'), isWhole };
        answered += 1;
        return answer;
      }),
    );
  const countRenders = async () => (await readUsage(db, tenant.workspaceId, new Date())).used;
  /** Resolves once the process has this many requests, those that are answered included. */
  const untilArrived = async (requests: number): Promise<void> => {
    for (;;) {
      const [row] = await queryRows<{ count: number }>(
        db,
        'select count(*)::integer as count from image_flights',
        {},
      );
      if (answered + (row?.count ?? 0) >= requests) return;
      await sleep(20);
    }
  };
  return { ask, countRenders, untilArrived };
}

const names = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => `${name}-${index}`);

void describe('pictures that wait while their process stops', () => {
  for (const delay of ['0s', '1s']) {
    void test(`are rendered, with DRAIN_DELAY=${delay}`, async () => {
      const member = await site.fleet.serve({ DRAIN_DELAY: delay });
      const { ask, countRenders, untilArrived } = await startSite();
      const asking = ask(member.url, names(30, 'served'));
      await untilArrived(30);
      const stopping = member.stop();
      const answers = await asking;
      assert.deepEqual(
        new Set(answers.map(({ status, isWhole }) => `${status} ${isWhole}`)),
        new Set(['200 true']),
      );
      assert.equal(await stopping, 0);
      assert.equal(await countRenders(), 30);
    });
  }

  void test('are 503 with Retry-After at a second signal, whole and free', async () => {
    const member = await site.fleet.serve();
    const { ask, countRenders, untilArrived } = await startSite();
    const asking = ask(member.url, names(60, 'ended'));
    asking.catch(() => undefined);
    await untilArrived(60);
    member.signal('SIGTERM');
    // Signals that come together count as one.
    while (!member.lines.some((line) => line.includes('stopping at once'))) {
      member.signal('SIGINT');
      await sleep(50);
    }
    const answers = await asking;
    assert.ok(answers.every(({ isWhole }) => isWhole));
    const refused = answers.filter(({ status }) => status !== 200);
    assert.ok(refused.length > 0);
    assert.deepEqual(
      new Set(refused.map(({ status, retryAfter }) => `${status} ${retryAfter}`)),
      new Set(['503 1']),
    );
    await member.ended;
    assert.equal(await countRenders(), 60 - refused.length);
  });
});

void test('the rate of the plan holds over two processes while pictures wait at both', async () => {
  const members = [await site.fleet.serve(), await site.fleet.serve()];
  const { ask, countRenders } = await startSite();
  const startMs = performance.now();
  const asking = members.map(({ url }, index) => ask(url, names(20, `process-${index}`)));
  const answers = (await Promise.all(asking)).flat();
  const seconds = (performance.now() - startMs) / 1_000;
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.ok(seconds >= 39 / perSecond, `40 pictures came in ${seconds} s`);
  assert.equal(await countRenders(), 40);
});
