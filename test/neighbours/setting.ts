/** A service with two tenants: a neighbour, and an attacker with several accounts and 100,000 jobs. */
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TemplateDocument, TemplateElement } from '../../generated/template.ts';
import { loadSample } from '../../bench/shared/sample.ts';
import { startServe } from '../../bench/shared/service.ts';
import { queryRows } from '../../src/store/database.ts';
import { addTemplate, createTenant, plainDocument, type Tenant } from '../helpers/http.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { addUrlKey } from '../helpers/image-urls.ts';
import { signIn } from '../helpers/studio.ts';
import { openProbeConnection, type ProbeConnection } from '../overload/connection.ts';
import type { AttackOrder } from './attacker.ts';
import type { Target } from './attack.ts';
import { attacks } from './attacks.ts';
import type { Neighbour } from './neighbour.ts';

export interface Setting {
  readonly neighbour: Neighbour;
  readonly target: Target;
  readonly probe: ProbeConnection;
  /** Resident memory of the service's process, in MiB. */
  readResidentMebibytes(): number;
  /** Starts an attack in a process of its own. `stop` also cancels the jobs that it has left. */
  attack(name: string): Promise<{ stop(): Promise<void> }>;
  close(): Promise<void>;
}

const program = path.resolve(import.meta.dirname, '../../src/main.ts');
const attackerAccounts = 4;
const jobsPerStatement = 5_000;

