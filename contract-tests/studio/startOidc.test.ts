import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import { untilLimited, withoutTable } from '../../test/helpers/operation-statuses.ts';
import { forgetAttempts } from '../../test/helpers/studio-accounts.ts';
import { testOperation } from '../../test/helpers/studio-statuses.ts';
import type { Studio } from '../../test/helpers/studio.ts';
import { startOidcStudios, type OidcStudios } from './oidc-studios.ts';

let studios: OidcStudios;
let studio: Studio;
let withoutProvider: Studio;
before(async () => {
  studios = await startOidcStudios();
  ({ studio, withoutProvider } = studios);
});
beforeEach(() => forgetAttempts(studio.db));
after(() => studios.close());

const start = () => studio.call('startOidc', { as: null });

async function withoutDatabase() {
  const { databaseProxy } = studio.service;
  assert.ok(databaseProxy);
  return await databaseProxy.refuseDuring(start);
}

testOperation('startOidc', {
  302: [{ act: start }],
  404: [{ act: () => withoutProvider.call('startOidc', { as: null }), code: 'NOT_FOUND' }],
  429: [{ act: () => untilLimited(studio.db, start), code: 'RATE_LIMIT_EXCEEDED' }],
  500: [{ act: () => withoutTable(studio.db, 'rate_limits', start), code: 'INTERNAL_ERROR' }],
  503: [{ act: withoutDatabase, code: 'SERVICE_UNAVAILABLE' }],
});
