import { after, before, beforeEach } from 'node:test';
import { untilLimited, withFullDisk, withoutTable } from '../../../test/helpers/operation-statuses.ts';
import { turnOnFactor } from '../../../test/helpers/second-factors.ts';
import {
  createCredentials,
  forgetAttempts,
  type Credentials,
} from '../../../test/helpers/studio-accounts.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { signIn as startSession, startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
let ada: Credentials;
before(async () => {
  studio = await startStudio();
  ada = await createCredentials(studio.db);
});
beforeEach(() => forgetAttempts(studio.db));
after(() => studio.close());

const signIn = (password = ada.password) =>
  studio.call('signInWithPassword', { as: null, json: { email: ada.email, password } });

testOperation('signInWithPassword', {
  200: [{ act: () => signIn() }],
  202: [
    {
      act: async () => {
        const grace = await createCredentials(studio.db);
        const { token } = await startSession(studio.db, grace);
        await turnOnFactor(studio, { token, accountId: grace.accountId }, grace.password);
        const { email, password } = grace;
        return await studio.call('signInWithPassword', { as: null, json: { email, password } });
      },
    },
  ],
  401: [{ act: () => signIn('wrong'), code: 'SIGN_IN_FAILED' }],
  429: [{ act: () => untilLimited(studio.db, () => signIn('wrong')), code: 'RATE_LIMIT_EXCEEDED' }],
  500: [{ act: () => withoutTable(studio.db, 'accounts', signIn), code: 'INTERNAL_ERROR' }],
  503: [{ act: () => withFullDisk(studio.db, 'accounts', signIn), code: 'SERVICE_UNAVAILABLE' }],
});
