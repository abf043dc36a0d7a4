/** Drafts and versions of two processes that save and publish at the same time, and are killed. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { openStorage } from '../../src/storage/open-storage.ts';
import { readBlob } from '../../src/storage/checksums.ts';
import { queryRows } from '../../src/store/database.ts';
import { redPng } from '../helpers/authoring.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { createFleet, type Fleet, type Member } from '../helpers/fleet.ts';
import { addTemplate, send, type Answer, type RequestOptions } from '../helpers/http.ts';
import { callOperation, createUser, type StudioCall, type StudioUser } from '../helpers/studio.ts';

type Server = Member & { readonly url: string };

const image = 'images/a.png';

let database: TestDatabase;
let folder: string;
let fleet: Fleet;
let user: StudioUser;
before(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'platen-authoring-'));
  fleet = createFleet(database, folder, { RATE_LIMITS: 'off' });
  user = await createUser(database.db);
});
afterEach(() => fleet.close());
after(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

function call({ url }: Pick<Server, 'url'>, operationId: string, rest: StudioCall): Promise<Answer> {
  const service = {
    send: (method: string, target: string, sending?: RequestOptions) => send(url, method, target, sending),
  };
  return callOperation(service, operationId, { as: user, ...rest });
}

/** A document whose every part says which one it is. */
function getDocument(mark: number): object {
  return {
    schemaVersion: 1,
    name: `Mark ${mark}`,
    viewport: { width: 400, height: 400 },
    elements: [
      { type: 'image', id: `${mark} picture`, x: 0, y: 0, width: 10, height: 10, src: image },
      ...Array.from({ length: 200 }, (_, index) => ({
        type: 'rect',
        id: `${mark} ${index}`,
        x: index,
        y: 0,
        width: 10,
        height: 10,
        fill: '#ff0000',
      })),
    ],
  };
}

/** The mark of a document; fails for one that is not whole. */
function getMark(document: unknown): number {
  const { name } = document as { name: string };
  const mark = Number(/^Mark (\d+)$/.exec(name)?.[1]);
  assert.deepEqual(document, getDocument(mark));
  return mark;
}

/** A template that is published, with a file, and its draft's tag. */
async function addDraft(server: Server): Promise<{ readonly templateId: string; readonly tag: string }> {
  const templateId = await addTemplate(database.db, user);
  const uploaded = await call(server, 'uploadFile', {
    path: { templateId },
    query: { path: image },
    body: redPng,
  });
  assert.equal(uploaded.status, 200);
  const { headers } = await call(server, 'getDraft', { path: { templateId } });
  const saved = await save(server, templateId, headers.get('etag') ?? '', 0);
  assert.equal(saved.status, 200);
  return { templateId, tag: saved.headers.get('etag') ?? '' };
}

const save = (server: Server, templateId: string, tag: string, mark: number) =>
  call(server, 'saveDraft', { path: { templateId }, json: getDocument(mark), headers: { 'If-Match': tag } });
const publish = (server: Server, templateId: string, tag: string) =>
  call(server, 'publishDraft', { path: { templateId }, headers: { 'If-Match': tag } });

const getStatuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();

describe('limits of stored data', { timeout: 300_000 }, () => {
  test('two processes that create templates at the same time do not pass the limit together', async () => {
    const plans = path.join(folder, 'plans.json');
    await writeFile(plans, JSON.stringify({ studio: { templates: 7 } }));
    const owner = await createUser(database.db, { plan: 'studio' });
    const [one, two] = [await fleet.serve({ PLANS_FILE: plans }), await fleet.serve({ PLANS_FILE: plans })];
    const create = (server: Server) =>
      call(server, 'createTemplate', {
        as: owner,
        path: { projectId: owner.projectId },
        json: { source: { width: 40, height: 20 } },
      });
    const answers = await Promise.all(Array.from({ length: 10 }, () => [create(one), create(two)]).flat());
    assert.deepEqual(
      getStatuses(answers),
      Array.from({ length: 20 }, (_, index) => (index < 7 ? 201 : 409)),
    );
    const usage = await call(two, 'getUsage', { as: owner });
    const { stored } = usage.json as { stored: { templates: { used: number; limit: number } } };
    assert.deepEqual(stored.templates, { used: 7, limit: 7 });
  });
});

