import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { queryRows } from '../../src/store/database.ts';
import { removeSilentViewers } from '../../src/store/template-viewers.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { createFleet, type Fleet } from '../helpers/fleet.ts';
import { addTemplate, startTestService, type TestService } from '../helpers/http.ts';
import { openStream, type OpenStream } from '../helpers/preview-stream.ts';
import { createUser, type StudioUser } from '../helpers/studio.ts';

/** Two processes of one installation, and one that is killed. */
let database: TestDatabase;
let folder: string;
let first: TestService;
let second: TestService;
let fleet: Fleet;
let owner: StudioUser;
let member: StudioUser;
before(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'platen-viewers-'));
  first = await startTestService({ database });
  second = await startTestService({ database });
  fleet = createFleet(database, folder);
  owner = await createUser(database.db);
  member = await createUser(database.db, { role: 'MEMBER', workspaceId: owner.workspaceId });
  await queryRows(database.db, `update accounts set name = 'Ada' where id = :accountId`, { ...owner });
  await queryRows(database.db, `update accounts set name = 'Ben' where id = :accountId`, { ...member });
});
after(async () => {
  await fleet.close();
  await first.close();
  await second.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const shared = () => addTemplate(database.db, owner, {}, { visibility: 'SHARED' });

/** Waits until a page shows these people; the own name in brackets. */
async function untilShows(stream: OpenStream, expected: string): Promise<void> {
  const last = () => stream.received.findLast(({ type }) => type === 'people')?.people;
  const shown = () =>
    last()
      ?.map(({ name, isYou }) => (isYou ? `[${name}]` : name))
      .join(' ');
  await waitUntil(() => shown() === expected);
}

describe('who has a template open', () => {
  test('is shown by every process, as people come and go', async () => {
    const templateId = await shared();
    const other = await shared();
    const ada = await openStream({ url: first.url, token: owner.token, templateId });
    await untilShows(ada, '[Ada]');
    const elsewhere = await openStream({ url: first.url, token: owner.token, templateId: other });
    await untilShows(elsewhere, '[Ada]');
    const ben = await openStream({ url: second.url, token: member.token, templateId });
    await untilShows(ben, 'Ada [Ben]');
    await untilShows(ada, '[Ada] Ben');
    // Another tab of the same person is nobody new.
    const again = await openStream({ url: second.url, token: owner.token, templateId });
    await untilShows(again, '[Ada] Ben');
    await ada.close();
    await ben.close();
    await untilShows(again, '[Ada]');
    assert.equal(elsewhere.received.filter(({ type }) => type === 'people').length, 1);
    await again.close();
    await elsewhere.close();
    await waitUntil(
      async () => (await queryRows(database.db, 'select from template_viewers', {})).length === 0,
    );
  });

  test('forgets the people of a process that was killed', async () => {
    const templateId = await shared();
    const killed = await fleet.serve();
    const ada = await openStream({ url: first.url, token: owner.token, templateId });
    const ben = await openStream({ url: killed.url, token: member.token, templateId });
    await untilShows(ada, '[Ada] Ben');
    await killed.kill();
    await ben.closed;
    const rows = () =>
      queryRows(database.db, 'select from template_viewers where account_id = :accountId', { ...member });
    // Nobody has removed it. It was touched at most 15 s ago; as if more time had passed:
    assert.equal((await rows()).length, 1);
    await queryRows(
      database.db,
      `update template_viewers set seen_at = now() - interval '41 seconds' where account_id = :accountId`,
      { ...member },
    );
    await untilShows(ada, '[Ada]');
    assert.equal(await removeSilentViewers(database.db), 1);
    assert.equal((await rows()).length, 0);
    await ada.close();
  });

  test('goes with the template, and with the account', async () => {
    const templateId = await shared();
    const ada = await openStream({ url: first.url, token: owner.token, templateId });
    await untilShows(ada, '[Ada]');
    await queryRows(database.db, 'delete from templates where id = :templateId', { templateId });
    await waitUntil(
      async () => (await queryRows(database.db, 'select from template_viewers', {})).length === 0,
    );
    await ada.close();
  });
});
