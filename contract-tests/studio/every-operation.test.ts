/**
 * The statuses that operations of the app's contract have in common, for each operation. What is particular
 * to one is tested in the file of its name.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { queryRows } from '../../src/store/database.ts';
import { studioHandlers } from '../../studio/handlers/index.ts';
import { studioContract, type DescribedOperation } from '../../test/helpers/contract-document.ts';
import type { Answer } from '../../test/helpers/http.ts';
import { untilLimited, withFullDisk, withoutTable } from '../../test/helpers/operation-statuses.ts';
import { passkeyEnvironment } from '../../test/helpers/passkeys.ts';
import { generalCodes, setUpOperations } from '../../test/helpers/studio-statuses.ts';
import {
  createUser,
  expireSession,
  startOwnStudio,
  type Studio,
  type StudioCall,
  type StudioUser,
} from '../../test/helpers/studio.ts';
import { addThings, ofSessionsAlone, ownTables, sampleCalls, type Things } from './things.ts';

const maxBodyBytes = 100_000;

let studio: Studio;
/** Private things of each account. */
let own: Things;
let ofMember: Things;
let ofStranger: Things;
/** Its rate limit is used up. */
let busy: StudioUser;
before(async () => {
  studio = await startOwnStudio({ env: { ...passkeyEnvironment, MAX_BODY_BYTES: String(maxBodyBytes) } });
  own = await addThings(studio, studio.owner);
  ofMember = await addThings(studio, studio.member);
  ofStranger = await addThings(studio, studio.stranger);
  busy = await createUser(studio.db);
});
after(() => studio.close());
// All tests together send more requests a second than an account may.
beforeEach(() => queryRows(studio.db, 'delete from rate_limits', {}));

/** Statuses that were answered, by operation. */
const produced = new Map<string, Set<number>>();

/** Calls an operation with ids of the owner's things, as the owner, and expects a status and its code. */
async function expectStatus(
  { id, parameters }: DescribedOperation,
  status: number,
  code: string | null,
  call: StudioCall & {
    readonly things?: Things;
    readonly send?: (act: () => Promise<Answer>) => Promise<Answer>;
  },
): Promise<Answer> {
  const { things = own, send = (act) => act(), ...rest } = call;
  const names = parameters.filter((each) => each['in'] === 'path').map((each) => String(each['name']));
  const path = Object.fromEntries(names.map((name) => [name, things[name] ?? 1]));
  const sample = sampleCalls[id] ?? {};
  const headers = { ...sample.headers, ...rest.headers };
  const answer = await send(() => studio.call(id, { path, ...sample, ...rest, headers }));
  assert.equal(answer.status, status, `${id}: ${JSON.stringify(answer.json)}`);
  if (code !== null) assert.equal(answer.problem.code, code, id);
  produced.set(id, (produced.get(id) ?? new Set()).add(status));
  return answer;
}

const { operations } = studioContract;
const changing = operations.filter(({ method }) => method !== 'GET');
const withSession = operations.filter(({ isOpen }) => !isOpen);
const withBody = operations.filter(({ bodyTypes }) => bodyTypes.length > 0);
const withJson = operations.filter(({ bodyTypes }) => bodyTypes.includes('application/json'));

describe('401: without a valid session', () => {
  for (const operation of withSession) {
    test(operation.id, async () => {
      const ended = await createUser(studio.db);
      await expireSession(studio.db, ended);
      for (const as of [null, { token: 'unknown' }, ended, { token: '' }]) {
        await expectStatus(operation, 401, 'UNAUTHENTICATED', { as });
      }
      const twice = { Cookie: `platen_session=${studio.owner.token}; platen_session=unknown` };
      await expectStatus(operation, 401, 'UNAUTHENTICATED', { as: null, headers: twice });
      const key = { 'X-Api-Key': studio.owner.apiKey };
      await expectStatus(operation, 401, 'UNAUTHENTICATED', { as: null, headers: key });
    });
  }
});

describe('403: from a page of another origin', () => {
  for (const operation of changing) {
    test(operation.id, async () => {
      const { url } = studio.service;
      const foreign: Record<string, string>[] = [
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site', Origin: url },
        { 'Sec-Fetch-Site': 'none' },
        { 'Sec-Fetch-Site': '', Origin: 'https://evil.example' },
        { 'Sec-Fetch-Site': '', Origin: 'null' },
        { 'Sec-Fetch-Site': '' },
      ];
      for (const headers of foreign) {
        await expectStatus(operation, 403, 'FOREIGN_ORIGIN', { headers });
        await expectStatus(operation, 403, 'FOREIGN_ORIGIN', { headers, as: null });
      }
    });
  }
});

