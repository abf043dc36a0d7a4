/** Attacks on every operation of the app's contract; one that is added is attacked, too. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { queryRows } from '../../src/store/database.ts';
import { studioContract, type DescribedOperation } from '../../test/helpers/contract-document.ts';
import type { Answer } from '../../test/helpers/http.ts';
import { makeLink } from '../../test/helpers/studio-accounts.ts';
import {
  createUser,
  startStudio,
  type Studio,
  type StudioCall,
  type StudioUser,
} from '../../test/helpers/studio.ts';
import { addThings, sampleCalls, type Things } from './things.ts';

let studio: Studio;
let things: Things;
before(async () => {
  studio = await startStudio();
  things = await addThings(studio, studio.owner);
});
after(() => studio.close());
beforeEach(() => queryRows(studio.db, 'delete from rate_limits', {}));

const { operations } = studioContract;
const changing = operations.filter(({ method }) => method !== 'GET');
const ownersOnly = operations.filter(({ id }) =>
  studioContract.documentedResponses(id).get(403)?.codes.includes('OWNER_ONLY'),
);

/** Sends a valid call of an operation, with the ids of these things. */
async function attack(
  { id, parameters }: DescribedOperation,
  call: StudioCall,
  of: Things = things,
): Promise<Answer> {
  const names = parameters.filter((each) => each['in'] === 'path').map((each) => String(each['name']));
  const path = Object.fromEntries(names.map((name) => [name, of[name] ?? 1]));
  const sample = sampleCalls[id] ?? {};
  return await studio.call(id, { path, ...sample, ...call, headers: { ...sample.headers, ...call.headers } });
}

describe('a form of another site changes nothing, whatever its type', () => {
  for (const operation of changing) {
    test(operation.id, async () => {
      // Browsers send these types without asking first.
      for (const type of [
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'text/plain',
      ]) {
        for (const origin of [
          { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
          { Origin: 'https://evil.example', 'Sec-Fetch-Site': '' },
          // A page of a file, of a sandbox, or without any origin.
          { Origin: 'null', 'Sec-Fetch-Site': '' },
          { 'Sec-Fetch-Site': '' },
        ]) {
          const headers = { 'Content-Type': type, ...origin };
          const call = { body: '{}', json: undefined, headers };
          const { status, problem } = await attack(operation, call);
          assert.deepEqual([status, problem.code], [403, 'FOREIGN_ORIGIN'], JSON.stringify(headers));
        }
      }
    });
  }

  test('no form changed anything', async () => {
    const { status } = await studio.call('getSession');
    assert.equal(status, 200, 'the session goes on');
    const rows = await queryRows(studio.db, 'select from templates where id = :templateId', things);
    assert.equal(rows.length, 1);
  });
});

describe('a member cannot do what only owners may', () => {
  test('there are such operations', () => assert.ok(ownersOnly.length >= 5));
  for (const operation of ownersOnly) {
    test(operation.id, async () => {
      const before = await snapshot();
      const { status, problem } = await attack(operation, { as: studio.member });
      assert.deepEqual([status, problem.code], [403, 'OWNER_ONLY']);
      assert.deepEqual(await snapshot(), before);
    });
  }

  /** What such operations change. */
  async function snapshot(): Promise<unknown[]> {
    const { workspaceId } = studio.owner;
    return [
      await queryRows(studio.db, 'select * from accounts where workspace_id = :workspaceId order by id', {
        workspaceId,
      }),
      await queryRows(studio.db, 'select * from workspaces where id = :workspaceId', { workspaceId }),
    ];
  }
});

describe('no cache keeps an answer without asking, and no page frames it', () => {
  for (const operation of operations) {
    test(operation.id, async () => {
      const { owner, stranger } = studio;
      for (const as of [null, stranger, owner]) {
        // Not the owner's own session: some operations end it.
        const { headers } = await attack(operation, { as: as === owner ? await createUser(studio.db) : as });
        assert.match(headers.get('cache-control') ?? '', /^private, no-(?:store|cache)$/);
        assert.equal(headers.get('x-frame-options'), 'DENY');
        assert.match(headers.get('content-security-policy') ?? '', /(?:^|; )frame-ancestors 'none'/);
        assert.equal(headers.get('x-content-type-options'), 'nosniff');
        assert.equal(headers.get('access-control-allow-origin'), null);
      }
    });
  }

  test('an answer with content', async () => {
    const { templateId = '', jobId = '' } = things;
    for (const [id, path] of [
      ['getSession', {}] as const,
      ['listMembers', {}] as const,
      ['getCallbackSecret', {}] as const,
      ['getDraft', { templateId }] as const,
      ['exportTemplate', { templateId }] as const,
      ['getThumbnail', { templateId }] as const,
      ['getJob', { jobId }] as const,
    ]) {
      const { status, headers } = await studio.call(id, { path });
      assert.equal(status, 200, id);
      assert.match(headers.get('cache-control') ?? '', /^private, no-(?:store|cache)$/, id);
    }
  });
});

describe('no answer, address or log line holds the token of a session', () => {
  test('of any operation', async () => {
    const users: StudioUser[] = [];
    for (const operation of operations) {
      // Each has its own, since some end it.
      const user = await createUser(studio.db);
      users.push(user);
      const own = await addThings(studio, user);
      const { bytes, headers } = await attack(operation, { as: user }, own);
      const shown = Buffer.from(bytes).toString('latin1') + JSON.stringify([...headers]);
      assert.ok(!shown.includes(user.token), operation.id);
    }
    const log = studio.service.logged.join('');
    assert.ok(log.includes('"operation":"getSession"'), 'requests are logged');
    for (const { token } of users) assert.ok(!log.includes(token));
  });

  test('of one that begins: only its cookie does', async () => {
    const token = await makeLink(studio.db, studio.member.accountId);
    const { status, headers, bytes } = await studio.call('signInWithLink', { as: null, json: { token } });
    assert.equal(status, 200);
    const cookies = headers.getSetCookie().map((cookie) => /^(\w+)=([\w-]{43});/.exec(cookie) ?? []);
    assert.deepEqual(
      cookies.map(([, name]) => name),
      ['platen_session', 'platen_device'],
    );
    const tokens = cookies.map(([, , value = '']) => value);
    for (const secret of tokens) assert.ok(!Buffer.from(bytes).toString().includes(secret));
    const log = studio.service.logged.join('');
    for (const secret of [...tokens, token]) assert.ok(secret !== '' && !log.includes(secret));
  });
});
