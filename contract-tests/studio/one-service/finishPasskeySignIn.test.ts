import { after, before, beforeEach } from 'node:test';
import { untilLimited, withFullDisk, withoutTable } from '../../../test/helpers/operation-statuses.ts';
import {
  addPasskey,
  askToSignIn,
  passkeyEnvironment,
  Authenticator,
} from '../../../test/helpers/passkeys.ts';
import {
  createCredentials,
  forgetAttempts,
  type Credentials,
} from '../../../test/helpers/studio-accounts.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { signIn, startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
let ada: Credentials;
const authenticator = new Authenticator();
before(async () => {
  studio = await startStudio({ env: passkeyEnvironment });
  ada = await createCredentials(studio.db);
  const as = await signIn(studio.db, ada);
  await addPasskey(studio, as, { authenticator, proof: { currentPassword: ada.password } });
});
beforeEach(() => forgetAttempts(studio.db));
after(() => studio.close());

async function begin({ email, password } = ada): Promise<string> {
  const { json } = await studio.call('signInWithPassword', { as: null, json: { email, password } });
  return (json as { challenge: string }).challenge;
}

const unknown = { challenge: 'AAAA', rpId: 'localhost', allowCredentials: [] };

const finish = (challenge: string, options = unknown) => {
  const passkey = authenticator.use(options);
  return studio.call('finishPasskeySignIn', { as: null, json: { challenge, passkey } });
};

testOperation('finishPasskeySignIn', {
  200: [
    {
      act: async () => {
        const challenge = await begin();
        const { challenge: asked } = await askToSignIn(studio, challenge);
        return await finish(challenge, { ...unknown, challenge: asked });
      },
    },
  ],
  401: [
    { act: async () => finish(await begin()), code: 'SIGN_IN_PASSKEY_WRONG' },
    { act: () => finish('unknown'), code: 'CHALLENGE_INVALID' },
  ],
  429: [{ act: () => untilLimited(studio.db, () => finish('unknown')), code: 'RATE_LIMIT_EXCEEDED' }],
  500: [
    { act: () => withoutTable(studio.db, 'sign_in_links', () => finish('unknown')), code: 'INTERNAL_ERROR' },
  ],
  503: [
    {
      act: () => withFullDisk(studio.db, 'sign_in_links', () => finish('unknown')),
      code: 'SERVICE_UNAVAILABLE',
    },
  ],
});
