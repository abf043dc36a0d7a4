/** `template import --server`: a command without a database, and a service in another process. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readUrl } from '../../src/store/database.ts';
import { runCommand } from '../helpers/cli.ts';
import {
  createTenant,
  plainDocument,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { makeZip } from '../helpers/zip.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'platen-remote-'));
after(() => rm(folder, { recursive: true, force: true }));

const samples = path.resolve(import.meta.dirname, '..', '..', 'samples');

describe('template import --server', { timeout: 900_000 }, () => {
  let service: TestService;
  let tenant: Tenant;
  let authorKey: string;

  before(async () => {
    service = await startTestService({ env: { MAX_BODY_BYTES: '1MiB' } });
    tenant = await createTenant(service.db);
    const words = ['key', 'create', '--account', tenant.accountId, '--name', 'CI', '--author', '--json'];
    const created = await runCommand(words, { DATABASE_URL: readUrl(service.db) });
    authorKey = (JSON.parse(created.stdout) as { apiKey: string }).apiKey;
  });
  after(() => service.close());

  const importing = (place: string, env: Record<string, string>, ...words: string[]) =>
    runCommand(['template', 'import', place, '--project', tenant.projectId, ...words], env);

  async function fail(message: RegExp, ...call: Parameters<typeof importing>): Promise<void> {
    const { code, stdout, stderr } = await importing(...call);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, message);
  }

  test('imports a folder with its files, and replaces the template by its id', async () => {
    const label = path.join(samples, 'product-label');
    const byOptions = await importing(label, {}, '--server', service.url, '--key', authorKey, '--json');
    assert.equal(byOptions.stderr, '');
    const { templateId } = JSON.parse(byOptions.stdout) as { templateId: string };
    const environment = { PLATEN_URL: service.url, PLATEN_API_KEY: authorKey };
    const again = await importing(label, environment, '--id', templateId, '--visibility', 'SHARED');
    assert.deepEqual(
      [again.code, again.stdout],
      [0, `template  ${templateId}\nvisibility  SHARED: all of the workspace sees it\n`],
      again.stderr,
    );
    const read = await service.send('GET', `/api/v1/templates/${templateId}`, { key: tenant.apiKey });
    const { version, visibility } = read.json as { version: number; visibility: string };
    assert.deepEqual([version, visibility], [2, 'SHARED']);
    const rendered = await service.send('POST', `/api/v1/templates/${templateId}/generate`, {
      key: tenant.apiKey,
      json: { variables: Object.fromEntries(requiredOf(read.json).map((name) => [name, '4006381333931'])) },
    });
    assert.equal(rendered.status, 200, JSON.stringify(rendered.json));
  });

  test('says why a template was refused, and stores nothing', async () => {
    const bad = path.join(folder, 'bad');
    await mkdir(bad);
    const elements = [{ type: 'image', id: 'i', x: 0, y: 0, width: 9, height: 9, src: 'none.png' }];
    await writeFile(path.join(bad, 'template.json'), JSON.stringify({ ...plainDocument, elements }));
    const remote = ['--server', service.url, '--key'] as const;
    await fail(
      /is not a valid template .*\n.*\/elements\/0\/src \(i\): .*none\.png/,
      bad,
      {},
      ...remote,
      authorKey,
    );
    const good = path.join(samples, 'shipping-label');
    await fail(/This key may not import, change or publish templates\./, good, {}, ...remote, tenant.apiKey);
    await fail(/The API key in X-Api-Key is not valid/, good, {}, ...remote, 'plt_wrong');
    const large = path.join(folder, 'large');
    await mkdir(large);
    await writeFile(path.join(large, 'template.json'), JSON.stringify(plainDocument));
    await writeFile(path.join(large, 'noise.png'), randomBytes(1024 * 1024));
    await fail(/at most 1048576 bytes/, large, {}, ...remote, authorKey);
    const { json } = await service.send('GET', `/api/v1/projects/${tenant.projectId}/templates`, {
      key: tenant.apiKey,
    });
    assert.equal((json as unknown[]).length, 1, 'that of the first test');
  });

  test('a .zip that unpacks to far more than it may be is refused before it is unpacked', async () => {
    const zeros = Buffer.alloc(5 * 1024 * 1024);
    const zip = makeZip([
      { name: 'template.json', content: JSON.stringify(plainDocument) },
      { name: 'zeros.png', content: zeros },
    ]);
    assert.ok(zip.length < 100_000);
    const send = async (body: Uint8Array) =>
      await service.send('POST', `/api/v1/projects/${tenant.projectId}/templates`, {
        key: authorKey,
        body,
        headers: { 'Content-Type': 'application/octet-stream' },
      });
    const refused = await send(zip);
    assert.deepEqual([refused.status, refused.problem.code], [400, 'VALIDATION_ERROR']);
    assert.match(refused.problem.detail, /at most 4194304 are accepted/);
    const lying = makeZip([
      { name: 'template.json', content: JSON.stringify(plainDocument) },
      { name: 'zeros.png', content: zeros, declaredBytes: 100 },
    ]);
    assert.equal((await send(lying)).problem.code, 'VALIDATION_ERROR');
    const outside = makeZip([{ name: '../template.json', content: JSON.stringify(plainDocument) }]);
    assert.equal((await send(outside)).problem.code, 'VALIDATION_ERROR');
  });

  test('the key is sent over HTTPS only, or inside the machine', async () => {
    const good = path.join(samples, 'shipping-label');
    await fail(/must be an https URL, or http with localhost/, good, {}, '--server', 'http://example.com');
    await fail(/--server needs --key, or PLATEN_API_KEY/, good, {}, '--server', service.url);
    await fail(/Name the --account, or a --server/, good, {});
    const closed = ['--server', 'http://127.0.0.1:9', '--key', authorKey];
    await fail(/http:\/\/127\.0\.0\.1:9 cannot be reached/, good, {}, ...closed);
  });
});

function requiredOf(template: unknown): string[] {
  const { variables } = template as { variables: { name: string; required: boolean }[] };
  return variables.filter(({ required }) => required).map(({ name }) => name);
}
