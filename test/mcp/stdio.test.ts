/** `platen mcp`: the program on standard input and output. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { basicEnvironment } from '../helpers/environment.ts';
import { moveToBin } from '../../src/store/removed-accounts.ts';
import { runPlaten, startPlaten } from '../helpers/cli.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { addTemplate, createTenant, type Tenant } from '../helpers/http.ts';
import { connectOverStdio, eras, sizeOfPicture } from '../helpers/mcp.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'platen-mcp-'));
after(() => rm(folder, { recursive: true, force: true }));
const program = path.resolve(import.meta.dirname, '../../src/main.ts');

describe('platen mcp', { timeout: 300_000 }, () => {
  const clientInfo = { name: 'test', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  let database: TestDatabase;
  let owner: Tenant;
  let environment: Record<string, string>;
  before(async () => {
    database = await createTestDatabase();
    owner = await createTenant(database.db);
    environment = { DATABASE_URL: database.url, DATA_DIR: path.join(folder, 'data'), LOG_FORMAT: 'json' };
  });
  after(() => database.close());

  for (const era of eras) {
    test(`serves an account, which may author (${era === 'legacy' ? era : era.pin})`, async () => {
      const templateId = await addTemplate(database.db, owner);
      const agent = await connectOverStdio(owner.accountId, environment, era);
      assert.equal((await agent.client.listTools()).tools.length, 12);
      const rendered = await agent.call('render', { templateId, variables: { title: 'Hi' } });
      assert.deepEqual(await sizeOfPicture(rendered), [40, 20]);
      assert.match(rendered.text, /http:\/\/127\.0\.0\.1:8080\/s\//);
      const named = { projectId: owner.projectId, document: { name: 'Half a pair: \ud800' } };
      assert.equal(await agent.callForCode('save_draft', named), 'VALIDATION_ERROR');
      await agent.close();
    });
  }

  test('prints nothing but the protocol, and ends with its input', async () => {
    const child = spawn(process.execPath, [program, 'mcp', '--account', owner.accountId], {
      env: { ...basicEnvironment, ...environment, LOG_LEVEL: 'trace' },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const [log, exited] = [text(child.stderr), once(child, 'exit')];
    const lines: string[] = [];
    const output = createInterface({ input: child.stdout });
    output.on('line', (line) => lines.push(line));
    const send = (message: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    send({ id: 1, method: 'initialize', params });
    child.stdin.write('this is not JSON\n');
    send({ id: 2, method: 'tools/call', params: { name: 'list_projects', arguments: {} } });
    while (lines.length < 2) await once(output, 'line');
    child.stdin.end();
    assert.deepEqual(await exited, [0, null]);
    const ids = lines.map((line) => (JSON.parse(line) as { jsonrpc: string; id: number }).id);
    assert.deepEqual(ids, [1, 2]);
    assert.doesNotMatch(await log, /"level":"error"/);
  });

  const requests = [
    { when: 'before its start is complete', request: { method: 'initialize', params } },
    { when: 'once it works', request: { method: 'tools/call', params: { name: 'list_fonts' } } },
  ];
  for (const { when, request } of requests) {
    test(`ends at SIGTERM ${when}`, async () => {
      const child = spawn(process.execPath, [program, 'mcp', '--account', owner.accountId], {
        env: { ...basicEnvironment, ...environment },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, ...request })}\n`);
      await once(child.stdout, 'data');
      child.kill('SIGTERM');
      assert.deepEqual(await once(child, 'exit'), [0, null]);
    });
  }

  test('a database that cannot be reached ends it with one line, while its input is open', async () => {
    const child = spawn(process.execPath, [program, 'mcp', '--account', owner.accountId], {
      env: { ...basicEnvironment, ...environment, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const [log, exited] = [text(child.stderr), once(child, 'exit')];
    assert.deepEqual(await exited, [1, null]);
    assert.match(await log, /^platen: The database of DATABASE_URL cannot be used: .*ECONNREFUSED.*\n$/);
  });

  test('an unknown account ends it, and one that is deleted gets no answers any more', async () => {
    const unknown = await runPlaten(['mcp', '--account', owner.projectId], environment);
    assert.deepEqual([unknown.code, unknown.stdout], [1, '']);
    assert.match(unknown.stderr, /platen: There is no account/);

    const leaver = await createTenant(database.db, { workspaceId: owner.workspaceId });
    const agent = await connectOverStdio(leaver.accountId, environment);
    await agent.callForJson('list_projects');
    await moveToBin(database.db, { accountId: leaver.accountId, heirId: null, actor: null });
    assert.equal(await agent.callForCode('list_projects'), 'UNAUTHORIZED');
    await agent.close();
  });

  test('works with the embedded database beside a running service', async () => {
    const own = {
      DATA_DIR: path.join(folder, 'embedded'),
      PORT: '0',
      RENDER_THREADS: '1',
      METRICS_PORT: '0',
    };
    const service = startPlaten(['serve'], own);
    const log = text(service.stderr);
    await once(createInterface({ input: service.stdout }), 'line');
    const run = async (...words: string[]) => {
      const { stdout, stderr } = await runPlaten([...words, '--json'], own);
      assert.ok(stdout !== '', stderr);
      return JSON.parse(stdout) as { workspaceId: string; accountId: string; projectId: string };
    };
    const { workspaceId } = await run('workspace', 'create', '--name', 'W', '--plan', 'studio');
    const { accountId } = await run('account', 'create', '--workspace', workspaceId, '--name', 'A');
    const { projectId } = await run('project', 'create', '--account', accountId, '--name', 'P');
    const agent = await connectOverStdio(accountId, own);
    const projects = (await agent.callForJson('list_projects')) as { id: string }[];
    assert.deepEqual(
      projects.map(({ id }) => id),
      [projectId],
    );
    await agent.close();
    service.kill('SIGTERM');
    assert.deepEqual(await once(service, 'exit'), [0, null], await log);
  });
});
