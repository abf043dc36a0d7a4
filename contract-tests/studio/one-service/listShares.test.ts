import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { components } from '../../../generated/studio.ts';
import { addTemplate } from '../../../test/helpers/http.ts';
import { addShare } from '../../../test/helpers/shares.ts';
import { startStudio, type Studio, type StudioCall } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';

let studio: Studio;
let templateId: string;
/** The first is of the template, the second of another one. */
let shareIds: [string, string];
before(async () => {
  studio = await startStudio();
  const { service, owner, member, db } = studio;
  templateId = await addTemplate(db, owner);
  const first = await addShare(service, owner, templateId);
  shareIds = [first.id, (await addShare(service, owner, await addTemplate(db, owner))).id];
  await addShare(service, member, await addTemplate(db, member));
});
after(() => studio.close());

const list = (query: StudioCall['query'] = {}) => studio.call('listShares', { query });

testOperation('listShares', { 200: [{ act: () => list() }] });

test('lists the own links, newest first, and those of one template', async () => {
  const read = async (query: StudioCall['query']) => {
    const { data, pagination } = (await list(query)).json as components['schemas']['SharePage'];
    return [data.map(({ id }) => id), pagination.totalElements];
  };
  const [first, second] = shareIds;
  assert.deepEqual(await read({}), [[second, first], 2]);
  assert.deepEqual(await read({ templateId }), [[first], 1]);
  assert.deepEqual(await read({ templateId, page: 1 }), [[], 1]);
});
