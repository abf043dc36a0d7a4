/**
 * No secret is in a log or file: a whole service runs all operations and failures at log level trace, with
 * recognisable secrets. Then its logs, files and tables are searched.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { queryRow, queryRows } from '../../src/store/database.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { runPlaten } from '../helpers/cli.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { createFleet, type Fleet, type Member } from '../helpers/fleet.ts';
import { addTemplate, createTenant, send, type Answer, type Tenant } from '../helpers/http.ts';
import { startImageOrigin, type ImageOrigin } from '../helpers/image-origin.ts';
import { createAuthority, startReceiver, type Receiver } from '../helpers/receiver.ts';
import { checkedFetch } from '../helpers/requests.ts';

/** A unique, recognisable value. */
const mark = (what: string): string => `MARK-${what}-${randomBytes(9).toString('hex')}`;

/** Values that must be in no log, by name. Secrets that the service creates are added. */
const secrets: Record<string, string> = {
  databasePassword: mark('database'),
  signingSecret: mark('signing'),
  cloudSecret: mark('cloud'),
  wrongKey: mark('wrong-key'),
  value: mark('value'),
  rowValue: mark('row'),
  badValue: mark('bad-value'),
  imageToken: mark('image'),
  receiverToken: mark('receiver'),
  originBody: mark('origin-says'),
  query: mark('query'),
  body: mark('body'),
};
/** Customer texts: they may be in files, because they are rendered. */
const contents = ['value', 'rowValue', 'badValue', 'body'];

const role = `platen_marked_${randomBytes(6).toString('hex')}`;

