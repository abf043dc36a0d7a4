import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import { findFreePort } from '../../test/helpers/free-port.ts';
import { startOidcProvider, type TestProvider } from '../../test/helpers/oidc-provider.ts';
import { untilLimited, withoutTable } from '../../test/helpers/operation-statuses.ts';
import { forgetAttempts } from '../../test/helpers/studio-accounts.ts';
import { testOperation } from '../../test/helpers/studio-statuses.ts';
import { startStudio, type Studio } from '../../test/helpers/studio.ts';

let provider: TestProvider;
let studio: Studio;
let withoutProvider: Studio;
before(async () => {
  const port = await findFreePort();
  provider = await startOidcProvider(`http://127.0.0.1:${port}`);
  studio = await startStudio({
    databaseProxy: true,
    env: { PORT: String(port), ...provider.env },
  });
  withoutProvider = await startStudio();
});
beforeEach(() => forgetAttempts(studio.db));
after(async () => {
  await studio.close();
  await withoutProvider.close();
  await provider.close();
});

const start = () => studio.call('startOidc', { as: null });

async function withoutDatabase() {
  const { databaseProxy } = studio.service;
  assert.ok(databaseProxy);
  return await databaseProxy.refuseDuring(start);
}

testOperation('startOidc', {
  302: [{ act: start }],
  404: [{ act: () => withoutProvider.call('startOidc', { as: null }), code: 'NOT_FOUND' }],
  429: [{ act: () => untilLimited(start), code: 'RATE_LIMIT_EXCEEDED' }],
  500: [{ act: () => withoutTable(studio.db, 'rate_limits', start), code: 'INTERNAL_ERROR' }],
  503: [{ act: withoutDatabase, code: 'SERVICE_UNAVAILABLE' }],
});
