import { after, before, beforeEach } from 'node:test';
import { getCode, turnOnFactor } from '../../../test/helpers/second-factors.ts';
import { forgetAttempts } from '../../../test/helpers/studio-accounts.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { createUser, startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
before(async () => (studio = await startStudio()));
beforeEach(() => forgetAttempts(studio.db));
after(() => studio.close());

const confirm = (as: { readonly token: string }, code: string) =>
  studio.call('confirmSecondFactor', { as, json: { code } });

async function start(): Promise<{ readonly as: { readonly token: string }; readonly secret: string }> {
  const as = await createUser(studio.db);
  const { json } = await studio.call('startSecondFactor', { as, json: {} });
  return { as, ...(json as { secret: string }) };
}

testOperation('confirmSecondFactor', {
  200: [
    {
      act: async () => {
        const { as, secret } = await start();
        return await confirm(as, getCode(secret));
      },
    },
  ],
  403: [{ act: async () => confirm((await start()).as, 'abcdef'), code: 'CODE_WRONG' }],
  409: [
    { act: () => confirm(studio.owner, '123456'), code: 'SECOND_FACTOR_OFF' },
    {
      act: async () => {
        const user = await createUser(studio.db);
        const { secret } = await turnOnFactor(studio, user);
        return await confirm(user, getCode(secret));
      },
      code: 'SECOND_FACTOR_ON',
    },
  ],
});
