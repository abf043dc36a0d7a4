import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import { CookieJar, type TestProvider } from '../../test/helpers/oidc-provider.ts';
import { untilLimited, withoutTable } from '../../test/helpers/operation-statuses.ts';
import { forgetAttempts } from '../../test/helpers/studio-accounts.ts';
import { testOperation } from '../../test/helpers/studio-statuses.ts';
import type { Studio } from '../../test/helpers/studio.ts';
import { startOidcStudios, type OidcStudios } from './oidc-studios.ts';

let studios: OidcStudios;
let provider: TestProvider;
let studio: Studio;
let withoutProvider: Studio;
before(async () => {
  studios = await startOidcStudios();
  ({ provider, studio, withoutProvider } = studios);
});
beforeEach(() => forgetAttempts(studio.db));
after(() => studios.close());

const finish = (query = {}, headers = {}) => studio.call('finishOidc', { as: null, query, headers });

/** Goes to the provider and back, up to the last step. */
async function finishFlow() {
  const { url } = studio.service;
  provider.signInAs({ sub: 'ada', email: 'ada@example.org', email_verified: true });
  const jar = new CookieJar(url);
  const answer = await jar.follow(
    `${url}/studio/api/v1/oidc`,
    (next) => !next.pathname.endsWith('/callback'),
  );
  return await finish(Object.fromEntries(answer.searchParams), {
    Cookie: `platen_oidc=${jar.get(url, 'platen_oidc') ?? ''}`,
  });
}

async function withoutDatabase() {
  const { databaseProxy } = studio.service;
  assert.ok(databaseProxy);
  return await databaseProxy.refuseDuring(finish);
}

testOperation('finishOidc', {
  302: [{ act: finishFlow }, { act: () => finish() }, { act: () => finish({ error: 'access_denied' }) }],
  404: [{ act: () => withoutProvider.call('finishOidc', { as: null }), code: 'NOT_FOUND' }],
  429: [{ act: () => untilLimited(studio.db, finish), code: 'RATE_LIMIT_EXCEEDED' }],
  500: [{ act: () => withoutTable(studio.db, 'rate_limits', finish), code: 'INTERNAL_ERROR' }],
  503: [{ act: withoutDatabase, code: 'SERVICE_UNAVAILABLE' }],
});