describe('secrets', { timeout: 300_000 }, () => {
  let database: TestDatabase;
  let folder: string;
  let fleet: Fleet;
  let api: Member & { readonly url: string };
  let worker: Member;
  let tenant: Tenant;
  let templateId: string;
  let origin: ImageOrigin;
  let receiver: Receiver;
  const outputs: string[] = [];

  const environment = (): Record<string, string> => {
    const url = new URL(database.url);
    url.username = role;
    url.password = secrets['databasePassword'] ?? '';
    return { DATABASE_URL: url.href, DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'trace' };
  };
  const call = (method: string, target: string, json?: unknown): Promise<Answer> =>
    send(api.url, method, target, { key: tenant.apiKey, ...(json === undefined ? {} : { json }) });
  const submit = (more: object): Promise<Answer> =>
    call('POST', '/api/v1/batch-jobs', {
      template: { templateId },
      rows: [{ title: secrets['rowValue'] }, { title: 'b' }],
      ...more,
    });
  const untilEnded = async (jobId: string): Promise<Record<string, unknown>> => {
    let job: Record<string, unknown> = {};
    await waitUntil(async () => {
      job = (await call('GET', `/api/v1/batch-jobs/${jobId}`)).json as Record<string, unknown>;
      const callback = job['completionCallback'] as { status: string } | null;
      return !['PENDING', 'PROCESSING'].includes(String(job['status'])) && callback?.status !== 'PENDING';
    });
    return job;
  };
  const generate = (json: object) => call('POST', `/api/v1/templates/${templateId}/generate`, json);

  before(async () => {
    database = await createTestDatabase();
    await database.db.raw(`create role ${role} login superuser password '${secrets['databasePassword']}'`);
    folder = await mkdtemp(path.join(tmpdir(), 'platen-secrets-'));
    const authority = await createAuthority();
    await writeFile(path.join(folder, 'ca.pem'), authority.cert);
    receiver = await startReceiver(await authority.issue({ ip: '127.0.0.1' }), (response, received) => {
      response.writeHead(received.path.startsWith('/broken') ? 500 : 204).end();
    });
    origin = await startImageOrigin();
    fleet = createFleet(database, path.join(folder, 'data'), {
      ...environment(),
      NODE_EXTRA_CA_CERTS: path.join(folder, 'ca.pem'),
      OUTBOUND_ALLOW: '127.0.0.0/8',
      RATE_LIMITS: 'off',
      CALLBACK_OFFSETS: '0s,100ms',
      SIGNING_SECRET: secrets['signingSecret'] ?? '',
      AWS_SECRET_ACCESS_KEY: secrets['cloudSecret'] ?? '',
    });
    tenant = await createTenant(database.db, { plan: 'business' });
    templateId = await addTemplate(database.db, tenant, {
      variables: [
        { name: 'title', type: 'text', label: 'Title', required: false },
        { name: 'count', type: 'number', label: 'Count', required: false },
        { name: 'photo', type: 'image', label: 'Photo', required: false },
      ],
      elements: [
        { type: 'text', id: 't', x: 0, y: 0, width: 40, height: 10, text: '{{title}}{{count}}' } as const,
        { type: 'image', id: 'i', x: 0, y: 10, width: 10, height: 10, src: '{{photo}}' } as const,
      ],
    });
    const { secret } = await queryRow<{ secret: string }>(
      database.db,
      'select callback_secret as secret from workspaces where id = :workspaceId',
      tenant as { workspaceId: string },
    );
    secrets['apiKey'] = tenant.apiKey;
    secrets['callbackSecret'] = secret;
    [api, worker] = await Promise.all([fleet.serve(), fleet.work()]);
  });
  after(async () => {
    await fleet.close();
    origin.close();
    receiver.close();
    // Roles belong to the server, which outlives the database.
    await database.db.raw(`reassign owned by ${role} to current_user`);
    await database.db.raw(`drop owned by ${role}`);
    await database.db.raw(`drop role ${role}`);
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  const assertNoLeak = (when: string): void => {
    const text = [...outputs, ...api.lines, ...worker.lines].join('\n');
    for (const [name, secret] of Object.entries(secrets)) {
      const at = text.indexOf(secret);
      assert.equal(at, -1, `${when}, ${name} is logged: ${text.slice(Math.max(0, at - 300), at + 100)}`);
    }
  };

  test('are not logged by successful requests', async () => {
    const photo = `${origin.url}/p.png?token=${secrets['imageToken']}`;
    origin.answer(`/p.png?token=${secrets['imageToken']}`, (response) => response.end(origin.image));
    const rendered = await generate({ variables: { title: secrets['value'], photo } });
    assert.equal(rendered.status, 200, JSON.stringify(rendered.problem));
    const published = await generate({ variables: { title: secrets['value'] }, delivery: 'link' });
    const share = published.json as { id: string; url: string };
    secrets['shareToken'] = /\/s\/([\w-]+)/.exec(share.url)?.[1] ?? '';
    assert.equal((await checkedFetch(share.url)).status, 200);
    for (const target of [
      'projects',
      `projects/${tenant.projectId}/templates`,
      `templates/${templateId}`,
      'shares',
    ])
      assert.equal((await call('GET', `/api/v1/${target}`)).status, 200);
    assert.equal((await call('DELETE', `/api/v1/shares/${share.id}`)).status, 204);

    const callbackUrl = `https://127.0.0.1:${receiver.port}/taken?token=${secrets['receiverToken']}`;
    const accepted = await submit({ callbackUrl });
    assert.equal(accepted.status, 202);
    const { jobId } = accepted.json as { jobId: string };
    const job = await untilEnded(jobId);
    assert.equal(job['status'], 'COMPLETED');
    assert.equal(receiver.received.length, 1);
    const signature = String(receiver.received[0]?.headers['webhook-signature']);
    secrets['callbackSignature'] = signature.slice('v1,'.length);
    const download = String(job['downloadUrl']);
    secrets['downloadSignature'] = /signature=(\w+)/.exec(download)?.[1] ?? '';
    assert.equal((await checkedFetch(download)).status, 200);
    for (const target of [`/${jobId}/items`, `/${jobId}/result`, ''])
      assert.equal((await call('GET', `/api/v1/batch-jobs${target}`)).status, 200);
    assert.equal((await call('DELETE', `/api/v1/batch-jobs/${jobId}`)).status, 204);
    assert.ok(Object.values(secrets).every((secret) => secret.length >= 20));
    assertNoLeak('after successful requests');
  });

  test('are not logged by rejected requests', async () => {
    const statuses: number[] = [];
    const record = ({ status }: { readonly status: number }) => void statuses.push(status);
    record(await send(api.url, 'GET', '/api/v1/projects', { key: secrets['wrongKey'] }));
    record(await send(api.url, 'GET', `/api/v1/projects?q=${secrets['query']}`, { key: tenant.apiKey }));
    record(await send(api.url, 'GET', `/nowhere/${secrets['query']}`));
    record(await send(api.url, 'GET', `/s/${secrets['query']}.png`));
    record(await generate({ variables: { count: secrets['badValue'] } }));
    record(await generate({ variables: { [secrets['badValue'] ?? '']: 'x' } }));
    record(await generate({ [secrets['body'] ?? '']: 1 }));
    const broken = { key: tenant.apiKey, body: `{"variables": "${secrets['body']}` };
    record(await send(api.url, 'POST', `/api/v1/templates/${templateId}/generate`, broken));
    record(await generate({ variables: { photo: `https://u:${secrets['imageToken']}@127.0.0.1/p` } }));
    record(await generate({ variables: { photo: `${origin.url}/gone?token=${secrets['imageToken']}` } }));
    origin.answer('/says', (response) => response.writeHead(200).end(secrets['originBody']));
    record(await generate({ variables: { photo: `${origin.url}/says` } }));
    record(await submit({ callbackUrl: `http://10.0.0.1/?token=${secrets['receiverToken']}` }));
    record(await submit({ rows: [{ count: secrets['badValue'] }] }));
    assert.ok(
      statuses.every((status) => status >= 400 && status < 500),
      statuses.join(),
    );
    // Invalid HTTP.
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    socket.end(`GET / HTTP/1.1\r\nX-Api-Key ${secrets['wrongKey']}\r\n\r\n`).resume();
    await once(socket, 'close');
    assertNoLeak('after rejected requests');
  });

  test('are not logged by failures', async () => {
    const broken = await submit({
      callbackUrl: `https://127.0.0.1:${receiver.port}/broken?token=${secrets['receiverToken']}`,
    });
    const gone = await submit({
      callbackUrl: `https://127.0.0.1:1/none?token=${secrets['receiverToken']}`,
      rows: [{ title: secrets['rowValue'], photo: `${origin.url}/gone?token=${secrets['imageToken']}` }],
    });
    for (const { json } of [broken, gone]) await untilEnded((json as { jobId: string }).jobId);
    assert.ok(receiver.received.filter(({ path: at }) => at.startsWith('/broken')).length >= 2);

    // All statements in progress fail, with their values.
    const rendering = Array.from({ length: 8 }, () => generate({ variables: { title: secrets['value'] } }));
    await queryRows(
      database.db,
      'select pg_terminate_backend(pid) from pg_stat_activity where usename = :role',
      {
        role,
      },
    );
    await Promise.all(rendering);
    await waitUntil(async () => (await send(api.url, 'GET', '/readyz')).status === 200);

    // Storage fails.
    const files = path.join(folder, 'data', 'files');
    await rename(files, `${files}-away`);
    const refused = await generate({ variables: { title: secrets['value'] }, delivery: 'link' });
    assert.equal(refused.status, 503);
    await rename(`${files}-away`, files);

    // A missing table causes a database error within an operation.
    await database.db.raw('alter table quota_entries rename to quota_entries_away');
    try {
      assert.equal((await generate({ variables: { title: secrets['value'] } })).status, 500);
    } finally {
      await database.db.raw('alter table quota_entries_away rename to quota_entries');
    }
    const logged = api.lines.join('\n');
    assert.match(logged, /"level":"error"/u, 'failures are logged');
    assertNoLeak('after failures');
  });

  test('are not printed by commands that fail', async () => {
    const env = environment();
    const unreachable = new URL(env['DATABASE_URL'] ?? '');
    unreachable.port = '1';
    for (const [args, more] of [
      [['key', 'list', '--workspace', tenant.workspaceId], {}],
      [['migrate'], { DATABASE_URL: unreachable.href }],
      [['migrate'], { DATABASE_URL: `mysql://u:${secrets['databasePassword']}@localhost/x` }],
      [['serve'], { DATABASE_URL: (env['DATABASE_URL'] ?? '').replace(/\/[^/]*$/u, '/no_such_database') }],
      [['sweep'], { STORAGE_URL: `s3://u:${secrets['cloudSecret']}@bucket/x` }],
      [['account', 'create', '--workspace', 'none', '--name', 'x'], {}],
    ] as const) {
      const { stdout, stderr } = await runPlaten(args, { ...env, ...more });
      assert.notEqual(stdout + stderr, '', args.join(' '));
      outputs.push(stdout, stderr);
    }
    assertNoLeak('after the commands');
  });

  test('are not logged during shutdown', async () => {
    assert.deepEqual(await Promise.all([api.stop(), worker.stop()]), [0, 0]);
    assertNoLeak('after shutdown');
  });

  test('are stored in no file and only in their own table', async () => {
    const files = globSync('**/*', { cwd: path.join(folder, 'data'), withFileTypes: true }).filter((file) =>
      file.isFile(),
    );
    assert.ok(files.length > 0);
    for (const file of files) {
      const bytes = await readFile(path.join(file.parentPath, file.name));
      for (const [name, secret] of Object.entries(secrets)) {
        if (!contents.includes(name)) assert.ok(!bytes.includes(secret), `${file.name} holds ${name}`);
      }
    }
    const tables = await queryRows<{ name: string }>(
      database.db,
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
      {},
    );
    assert.ok(tables.length > 10);
    for (const { name } of tables) {
      const { rows } = await database.db.raw<{ rows: { row: string }[] }>(
        `select t::text as row from ${name} t`,
      );
      const text = rows.map(({ row }) => row).join('\n');
      for (const secret of [
        'apiKey',
        'signingSecret',
        'databasePassword',
        'shareToken',
        'downloadSignature',
      ]) {
        assert.ok(!text.includes(secrets[secret] ?? ''), `${name} holds ${secret}`);
      }
    }
  });
});
