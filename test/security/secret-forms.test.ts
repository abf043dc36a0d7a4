/** The patterns that search every test log match the secrets that the service creates. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createDownloadUrlSigner } from '../../src/domain/batches/download-urls.ts';
import { signCallback } from '../../src/domain/callbacks/signature.ts';
import { makeSignInLink } from '../../src/domain/sessions/links.ts';
import { createPasswords } from '../../src/domain/sessions/passwords.ts';
import { createWorkspace } from '../../src/store/workspaces.ts';
import { addTemplate, createTenant, shareTestService, type TestService } from '../helpers/http.ts';
import { assertNoSecrets } from '../helpers/secret-forms.ts';
import { addShare } from '../helpers/shares.ts';
import { signIn } from '../helpers/studio.ts';

let service: TestService;
before(async () => {
  service = await shareTestService();
});
after(() => service.close());

function assertFound(what: string, secret: string): void {
  assert.throws(() => assertNoSecrets(['nothing', JSON.stringify({ msg: `the secret is ${secret}.` })]), {
    message: new RegExp(`The log contains ${what}\\.`, 'u'),
  });
}

test('finds each kind of secret in a log line', async () => {
  const tenant = await createTenant(service.db, { plan: 'studio' });
  assertFound('an API key', tenant.apiKey);
  const { callbackSecret } = await createWorkspace(service.db, { name: 'w', plan: 'free' });
  assertFound('a callback secret', callbackSecret);
  const callback = { secrets: [callbackSecret], deliveryId: 'd', body: '{}' };
  const signed = signCallback(callback, { signedAt: new Date() });
  assertFound('a callback signature', signed['x-service-signature']);
  assertFound('a callback signature', signed['webhook-signature']);
  const link = await makeSignInLink(service.db, tenant.accountId, service.url);
  assertFound('a sign-in link', link?.url ?? '');
  const { token } = await signIn(service.db, tenant);
  for (const name of ['platen_session', '__Host-platen_session', 'platen_oidc'])
    assertFound('a session', `${name}=${token}`);
  assertFound('a password hash', await createPasswords().hash('test', 'a password'));
  const share = await addShare(service, tenant, await addTemplate(service.db, tenant));
  assertFound('a share link', share.url);
  const downloads = createDownloadUrlSigner({
    secret: 's',
    ttlMs: 60_000,
    publicUrl: () => service.url,
    storage: { signUrl: () => Promise.resolve(null) },
  });
  const archive = await downloads.urlOf({
    jobId: 'e8b1d1f0-93c4-4d6a-8a5b-7c2d3e4f5a61',
    archiveKey: 'k',
    templateName: 'n',
    archiveExpiresAt: new Date(Date.now() + 120_000),
    now: new Date(),
  });
  assertFound('a signed URL', archive?.url ?? '');
  assertFound('a database password', 'postgres://platen:secret@localhost:5432/platen');
});

test('accepts redacted secrets', () => {
  assertNoSecrets([
    'plt_lcxjPvsZ…',
    'postgres://***@localhost/x',
    'postgres://platen:***@localhost/x',
    '[redacted]',
    'GET /s/{token}',
    'GET /files/{jobId}.zip',
    'https://example.org/s/none.png',
  ]);
});