describe('drafts survive', { timeout: 300_000 }, () => {
  test('of saves and publications of two processes at the same time one wins', async () => {
    const [one, two] = [await fleet.serve(), await fleet.serve()] as const;
    const { templateId, tag: first } = await addDraft(one);
    let tag = first;
    for (let round = 1; round <= 5; round += 1) {
      const saves = await Promise.all(
        [one, two, one, two].map((server, index) => save(server, templateId, tag, round * 10 + index)),
      );
      assert.deepEqual(getStatuses(saves), [200, 412, 412, 412]);
      const winner = saves.findIndex(({ status }) => status === 200);
      const draft = await call(two, 'getDraft', { path: { templateId } });
      assert.equal(getMark((draft.json as { document: unknown }).document), round * 10 + winner);
      tag = draft.headers.get('etag') ?? '';

      const publications = await Promise.all([one, two].map((server) => publish(server, templateId, tag)));
      // The other one finds no draft, or another tag.
      const [made, refused] = publications.toSorted((a, b) => a.status - b.status);
      assert.equal(made?.status, 201);
      assert.ok([409, 412].includes(refused?.status ?? 0), JSON.stringify(refused?.problem));
      ({ tag } = await next(one, templateId));
    }
    await assertSound(one, templateId);
  });

  /** Reads the tag that the next save needs. */
  async function next(server: Server, templateId: string): Promise<{ readonly tag: string }> {
    const { headers } = await call(server, 'getDraft', { path: { templateId } });
    return { tag: headers.get('etag') ?? '' };
  }

  test('kill -9 of each process in turn: documents are whole, what was answered is kept', async () => {
    const servers: Server[] = [await fleet.serve(), await fleet.serve()];
    const { templateId } = await addDraft(servers[0] as Server);
    /** Tags that a save was based on: a second save on the same tag would have overwritten the first. */
    const based: string[] = [];
    const published = new Map<number, number>();
    let lastMark = 0;
    let isOver = false;
    const write = async (at: number): Promise<void> => {
      while (!isOver) {
        const server = servers[at] as Server;
        try {
          const { tag } = await next(server, templateId);
          const mark = (lastMark += 1);
          const saved = await save(server, templateId, tag, mark);
          assert.ok([200, 412].includes(saved.status), JSON.stringify(saved.problem));
          if (saved.status !== 200) continue;
          based.push(tag);
          if (mark % 3 !== 0) continue;
          const { status, json } = await publish(server, templateId, saved.headers.get('etag') ?? '');
          assert.ok([201, 409, 412].includes(status));
          if (status === 201) published.set((json as { number: number }).number, mark);
        } catch (error) {
          // The process was killed in the middle of it; the next request goes to its successor.
          if (error instanceof assert.AssertionError) throw error;
          await sleep(20);
        }
      }
    };
    const writers = [0, 1, 0, 1].map(write);
    try {
      for (let round = 0; round < 4; round += 1) {
        const { length } = based;
        while (based.length < length + 4) await Promise.race([sleep(10), ...writers]);
        const at = round % 2;
        await servers[at]?.kill();
        servers[at] = await fleet.serve();
      }
    } finally {
      isOver = true;
    }
    await Promise.all(writers);

    assert.equal(new Set(based).size, based.length, 'no save has overwritten another');
    assert.ok(published.size > 0);
    const marks = await assertSound(servers[0] as Server, templateId);
    for (const [number, mark] of published) assert.equal(marks.get(number), mark, `version ${number}`);
  });

  /** Checks that documents and files of a template are whole. Returns the marks of its versions. */
  async function assertSound(server: Server, templateId: string): Promise<Map<number, number>> {
    const { json } = await call(server, 'getDraft', { path: { templateId } });
    getMark((json as { document: unknown }).document);
    const versions = await queryRows<{ number: number; hash: string | null; isPublished: boolean }>(
      database.db,
      `select v.number, encode(f.hash, 'hex') as hash, t.version_id = v.id as "isPublished"
       from template_versions v join templates t on t.id = v.template_id
         left join template_files f on f.version_id = v.id
       where v.template_id = :templateId order by v.number`,
      { templateId },
    );
    assert.deepEqual(
      versions.map(({ number }) => number),
      versions.map((_, index) => index + 1),
    );
    assert.equal(
      versions.findIndex(({ isPublished }) => isPublished),
      versions.length - 1,
    );
    const storage = await openStorage(pathToFileURL(path.join(folder, 'files')).href, null);
    const marks = new Map<number, number>();
    // The first is that of `addTemplate`, without a file.
    for (const { number, hash } of versions.slice(1)) {
      const version = await call(server, 'getVersion', { path: { templateId, version: number } });
      marks.set(number, getMark((version.json as { document: unknown }).document));
      assert.ok(hash !== null, `version ${number} has its file`);
      assert.deepEqual(await readBlob(storage, hash), redPng);
    }
    return marks;
  }
});