describe('403: without the second factor that the workspace requires', () => {
  let restricted: StudioUser;
  before(async () => {
    restricted = await createUser(studio.db);
    const { workspaceId } = restricted;
    await queryRows(
      studio.db,
      'update workspaces set requires_second_factor = true where id = :workspaceId',
      { workspaceId },
    );
  });
  for (const operation of withSession.filter(({ id }) => !setUpOperations.includes(id))) {
    test(operation.id, async () => {
      await expectStatus(operation, 403, 'SECOND_FACTOR_REQUIRED', { as: restricted });
    });
  }
});

describe('400: what the contract does not declare', () => {
  for (const operation of operations) {
    test(operation.id, async () => {
      const sample = sampleCalls[operation.id] ?? {};
      const query = { ...sample.query, unheardOf: '1' };
      const { problem } = await expectStatus(operation, 400, 'VALIDATION_ERROR', { query });
      assert.deepEqual(
        problem.errors.map(({ pointer }) => pointer),
        ['/query/unheardOf'],
      );
      for (const parameter of operation.parameters) await refuseParameter(operation, parameter);
    });
  }
  for (const operation of withJson) {
    test(`${operation.id}: its body`, async () => {
      const headers = { 'Content-Type': 'application/json' };
      for (const body of ['{', '[]', 'null', '', '{"name":"\\u0000"}']) {
        await expectStatus(operation, 400, 'VALIDATION_ERROR', { json: undefined, body, headers });
      }
      // Documents may have any key.
      if (operation.id === 'saveDraft') return;
      const json = { ...(sampleCalls[operation.id]?.json as object), unheardOf: 1 };
      const { problem } = await expectStatus(operation, 400, 'VALIDATION_ERROR', { json });
      assert.deepEqual(
        problem.errors.map(({ pointer }) => pointer),
        ['/unheardOf'],
      );
    });
  }
});

/** Sends a value that the parameter's schema refuses. */
async function refuseParameter(
  operation: DescribedOperation,
  parameter: Readonly<Record<string, unknown>>,
): Promise<void> {
  const name = String(parameter['name']);
  const { type, maxLength, format, pattern, items } = parameter['schema'] as {
    type?: string;
    maxLength?: number;
    format?: string;
    pattern?: string;
    items?: unknown;
  };
  const refused = [
    ...(type === 'integer' ? ['-1', '1e2', '1.0', '99999999999'] : []),
    ...(format === 'uuid' ? ['no-id', `urn:uuid:${randomUUID()}`] : []),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
    ...(pattern?.includes('\\u0000') === true ? ['\0'] : []),
    ...(items === undefined && type === undefined ? ['UNHEARD_OF'] : []),
  ];
  const sample = sampleCalls[operation.id] ?? {};
  for (const value of refused) {
    const call: Record<string, StudioCall & { things?: Things }> = {
      query: { query: { ...sample.query, [name]: value } },
      path: { things: { ...own, [name]: value } },
      // A header cannot hold U+0000.
      header: { headers: { [name]: value.replace('\0', 'x'.repeat(1_000)) } },
    };
    const place = String(parameter['in']);
    const { problem } = await expectStatus(operation, 400, 'VALIDATION_ERROR', call[place] ?? {});
    if (value !== '\0') assert.equal(problem.errors[0]?.pointer, `/${place}/${name}`, value);
  }
}

describe('413: a body that is too large', () => {
  for (const operation of withBody) {
    test(operation.id, async () => {
      const code = 'PAYLOAD_TOO_LARGE';
      if (operation.bodyTypes.includes('application/json')) {
        await expectStatus(operation, 413, code, { json: { name: 'x'.repeat(maxBodyBytes) } });
      }
      if (operation.bodyTypes.includes('application/octet-stream')) {
        const maxBytes = operation.id.startsWith('upload') ? 20 * 1024 * 1024 : maxBodyBytes;
        const body = new Uint8Array(maxBytes + 1);
        await expectStatus(operation, 413, code, { json: undefined, body });
      }
    });
  }
});