/** Starts the service with the limits of the built-in plans. */
export async function openSetting({ jobs = 100_000 } = {}): Promise<Setting> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'platen-neighbours-'));
  const env = {
    DATABASE_URL: database.url,
    OUTBOUND_ALLOW: '127.0.0.0/8,::1/128',
    PLANS_FILE: '',
    LOG_LEVEL: 'error',
  };
  const [neighbour, attacker] = await Promise.all([
    createTenant(database.db, { plan: 'team' }),
    createTenant(database.db, { plan: 'enterprise' }),
  ]);
  const others = await Promise.all(
    Array.from({ length: attackerAccounts - 1 }, () =>
      createTenant(database.db, { plan: 'enterprise', workspaceId: attacker.workspaceId }),
    ),
  );
  const sample = await loadSample('social-card');
  const words = ['template', 'import', 'samples/social-card', '--project', neighbour.projectId];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, ...words, '--account', neighbour.accountId, '--json'],
    { cwd: path.dirname(path.dirname(program)), env: { ...process.env, ...env, DATA_DIR: dataDir } },
  );
  const { templateId } = JSON.parse(stdout) as { templateId: string };
  const templates = await addAttackersTemplates(database, attacker);

  const probe = await openProbeConnection();
  const service = await startServe(dataDir, { env, nodeArguments: probe.nodeArguments });
  const { url, pid } = service;
  const keys = [attacker, ...others].map(({ apiKey }) => apiKey);
  const urlKey = await addUrlKey(database.db, attacker, { hasFallback: true });
  const sessions = await addSessions(database, [attacker, ...others]);
  const target: Target = { url, keys, templates, urlKey, sessions };
  await addJobs(database, target, jobs);

  return {
    neighbour: { url, key: neighbour.apiKey, templateId, values: (number) => sample.values(number) },
    target,
    probe,
    readResidentMebibytes() {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? NaN) / 1024;
    },
    async attack(name) {
      // Before the attack starts: drawing takes seconds.
      const picture = await attacks.find((each) => each.name === name)?.drawPicture?.();
      const child = fork(path.join(import.meta.dirname, 'attacker.ts'), { serialization: 'advanced' });
      const exited = once(child, 'exit');
      child.send({ attack: name, target, picture } satisfies AttackOrder);
      await once(child, 'message');
      return {
        async stop() {
          child.kill('SIGKILL');
          await exited;
          await cancelJobs(target);
        },
      };
    },
    async close() {
      probe.close();
      await service.stop();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function addAttackersTemplates({ db }: TestDatabase, owner: Tenant): Promise<Target['templates']> {
  const shared = { visibility: 'SHARED' } as const;
  const photo = (widthPx: number) => ({
    viewport: { width: widthPx, height: widthPx },
    variables: [{ name: 'photo', type: 'image', label: 'Photo' } as const],
    elements: [
      { type: 'image', id: 'photo', x: 0, y: 0, width: widthPx, height: widthPx, src: '{{photo}}' } as const,
    ],
  });
  const text = {
    ...plainDocument,
    viewport: { width: 1200, height: 630 },
    variables: [{ name: 'text', type: 'text', label: 'Text' } as const],
    elements: [
      {
        type: 'text',
        id: 'text',
        x: 0,
        y: 0,
        width: 1200,
        height: 630,
        text: '{{text}}',
        fontSize: 12,
      } as const,
    ],
  };
  const listing = (elements: TemplateElement[]): Partial<TemplateDocument> => ({
    viewport: { width: 200, height: 100 },
    variables: [{ name: 'rows', type: 'list', label: 'Rows', fields: [{ name: 'a', type: 'text' }] }],
    elements,
  });
  const hug = { width: 'hug', height: 'hug', layout: { direction: 'row' } } as const;
  const each = (as: string) => ({ each: '{{ rows }}', as });
  const cell = {
    type: 'text',
    id: 't',
    width: 'hug',
    height: 'hug',
    text: '{{ b.a }}',
    repeat: each('b'),
  } as const;
  const inner = { type: 'group', id: 'g', ...hug, repeat: each('c'), elements: [cell] } as const;
  const nested = {
    type: 'group',
    id: 'root',
    x: 0,
    y: 0,
    ...hug,
    elements: [inner],
  } as unknown as TemplateElement;
  const hidden = Array.from({ length: 400 }, (_, at) => {
    const never = { ...cell, id: `h${at}`, visible: '{{ b.a == "never" }}' } as const;
    return { ...nested, id: `r${at}`, elements: [never] } as TemplateElement;
  });
  const codes = Array.from({ length: 40 }, (_, at): TemplateElement => ({
    type: 'barcode',
    id: `c${at}`,
    x: 0,
    y: 0,
    width: 90,
    height: 90,
    symbology: 'hanxin',
    value: `{{text}}${at}`,
    options: { version: 84 },
  }));
  const quick = Array.from({ length: 380 }, (_, at): TemplateElement => ({
    ...text.elements[0]!,
    id: `q${at}`,
    text: `{{ upper(text) + "${at}" }}`,
  }));
  const pattern: TemplateElement = { ...text.elements[0]!, text: '{{ text.matches(text) ? "a" : "b" }}' };
  const columns = Array.from({ length: 8 }, () => ({ value: '{{ item.a }}' }));
  const table = {
    type: 'table',
    id: 'table',
    x: 0,
    y: 0,
    width: 200,
    rows: '{{ rows }}',
    columns,
  } as TemplateElement;
  const innerList = { name: 'inner', type: 'list', fields: [{ name: 'b', type: 'number' }] };
  const total = {
    type: 'text',
    id: 'total',
    x: 0,
    y: 0,
    width: 200,
    height: 20,
    text: '{{ sum(lists.map(l, sum(l.inner.map(i, i.b)))) }}',
  };
  const sums = {
    viewport: { width: 200, height: 100 },
    variables: [{ name: 'lists', type: 'list', label: 'Lists', fields: [innerList] }],
    elements: [total],
  } as unknown as Partial<TemplateDocument>;
  return {
    text: await addTemplate(db, owner, text, shared),
    photo: await addTemplate(db, owner, photo(600), shared),
    poster: await addTemplate(db, owner, photo(2_500), shared),
    nested: await addTemplate(db, owner, listing([nested]), shared),
    hidden: await addTemplate(db, owner, listing(hidden), shared),
    codes: await addTemplate(db, owner, { ...text, elements: codes }, shared),
    pattern: await addTemplate(db, owner, { ...text, elements: [pattern] }, shared),
    quick: await addTemplate(db, owner, { ...text, elements: quick }, shared),
    table: await addTemplate(db, owner, listing([table]), shared),
    lists: await addTemplate(db, owner, sums, shared),
    broken: await addTemplate(db, owner, { ...text, background: 'no colour {{text}}' }, shared),
  };
}

/** Ten sessions of each account. */
async function addSessions({ db }: TestDatabase, accounts: readonly Tenant[]): Promise<string[]> {
  const sessions = accounts.flatMap((account) => Array.from({ length: 10 }, () => signIn(db, account)));
  return (await Promise.all(sessions)).map(({ token }) => token);
}

/** Ends what an attack has left, which would act beside the next one. */
async function cancelJobs({ url, keys }: Target): Promise<void> {
  for (const key of keys) {
    const headers = { 'X-Api-Key': key };
    const path = `${url}/api/v1/batch-jobs`;
    for (;;) {
      const answer = await fetch(`${path}?status=PENDING&status=PROCESSING&size=100`, { headers });
      if (answer.status !== 200) continue;
      const { data } = (await answer.json()) as { data: { jobId: string }[] };
      if (data.length === 0) break;
      for (const { jobId } of data) await fetch(`${path}/${jobId}/cancel`, { method: 'POST', headers });
    }
  }
}

/** Gives the attacker's first account ended jobs, a second apart. */
async function addJobs({ db }: TestDatabase, { url, keys, templates }: Target, count: number): Promise<void> {
  const answer = await fetch(`${url}/api/v1/batch-jobs`, {
    method: 'POST',
    headers: { 'X-Api-Key': keys[0] ?? '', 'Content-Type': 'application/json' },
    body: JSON.stringify({ template: { templateId: templates.text }, rows: [{ text: 'x' }] }),
  });
  const { jobId } = (await answer.json()) as { jobId: string };
  for (let first = 1; first <= count; first += jobsPerStatement) {
    await queryRows(
      db,
      `insert into batch_jobs
       select (jsonb_populate_record(job, jsonb_build_object(
         'id', gen_random_uuid(), 'status', 'FAILED', 'idempotency_key', null,
         'created_at', job.created_at - number * interval '1 second',
         'started_at', job.created_at, 'completed_at', job.created_at))).*
       from batch_jobs job, generate_series(:first::int, :last::int) number where job.id = :jobId`,
      { jobId, first, last: Math.min(count, first + jobsPerStatement - 1) },
    );
  }
  await queryRows(db, 'analyze batch_jobs', {});
}
