import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { TemplateDocument } from '../../generated/template.ts';
import { createService, type Service } from '../../src/process/service.ts';
import { readConfig } from '../../src/config/config.ts';
import type { Database } from '../../src/store/database.ts';
import type { Caller } from '../../src/store/callers.ts';
import { createProject, type Visibility } from '../../src/store/projects.ts';
import { createTemplate } from '../../src/store/templates.ts';
import { startCutProxy, type CutProxy } from '../faults/cut-proxy.ts';
import { createCaller, type CallerOptions, createTestDatabase, type TestDatabase } from './database.ts';
import { checkedFetch } from './requests.ts';
import { assertNoSecrets } from './secret-forms.ts';
import { shareTestPart } from './shared-parts.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  /** The body as JSON. */
  readonly json: unknown;
  /** The body as a problem; empty fields if it is none. */
  readonly problem: { code: string; detail: string; errors: { pointer: string; detail: string }[] };
}

export interface RequestOptions {
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unchanged, with the type JSON unless `headers` say otherwise. */
  readonly body?: string | Uint8Array | ReadableStream<Uint8Array>;
  readonly signal?: AbortSignal;
}

export interface TestService {
  readonly url: string;
  readonly app: Service;
  readonly db: Database;
  /** Its files, unless `env` names another storage. */
  readonly filesFolder: string;
  /** The way from the service to its database, with the option `databaseProxy`. */
  readonly databaseProxy: CutProxy | null;
  /** The logged lines. */
  readonly logged: string[];
  /** Sends a request and checks the answer against the contract. */
  send(method: string, target: string, sending?: RequestOptions): Promise<Answer>;
  /** Stops the service. Fails if it has logged a secret. */
  close(): Promise<void>;
}

export interface TestServiceOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly worksOnBatches?: boolean;
  readonly database?: TestDatabase;
  /** Whether the service reaches its database through a proxy that tests can cut. */
  readonly databaseProxy?: boolean;
}

export type SharedServiceOptions = Pick<TestServiceOptions, 'env' | 'worksOnBatches'>;

/** Defaults of all test services. */
const testEnvironment = { PORT: '0', RENDER_THREADS: '1', LOG_LEVEL: 'trace', LOG_FORMAT: 'json' };

/** Starts the whole service on its own database, or as a second instance on the given one. */
export async function startTestService({
  env = {},
  worksOnBatches = false,
  database,
  databaseProxy = false,
}: TestServiceOptions = {}): Promise<TestService> {
  const ownDatabase = database ?? (await createTestDatabase());
  const databaseUrl = new URL(ownDatabase.url);
  const proxy = databaseProxy ? await startCutProxy(Number(databaseUrl.port)) : null;
  if (proxy !== null) databaseUrl.port = String(proxy.port);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'platen-test-'));
  const logged: string[] = [];
  const lines = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      logged.push(chunk.toString());
      done();
    },
  });
  const config = readConfig({
    ...testEnvironment,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl.href,
    ...env,
  });
  const app = await createService(config, pino({ level: 'trace' }, lines), { worksOnBatches });
  const url = await app.listen();
  return {
    url,
    app,
    db: ownDatabase.db,
    filesFolder: path.join(dataDir, 'files'),
    databaseProxy: proxy,
    logged,
    send: (method, target, sending) => send(url, method, target, sending),
    async close() {
      await app.drain();
      await app.close();
      await proxy?.close();
      if (database === undefined) await ownDatabase.close();
      await rm(dataDir, { recursive: true, force: true });
      assertNoSecrets(logged);
    },
  };
}

/**
 * The process's service with these settings. Each caller closes it, and the last one ends it. `logged` has
 * the lines since the call.
 */
export async function shareTestService(options: SharedServiceOptions = {}): Promise<TestService> {
  const { part: service, release } = await shareTestPart(
    `service ${JSON.stringify(options)}`,
    () => startTestService(options),
    (unused) => unused.close(),
  );
  const earlierLines = service.logged.length;
  return {
    ...service,
    get logged() {
      return service.logged.slice(earlierLines);
    },
    close: release,
  };
}

/** Sends a request to a service and checks the answer against the contract. */
export async function send(
  url: string,
  method: string,
  target: string,
  sending: RequestOptions = {},
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
    // A redirect is the answer.
    redirect: 'manual',
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

/** Creates a workspace (or an account in an existing one) with a key and a private project. */
export async function createTenant(db: Database, options: CallerOptions = {}): Promise<Tenant> {
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

/** A minimal template: a page of 40 × 20 px with an optional title. */
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
  const { elements = [], ...plain } = plainDocument;
  return await createTemplate(db, {
    viewer: owner,
    projectId,
    document: { ...plain, ...(document.pages === undefined && { elements }), ...document },
    files: [],
    visibility,
  });
}
