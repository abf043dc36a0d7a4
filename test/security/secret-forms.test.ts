/**
 * The forms by which every log of the suite is searched are those of the secrets that the service makes.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createDownloads } from '../../src/domain/batch/downloads.ts';
import { signCallback } from '../../src/domain/callbacks/signature.ts';
import { createWorkspace } from '../../src/store/workspaces.ts';
import { addTemplate, createTenant, startTestService, type TestService } from '../helpers/http.ts';
import { assertNoSecrets } from '../helpers/secret-forms.ts';
import { addShare } from '../helpers/shares.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

function assertSeen(what: string, secret: string): void {
  assert.throws(() => assertNoSecrets(['nothing', JSON.stringify({ msg: `it is ${secret}.` })]), {
    message: new RegExp(`The log tells ${what}\\.`, 'u'),
  });
}

test('each secret is seen in a line', async () => {
  const tenant = await createTenant(service.db, { plan: 'studio' });
  assertSeen('an API key', tenant.apiKey);
  const { callbackSecret } = await createWorkspace(service.db, { name: 'w', plan: 'free' });
  assertSeen('a callback secret', callbackSecret);
  const callback = { secret: callbackSecret, deliveryId: 'd', body: '{}' };
  const signed = signCallback(callback, { signedAt: new Date() });
  assertSeen('a signature of a callback', signed['x-service-signature']);
  assertSeen('a signature of a callback', signed['webhook-signature']);
  const share = await addShare(service, tenant, await addTemplate(service.db, tenant));
  assertSeen('a share link', share.url);
  const downloads = createDownloads({
    ...{ secret: 's', ttlMs: 60_000, publicUrl: () => service.url },
    storage: { signUrl: () => Promise.resolve(null) },
  });
  const archive = await downloads.urlOf({
    ...{ jobId: 'e8b1d1f0-93c4-4d6a-8a5b-7c2d3e4f5a61', archiveKey: 'k', templateName: 'n' },
    ...{ archiveExpiresAt: new Date(Date.now() + 120_000), now: new Date() },
  });
  assertSeen('a signed address', archive?.url ?? '');
  assertSeen('a password of the database', 'postgres://platen:secret@localhost:5432/platen');
});

test('what stands in place of a secret is none', () => {
  assertNoSecrets([
    ...['plt_lcxjPvsZ…', 'postgres://***@localhost/x', 'postgres://platen:***@localhost/x', '[redacted]'],
    ...['GET /s/{token}', 'GET /files/{jobId}.zip', 'https://example.org/s/none.png'],
  ]);
});
