import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { TemplateDocument } from '../../generated/template.ts';
import { createApp, type App } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import type { PlanName } from '../../src/domain/plans.ts';
import type { Database } from '../../src/store/database.ts';
import type { Caller } from '../../src/store/callers.ts';
import { createProject, type Visibility } from '../../src/store/projects.ts';
import { createTemplate } from '../../src/store/templates.ts';
import { createCaller, createTestDatabase, type TestDatabase } from './database.ts';
import { checkedFetch } from './requests.ts';
import { assertNoSecrets } from './secret-forms.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  /** The body as JSON. */
  readonly json: unknown;
  /** The body as a problem, all empty where it is none. */
  readonly problem: { code: string; detail: string; errors: { pointer: string; detail: string }[] };
}

export interface Sending {
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is, as JSON unless `headers` say otherwise. */
  readonly body?: string | Uint8Array | ReadableStream<Uint8Array>;
  readonly signal?: AbortSignal;
}

export interface TestService {
  readonly url: string;
  readonly app: App;
  readonly db: Database;
  /** What was logged, a line each. */
  readonly logged: string[];
  /** Sends a request and checks the answer against the contract. */
  send(method: string, target: string, sending?: Sending): Promise<Answer>;
  /** Ends it; fails where it has logged what has the form of a secret. */
  close(): Promise<void>;
}

/** Fast enough for tests that limits are none of. */
const testEnvironment = { PORT: '0', RENDER_THREADS: '1', LOG_LEVEL: 'trace', LOG_FORMAT: 'json' };

/** The whole service on a database of its own, or as a second instance on another one's. */
export async function startTestService({
  env = {},
  worksOnBatches = false,
  database,
}: {
  readonly env?: Readonly<Record<string, string>>;
  readonly worksOnBatches?: boolean;
  readonly database?: TestDatabase;
} = {}): Promise<TestService> {
  const ownDatabase = database ?? (await createTestDatabase());
  const dataDir = await mkdtemp(path.join(tmpdir(), 'platen-test-'));
  const logged: string[] = [];
  const lines = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      logged.push(chunk.toString());
      done();
    },
  });
  const config = readConfig({ ...testEnvironment, DATA_DIR: dataDir, DATABASE_URL: ownDatabase.url, ...env });
  const app = await createApp(config, pino({ level: 'trace' }, lines), { worksOnBatches });
  const url = await app.listen();
  return {
    url,
    app,
    db: ownDatabase.db,
    logged,
    send: (method, target, sending) => send(url, method, target, sending),
    async close() {
      await app.drain();
      await app.close();
      if (database === undefined) await ownDatabase.close();
      await rm(dataDir, { recursive: true, force: true });
      assertNoSecrets(logged);
    },
  };
}

/** Sends a request to a service and checks the answer against the contract. */
export async function send(
  url: string,
  method: string,
  target: string,
  sending: Sending = {},
): Promise<Answer> {
  const body = sending.json === undefined ? sending.body : JSON.stringify(sending.json);
  const response = await checkedFetch(url + target, {
    method,
    headers: {
      ...(sending.key === undefined ? {} : { 'X-Api-Key': sending.key }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...sending.headers,
    },
    body: body ?? null,
    signal: sending.signal ?? null,
    duplex: 'half',
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { status, headers } = response;
  const isJson = (headers.get('content-type') ?? '').endsWith('json') && bytes.length > 0;
  const json = isJson ? (JSON.parse(Buffer.from(bytes).toString()) as unknown) : undefined;
  const problem = { code: '', detail: '', errors: [], ...(json as Partial<Answer['problem']> | undefined) };
  return { status, headers, bytes, json, problem };
}

export interface Tenant extends Caller {
  readonly apiKey: string;
  readonly projectId: string;
}

/** A workspace (or another member of one) with a key and a private project. */
export async function createTenant(
  db: Database,
  options: { readonly plan?: PlanName; readonly workspaceId?: string } = {},
): Promise<Tenant> {
  const caller = await createCaller(db, options);
  const projectId = await addProject(db, caller, {});
  return { ...caller, projectId };
}

/** Adds a project and returns its id. */
export async function addProject(
  db: Database,
  { accountId }: Pick<Caller, 'accountId'>,
  { name = 'Project', visibility = 'PRIVATE' }: { readonly name?: string; readonly visibility?: Visibility },
): Promise<string> {
  const projectId = await createProject(db, { accountId, name, description: '', visibility });
  if (projectId === null) throw new Error('There is no such account.');
  return projectId;
}

/** A template with the least in it: a page of 40 × 20 pixels with a title that is optional. */
export const plainDocument: TemplateDocument = {
  schemaVersion: 1,
  name: 'Plain',
  viewport: { width: 40, height: 20 },
  background: '#336699',
  variables: [{ name: 'title', type: 'text', label: 'Title', required: false }],
  elements: [
    { type: 'text', id: 'title', x: 0, y: 0, width: 40, height: 20, text: '{{title}}', fontSize: 8 },
  ],
};

/** Adds a template that needs no files and returns its id. */
export async function addTemplate(
  db: Database,
  owner: Tenant,
  document: Partial<TemplateDocument> = {},
  {
    projectId = owner.projectId,
    visibility = 'PRIVATE',
  }: { projectId?: string; visibility?: Visibility } = {},
): Promise<string> {
  return await createTemplate(db, {
    viewer: owner,
    projectId,
    document: { ...plainDocument, ...document },
    files: [],
    visibility,
  });
}
