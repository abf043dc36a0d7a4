import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
before(async () => (studio = await startStudio()));
after(() => studio.close());

const set = (json: object) => studio.call('setPassword', { json });

testOperation('setPassword', {
  204: [
    { act: () => set({ newPassword: 'the first password' }) },
    { act: () => set({ currentPassword: 'the first password', newPassword: 'the second password' }) },
  ],
  403: [
    { act: () => set({ newPassword: 'the third password' }), code: 'PASSWORD_WRONG' },
    {
      act: () => set({ currentPassword: 'the first password', newPassword: 'the third password' }),
      code: 'PASSWORD_WRONG',
    },
  ],
});

test('refuses a password that is easy to guess, says why, and keeps the one before', async () => {
  const currentPassword = 'the second password';
  for (const [newPassword, detail] of [
    ['password123', /most common/],
    ['aaaaaaaaaa', /different characters/],
    ['Platen2026!', /the name Platen/],
    ['short', /8 characters|fewer than 8/],
  ] as const) {
    const { status, problem } = await set({ currentPassword, newPassword });
    assert.deepEqual(
      [status, problem.code, problem.errors.map(({ pointer }) => pointer)],
      [400, 'VALIDATION_ERROR', ['/newPassword']],
    );
    assert.match(problem.errors[0]?.detail ?? '', detail);
  }
  assert.equal((await set({ currentPassword, newPassword: 'eight.8x' })).status, 204);
});
