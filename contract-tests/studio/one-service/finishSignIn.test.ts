import { after, before, beforeEach } from 'node:test';
import { untilLimited, withFullDisk, withoutTable } from '../../../test/helpers/operation-statuses.ts';
import { getCode, forgetSteps, turnOnFactor } from '../../../test/helpers/second-factors.ts';
import {
  createCredentials,
  forgetAttempts,
  type Credentials,
} from '../../../test/helpers/studio-accounts.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { signIn, startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
let ada: Credentials;
let secret: string;
before(async () => {
  studio = await startStudio();
  ada = await createCredentials(studio.db);
  const as = { accountId: ada.accountId, ...(await signIn(studio.db, ada)) };
  ({ secret } = await turnOnFactor(studio, as, ada.password));
});
beforeEach(async () => {
  await forgetAttempts(studio.db);
  await forgetSteps(studio, ada.accountId);
});
after(() => studio.close());

async function begin(): Promise<string> {
  const { email, password } = ada;
  const { json } = await studio.call('signInWithPassword', { as: null, json: { email, password } });
  return (json as { challenge: string }).challenge;
}

const finish = (challenge: string, code = getCode(secret)) =>
  studio.call('finishSignIn', { as: null, json: { challenge, code } });

testOperation('finishSignIn', {
  200: [{ act: async () => finish(await begin()) }],
  401: [
    { act: async () => finish(await begin(), 'abcdef'), code: 'SIGN_IN_CODE_WRONG' },
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
