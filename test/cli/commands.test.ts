import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Command } from 'commander';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { createProgram } from '../../src/cli/program.ts';
import { openServiceSeal } from '../../src/domain/image-urls/seal-of-service.ts';
import { createCaller, createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { runCommand } from '../helpers/cli.ts';
import { makePdf } from '../helpers/foreign-pdfs.ts';
import { invoiceXml } from '../helpers/invoice-xml.ts';
import { makeZip } from '../helpers/zip.ts';
import { findVisibleTemplate, readVersion } from '../../src/store/templates.ts';
import { findVisibleProject } from '../../src/store/projects.ts';
import { createKey } from '../../src/store/keys.ts';
import { reserveRenders } from '../../src/store/quota.ts';
import { findWorkspace } from '../../src/store/workspaces.ts';

/** The error that a command with `--json` prints. */
interface PrintedError {
  readonly code: string;
  readonly message: string;
  readonly problems: readonly { readonly pointer: string; readonly detail: string }[];
}

const folder = await mkdtemp(path.join(tmpdir(), 'platen-cli-'));
after(() => rm(folder, { recursive: true }));

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function makeDocument(name: string): object {
  return {
    schemaVersion: 1,
    name,
    viewport: { width: 40, height: 20 },
    background: '#ffffff',
    variables: [{ name: 'fill', type: 'text', label: 'Colour', required: false, defaultValue: '#ff0000' }],
    elements: [
      { type: 'rect', id: 'r', x: 0, y: 0, width: 20, height: 20, fill: '{{fill}}' },
      { type: 'image', id: 'i', x: 20, y: 0, width: 20, height: 20, src: 'pixel.png' },
    ],
  };
}

async function writeTemplate(name: string, document: object = makeDocument(name)): Promise<string> {
  const place = path.join(folder, name);
  await mkdir(place);
  await writeFile(path.join(place, 'template.json'), JSON.stringify(document));
  await writeFile(path.join(place, 'pixel.png'), pixel);
  return place;
}

describe('platen', { timeout: 900_000 }, () => {
  let database: TestDatabase;
  let environment: Record<string, string>;

  before(async () => {
    database = await createTestDatabase();
    environment = { DATABASE_URL: database.url, DATA_DIR: path.join(folder, 'data') };
  });
  after(() => database.close());

  /** Runs a command that succeeds and prints exactly the given keys. */
  async function run(words: readonly string[], keys: readonly string[]): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await runCommand([...words, '--json'], environment);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, words.join(' '));
    assert.match(stdout, /^\{.*\}\n$/, 'one object, on one line');
    const object = JSON.parse(stdout) as Record<string, unknown>;
    assert.deepEqual(Object.keys(object), keys);
    return object;
  }

  /** Runs a command that fails, whose first line gives the reason, and returns the printed error. */
  async function fail(words: readonly string[], message: RegExp, extra = {}): Promise<PrintedError> {
    const { code, stdout, stderr } = await runCommand([...words, '--json'], { ...environment, ...extra });
    assert.equal(code, 1, words.join(' '));
    assert.match(stderr, message);
    assert.match(stdout, /^\{.*\}\n$/, 'one object, on one line');
    const object = JSON.parse(stdout) as { error: PrintedError };
    assert.deepEqual(Object.keys(object), ['error']);
    assert.deepEqual(Object.keys(object.error), ['code', 'message', 'problems']);
    const [reason = ''] = stderr.split('\n');
    assert.equal(object.error.message, reason.replace(/^(platen|error): /, ''));
    return object.error;
  }

  test('creates, shows and deletes everything that a request needs', async () => {
    const { db } = database;
    const { workspaceId, callbackSecret } = await run(
      ['workspace', 'create', '--name', 'Acme', '--plan', 'studio'],
      ['workspaceId', 'callbackSecret'],
    );
    const workspace = ['--workspace', String(workspaceId)];
    const { accountId } = await run(['account', 'create', ...workspace, '--name', 'Ada'], ['accountId']);
    const account = ['--account', String(accountId)];
    const viewer = { workspaceId: String(workspaceId), accountId: String(accountId) };
    const { keyId, apiKey, expiresAt } = await run(
      ['key', 'create', ...account, '--name', 'Main'],
      ['keyId', 'apiKey', 'expiresAt'],
    );
    assert.equal(expiresAt, null);
    const { keys } = await run(['key', 'list', ...workspace], ['keys']);
    const [listed] = keys as Record<string, unknown>[];
    assert.deepEqual(Object.keys(listed ?? {}), [
      'keyId',
      'name',
      'accountId',
      'accountName',
      'prefix',
      'createdAt',
      'lastUsedAt',
      'expiresAt',
    ]);
    assert.equal(listed?.['keyId'], keyId);
    assert.ok(String(apiKey).startsWith(String(listed?.['prefix'])));
    assert.equal(listed?.['lastUsedAt'], null);

    await reserveRenders(db, {
      ...viewer,
      templateId: randomUUID(),
      keyId: null,
      cause: 'test',
      renders: 3,
      limit: 5000,
      now: new Date(),
      instanceId: randomUUID(),
    });
    const shown = await run(
      ['workspace', 'show', ...workspace],
      ['workspaceId', 'name', 'plan', 'callbackSecret', 'quota', 'stored', 'pausedEndpoints'],
    );
    assert.equal(shown['callbackSecret'], callbackSecret);
    const quota = shown['quota'] as Record<string, unknown>;
    assert.deepEqual({ ...quota, resetsAt: null }, { limit: 5000, used: 3, resetsAt: null });
    assert.match(String(quota['resetsAt']), /^\d{4}-\d{2}-01T00:00:00\.000Z$/);
    const { projects } = shown['stored'] as Record<string, { readonly used: number }>;
    assert.equal(projects?.used, 0);
    const moved = await run(
      ['workspace', 'set-plan', ...workspace, '--plan', 'free'],
      ['workspaceId', 'name', 'plan', 'callbackSecret', 'quota', 'stored', 'pausedEndpoints'],
    );
    assert.equal(moved['plan'], 'free');

    const { projectId } = await run(
      ['project', 'create', ...account, '--name', 'Cards', '--description', 'Ours', '--visibility', 'SHARED'],
      ['projectId'],
    );
    assert.equal((await findVisibleProject(db, viewer, String(projectId)))?.name, 'Cards');

    const place = await writeTemplate('card');
    const target = ['--project', String(projectId), ...account];
    const { templateId } = await run(['template', 'import', place, ...target], ['templateId']);
    const first = await findVisibleTemplate(db, viewer, String(templateId));
    assert.deepEqual([first?.name, first?.visibility], ['card', 'SHARED']);
    const version = await readVersion(db, first?.versionId ?? '');
    assert.deepEqual(
      version?.files.map((file) => [file.path, file.bytes, file.mediaType]),
      [['pixel.png', pixel.length, 'image/png']],
    );
    const hash = version?.files[0]?.hash ?? '';
    const stored = path.join(folder, 'data', 'files', 'blobs', hash.slice(0, 2), hash);
    assert.deepEqual(await readFile(stored), pixel);

    const zip = path.join(folder, 'card.zip');
    const zipped = JSON.stringify(makeDocument('zipped'));
    await writeFile(
      zip,
      makeZip([
        { name: 'card/template.json', content: zipped },
        { name: 'card/pixel.png', content: pixel },
      ]),
    );
    const again = await run(
      ['template', 'import', zip, ...target, '--id', String(templateId), '--visibility', 'SHARED'],
      ['templateId'],
    );
    assert.equal(again['templateId'], templateId);
    const second = await findVisibleTemplate(db, viewer, String(templateId));
    assert.deepEqual([second?.name, second?.visibility], ['zipped', 'SHARED']);
    assert.notEqual(second?.versionId, first?.versionId);

    await run(['template', 'delete', '--template', String(templateId)], []);
    assert.equal(await findVisibleTemplate(db, viewer, String(templateId)), null);
    await run(['key', 'delete', '--key', String(keyId)], []);
    assert.deepEqual(await run(['key', 'list', ...workspace], ['keys']), { keys: [] });
    await run(
      ['sweep'],
      [
        'silentInstances',
        'abandonedPools',
        'refundedCharges',
        'timedOutJobs',
        'redispatchedJobs',
        'hastenedTasks',
        'redispatchedCallbacks',
        'hastenedCallbacks',
        'redispatchedWebhooks',
        'hastenedWebhooks',
        'idleRateLimits',
        'exhaustedTasks',
        'retiredVersions',
        'uncountedFiles',
        'unusedFiles',
        'expiredRenders',
        'expiredArchives',
        'clearedJobs',
        'leftBehindFiles',
        'heldBackFiles',
        'unfinishedFiles',
        'unpublishedFiles',
        'expiredShareLinks',
        'expiredAnswers',
        'unansweredFiles',
        'expiredImages',
        'evictedImages',
        'oldFlights',
        'unrecordedImages',
        'oldDeliveries',
        'oldEvents',
        'endedSessions',
        'oldDevices',
        'oldSignIns',
        'expiredSignInLinks',
        'oldOidcFlows',
        'emptiedAccounts',
        'silentViewers',
      ],
    );
    assert.deepEqual(await run(['migrate'], ['applied']), { applied: [] });
  });

  test('reports a failure in one line', async () => {
    const nobody = randomUUID();
    const { accountId } = await createCaller(database.db);
    const account = ['--account', accountId];
    for (let i = 1; i < 5; i += 1) await createKey(database.db, { accountId, name: `Key ${i}` });
    const full = ['key', 'create', ...account, '--name', 'One more'];
    await fail(full, /has 5 API keys, the maximum of the plan "studio"/);
    const plans = path.join(folder, 'plans.json');
    await writeFile(plans, JSON.stringify({ studio: { keysPerWorkspace: 6 } }));
    environment = { ...environment, PLANS_FILE: plans };
    try {
      await run(full, ['keyId', 'apiKey', 'expiresAt']);
      await fail(full, /has 6 API keys, the maximum of the plan "studio"/);
    } finally {
      const { PLANS_FILE: _, ...others } = environment;
      environment = others;
    }
    await fail(['workspace', 'show', '--workspace', nobody], /There is no workspace/);
    await fail(['workspace', 'create', '--name', 'A', '--plan', 'gold'], /'gold' is invalid.*free, personal/);
    await fail(['workspace', 'create', '--plan', 'free'], /--name <name>' not specified/);
    await fail(['workspace', 'create', '--name', ' ', '--plan', 'free'], /1 to 200 characters/);
    await fail(['workspace', 'show', '--workspace', '12'], /must be a UUID/);
    await fail(['key', 'delete', '--key', nobody], /There is no API key/);
    await fail(['project', 'create', '--account', nobody, '--name', 'P'], /There is no account/);
    await fail(['unknown'], /unknown command 'unknown'/);
    await fail(['migrate'], /^platen: PORT is "high", but must be a whole number from 0 to 65535/, {
      PORT: 'high',
    });
    await fail(['migrate'], /^platen: The database of DATABASE_URL cannot be used: .*ECONNREFUSED/, {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
    });
    await fail(
      ['template', 'import', '/nowhere', '--project', nobody, ...account],
      /\/nowhere cannot be read/,
    );
    const place = await writeTemplate('fine');
    await fail(
      ['template', 'import', place, '--project', nobody, ...account],
      /no project .* that account .* sees/,
    );
    await fail(
      ['template', 'import', place, '--project', nobody, '--account', nobody],
      /There is no account/,
    );
  });

  test('prints errors as JSON, each with its code and problems', async () => {
    const nobody = randomUUID();
    const usage = { code: 'USAGE', problems: [] };
    for (const words of [
      ['unknown'],
      ['workspace', 'show', '--frob'],
      ['workspace', 'show', '--workspace', '12'],
      ['workspace', 'create', '--plan', 'gold', '--name', 'A'],
      ['serve', '--frob'],
      ['worker', '--concurrency', 'many'],
    ]) {
      const { code, problems } = await fail(words, /./);
      assert.deepEqual({ code, problems }, usage, words.join(' '));
    }
    for (const words of [[], ['key']]) {
      // Without a command, the help is on standard error.
      const { code, stdout } = await runCommand([...words, '--json'], environment);
      assert.equal(code, 1);
      assert.deepEqual(JSON.parse(stdout), {
        error: { ...usage, message: 'expected a command; --help lists them' },
      });
    }
    assert.equal((await fail(['serve'], /./, { PORT: 'high' })).code, 'CONFIGURATION');
    assert.equal((await fail(['migrate'], /./, { PORT: 'high' })).code, 'CONFIGURATION');
    assert.equal((await fail(['key', 'delete', '--key', nobody], /./)).code, 'COMMAND_FAILED');

    const bad = await writeTemplate('two faults', { ...makeDocument('bad'), surprise: true, elements: 5 });
    const { accountId } = await createCaller(database.db);
    const { projectId } = await run(
      ['project', 'create', '--account', accountId, '--name', 'P'],
      ['projectId'],
    );
    const target = ['--project', String(projectId), '--account', accountId];
    const invalid = await fail(['template', 'import', bad, ...target], /./);
    assert.equal(invalid.code, 'TEMPLATE_INVALID');
    assert.ok(invalid.problems.some(({ pointer }) => pointer === '/elements'));
    const good = await writeTemplate('values');
    const values = ['--vars', '{"colour": "red", "color": "red"}', '--out', path.join(folder, 'x.png')];
    const refused = await fail(['template', 'render', good, ...values], /./);
    assert.equal(refused.code, 'VALIDATION_ERROR');
    assert.deepEqual(
      refused.problems.map(({ pointer }) => pointer),
      ['/variables/colour', '/variables/color'],
    );
  });

  test('limits of stored data hold for projects and templates, and workspace show has the use', async () => {
    const plans = path.join(folder, 'stored-plans.json');
    await writeFile(plans, JSON.stringify({ free: { projects: 1, templates: 1 } }));
    const env = { ...environment, PLANS_FILE: plans };
    const call = async (...args: string[]) => {
      const { stdout } = await runCommand([...args, '--json'], env);
      return JSON.parse(stdout) as Record<string, unknown> & { readonly error?: { readonly code: string } };
    };
    const { workspaceId } = await call('workspace', 'create', '--name', 'Full', '--plan', 'free');
    const workspace = ['--workspace', String(workspaceId)];
    const { accountId } = await call('account', 'create', ...workspace, '--name', 'Ines');
    const account = ['--account', String(accountId)];
    const { projectId } = await call('project', 'create', ...account, '--name', 'First');
    const second = await call('project', 'create', ...account, '--name', 'Second');
    assert.equal(second.error?.code, 'STORAGE_LIMIT_REACHED');
    const card = ['template', 'import', 'samples/social-card', '--project', String(projectId), ...account];
    assert.equal((await call(...card)).error, undefined);
    assert.equal((await call(...card)).error?.code, 'STORAGE_LIMIT_REACHED');
    const { stored } = await call('workspace', 'show', ...workspace);
    const { projects, templates, bytes } = stored as Record<string, { used: number; limit: number }>;
    assert.deepEqual(
      [projects, templates],
      [
        { used: 1, limit: 1 },
        { used: 1, limit: 1 },
      ],
    );
    assert.ok((bytes?.used ?? 0) > 10_000, JSON.stringify(bytes));
    const { stdout } = await runCommand(['workspace', 'show', ...workspace], env);
    assert.match(stdout, /\nprojects +1 of 1\ntemplates +1 of 1\nstored bytes +\d+ of 1073741824\n/);
  });

  test('a callback secret is rotated, and a key expires', async () => {
    const { db } = database;
    const { workspaceId, accountId } = await createCaller(db);
    const workspace = ['--workspace', workspaceId];
    const before = await findWorkspace(db, workspaceId);
    const rotate = ['callback-secret', 'rotate', ...workspace];
    const keys = ['callbackSecret', 'previousUntil'];
    const startedAt = Date.now();
    const hoursUntil = (until: unknown) => Math.round((Date.parse(String(until)) - startedAt) / 3_600_000);
    const rotated = await run(rotate, keys);
    assert.match(String(rotated['callbackSecret']), /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.notEqual(rotated['callbackSecret'], before?.callbackSecret);
    assert.equal(hoursUntil(rotated['previousUntil']), 24);
    const shown = await runCommand(['workspace', 'show', ...workspace, '--json'], environment);
    const { callbackSecret, previousUntil } = JSON.parse(shown.stdout) as Record<string, unknown>;
    assert.deepEqual({ callbackSecret, previousUntil }, rotated);

    const again = await runCommand([...rotate, '--overlap', '2h'], environment);
    assert.match(again.stdout, /^callback secret +whsec_.*\nprevious secret +also signs until \d{4}-.*Z\n$/);
    assert.match(again.stderr, /^An earlier overlap has ended/);
    const ended = await runCommand([...rotate, '--overlap', '0s'], environment);
    assert.match(ended.stdout, /\nprevious secret +does not sign any more\n$/);
    assert.equal((await findWorkspace(db, workspaceId))?.previousSecretUntil, null);
    await fail([...rotate, '--overlap', 'tomorrow'], /must be a duration like/);
    await fail(['callback-secret', 'rotate', '--workspace', randomUUID()], /There is no workspace/);

    const create = ['key', 'create', '--account', accountId, '--name', 'Short'];
    const { keyId, apiKey, expiresAt } = await run(
      [...create, '--expires', '90d'],
      ['keyId', 'apiKey', 'expiresAt'],
    );
    assert.equal(hoursUntil(expiresAt), 90 * 24);
    const listed = await run(['key', 'list', ...workspace], ['keys']);
    const found = (listed['keys'] as { prefix: string; expiresAt: string | null }[]).find(({ prefix }) =>
      String(apiKey).startsWith(prefix),
    );
    assert.equal(found?.expiresAt, expiresAt);
    const lines = await runCommand(['key', 'list', ...workspace], environment);
    assert.match(lines.stdout, /^KEY +PREFIX +ACCOUNT +AUTHOR +EXPIRES +LAST USED +NAME$/m);
    const row = lines.stdout.split('\n').find((line) => line.endsWith('  Short'));
    const prefix = String(apiKey).slice(0, 12);
    assert.deepEqual(row?.split(/ {2,}/), [keyId, prefix, accountId, 'no', expiresAt, 'never', 'Short']);
    await fail([...create, '--expires', '0s'], /must be a duration like .* at least 1ms/);
  });

  test('URL keys: restrictions, list, deletion, the limit and the secret of the service', async () => {
    const { db } = database;
    const { workspaceId, accountId } = await createCaller(db);
    const workspace = ['--workspace', workspaceId];
    const create = ['url-key', 'create', '--account', accountId, '--name'];
    const { urlKeyId, secret } = await run([...create, 'Site'], ['urlKeyId', 'secret']);
    assert.match(String(secret), /^puk_[\w-]{43}$/);
    const template = randomUUID();
    const restricted = await runCommand(
      [
        ...create,
        'Mail',
        '--template',
        template,
        '--format',
        'jpg',
        '--format',
        'png',
        '--max-side',
        '1200',
        '--image-host',
        'CDN.example.org:8443',
        '--image-host',
        '*.example.net',
        '--renders-a-day',
        '50',
        '--fallback',
        '--fit',
      ],
      environment,
    );
    assert.match(restricted.stdout, /^URL key +[\w-]{36}\nsecret +puk_[\w-]{43}\n$/);
    const { urlKeys } = await run(['url-key', 'list', ...workspace], ['urlKeys']);
    const [site, mail] = urlKeys as Record<string, unknown>[];
    const getRestrictions = (key: Record<string, unknown> = {}) => [
      key['templateIds'],
      key['formats'],
      key['maxSidePx'],
      key['imageHosts'],
      key['rendersADay'],
      key['hasFallback'],
      key['fit'],
      key['accountId'],
      key['lastUsedAt'],
    ];
    assert.deepEqual(getRestrictions(site), [null, null, null, null, null, false, false, accountId, null]);
    const hosts = ['cdn.example.org:8443', '*.example.net'];
    assert.deepEqual(getRestrictions(mail), [
      [template],
      ['jpeg', 'png'],
      1_200,
      hosts,
      50,
      true,
      true,
      accountId,
      null,
    ]);
    assert.ok(!JSON.stringify(urlKeys).includes(String(secret)));
    const lines = await runCommand(['url-key', 'list', ...workspace], environment);
    assert.match(lines.stdout, /1 template, jpeg\+png, 1200 px, .*, 50 a day, fallback, fit +Mail$/m);

    await run(['url-key', 'delete', '--key', String(urlKeyId)], []);
    await fail(['url-key', 'delete', '--key', String(urlKeyId)], /There is no URL key/);
    await fail([...create, 'Site', '--image-host', 'https://a.example'], /must be a host like/);
    await fail([...create, 'Site', '--format', 'gif'], /must be one of png, jpeg/);
    await fail([...create.slice(0, 3), randomUUID(), '--name', 'Site'], /There is no account/);
    await fail(['url-key', 'list', '--workspace', randomUUID()], /There is no workspace/);

    // The service notes which SIGNING_SECRET it runs with.
    await openServiceSeal(db, 'that of the service');
    await fail([...create, 'Site'], /SIGNING_SECRET is not the one that the service runs with/);
    const sameSecret = { ...environment, SIGNING_SECRET: 'that of the service' };
    assert.equal((await runCommand([...create, 'Site'], sameSecret)).code, 0);
    await db.raw(
      `insert into url_keys (workspace_id, account_id, name, sealed_secret, sealed_with)
       select workspace_id, account_id, name, sealed_secret, sealed_with from url_keys, generate_series(1, 98)
       where name = 'Site' and account_id = ?`,
      [accountId],
    );
    await fail([...create, 'Site'], /has 100 URL keys/, sameSecret);
    await db.raw(`delete from settings where name = 'url key seal'`);
  });

  test('imports a template completely or not at all', async () => {
    const { db } = database;
    const viewer = await createCaller(db);
    const { accountId: owner, workspaceId } = viewer;
    const { accountId: colleague } = await createCaller(db, { workspaceId });
    const { projectId } = await run(
      ['project', 'create', '--account', owner, '--name', 'P', '--visibility', 'SHARED'],
      ['projectId'],
    );
    const target = ['--project', String(projectId), '--account'];
    const good = await writeTemplate('good');
    const { templateId } = await run(['template', 'import', good, ...target, owner], ['templateId']);
    const before = await findVisibleTemplate(db, viewer, String(templateId));

    const bad = await writeTemplate('bad', { ...makeDocument('bad'), surprise: true });
    const replace = ['--id', String(templateId)];
    const refused = await fail(
      ['template', 'import', bad, ...target, owner, ...replace],
      /bad is not a valid template \(one problem\)\.$/m,
    );
    assert.deepEqual(
      refused.problems.map(({ pointer }) => pointer),
      ['/surprise'],
    );
    await fail(
      ['template', 'import', good, ...target, colleague, ...replace],
      /no template .* that account .* owns/,
    );
    assert.deepEqual(await findVisibleTemplate(db, viewer, String(templateId)), before);
    await run(['template', 'import', good, ...target, colleague], ['templateId']);
  });

  test('validates and renders without a database', async () => {
    environment = { ...environment, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' };
    try {
      const good = await writeTemplate('valid');
      assert.deepEqual(await run(['template', 'validate', good], ['valid', 'problems', 'warnings']), {
        valid: true,
        problems: [],
        warnings: [],
      });
      const bad = await writeTemplate('invalid', { ...makeDocument('bad'), elements: 5 });
      const { code, stdout } = await runCommand(['template', 'validate', bad, '--json'], environment);
      assert.equal(code, 1);
      const { valid, problems } = JSON.parse(stdout) as { valid: boolean; problems: { pointer: string }[] };
      assert.equal(valid, false);
      const keys = ['pointer', 'detail', 'elementId', 'line', 'column'];
      assert.deepEqual(Object.keys(problems[0] ?? {}), keys);
      assert.equal(problems[0]?.pointer, '/elements');

      const out = path.join(folder, 'out.jpg');
      const rendered = await run(
        ['template', 'render', good, '--vars', '{"fill": "#00ff00"}', '--scale', '2', '--out', out],
        ['file', 'bytes', 'width', 'height', 'warnings'],
      );
      const data = await readFile(out);
      assert.deepEqual(rendered, {
        file: out,
        bytes: data.length,
        width: 80,
        height: 40,
        warnings: [],
      });
      assert.equal(data.subarray(0, 3).toString('hex'), 'ffd8ff', 'the extension selects JPEG');
      const render = (...words: string[]) => ['template', 'render', good, '--out', out, ...words];
      const fine = render('--vars', '{"fill": "#00ff00"}', '--chroma', '4:4:4');
      await run(fine, ['file', 'bytes', 'width', 'height', 'warnings']);
      assert.equal((await sharp(await readFile(out)).metadata()).chromaSubsampling, '4:4:4');
      await fail(render('--chroma', '4:1:1'), /4:2:0, 4:4:4/);
      await fail(render('--vars', '[]'), /must be a JSON object/);
      await fail(render('--vars', '{"colour": "red"}'), /"colour"/);
      await fail(render('--scale', '5'), /whole number from 1 to 4/);
      await fail(render('--dpi', '72'), /must be 96, 150 or 300/);
      await fail(render('--background', 'reddish'), /reddish/);
      await fail(render('--out', path.join(folder, 'out.gif')), /out\.gif" names no format/);
      await fail(
        render('--vars', '{"fill": "#0f0"}', '--out', path.join(folder, 'no', 'out.png')),
        /no such file/,
      );
    } finally {
      environment = { ...environment, DATABASE_URL: database.url };
    }
  });

  test('a render reports its layout and draws its boxes', async () => {
    const title = {
      type: 'text',
      id: 't',
      x: 2,
      y: 2,
      width: 36,
      height: 12,
      text: 'one two three',
      overflow: 'visible',
      fontSize: 10,
    };
    const document = { ...makeDocument('reported'), elements: [title] };
    const place = await writeTemplate('reported', document);
    await rm(path.join(place, 'pixel.png'));
    const [out, file] = [path.join(folder, 'reported.png'), path.join(folder, 'report.json')];
    const render = ['template', 'render', place, '--out', out];
    const keys = ['file', 'bytes', 'width', 'height', 'warnings'];
    const { warnings } = await run(render, keys);
    assert.deepEqual(warnings, [
      {
        code: 'TEXT_OVERFLOW',
        elementId: 't',
        detail: 'The text does not fit its box of 36 × 12 px: its 3 lines are 36 px high.',
      },
      {
        code: 'PAGE_OVERFLOW',
        elementId: 't',
        detail: 'One of its 3 lines is below the page. Move it or make it smaller, or let the page flow.',
      },
    ]);
    const plain = await readFile(out);

    const { report } = await run([...render, '--report'], [...keys, 'report']);
    const { elements } = report as { elements: { id: string; text: { lines: { text: string }[] } }[] };
    assert.deepEqual(
      elements.map(({ id, text }) => [id, text.lines.map((line) => line.text.trim())]),
      [['t', ['one', 'two', 'three']]],
    );
    assert.deepEqual(await readFile(out), plain);
    await run([...render, '--report', file, '--debug'], keys);
    assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), report);
    assert.notDeepEqual(await readFile(out), plain);

    const { stdout } = await runCommand([...render, '--report'], environment);
    const lines = stdout.split('\n');
    assert.match(lines[1] ?? '', /^warning: TEXT_OVERFLOW \(t\): The text does not fit/);
    assert.match(lines[2] ?? '', /^warning: PAGE_OVERFLOW \(t\): One of its 3 lines is below the page/);
    assert.equal(lines[3], 't: text, 36 × 12 at 2, 2');
    assert.match(lines[4] ?? '', /^ {2}baseline \d+(\.\d)?, 0 to [\d.]+: "one ?" {2}\[Inter 400 10 px\]$/);
    await fail(
      [...render, '--report', path.join(folder, 'no', 'report.json')],
      /The report cannot be written/,
    );
  });

  test('a PDF opens with the first line of --password-file, and has the pages of other PDFs', async () => {
    const place = await writeTemplate('locked', { ...makeDocument('locked'), append: ['terms.pdf'] });
    await writeFile(path.join(place, 'terms.pdf'), await makePdf(['Terms', 'More']));
    const [out, secret] = [path.join(folder, 'locked.pdf'), path.join(folder, 'secret.txt')];
    await writeFile(secret, 'pässwörd 1\nnot this\n');
    const render = ['template', 'render', place, '--out', out, '--password-file', secret];
    const { stdout, stderr } = await runCommand([...render, '--report'], environment);
    assert.match(stdout, /^password: the file is encrypted \(AES-256\)$/mu);
    assert.match(stdout, /^append: terms\.pdf, 2 pages$/mu);
    assert.ok(!`${stdout}${stderr}`.includes('pässwörd'));
    const data = new Uint8Array(await readFile(out));
    const opened = await getDocument({ data, verbosity: 0, password: 'pässwörd 1' }).promise;
    assert.equal(opened.numPages, 3);
    await opened.destroy();
    await fail(
      [...render, '--password-file', path.join(folder, 'no.txt')],
      /password cannot be read from .*no\.txt/,
    );
    await writeFile(secret, '\n');
    await fail(render, /1 to 127 bytes in UTF-8/);
    await fail([...render, '--format', 'png'], /Only a pdf can have a password/);
  });

  test('a PDF carries the files of --attach, and an invoice is checked by its profile', async () => {
    const place = await writeTemplate('carrying');
    const [out, csv] = [path.join(folder, 'carrying.pdf'), path.join(folder, 'Preise é.csv')];
    const xml = path.join(folder, 'factur-x.xml');
    await writeFile(csv, 'a;b\n');
    await writeFile(xml, invoiceXml('BASIC'));
    const render = ['template', 'render', place, '--out', out];
    const attach = [...render, '--attach', `Data=${csv}`, '--attach', xml];
    await runCommand([...attach, '--facturx', 'BASIC'], environment);
    const opened = await getDocument({ data: new Uint8Array(await readFile(out)), verbosity: 0 }).promise;
    const carried = (await opened.getAttachments()) as Record<string, { filename: string }> | null;
    await opened.destroy();
    const found = Object.values(carried ?? {});
    assert.deepEqual(found.map(({ filename }) => filename).sort(), ['Preise é.csv', 'factur-x.xml']);
    await runCommand([...render, '--pdf-standard', 'PDF/A-4'], environment);
    assert.match(await readFile(out, 'latin1'), /<pdfaid:part>4</u);
    await fail([...attach, '--facturx', 'EXTENDED'], /factur-x\.xml: Line \d+: the profile EXTENDED/);
    await fail([...attach, '--format', 'png'], /Only a pdf can have attached files/);
    await fail(
      [...render, '--attach', path.join(folder, 'no.csv')],
      /attached file .*no\.csv cannot be read/,
    );
    await fail([...render, '--pdf-standard', 'PDF/A-4f'], /PDF\/A-4f has attached files/);
  });

  test('checks a template against the configured pixel limit', async () => {
    const place = await writeTemplate('pixels');
    const large = sharp({ create: { width: 3, height: 3, channels: 3, background: '#fff' } });
    await writeFile(path.join(place, 'pixel.png'), await large.png().toBuffer());
    for (const [limit, valid] of [
      ['8', false],
      ['9', true],
    ] as const) {
      const words = ['template', 'validate', place, '--json'];
      const { code, stdout } = await runCommand(words, { ...environment, IMAGE_MAX_PIXELS: limit });
      const answer = JSON.parse(stdout) as { valid: boolean; problems: { detail: string }[] };
      assert.deepEqual([code, answer.valid], [valid ? 0 : 1, valid]);
      if (!valid) assert.match(answer.problems[0]?.detail ?? '', /more than the 8 /u);
    }
  });

  test('lists every problem of a template with its place, from a folder and from a .zip', async () => {
    const text = JSON.stringify(makeDocument('many'), null, 2)
      .replace('"x": 20', '"x": "20"')
      .replace('"{{fill}}"', '"{{ fill + fil }}"')
      .replace('pixel.png', 'pixels.png');
    const place = await writeTemplate('many');
    await writeFile(path.join(place, 'template.json'), text);
    const zip = path.join(folder, 'many.zip');
    await writeFile(zip, makeZip([{ name: 'many/template.json', content: text }]));
    const lines = (json: string): number[] =>
      (JSON.parse(json) as { problems: { line: number }[] }).problems.map(({ line }) => line);
    const expected = ['"{{ fill + fil }}"', '"x": "20"', 'pixels.png'].map(
      (part) => text.split(part)[0]?.split('\n').length ?? 0,
    );
    for (const source of [place, zip]) {
      const { code, stdout } = await runCommand(['template', 'validate', source, '--json'], environment);
      assert.deepEqual([code, lines(stdout)], [1, expected], source);
    }
    const { stdout } = await runCommand(['template', 'validate', place], environment);
    const [fill = '', x = '', src = ''] = stdout.split('\n');
    assert.match(
      fill,
      /^template\.json:\d+:\d+ {2}\/elements\/0\/fill \(r\): No variable "fil" is declared \(character 8 of/,
    );
    const fillLine = text.split('\n').find((line) => line.includes('fil }}')) ?? '';
    assert.equal(
      Number.parseInt(fill.split(':')[2] ?? '', 10),
      fillLine.indexOf('fil }}') + 1,
      'the column is that of the name',
    );
    assert.match(
      x,
      /^template\.json:\d+:\d+ {2}\/elements\/1\/x \(i\): expected a number, or .*, got "20"\.$/,
    );
    assert.match(src, /\/elements\/1\/src \(i\): .* no file "pixels\.png"\. Did you mean "pixel\.png"\?$/);

    const viewer = await createCaller(database.db);
    const { projectId } = await run(
      ['project', 'create', '--account', viewer.accountId, '--name', 'P'],
      ['projectId'],
    );
    const target = ['--project', String(projectId), '--account', viewer.accountId];
    const { code, stderr } = await runCommand(['template', 'import', place, ...target], environment);
    assert.equal(code, 1);
    assert.deepEqual(stderr.trim().split('\n').slice(1), [fill, x, src]);
  });

  test('warns at validation and at import without refusing the template', async () => {
    const document = makeDocument('far') as { elements: object[] };
    const far = { type: 'rect', id: 'far', x: 500, y: 0, width: 20, height: 20 };
    const place = await writeTemplate('far', { ...document, elements: [...document.elements, far] });
    const { warnings } = await run(['template', 'validate', place], ['valid', 'problems', 'warnings']);
    const [warning] = warnings as { pointer: string; elementId: string; line: number }[];
    assert.deepEqual([warning?.pointer, warning?.elementId, warning?.line], ['/elements/2', 'far', 1]);

    const viewer = await createCaller(database.db);
    const { projectId } = await run(
      ['project', 'create', '--account', viewer.accountId, '--name', 'P'],
      ['projectId'],
    );
    const target = ['--project', String(projectId), '--account', viewer.accountId];
    const imported = await run(['template', 'import', place, ...target], ['templateId', 'warnings']);
    assert.deepEqual(imported['warnings'], warnings);
    const { stdout } = await runCommand(['template', 'import', place, ...target], environment);
    assert.match(
      stdout,
      /\nwarning: template\.json:1:\d+ {2}\/elements\/2 \(far\): This element lies off the page/,
    );
  });

  test('checks the page against the configured ceiling of pixels', async () => {
    const place = await writeTemplate('page');
    for (const [ceiling, code] of [
      ['799', 1],
      ['800', 0],
    ] as const) {
      const limits = { ...environment, MAX_OUTPUT_PIXELS: ceiling };
      const result = await runCommand(['template', 'validate', place], limits);
      assert.equal(result.code, code);
      if (code === 1) assert.match(result.stdout, /\/viewport: The output would be 40 × 20 px .*at most 799/);
    }
  });

  test('a command that is loaded alone is the same as among all', async () => {
    const program = await createProgram();
    for (const command of program.commands) {
      const alone = await createProgram(['--json', command.name()]);
      assert.ok(alone.commands.length < program.commands.length, command.name());
      const found = alone.commands.find((each) => each.name() === command.name());
      assert.equal(found?.helpInformation(), command.helpInformation());
    }
  });

  test('describes every command and option in its help', async () => {
    const { code, stdout } = await runCommand(['workspace', 'create', '--help'], environment);
    assert.equal(code, 0);
    assert.match(stdout, /^Usage: platen workspace create/);

    const commands: string[] = [];
    const visit = (command: Command, path: string): void => {
      assert.notEqual(command.description(), '', path);
      const help = command.helpInformation().replaceAll(/\s+/g, ' ');
      for (const option of command.options)
        assert.ok(help.includes(option.description) && option.description !== '', path);
      if (command.commands.length === 0) {
        commands.push(path);
        assert.match(help, /--json/, path);
      }
      for (const child of command.commands) visit(child, `${path} ${child.name()}`.trim());
    };
    visit(await createProgram(), '');
    assert.deepEqual(commands.sort(), [
      'account bin',
      'account create',
      'account delete',
      'account link',
      'account list',
      'account purge',
      'account rename',
      'account reset-factor',
      'account restore',
      'account set-email',
      'account set-role',
      'account show',
      'account sign-out',
      'backup',
      'batch list',
      'batch show',
      'batch submit',
      'callback list',
      'callback listen',
      'callback redeliver',
      'callback resume',
      'callback-secret rotate',
      'key create',
      'key delete',
      'key list',
      'mcp',
      'migrate',
      'project create',
      'project delete',
      'project list',
      'project rename',
      'project show',
      'render list',
      'render show',
      'restore',
      'serve',
      'storage adopt',
      'sweep',
      'template convert',
      'template delete',
      'template export',
      'template import',
      'template list',
      'template propose-size',
      'template render',
      'template show',
      'template validate',
      'url-key create',
      'url-key delete',
      'url-key list',
      'url-key warm',
      'webhook list',
      'webhook replay',
      'webhook test',
      'worker',
      'workspace create',
      'workspace list',
      'workspace rename',
      'workspace set-plan',
      'workspace show',
    ]);
  });
});
