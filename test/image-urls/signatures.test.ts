/** Signatures of image URLs: those of other programs are accepted, changed ones are refused. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { signImageUrl } from '../../clients/typescript/src/index.ts';
import { createSecretSeal } from '../../src/domain/secret-seal.ts';
import { createTestDatabase } from '../helpers/database.ts';
import {
  addTemplate,
  createTenant,
  shareTestService,
  startTestService,
  type TestService,
} from '../helpers/http.ts';
import { addUrlKey, signedTarget, type TestUrlKey } from '../helpers/image-urls.ts';
import { seededRandom } from '../helpers/random.ts';
import { checkedFetch, readRawAnswers } from '../helpers/requests.ts';

let service: TestService;
let key: TestUrlKey;
let templateId: string;
let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'platen-sign-'));
  service = await shareTestService();
  const tenant = await createTenant(service.db);
  key = await addUrlKey(service.db, tenant);
  templateId = await addTemplate(service.db, tenant);
});
after(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

/** How each program of docs/image-urls.md is run, where the machine has what it needs. */
const programs = {
  'sign.sh': { command: 'sh', needs: 'openssl' },
  'sign.ts': { command: process.execPath, needs: process.execPath },
  'sign.py': { command: 'python3', needs: 'python3' },
  'sign.go': { command: 'go', arguments: ['run'], needs: 'go' },
  'sign.php': { command: 'php', needs: 'php' },
} as const;

const isThere = (command: string) => spawnSync(command, ['version'], { stdio: 'ignore' }).error === undefined;

for (const [name, program] of Object.entries(programs)) {
  if (!isThere(program.needs)) continue;
  test(`${name} of the documentation makes a URL that works`, { timeout: 120_000 }, async () => {
    const docs = await readFile(path.resolve(import.meta.dirname, '../../docs/image-urls.md'), 'utf8');
    const blocks = [...docs.matchAll(/^```\w+\n([^]*?)^```/gm)].map(([, code = '']) => code);
    const code = blocks.find((block) => block.split('\n', 1)[0]?.endsWith(name)) ?? '';
    const client = path.resolve(import.meta.dirname, '../../clients/typescript/src/index.ts');
    await writeFile(path.join(folder, name), code.replace('@platen/client', client));
    const words = [...('arguments' in program ? program.arguments : []), name];
    const { stdout, stderr } = spawnSync(program.command, words, {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...process.env,
        PLATEN_URL: service.url,
        PLATEN_URL_KEY: key.urlKeyId,
        PLATEN_URL_SECRET: key.secret,
        PLATEN_TEMPLATE: templateId,
      },
    });
    assert.match(stdout, /^http/, stderr);
    assert.equal((await checkedFetch(stdout.trim())).status, 200);
  });
}

test('the client signs every option and any text', async () => {
  const url = await signImageUrl({
    baseUrl: `${service.url}/`,
    ...key,
    templateId,
    version: 1,
    file: 'größe & more.jpg',
    variables: { title: 'a+b=c&d?é\u{1f600} %' },
    scale: 2,
    quality: 70,
    dpi: 96,
    page: 1,
    background: '#0f172a',
    expires: new Date(Date.now() + 60_000),
  });
  const response = await checkedFetch(url);
  assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/jpeg']);
});

/** Sends targets as they are, which fetch would not, on one connection. Returns the statuses. */
async function getStatuses(targets: readonly string[]): Promise<number[]> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const heads = targets.map((target, at) => {
    const connection = at === targets.length - 1 ? 'Connection: close\r\n' : '';
    return `GET ${target} HTTP/1.1\r\nHost: ${hostname}\r\n${connection}\r\n`;
  });
  socket.write(heads.join(''), 'latin1');
  const received = (await buffer(socket)).toString('latin1');
  return readRawAnswers(
    received,
    targets.map((target) => ['GET', target] as const),
  ).map(({ status }) => status);
}

test('each of 2,000 random changes of one byte is refused', async () => {
  const target = signedTarget(key, { templateId, query: 'v.title=Hello%20world&scale=2&exp=4102444800' });
  assert.deepEqual(await getStatuses([target]), [200]);
  const before = await service.db('quota_entries').count();
  const random = seededRandom(20_261_124);
  const changed = new Set<string>();
  while (changed.size < 2_000) {
    // A target that does not begin with a slash is no path.
    const at = 1 + random(target.length - 1);
    const byte = 0x21 + random(0x7f - 0x21);
    if (target.charCodeAt(at) === byte) continue;
    changed.add(target.slice(0, at) + String.fromCharCode(byte) + target.slice(at + 1));
  }
  const targets = [...changed];
  const statuses: number[] = [];
  for (let at = 0; at < targets.length; at += 100)
    statuses.push(...(await getStatuses(targets.slice(at, at + 100))));
  assert.equal(statuses.length, 2_000);
  assert.deepEqual(
    statuses.filter((status) => ![400, 403, 404].includes(status)),
    [],
  );
  assert.ok(statuses.filter((status) => status === 403).length > 1_800);
  assert.deepEqual(await service.db('quota_entries').count(), before);
});

test('several texts of the same signature bytes are not accepted', async () => {
  const target = signedTarget(key, { templateId });
  // The last character has two bits that base64 ignores.
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = alphabet.indexOf(target.at(-1) ?? '');
  const twin = target.slice(0, -1) + (alphabet[last ^ 1] ?? '');
  assert.deepEqual(Buffer.from(twin.slice(-43), 'base64url'), Buffer.from(target.slice(-43), 'base64url'));
  assert.equal((await service.send('GET', twin)).problem.code, 'IMAGE_URL_INVALID');
});

test('the database has no secret in the clear', async () => {
  const rows = JSON.stringify(await service.db('url_keys').select());
  const sealed = await service.db<{ sealed_secret: Buffer }>('url_keys').select('sealed_secret');
  assert.ok(!rows.includes(key.secret));
  for (const { sealed_secret: bytes } of sealed) assert.ok(!bytes.includes(key.secret.slice(4, 20)));
});

test('a seal belongs to its SIGNING_SECRET and to its key', () => {
  const seal = createSecretSeal('one secret');
  const sealed = seal.seal('a', key.secret);
  assert.equal(seal.open('a', sealed), key.secret);
  assert.equal(createSecretSeal('one secret').open('a', sealed), key.secret);
  assert.equal(createSecretSeal('another').open('a', sealed), null);
  assert.equal(seal.open('b', sealed), null);
  const damaged = Buffer.from(sealed.sealedSecret);
  damaged[20] = (damaged[20] ?? 0) ^ 1;
  assert.equal(seal.open('a', { ...sealed, sealedSecret: damaged }), null);
  assert.equal(seal.open('a', { ...sealed, sealedSecret: Buffer.alloc(4) }), null);
});

test('after a change of SIGNING_SECRET older keys are refused, and the start warns', async () => {
  const database = await createTestDatabase();
  const first = await startTestService({ database });
  const tenant = await createTenant(first.db);
  const id = await addTemplate(first.db, tenant);
  const older = await addUrlKey(first.db, tenant);
  assert.equal((await first.send('GET', signedTarget(older, { templateId: id }))).status, 200);
  await first.close();
  const second = await startTestService({ database, env: { SIGNING_SECRET: 'changed' } });
  try {
    const { problem } = await second.send('GET', signedTarget(older, { templateId: id }));
    assert.equal(problem.code, 'IMAGE_URL_INVALID');
    assert.ok(second.logged.some((line) => line.includes('SIGNING_SECRET was changed')));
  } finally {
    await second.close();
    await database.close();
  }
});
