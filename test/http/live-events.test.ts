import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { components } from '../../generated/studio.ts';
import { queryRows } from '../../src/store/database.ts';
import { complete, plainBatch, submitJob } from '../helpers/batch.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { addTemplate, startTestService, type TestService } from '../helpers/http.ts';
import { fetchEvents } from '../helpers/requests.ts';
import { callOperation, createUser, expireSession, type StudioUser } from '../helpers/studio.ts';

/** Two processes of one installation: pages are connected to the first, the second renders. */
let database: TestDatabase;
let service: TestService;
let worker: TestService;
let owner: StudioUser;
let member: StudioUser;
let stranger: StudioUser;
const env = { RATE_LIMITS: 'off', OUTBOUND_ALLOW: '127.0.0.0/8' };
before(async () => {
  database = await createTestDatabase();
  service = await startTestService({ env, database });
  worker = await startTestService({ env, database, worksOnBatches: true });
  const { db } = database;
  owner = await createUser(db, { role: 'OWNER' });
  member = await createUser(db, { role: 'MEMBER', workspaceId: owner.workspaceId });
  stranger = await createUser(db);
});
after(async () => {
  await service.close();
  await worker.close();
  await database.close();
});

interface Stream {
  /** As `job {"jobId":"…"}`, in order of arrival. */
  readonly events: string[];
  readonly response: Response;
  readonly isEnded: () => boolean;
  close(): Promise<void>;
}

function request(headers: Readonly<Record<string, string>>, init: RequestInit = {}): Promise<Response> {
  return fetchEvents(service, { headers, ...init });
}

const getCookie = ({ token }: Pick<StudioUser, 'token'>) => ({ Cookie: `platen_session=${token}` });

/** Opens a stream, and waits until what happens from now on arrives. */
async function open(user: StudioUser): Promise<Stream> {
  const closing = new AbortController();
  const response = await request(getCookie(user), { signal: closing.signal });
  assert.equal(response.status, 200);
  const events: string[] = [];
  let isEnded = false;
  const reading = (async () => {
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, name, data] = /^event: (\w+)\ndata: (.*)$/u.exec(block) ?? [];
        if (name !== undefined) events.push(`${name} ${data}`);
      }
    }
    isEnded = true;
  })().catch(() => undefined);
  await waitUntil(async () => (await countListeners()) > 0);
  return {
    events,
    response,
    isEnded: () => isEnded,
    async close() {
      closing.abort();
      await reading;
    },
  };
}

async function countListeners(): Promise<number> {
  const listeners = await queryRows(
    database.db,
    `select pid from pg_stat_activity where datname = current_database() and query like '%pg_notify%'
       and application_name = 'platen events'`,
    {},
  );
  return listeners.length;
}

const submit = async (user: StudioUser, callbackUrl?: string) =>
  await submitJob(service, user, {
    ...plainBatch(await addTemplate(database.db, user)),
    ...(callbackUrl !== undefined && { callbackUrl }),
  });

