import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { components } from '../../../generated/studio.ts';
import { addTemplate } from '../../../test/helpers/http.ts';
import { startStudio, type Studio, type StudioCall, type StudioUser } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';

type Usage = components['schemas']['Usage'];

let studio: Studio;
let ofOwner: string;
let ofMember: string;
before(async () => {
  studio = await startStudio();
  ofOwner = await addTemplate(studio.db, studio.owner);
  ofMember = await addTemplate(studio.db, studio.member);
  await render(studio.owner, ofOwner);
  await render(studio.member, ofMember);
  await render(studio.member, ofMember);
});
after(() => studio.close());

async function render({ apiKey: key }: StudioUser, templateId: string): Promise<void> {
  const json = { variables: {} };
  const answer = await studio.service.send('POST', `/api/v1/templates/${templateId}/generate`, { key, json });
  assert.equal(answer.status, 200);
}

const get = (query: StudioCall['query'] = {}) => studio.call('getUsage', { query });
const read = async (as: StudioUser) => (await studio.call('getUsage', { as })).json as Usage;

testOperation('getUsage', {
  200: [{ act: () => get() }, { act: () => get({ month: '2026-02' }) }],
});

test('counts by day, template and key, with the names of what the member sees', async () => {
  const { owner, member } = studio;
  const usage = await read(member);
  assert.deepEqual(
    usage.days.filter(({ renders }) => renders > 0).map(({ renders }) => renders),
    [3],
  );
  assert.deepEqual([usage.quota.used, usage.quota.limit - usage.quota.remaining], [3, 3]);
  assert.deepEqual(
    usage.templates.map(({ templateId, name, renders }) => [templateId, name !== null, renders]),
    [
      [ofMember, true, 2],
      [ofOwner, false, 1],
    ],
  );
  const keys = usage.keys.map(({ keyId, name, renders }) => [keyId, name, renders]);
  assert.deepEqual(keys, [
    [member.keyId, 'Test key', 2],
    [owner.keyId, null, 1],
  ]);
  // Owners see all keys.
  assert.deepEqual(
    (await read(owner)).keys.map(({ name }) => name),
    ['Test key', 'Test key'],
  );
});

test('says what the workspace stores beside the limits of its plan, whatever the month', async () => {
  const now = await read(studio.member);
  const { stored } = (await get({ month: '2026-02' })).json as Usage;
  assert.deepEqual(stored, now.stored);
  assert.deepEqual(
    [stored.projects, stored.templates, stored.libraryItems],
    [
      { used: 2, limit: 500 },
      { used: 2, limit: 5_000 },
      { used: 0, limit: 2_000 },
    ],
  );
  assert.ok(stored.bytes.used > 0 && stored.bytes.limit > stored.bytes.used);
  assert.equal(stored.versionsPerTemplate, 100);
});

test('lists every day of a month in which nothing was rendered', async () => {
  const usage = (await get({ month: '2028-02' })).json as Usage;
  assert.deepEqual([usage.days.length, usage.days[28]?.day, usage.templates], [29, '2028-02-29', []]);
});
