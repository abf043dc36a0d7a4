import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listActivity } from '../../../src/store/activity.ts';
import { findWorkspace } from '../../../src/store/workspaces.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

const show = () => studio.call('getCallbackSecret');

testOperation('getCallbackSecret', {
  200: [{ act: show }],
  403: [{ act: () => studio.call('getCallbackSecret', { as: studio.member }), code: 'OWNER_ONLY' }],
});

test('shows the secret, and logs who has seen it', async () => {
  const { db, owner } = studio;
  const scope = { workspaceId: owner.workspaceId, accountId: null };
  const readLog = () => listActivity(db, scope, { offset: 0, limit: 10 });
  const { total } = await readLog();
  const { callbackSecret = '' } = (await findWorkspace(db, owner.workspaceId)) ?? {};
  assert.deepEqual((await show()).json, { callbackSecret, previousUntil: null });
  const { entries, total: after } = await readLog();
  assert.equal(after, total + 1);
  const { action, actor } = entries[0] ?? {};
  assert.deepEqual([action, actor?.id], ['CALLBACK_SECRET_SHOWN', owner.accountId]);
  assert.doesNotMatch(JSON.stringify(entries), /whsec_/u);
});