describe('a stream of events', () => {
  test('shows a job to its end, whichever process renders it', async () => {
    const stream = await open(owner);
    const jobId = await submit(owner);
    let seen = 0;
    let job: components['schemas']['Job'] | null = null;
    await waitUntil(async () => {
      const own = stream.events.filter((event) => event === `job {"jobId":"${jobId}"}`);
      // A page reads the job again only when an event says so.
      if (own.length > seen) {
        seen = own.length;
        job = (await callOperation(service, 'getJob', { path: { jobId }, as: owner })).json as typeof job;
      }
      return job?.status === 'COMPLETED';
    });
    assert.equal((job as components['schemas']['Job'] | null)?.processedItems, 2);
    await stream.close();
  });

  test('sends other accounts nothing of a job', async () => {
    const streams = [await open(member), await open(stranger), await open(owner)];
    const jobId = await submit(owner);
    await waitUntil(() => streams[2]?.events.some((event) => event.includes(jobId)) === true);
    const [ofMember, ofStranger] = [await submit(member), await submit(stranger)];
    await waitUntil(
      () =>
        streams[0]?.events.some((event) => event.includes(ofMember)) === true &&
        streams[1]?.events.some((event) => event.includes(ofStranger)) === true,
    );
    const heard = streams.slice(0, 2).flatMap(({ events }) => events);
    assert.deepEqual(
      heard.filter((event) => event.includes(jobId)),
      [],
    );
    for (const stream of streams) await stream.close();
  });

  test('announces a delivery to its account and to owners', async () => {
    const streams = [await open(owner), await open(member), await open(stranger)];
    const jobId = await submit(member, 'https://127.0.0.1/hook');
    await complete(database.db, jobId);
    const heardBy = (stream: Stream | undefined) =>
      stream?.events.filter((event) => event.startsWith('delivery') && event.includes(jobId)) ?? [];
    await waitUntil(() => heardBy(streams[0]).length > 0 && heardBy(streams[1]).length > 0);
    assert.match(
      heardBy(streams[0])[0] ?? '',
      /^delivery \{"jobId": ?"[\w-]+", ?"deliveryId": ?"[\w-]+"\}$/u,
    );
    assert.deepEqual(heardBy(streams[2]), []);
    for (const stream of streams) await stream.close();
  });

  test('ends at once with its session, and follows the role', { timeout: 14_000 }, async () => {
    const { db } = database;
    const { workspaceId } = owner;
    const newMember = () => createUser(db, { role: 'MEMBER', workspaceId });
    const [first, second, third] = [await newMember(), await newMember(), await newMember()];
    const streams = [await open(first), await open(second), await open(third), await open(owner)];
    const isEnded = (index: number) => waitUntil(() => streams[index]?.isEnded() === true);
    await callOperation(worker, 'signOut', { as: first });
    await isEnded(0);
    const path = { memberId: second.accountId };
    assert.equal((await callOperation(worker, 'removeMember', { as: owner, path })).status, 204);
    await isEnded(1);
    const deliveries = (index: number) =>
      streams[index]?.events.filter((event) => event.startsWith('delivery')).length ?? 0;
    const promoted = { path: { memberId: third.accountId }, json: { role: 'OWNER' }, as: owner };
    assert.equal((await callOperation(worker, 'updateMember', promoted)).status, 200);
    const before = deliveries(2);
    await waitUntil(async () => {
      await complete(db, await submit(owner, 'https://127.0.0.1/hook'));
      return deliveries(2) > before;
    });
    await callOperation(worker, 'endMemberSessions', { as: owner, path: promoted.path });
    await isEnded(2);
    assert.equal(streams[3]?.isEnded(), false);
    for (const stream of streams) await stream.close();
  });

  test('ends at once when a second factor is to be set up first', { timeout: 14_000 }, async () => {
    const user = await createUser(database.db);
    const stream = await open(user);
    const json = { requiresSecondFactor: true };
    assert.equal((await callOperation(worker, 'updateWorkspace', { as: user, json })).status, 204);
    await waitUntil(stream.isEnded);
    await stream.close();
  });

  test('announces a draft to everybody who sees the template', async () => {
    const { db } = database;
    const streams = [await open(owner), await open(member), await open(stranger)];
    const hidden = await addTemplate(db, owner);
    const shared = await addTemplate(db, owner, {}, { visibility: 'SHARED' });
    for (const templateId of [hidden, shared]) {
      await queryRows(db, 'update templates set draft_revision = draft_revision + 1 where id = :templateId', {
        templateId,
      });
    }
    // Other events arrive meanwhile, such as further attempts of the delivery above.
    const drafts = (stream: Stream | undefined): unknown[] =>
      (stream?.events ?? [])
        .filter((event) => event.startsWith('draft '))
        .map((event): unknown => JSON.parse(event.slice('draft '.length)));
    await waitUntil(() => drafts(streams[0]).length === 4 && drafts(streams[1]).length === 2);
    // Publishing a version is an event, too, with revision 0: the template has no draft yet.
    const draft = (templateId: string, revision: number) => ({ templateId, revision });
    assert.deepEqual(drafts(streams[0]), [
      draft(hidden, 0),
      draft(shared, 0),
      draft(hidden, 1),
      draft(shared, 1),
    ]);
    assert.deepEqual(drafts(streams[1]), [draft(shared, 0), draft(shared, 1)]);
    assert.deepEqual(drafts(streams[2]), []);
    for (const stream of streams) await stream.close();
  });

  test('announces settings of the designer to everybody who sees the template', async () => {
    const { db } = database;
    const streams = [await open(owner), await open(member), await open(stranger)];
    const hidden = await addTemplate(db, owner);
    const shared = await addTemplate(db, owner, {}, { visibility: 'SHARED' });
    const announced = () =>
      streams.map(({ events }) => {
        const drafts = events.filter((event) => event.startsWith('draft'));
        return [hidden, shared].map((id) => drafts.filter((event) => event.includes(id)).length);
      });
    await waitUntil(() => announced()[0]?.every((count) => count === 1) === true);
    for (const templateId of [hidden, shared]) {
      for (const tag of ['"0"', '"1"']) {
        const { status } = await callOperation(service, 'saveDesignSettings', {
          path: { templateId },
          json: { guides: { x: [], y: [] }, margins: null, locked: [], dataSets: [] },
          headers: { 'If-Match': tag },
          as: owner,
        });
        assert.equal(status, 200);
      }
    }
    // Publishing was an event, too.
    await waitUntil(() => announced()[0]?.every((count) => count === 3) === true);
    await waitUntil(() => announced()[1]?.[1] === 3);
    assert.deepEqual(announced()[1], [0, 3]);
    assert.deepEqual(announced()[2], [0, 0]);
    for (const stream of streams) await stream.close();
  });

  test('after its connection to the database was lost, says that anything may have happened', async () => {
    const stream = await open(owner);
    const before = stream.events.filter((event) => event.startsWith('reset')).length;
    await queryRows(
      database.db,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'platen events' and datname = current_database()`,
      {},
    );
    await waitUntil(() => stream.events.filter((event) => event.startsWith('reset')).length > before);
    const jobId = await submit(owner);
    await waitUntil(() => stream.events.some((event) => event.includes(jobId)));
    await stream.close();
  });

  test('needs a session, is private, and takes no other method', async () => {
    assert.equal((await request({})).status, 401);
    assert.equal((await request(getCookie({ token: 'unknown' }))).status, 401);
    assert.equal((await request(getCookie(owner), { method: 'POST' })).status, 405);
    const { response, close } = await open(owner);
    assert.equal(response.headers.get('content-type'), 'text/event-stream');
    assert.equal(response.headers.get('cache-control'), 'private, no-store');
    await close();
  });

  test('is refused if the session has eight, until one of them is closed', async () => {
    const user = await createUser(database.db);
    const streams: Stream[] = [];
    for (let count = 0; count < 8; count += 1) streams.push(await open(user));
    const refused = await request(getCookie(user));
    assert.equal(refused.status, 503);
    assert.ok(refused.headers.has('retry-after'));
    await streams[0]?.close();
    await waitUntil(async () => {
      const response = await request(getCookie(user));
      await response.body?.cancel();
      return response.status === 200;
    });
    for (const stream of streams) await stream.close();
  });

  test('ends with its session: one that expires, and one that is signed out', async () => {
    const { db } = database;
    const [expiring, leaving] = [await createUser(db), await createUser(db)];
    const streams = [await open(expiring), await open(leaving), await open(owner)];
    await expireSession(db, expiring);
    assert.equal((await callOperation(service, 'signOut', { as: leaving })).status, 204);
    await waitUntil(() => streams[0]?.isEnded() === true && streams[1]?.isEnded() === true);
    assert.equal((await request(getCookie(expiring))).status, 401);
    assert.equal(streams[2]?.isEnded(), false);
    for (const stream of streams) await stream.close();
  });

  test('ends when the process stops', async () => {
    const another = await startTestService({ env });
    const headers = getCookie(await createUser(another.db));
    const response = await fetchEvents(another, { headers });
    await another.close();
    assert.match(await response.text(), /^retry: \d+\n\n/u);
  });
});
