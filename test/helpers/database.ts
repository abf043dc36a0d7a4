/**
 * A real database for a test file: a clone of a migrated template database in an embedded PostgreSQL server.
 * All test processes of this machine share the server; it stops with the last one.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statfsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { openDatabase, queryRow, queryRows, type Database } from '../../src/store/database.ts';
import { openEmbeddedDatabase, type EmbeddedDatabase } from '../../src/store/embedded/embedded-database.ts';
import { QUEUE_SCHEMA_REVISION } from '../../src/store/job-queue.ts';
import { migrateDatabase } from '../../src/store/migrations.ts';
import { findCallerByKeyHash, type Caller } from '../../src/store/callers.ts';
import { createKey, hashKey } from '../../src/store/keys.ts';
import { createAccount, createWorkspace } from '../../src/store/workspaces.ts';
import type { PlanName } from '../../src/config/plans.ts';

export interface TestDatabase {
  readonly db: Database;
  /** For code that opens its own pool. */
  readonly url: string;
  /** Drops the database. The last test process stops the server. */
  close(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, '..', '..');
const dataDir = chooseDataDir();
let clones = 0;

/** Creates a migrated, empty database. Close it in `after`. */
export async function createTestDatabase({ poolSize = 10 } = {}): Promise<TestDatabase> {
  const server = await openServer();
  const admin = openDatabase(() => server.url, { poolSize: 1 });
  const name = `test_${process.pid}_${(clones += 1)}`;
  try {
    const template = await prepareTemplate(server, admin);
    // By default each page goes through the log, which takes three times as long.
    await admin.raw('create database ?? template ?? strategy file_copy', [name, template]);
  } finally {
    await admin.destroy();
  }
  const url = getUrl(server, name);
  const db = openDatabase(() => url, { poolSize });
  return {
    db,
    url,
    async close() {
      await db.destroy();
      const dropper = openDatabase(() => server.url, { poolSize: 1 });
      await dropper.raw('drop database ?? with (force)', [name]);
      await dropper.destroy();
      await server.close();
    },
  };
}

export interface CallerOptions {
  readonly plan?: PlanName;
  /** Default: a new one. */
  readonly workspaceId?: string;
  /** The key may import templates. */
  readonly mayAuthor?: boolean;
}

/** Creates a workspace with an account and its key, as a request's caller. */
export async function createCaller(
  db: Database,
  { plan = 'studio', workspaceId, mayAuthor = false }: CallerOptions = {},
): Promise<Caller & { readonly apiKey: string }> {
  const workspace = workspaceId ?? (await createWorkspace(db, { name: 'Test workspace', plan })).workspaceId;
  const accountId = await createAccount(db, { workspaceId: workspace, name: 'Test account' });
  if (accountId === null) throw new Error('There is no such workspace.');
  const key = await createKey(db, { accountId, name: 'Test key', mayAuthor });
  if (typeof key === 'string') throw new Error(`No key was created: ${key}.`);
  const caller = await findCallerByKeyHash(db, hashKey(key.apiKey));
  if (caller === null) throw new Error('The new key was not found.');
  return { ...caller, apiKey: key.apiKey };
}

/**
 * The server's folder, in memory where the system has room. A database has 600 files, and an ext4 without a
 * journal searches the inodes of files that were removed within minutes for each: creating a database and
 * dropping it took 0.6 s of processor time on such a disk, and takes 0.08 s in memory.
 */
function chooseDataDir(): string {
  const memory = '/dev/shm';
  const folder = path.relative(path.parse(root).root, root).replaceAll(/[^\w-]/g, '-');
  return hasRoom(memory)
    ? path.join(memory, `platen-test-${folder}`)
    : path.join(root, 'node_modules', '.cache', 'platen-test');
}

/** Whether a folder is in memory and has four gigabytes left, many times what the tests need. */
function hasRoom(folder: string): boolean {
  const minBytes = 4 * 1024 ** 3;
  const tmpfs = 0x01_02_19_94;
  try {
    const { type, bavail, bsize } = statfsSync(folder);
    return type === tmpfs && bavail * bsize >= minBytes;
  } catch {
    return false;
  }
}

/**
 * Opens the shared server; each open test database holds one reference. Recreates its folder if the server
 * does not start.
 */
async function openServer(): Promise<EmbeddedDatabase> {
  const options = { dataDir, log: pino({ level: 'silent' }), durable: false };
  try {
    return await openEmbeddedDatabase(options);
  } catch {
    await rm(dataDir, { recursive: true, force: true });
    return await openEmbeddedDatabase(options);
  }
}

/** Returns the name of the migrated template database. The first test process creates it. */
async function prepareTemplate(server: EmbeddedDatabase, admin: Database): Promise<string> {
  const template = `template_${hashMigrations()}`;
  await admin.raw('select pg_advisory_lock(1)');
  await dropLeftovers(admin);
  const { ready } = await queryRow<{ ready: boolean }>(
    admin,
    'select exists (select from pg_database where datname = :template and datistemplate) as ready',
    { template },
  );
  if (!ready) {
    await admin.raw('drop database if exists ??', [template]);
    await admin.raw('create database ??', [template]);
    const db = openDatabase(() => getUrl(server, template), { poolSize: 3 });
    await migrateDatabase(db);
    await db.destroy();
    await admin.raw('alter database ?? is_template true', [template]);
  }
  await admin.raw('select pg_advisory_unlock(1)');
  return template;
}

/** Drops the databases of killed test processes. */
async function dropLeftovers(admin: Database): Promise<void> {
  const databases = await queryRows<{ name: string }>(
    admin,
    `select datname as name from pg_database where datname like 'test\\_%'`,
    {},
  );
  for (const { name } of databases) {
    if (!isRunning(Number(name.split('_')[1])))
      await admin.raw('drop database if exists ?? with (force)', [name]);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function getUrl(server: EmbeddedDatabase, database: string): string {
  const url = new URL(server.url);
  url.pathname = `/${database}`;
  return url.href;
}

function hashMigrations(): string {
  const folder = path.join(root, 'migrations');
  const hash = createHash('sha256').update(String(QUEUE_SCHEMA_REVISION));
  for (const name of readdirSync(folder).sort())
    hash.update(name).update(readFileSync(path.join(folder, name)));
  return hash.digest('hex').slice(0, 16);
}