describe('415: a body of another type', () => {
  for (const operation of withBody) {
    test(operation.id, async () => {
      for (const type of ['text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded']) {
        const headers = { 'Content-Type': type };
        const code = 'UNSUPPORTED_MEDIA_TYPE';
        await expectStatus(operation, 415, code, { json: undefined, body: '{}', headers });
      }
    });
  }
});

describe('429: more than 100 requests a second', () => {
  for (const operation of withSession) {
    test(operation.id, async () => {
      const sample = sampleCalls[operation.id] ?? {};
      // Refused at once, but counted.
      const query = { ...sample.query, unheardOf: '1' };
      const answer = await expectStatus(operation, 429, 'RATE_LIMIT_EXCEEDED', {
        query,
        as: busy,
        send: (act) => untilLimited(studio.db, act),
      });
      assert.match(answer.headers.get('ratelimit-policy') ?? '', /^("studio";q=100|"preview";q=30);w=1$/);
    });
  }
});

describe('404: ids that the account may not see', () => {
  for (const operation of withSession.filter((each) => generalCodes(each, 404).length > 0)) {
    test(operation.id, async () => {
      const { owner, member } = studio;
      const [code = ''] = generalCodes(operation, 404);
      const unknown = Object.fromEntries(Object.keys(own).map((name) => [name, randomUUID()]));
      // All members of a workspace see each other, but only owners change them.
      const hidden = operation.path.includes('{memberId}')
        ? [{ as: owner, things: [unknown, ofStranger] }]
        : // Its library is that of all.
          operation.path.includes('{libraryItemId}')
          ? [owner, member].map((as) => ({ as, things: [unknown, ofStranger] }))
          : [
              { as: member, things: [unknown, ofStranger, own] },
              // An owner sees the deliveries and the keys of all, but signs with own keys only.
              {
                as: owner,
                things: /\{(deliveryId|keyId)\}|\{urlKeyId\}$/.test(operation.path)
                  ? [unknown, ofStranger]
                  : [unknown, ofStranger, ofMember],
              },
            ];
      for (const { as, things } of hidden) {
        for (const each of things) await expectStatus(operation, 404, code, { as, things: each });
      }
    });
  }
});

describe('500 and 503: the database fails', () => {
  for (const operation of withSession) {
    test(operation.id, async () => {
      const { db } = studio;
      const own = ownTables[operation.id];
      assert.equal(own === undefined, ofSessionsAlone.includes(operation.id), 'the table that it reads');
      for (const table of ['sessions', ...(own === undefined ? [] : [own])]) {
        await expectStatus(operation, 500, 'INTERNAL_ERROR', {
          send: (act) => withoutTable(db, table, act),
        });
        await expectStatus(operation, 503, 'SERVICE_UNAVAILABLE', {
          send: (act) => withFullDisk(db, table, act),
        });
      }
    });
  }
});

test('every operation is answered with each of the statuses that are tested here', () => {
  for (const operation of withSession) {
    const documented = [...studioContract.documentedResponses(operation.id).keys()];
    const general = documented.filter((status) => generalCodes(operation, status).length > 0);
    assert.deepEqual([...(produced.get(operation.id) ?? [])].sort(), general.sort(), operation.id);
  }
});

test('every operation has a file of its name that tests its other statuses', () => {
  const paths = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const files = paths.map((each) => path.basename(each));
  const missing = Object.keys(studioHandlers).filter((id) => !files.includes(`${id}.test.ts`));
  assert.deepEqual(missing, []);
});

/** `fetch` cannot send TRACE and CONNECT. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY'];

test('405 for every other method, with or without a session', async () => {
  const headers = { Cookie: `platen_session=${studio.owner.token}`, 'Sec-Fetch-Site': 'same-origin' };
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const accepted = operations.filter((each) => each.path === path).map(({ method }) => method);
    const target = path.replaceAll(/\{[^}]+\}/g, randomUUID());
    for (const method of methods.filter((each) => !accepted.includes(each))) {
      for (const sending of [{}, { headers }]) {
        const answer = await studio.service.send(method, target, sending);
        assert.equal(answer.status, 405, `${method} ${path}`);
      }
    }
  }
});

test('404 for every other path of the app’s API', async () => {
  for (const target of ['/studio/api/', '/studio/api/v1', '/studio/api/v2/session']) {
    for (const method of methods) {
      const { status } = await studio.service.send(method, target);
      assert.equal(status, 404, `${method} ${target}`);
    }
  }
});
