import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { components } from '../../generated/studio.ts';
import { listActivity } from '../../src/store/activity.ts';
import { queryRow, queryRows } from '../../src/store/database.ts';
import { startStudio, type Studio } from '../../test/helpers/studio.ts';
import { testOperation } from '../../test/helpers/studio-statuses.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

const rotate = () => studio.call('rotateCallbackSecret');
const getSecrets = () =>
  queryRow<{ current: string; previous: string }>(
    studio.db,
    `select callback_secret as current, previous_callback_secret as previous
     from workspaces where id = :workspaceId`,
    { workspaceId: studio.owner.workspaceId },
  );

testOperation('rotateCallbackSecret', {
  200: [{ act: rotate }],
  403: [{ act: () => studio.call('rotateCallbackSecret', { as: studio.member }), code: 'OWNER_ONLY' }],
});

test('the secret before also signs for 24 hours, and the change is logged', async () => {
  const { db, owner } = studio;
  const before = await getSecrets();
  const rotated = (await rotate()).json as components['schemas']['CallbackSecret'];
  assert.deepEqual(await getSecrets(), { current: rotated.callbackSecret, previous: before.current });
  const overlapMs = new Date(rotated.previousUntil ?? 0).getTime() - Date.now();
  assert.ok(Math.abs(overlapMs - 24 * 60 * 60 * 1000) < 60_000);
  const { entries } = await listActivity(
    db,
    { workspaceId: owner.workspaceId, accountId: null },
    { offset: 0, limit: 1 },
  );
  const { action, actor } = entries[0] ?? {};
  assert.deepEqual([action, actor?.id], ['CALLBACK_SECRET_ROTATED', owner.accountId]);
});

test('changes nothing if it cannot be logged', async () => {
  const { db } = studio;
  const before = await getSecrets();
  await queryRows(db, 'alter table activity rename to activity_away', {});
  try {
    assert.equal((await rotate()).status, 500);
  } finally {
    await queryRows(db, 'alter table activity_away rename to activity', {});
  }
  assert.deepEqual(await getSecrets(), before);
});
