/** What the service answers while its database cannot be used, and that it charges nothing for it. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryRow } from '../../src/store/database.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Answer,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { pauseRenderers } from '../helpers/renderers.ts';
import type { CutProxy } from '../faults/cut-proxy.ts';

let service: TestService;
let proxy: CutProxy;
let tenant: Tenant;
let templateId: string;
before(async () => {
  service = await startTestService({ databaseProxy: true, env: { RATE_LIMITS: 'off' } });
  assert.ok(service.databaseProxy !== null);
  proxy = service.databaseProxy;
  tenant = await createTenant(service.db);
  templateId = await addTemplate(service.db, tenant);
});
after(() => service.close());

const generate = (delivery = 'binary') =>
  service.send('POST', `/api/v1/templates/${templateId}/generate`, {
    key: tenant.apiKey,
    json: { variables: { title: 'a' }, delivery },
  });
const requests: Readonly<Record<string, () => Promise<Answer>>> = {
  'a render': generate,
  'a link': () => generate('link'),
  'a list': () => service.send('GET', '/api/v1/projects', { key: tenant.apiKey }),
  'a submission': () =>
    service.send('POST', '/api/v1/batch-jobs', {
      key: tenant.apiKey,
      json: { template: { templateId }, rows: [{ title: 'a' }] },
    }),
  'a shared file': () => service.send('GET', `/s/${'a'.repeat(24)}.png`),
};

function assertOutage(answer: Answer, name: string): void {
  const { status, problem, headers } = answer;
  assert.deepEqual([status, problem.code], [503, 'SERVICE_UNAVAILABLE'], name);
  assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/, name);
}

/** Waits until nothing is charged any more but these renders. */
async function untilUsed(renders: number): Promise<void> {
  await waitUntil(async () => {
    const { open, used } = await queryRow<{ open: number; used: number }>(
      service.db,
      `select count(*) filter (where state = 'RESERVED')::int as open,
              coalesce(sum(renders) filter (where state <> 'RESERVED'), 0)::int as used
       from quota_entries where workspace_id = :workspaceId`,
      { workspaceId: tenant.workspaceId },
    );
    return open === 0 && used === renders;
  });
}

/** Answers follow the outage at once; the pool may still hold a connection that was cut. */
async function untilBack(): Promise<void> {
  while ((await service.send('GET', '/api/v1/projects', { key: tenant.apiKey })).status !== 200)
    await sleep(50);
}

describe('a database that refuses connections', { timeout: 120_000 }, () => {
  test('makes every answer a 503 with Retry-After, and every one works again afterwards', async () => {
    await proxy.refuseDuring(async () => {
      for (const [name, send] of Object.entries(requests)) assertOutage(await send(), name);
    });
    await untilBack();
    assert.equal((await generate()).status, 200);
    await untilUsed(1);
  });

  test('refunds a render that was in progress', async () => {
    const { resume } = pauseRenderers();
    let rendering: Promise<Answer>;
    try {
      rendering = generate();
      await waitUntil(
        async () => (await service.db('quota_entries').where('state', 'RESERVED')).length !== 0,
      );
      await proxy.refuseDuring(async () => {
        resume();
        assertOutage(await rendering, 'a render in progress');
      });
    } finally {
      resume();
    }
    await untilUsed(1);
  });
});

describe('a frozen database', { timeout: 120_000 }, () => {
  test('makes waiting requests a 503 within seconds', async () => {
    await untilBack();
    await proxy.stallDuring(async () => {
      const startedAt = performance.now();
      const answers = await Promise.all(
        Object.entries(requests).map(async ([name, send]) => ({ name, answer: await send() })),
      );
      for (const { name, answer } of answers) assertOutage(answer, name);
      // Without a limit, they would wait for as long as TCP does.
      assert.ok(performance.now() - startedAt < 60_000);
    });
    await untilBack();
    await untilUsed(1);
  });
});

describe('a database that answers with an error of its own', { timeout: 120_000 }, () => {
  for (const [what, code] of [
    ['a full disk', '53100'],
    ['a standby after a failover', '25006'],
    ['too little memory', '53200'],
  ] as const) {
    test(`makes a render a 503: ${what}`, async () => {
      await service.db.raw(
        `create function refuse_entry() returns trigger language plpgsql as
         $$ begin raise exception 'no' using errcode = '${code}'; end $$`,
      );
      await service.db.raw(
        'create trigger refuse_entry before insert on quota_entries execute function refuse_entry()',
      );
      try {
        assertOutage(await generate(), what);
      } finally {
        await service.db.raw('drop function refuse_entry cascade');
      }
      await untilUsed(1);
    });
  }

  test('makes a change that waits too long for a lock a 503', async () => {
    await service.db.transaction(async (transaction) => {
      await transaction.raw('lock table batch_jobs in access exclusive mode');
      const answer = await service.send('DELETE', `/api/v1/batch-jobs/${randomUUID()}`, {
        key: tenant.apiKey,
      });
      assertOutage(answer, 'a locked table');
    });
  });
});
