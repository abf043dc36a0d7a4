import { after, before, beforeEach } from 'node:test';
import { untilLimited, withFullDisk, withoutTable } from '../../../test/helpers/operation-statuses.ts';
import { addPasskey, passkeyEnvironment } from '../../../test/helpers/passkeys.ts';
import { turnOnFactor } from '../../../test/helpers/second-factors.ts';
import {
  createCredentials,
  forgetAttempts,
  type Credentials,
} from '../../../test/helpers/studio-accounts.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { signIn, startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
let ada: Credentials;
before(async () => {
  studio = await startStudio({ env: passkeyEnvironment });
  ada = await createCredentials(studio.db);
  const as = await signIn(studio.db, ada);
  await addPasskey(studio, as, { proof: { currentPassword: ada.password } });
});
beforeEach(() => forgetAttempts(studio.db));
after(() => studio.close());

async function begin({ email, password } = ada): Promise<string> {
  const { json } = await studio.call('signInWithPassword', { as: null, json: { email, password } });
  return (json as { challenge: string }).challenge;
}

const start = (challenge: string) => studio.call('startPasskeySignIn', { as: null, json: { challenge } });

testOperation('startPasskeySignIn', {
  200: [{ act: async () => start(await begin()) }],
  401: [{ act: () => start('unknown'), code: 'CHALLENGE_INVALID' }],
  409: [
    {
      act: async () => {
        const eve = await createCredentials(studio.db);
        const as = { accountId: eve.accountId, ...(await signIn(studio.db, eve)) };
        await turnOnFactor(studio, as, eve.password);
        return await start(await begin(eve));
      },
      code: 'PASSKEYS_NOT_POSSIBLE',
    },
  ],
  429: [{ act: () => untilLimited(studio.db, () => start('unknown')), code: 'RATE_LIMIT_EXCEEDED' }],
  500: [
    { act: () => withoutTable(studio.db, 'sign_in_links', () => start('unknown')), code: 'INTERNAL_ERROR' },
  ],
  503: [
    {
      act: () => withFullDisk(studio.db, 'sign_in_links', () => start('unknown')),
      code: 'SERVICE_UNAVAILABLE',
    },
  ],
});
