/** Commands that list, show, rename, export and delete, beside a running service. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { listActivity } from '../../src/store/activity.ts';
import { queryRow, queryRows, readUrl } from '../../src/store/database.ts';
import { readUsage } from '../../src/store/quota.ts';
import { findSignInLink } from '../../src/store/sign-in-links.ts';
import { hashToken } from '../../src/store/tokens.ts';
import { completeRender, startRender } from '../helpers/background-renders.ts';
import { plainBatch, submitJob } from '../helpers/batch.ts';
import { submitWithCallback } from '../helpers/callbacks.ts';
import { runCommand } from '../helpers/cli.ts';
import {
  addProject,
  addTemplate,
  createTenant,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { documentWith, redPng } from '../helpers/authoring.ts';
import { callOperation, createUser, type StudioCall, type StudioUser } from '../helpers/studio.ts';
import { addShare, fetchPublicFile, sharedFiles } from '../helpers/shares.ts';
import { addEndpoint, readWebhooks } from '../helpers/webhooks.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'platen-administration-'));
after(() => rm(folder, { recursive: true }));

const samples = path.resolve(import.meta.dirname, '..', '..', 'samples');

describe('administration', { timeout: 900_000 }, () => {
  let service: TestService;
  let environment: Record<string, string>;
  let tenant: Tenant;

  before(async () => {
    service = await startTestService({ env: { OUTBOUND_ALLOW: '127.0.0.0/8' } });
    environment = {
      DATABASE_URL: readUrl(service.db),
      STORAGE_URL: `file://${service.filesFolder}`,
    };
    tenant = await createTenant(service.db);
  });
  after(() => service.close());

  async function run(...words: string[]): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await runCommand([...words, '--json'], environment);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, words.join(' '));
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  async function lines(...words: string[]): Promise<string[]> {
    const { code, stdout, stderr } = await runCommand(words, environment);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, words.join(' '));
    return stdout.trimEnd().split('\n');
  }

  async function fail(message: RegExp, ...words: string[]): Promise<void> {
    const { code, stderr } = await runCommand(words, environment);
    assert.equal(code, 1);
    assert.match(stderr, message);
  }

  test('lists and renames workspaces, accounts and projects', async () => {
    const { workspaceId, accountId, projectId } = tenant;
    const workspace = ['--workspace', workspaceId];
    assert.deepEqual(await run('workspace', 'rename', ...workspace, '--name', 'Acme'), {});
    const { workspaces } = await run('workspace', 'list');
    assert.deepEqual(workspaces, [{ workspaceId, name: 'Acme', plan: 'studio' }]);

    const colleague = await createTenant(service.db, { workspaceId });
    const account = ['--account', accountId];
    assert.deepEqual(await run('account', 'rename', ...account, '--name', 'Ada'), {});
    assert.deepEqual(await run('account', 'show', ...account), {
      accountId,
      name: 'Ada',
      email: null,
      role: 'OWNER',
      workspaceId,
    });
    assert.deepEqual(await run('account', 'list', ...workspace), {
      accounts: [
        { accountId, name: 'Ada', email: null, role: 'OWNER', status: 'ACTIVE' },
        shownColleague(colleague.accountId),
      ],
    });
    const table = await lines('account', 'list', ...workspace);
    assert.deepEqual(
      table.map((line) => line.slice(38)),
      ['ROLE    EMAIL  NAME', 'OWNER   -      Ada', 'MEMBER  -      Test account'],
    );

    const shared = await addProject(service.db, colleague, { name: 'Ours', visibility: 'SHARED' });
    const project = ['--project', projectId];
    assert.deepEqual(await run('project', 'rename', ...project, '--name', 'Mine'), {});
    await addTemplate(service.db, tenant);
    assert.deepEqual(await run('project', 'list', ...account), {
      projects: [
        { projectId, name: 'Mine', visibility: 'PRIVATE', templateCount: 1 },
        { projectId: shared, name: 'Ours', visibility: 'SHARED', templateCount: 0 },
      ],
    });
    assert.deepEqual(await run('project', 'show', ...project), {
      projectId,
      name: 'Mine',
      description: '',
      visibility: 'PRIVATE',
      accountId,
      templateCount: 1,
    });
    const nobody = randomUUID();
    await fail(/There is no workspace/, 'account', 'list', '--workspace', nobody);
    await fail(/There is no account/, 'project', 'list', '--account', nobody);
    await fail(/There is no account/, 'batch', 'list', '--account', nobody);
    await fail(/There is no project/, 'template', 'list', '--project', nobody);
    await fail(/There is no project/, 'project', 'delete', '--project', nobody);
    await fail(/There is no account/, 'account', 'delete', '--account', nobody);
  });

  test('numbers the versions of a template, in discovery too, and exports the current one', async () => {
    const { projectId, accountId, apiKey } = tenant;
    const source = path.join(folder, 'label');
    await cp(path.join(samples, 'product-label'), source, { recursive: true });
    const target = ['--project', projectId, '--account', accountId];
    const { templateId } = (await run('template', 'import', source, ...target)) as { templateId: string };
    const getVersion = async () => {
      const answer = await service.send('GET', `/api/v1/templates/${templateId}`, { key: apiKey });
      return (answer.json as { version: number }).version;
    };
    assert.equal(await getVersion(), 1);
    const document = JSON.parse(await readFile(path.join(source, 'template.json'), 'utf8')) as object;
    await writeFile(path.join(source, 'template.json'), JSON.stringify({ ...document, name: 'Renamed' }));
    await run('template', 'import', source, ...target, '--id', templateId);
    assert.equal(await getVersion(), 2);
    const { templates } = await run('template', 'list', '--project', projectId);
    const [first] = templates as Record<string, unknown>[];
    assert.deepEqual(
      { ...first, updatedAt: null },
      { templateId, name: 'Renamed', visibility: 'PRIVATE', version: 2, updatedAt: null },
    );
    const discovered = await service.send('GET', `/api/v1/projects/${projectId}/templates`, { key: apiKey });
    assert.equal((discovered.json as { version: number }[])[0]?.version, 2);
    assert.equal((await run('template', 'show', '--template', templateId))['version'], 2);

    const out = path.join(folder, 'exported', 'label');
    const exporting = ['template', 'export', '--template', templateId, '--out'];
    assert.deepEqual(await run(...exporting, out), { templateFolder: out, version: 2 });
    assert.deepEqual((await readdir(out)).sort(), [
      'example.json',
      'fraunces-400-italic.woff2',
      'fraunces-400.woff2',
      'fraunces-600.woff2',
      'template.json',
    ]);
    const exported = await readFile(path.join(out, 'template.json'), 'utf8');
    assert.deepEqual(JSON.parse(exported), { ...document, name: 'Renamed' });
    assert.match(exported, /^\{\n {2}"schemaVersion": 1,\n {2}"name": "Renamed",\n/);
    const readJson = async (file: string) => JSON.parse(await readFile(file, 'utf8')) as object;
    assert.deepEqual(
      await readJson(path.join(out, 'example.json')),
      await readJson(path.join(source, 'example.json')),
    );
    const { templateId: copyId } = await run('template', 'import', out, ...target);
    const values = JSON.parse(await readFile(path.join(source, 'example.json'), 'utf8')) as object;
    const render = async (id: string) => {
      const json = { variables: values, format: 'png' };
      return await service.send('POST', `/api/v1/templates/${id}/generate`, { key: apiKey, json });
    };
    const [original, copy] = [await render(templateId), await render(String(copyId))];
    assert.equal(original.status, 200);
    assert.deepEqual(copy.bytes, original.bytes);

    await fail(/has files in it/, ...exporting, out);
    await fail(/is not: ENOTDIR/, ...exporting, path.join(source, 'template.json'));
    await fail(/There is no template/, 'template', 'export', '--template', randomUUID(), '--out', `${out}2`);
    const empty = path.join(folder, 'empty');
    await mkdir(empty);
    await run(...exporting, empty);
    assert.deepEqual((await readdir(path.dirname(out))).sort(), ['label'], 'nothing is left beside it');
  });

  test('lists the jobs of an account, newest first', async () => {
    const owner = await createTenant(service.db, { plan: 'enterprise' });
    assert.deepEqual(await run('batch', 'list', '--account', owner.accountId), { jobs: [] });
    const templateId = await addTemplate(service.db, owner);
    const jobId = await submitJob(service, owner, plainBatch(templateId, 3));
    const { jobs } = await run('batch', 'list', '--account', owner.accountId);
    const [job] = jobs as { createdAt: string }[];
    assert.deepEqual(jobs, [
      { jobId, status: 'PENDING', templateId, totalItems: 3, createdAt: job?.createdAt },
    ]);
    assert.ok(!Number.isNaN(Date.parse(job?.createdAt ?? '')));
    const [header, line] = await lines('batch', 'list', '--account', owner.accountId);
    assert.match(header ?? '', /^JOB +STATUS +ROWS +FAILED +CREATED +TEMPLATE$/);
    assert.ok(line?.startsWith(`${jobId}  PENDING  3     0`), line);
  });

  test('lists and shows renders in the background, and saves their file', async () => {
    const owner = await createTenant(service.db, { plan: 'enterprise' });
    const list = ['render', 'list', '--account', owner.accountId];
    assert.deepEqual(await run(...list), { renders: [] });
    const renderId = await startRender(service, owner, await addTemplate(service.db, owner), {
      metadata: { order: 17 },
    });
    const out = path.join(folder, 'render.png');
    const show = ['render', 'show', '--render', renderId];
    await fail(/The render is PENDING, and has no file/, ...show, '--out', out);
    await completeRender(service, renderId);
    assert.partialDeepStrictEqual(await run(...list), { renders: [{ renderId, status: 'COMPLETED' }] });
    assert.partialDeepStrictEqual(await run(...show, '--out', out), {
      renderId,
      status: 'COMPLETED',
      metadata: { order: 17 },
      file: out,
    });
    assert.equal(await readFile(out, 'utf8'), 'a picture');
    const [header, line] = await lines(...list);
    assert.match(header ?? '', /^RENDER +STATUS +FORMAT +CREATED +TEMPLATE$/);
    assert.ok(line?.startsWith(`${renderId}  COMPLETED  png`), line);
    // A render is no batch.
    assert.deepEqual(await run('batch', 'list', '--account', owner.accountId), { jobs: [] });
    await fail(/There is no batch job/, 'batch', 'show', '--job', renderId);
    await fail(/There is no render/, 'render', 'show', '--render', randomUUID());
  });

  test('deleting a project keeps its share links and the jobs that use its templates', async () => {
    const owner = await createTenant(service.db);
    const templateId = await addTemplate(service.db, owner);
    const jobId = await submitJob(service, owner, plainBatch(templateId, 2));
    const share = await addShare(service, owner, templateId);
    assert.deepEqual(await lines('project', 'delete', '--project', owner.projectId), [
      `Project ${owner.projectId}, with its template, is deleted.`,
    ]);
    const answer = await service.send('GET', `/api/v1/templates/${templateId}`, { key: owner.apiKey });
    assert.equal(answer.problem.code, 'TEMPLATE_NOT_FOUND');
    assert.equal((await fetchPublicFile(share.url)).status, 200);
    const job = await queryRow<{ status: string; hasVersion: boolean }>(
      service.db,
      `select j.status, exists (select from template_versions v where v.id = j.template_version_id)
         as "hasVersion" from batch_jobs j where id = :jobId`,
      { jobId },
    );
    assert.deepEqual(job, { status: 'PENDING', hasVersion: true });
  });

  test('makes accounts with roles and addresses, and changes them', async () => {
    const { workspaceId } = await run('workspace', 'create', '--name', 'Newsroom', '--plan', 'free');
    const create = (...words: string[]) =>
      run('account', 'create', '--workspace', String(workspaceId), ...words);
    const { accountId: ada } = await create('--name', 'Ada', '--email', 'Ada@Example.org');
    const { accountId: grace } = await create('--name', 'Grace');
    const { accountId: owner } = await create('--name', 'Olga', '--role', 'owner');
    const listed = async () => {
      const { accounts } = await run('account', 'list', '--workspace', String(workspaceId));
      return (accounts as { name: string; role: string; email: string | null }[]).map(
        ({ name, role, email }) => `${name} ${role} ${email ?? 'none'}`,
      );
    };
    assert.deepEqual(await listed(), ['Ada OWNER ada@example.org', 'Grace MEMBER none', 'Olga OWNER none']);

    const refused = ['account', 'create', '--workspace', String(workspaceId), '--name', 'X', '--email'];
    await fail(/A member has this address already/, ...refused, 'ADA@example.org');
    await fail(/must be an address/, ...refused, 'ada');
    const graceOption = ['--account', String(grace)];
    await fail(/has this address/, 'account', 'set-email', ...graceOption, '--email', 'ada@example.org');
    assert.deepEqual(await run('account', 'set-email', ...graceOption, '--email', 'Grace@example.org'), {
      email: 'grace@example.org',
    });
    await run('account', 'set-role', '--account', String(owner), '--role', 'member');
    await fail(/needs an owner/, 'account', 'set-role', '--account', String(ada), '--role', 'member');
    assert.deepEqual(await listed(), [
      'Ada OWNER ada@example.org',
      'Grace MEMBER grace@example.org',
      'Olga MEMBER none',
    ]);
    await run('account', 'rename', ...graceOption, '--name', 'Grace H.');
    await run('account', 'delete', ...graceOption);
    const { entries } = await listActivity(
      service.db,
      { workspaceId: String(workspaceId), accountId: null },
      { offset: 0, limit: 100 },
    );
    assert.deepEqual(
      entries.map(({ actor, action, subject, detail }) => [actor, action, subject, detail]),
      [
        [null, 'MEMBER_REMOVED', 'Grace H.', null],
        [null, 'MEMBER_CHANGED', 'Grace H.', 'Name: Grace → Grace H.'],
        [null, 'MEMBER_CHANGED', 'Olga', 'Role: owner → member'],
        [null, 'MEMBER_CHANGED', 'Grace', 'Address: none → grace@example.org'],
        [null, 'MEMBER_JOINED', 'Olga', 'As owner'],
        [null, 'MEMBER_JOINED', 'Grace', 'As member'],
        [null, 'MEMBER_JOINED', 'Ada', 'As owner'],
      ],
    );
  });

  test('lists the endpoints of webhooks, tests one, and sends its events again', async () => {
    const owner = await createTenant(service.db);
    const { workspaceId } = owner;
    const { id, secret } = await addEndpoint(service.db, owner, { url: 'https://example.com/hook' });
    const where = ['--workspace', workspaceId];
    const listed = await lines('webhook', 'list', ...where);
    assert.match(
      listed.join('\n'),
      new RegExp(`${id} +ACTIVE +– +batch.completed +https://example.com/hook`),
    );
    assert.ok(!JSON.stringify(await run('webhook', 'list', ...where)).includes(secret));
    const endpoint = [...where, '--endpoint', id];
    const { eventId } = await run('webhook', 'test', ...endpoint);
    const [state] = await readWebhooks(service.db, id);
    assert.deepEqual([state?.eventId, state?.type], [eventId, 'webhook.test']);
    await queryRows(
      service.db,
      `update webhook_deliveries set status = 'DELIVERED', next_attempt_at = null, attempts = 1
       where endpoint_id = :id`,
      { id },
    );
    const since = ['--since', '2020-01-01T00:00:00Z'];
    assert.deepEqual(await run('webhook', 'replay', ...endpoint, ...since), { planned: 0, left: 0 });
    assert.deepEqual(await run('webhook', 'replay', ...endpoint, ...since, '--all'), { planned: 1, left: 0 });
    assert.equal((await readWebhooks(service.db, id))[0]?.status, 'PENDING');
    const refusals: [string[], RegExp][] = [
      [endpoint, /Give --event, or --since/],
      [[...endpoint, '--event', id, '--all'], /cannot be used with --event/],
      [[...endpoint, '--event', id], /has no delivery of an event/],
      [[...endpoint, '--since', 'yesterday'], /ISO 8601/],
      [['--workspace', workspaceId, '--endpoint', randomUUID(), ...since], /There is no webhook endpoint/],
    ];
    for (const [words, why] of refusals) {
      const { code, stderr } = await runCommand(['webhook', 'replay', ...words], environment);
      assert.notEqual(code, 0);
      assert.match(stderr, why);
    }
  });

  test('makes a link that signs an account in once', async () => {
    const { accountId } = await createTenant(service.db);
    const { url, expiresAt } = await run('account', 'link', '--account', accountId);
    const { searchParams, pathname } = new URL(String(url));
    assert.equal(pathname, '/studio/sign-in');
    const inMs = Date.parse(String(expiresAt)) - Date.now();
    assert.ok(inMs > 13 * 60_000 && inMs <= 15 * 60_000 + 5_000, `expires in ${inMs} ms`);
    const tokenHash = hashToken(searchParams.get('token') ?? '');
    const link = await findSignInLink(service.db, tokenHash);
    assert.deepEqual(link, { accountId, purpose: 'SIGN_IN', person: null });
    await fail(/There is no account/, 'account', 'link', '--account', randomUUID());
  });

  test('ends the sessions of an account and its links', async () => {
    const { accountId, token } = await createUser(service.db);
    await run('account', 'link', '--account', accountId);
    assert.deepEqual(await run('account', 'sign-out', '--account', accountId), { endedSessions: 1 });
    assert.equal((await callOperation(service, 'getSession', { as: { token } })).status, 401);
    const links = await queryRows(service.db, 'select from sign_in_links where account_id = :accountId', {
      accountId,
    });
    assert.equal(links.length, 0);
    await fail(/There is no account/, 'account', 'sign-out', '--account', randomUUID());
  });

  test('removes the second factor of an account that has lost it', async () => {
    const { accountId, workspaceId } = await createUser(service.db);
    const reset = ['account', 'reset-factor', '--account', accountId];
    await fail(/has no second factor/, ...reset);
    await queryRows(
      service.db,
      `insert into second_factors (account_id, sealed_secret, sealed_with, confirmed_at)
       values (:accountId, '', '', now())`,
      { accountId },
    );
    await run(...reset);
    const { entries } = await listActivity(service.db, { workspaceId, accountId }, { offset: 0, limit: 1 });
    assert.equal(entries[0]?.action, 'SECOND_FACTOR_OFF');
    assert.equal(entries[0]?.actor, null);
    await fail(/has no second factor/, ...reset);
    await queryRows(
      service.db,
      `with passkey as (
         insert into passkeys (account_id, credential_id, public_key, counter, transports, rp_id, name)
         values (:accountId, 'id', '', 0, '{}', 'localhost', 'Laptop')
       )
       insert into recovery_codes (account_id, code_hash) values (:accountId, sha256('code'))`,
      { accountId },
    );
    await run(...reset);
    for (const table of ['passkeys', 'recovery_codes'])
      assert.deepEqual(await queryRows(service.db, `select from ${table}`, {}), [], table);
    await fail(/There is no account/, 'account', 'reset-factor', '--account', randomUUID());
  });

  test('a removed account waits in the bin, and an heir gets what is shared', async () => {
    const owner = await createTenant(service.db);
    const { workspaceId, accountId, apiKey } = owner;
    const colleague = await createTenant(service.db, { workspaceId });
    const templateId = await addTemplate(service.db, owner);
    const share = await addShare(service, owner, templateId);
    const published = await sharedFiles(service);
    const callbackUrl = 'https://127.0.0.1:9/callback';
    const jobId = await submitWithCallback(service, owner, { templateId, callbackUrl });
    const usedBefore = (await readUsage(service.db, workspaceId, new Date())).used;

    const theirs = await addTemplate(service.db, colleague, {}, { projectId: owner.projectId });
    await fail(/needs an owner/, 'account', 'delete', '--account', accountId);
    await queryRows(service.db, `update accounts set role = 'MEMBER' where id = :accountId`, { accountId });
    await fail(/no other owner who could get it/, 'account', 'delete', '--account', accountId);
    await fail(/no other account/, 'account', 'delete', '--account', accountId, '--heir', randomUUID());
    const removing = ['account', 'delete', '--account', accountId, '--heir', colleague.accountId];
    const expected = {
      // A colleague has a template in the project.
      shared: [
        { kind: 'project', id: owner.projectId, name: 'Project' },
        { kind: 'shareLink', id: share.id, name: 'Plain' },
      ],
      private: [{ kind: 'template', id: templateId, name: 'Plain' }],
    };
    assert.deepEqual(await run(...removing, '--dry-run'), expected);
    assert.equal((await service.send('GET', '/api/v1/projects', { key: apiKey })).status, 200);
    assert.equal((await readUsage(service.db, workspaceId, new Date())).used, usedBefore);

    assert.deepEqual(await run(...removing), expected);
    assert.equal((await readUsage(service.db, workspaceId, new Date())).used, 1, 'only the share is charged');
    const { problem } = await service.send('GET', '/api/v1/projects', { key: apiKey });
    assert.equal(problem.code, 'UNAUTHORIZED');
    assert.equal((await fetchPublicFile(share.url)).status, 200, 'the link goes on');
    const reading = (id: string) => service.send('GET', `/api/v1/templates/${id}`, { key: colleague.apiKey });
    assert.equal((await reading(theirs)).status, 200);
    assert.equal((await reading(templateId)).status, 404);
    await fail(/There is no account/, 'account', 'link', '--account', accountId);
    await fail(/There is no account/, 'key', 'create', '--account', accountId, '--name', 'x');

    const bin = async () => (await run('account', 'bin', '--workspace', workspaceId))['accounts'] as object[];
    assert.deepEqual(
      (await bin()).map((each) => (each as { accountId: string }).accountId),
      [accountId],
    );
    await run('account', 'restore', '--account', accountId);
    assert.deepEqual(await bin(), []);
    assert.equal(
      (await run('template', 'list', '--project', owner.projectId))['templates'] instanceof Array,
      true,
    );
    await run(...removing);
    await queryRows(
      service.db,
      `update accounts set removed_at = now() - interval '30 days 1 second' where id = :accountId`,
      { accountId },
    );
    assert.equal((await run('sweep'))['emptiedAccounts'], 1);
    assert.equal((await sharedFiles(service)).length, published.length, 'the heir has the link');
    for (const table of ['api_keys', 'projects', 'templates', 'batch_jobs', 'share_links', 'sessions']) {
      const left = await queryRows(service.db, `select from ${table} where account_id = :accountId`, {
        accountId,
      });
      assert.equal(left.length, 0, table);
    }
    const callback = await queryRow<{ status: string; isRecorded: boolean; body: string }>(
      service.db,
      `select status, job_deleted_at is not null as "isRecorded", body
       from callback_deliveries where job_id = :jobId`,
      { jobId },
    );
    assert.equal(callback.isRecorded, true);
    assert.equal((JSON.parse(callback.body) as { status: string }).status, 'CANCELLED');
    const { accountId: empty } = await run(
      'account',
      'create',
      '--workspace',
      workspaceId,
      '--name',
      'Empty',
    );
    assert.deepEqual(await run('account', 'delete', '--account', String(empty)), {
      shared: [],
      private: [],
    });
    await run('account', 'purge', '--account', String(empty));
    await fail(/in the bin/, 'account', 'restore', '--account', String(empty));
    const { accounts } = await run('account', 'list', '--workspace', workspaceId);
    assert.deepEqual(accounts, [shownColleague(colleague.accountId)]);
  });

  test('deleting an account removes its drafts, and leaves those that it saved for others', async () => {
    const user = await createUser(service.db);
    const { workspaceId, accountId } = user;
    const colleague = await createUser(service.db, { workspaceId });
    const call = (operationId: string, as: StudioUser, more: StudioCall) =>
      callOperation(service, operationId, { as, ...more });
    const shared = await addProject(service.db, colleague, { visibility: 'SHARED' });
    const draft = async (as: StudioUser, projectId: string): Promise<string> => {
      const json = { source: { width: 40, height: 20 } };
      const made = await call('createTemplate', as, { path: { projectId }, json });
      const { id: templateId } = made.json as { id: string };
      return templateId;
    };
    const [own, theirs] = [await draft(user, user.projectId), await draft(colleague, shared)];
    for (const templateId of [own, theirs]) {
      const path = { templateId };
      const query = { path: 'images/a.png' };
      assert.equal((await call('uploadFile', user, { path, query, body: redPng })).status, 200);
      const { headers } = await call('getDraft', user, { path });
      const saved = await call('saveDraft', user, {
        path,
        json: documentWith('images/a.png'),
        headers: { 'If-Match': headers.get('etag') ?? '' },
      });
      assert.equal(saved.status, 200);
    }

    await run('account', 'delete', '--account', accountId);
    const gone = await call('getDraft', colleague, { path: { templateId: own } });
    assert.equal(gone.problem.code, 'TEMPLATE_NOT_FOUND');
    await run('account', 'purge', '--account', accountId);
    const path = { templateId: theirs };
    const { status, json, headers } = await call('getDraft', colleague, { path });
    assert.equal(status, 200);
    const { document, savedBy, problems } = json as Record<string, unknown>;
    assert.deepEqual([document, savedBy, problems], [documentWith('images/a.png'), null, []]);
    await run('sweep');
    const published = await call('publishDraft', colleague, {
      path,
      headers: { 'If-Match': headers.get('etag') ?? '' },
    });
    assert.equal(published.status, 201, 'its file is there, too');
  });
});

function shownColleague(accountId: string) {
  return { accountId, name: 'Test account', email: null, role: 'MEMBER', status: 'ACTIVE' };
}
