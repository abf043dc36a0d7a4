import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..');
const main = join(root, 'src/main.ts');

/** A running service, and what is in it. */
export interface FuzzFixture {
  readonly origin: string;
  readonly apiKey: string;
  readonly projectId: string;
  readonly templateId: string;
  /** Stops the service and removes its data. */
  close(): Promise<void>;
}

/** Starts `platen serve` on data of its own: a workspace of two accounts, with private and shared projects and templates. */
export async function startFuzzFixture(): Promise<FuzzFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-fuzz-'));
  const plans = join(folder, 'plans.json');
  // Rates of this plan are out of the fuzzer's way; those of reading are not, and the fuzzer keeps below them.
  const plan = { rendersPerMonth: 1_000_000, generatePerSecond: 1000, generateBurst: 1000 };
  await writeFile(plans, JSON.stringify({ studio: plan }));
  const env = {
    ...process.env,
    DATA_DIR: join(folder, 'data'),
    PLANS_FILE: plans,
    HOST: '127.0.0.1',
    PORT: String(await findFreePort()),
    LOG_LEVEL: 'error',
    LOG_FORMAT: 'json',
  };
  const { server, origin } = await startServer(env).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
  const close = async (): Promise<void> => {
    if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit');
    await rm(folder, { recursive: true, force: true });
  };
  try {
    return { origin, ...(await seed(env)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Fills the service through its own command line, as an operator would. */
async function seed(
  env: NodeJS.ProcessEnv,
): Promise<Pick<FuzzFixture, 'apiKey' | 'projectId' | 'templateId'>> {
  const platen = async (...words: string[]): Promise<Record<string, string>> => {
    const { stdout } = await promisify(execFile)(process.execPath, [main, ...words, '--json'], {
      env,
      cwd: root,
    });
    return JSON.parse(stdout) as Record<string, string>;
  };
  const get = (answer: Record<string, string>, name: string): string => {
    const value = answer[name];
    if (value === undefined) throw new Error(`The command line answered without ${name}.`);
    return value;
  };
  const workspaceId = get(
    await platen('workspace', 'create', '--name', 'Fuzz', '--plan', 'studio'),
    'workspaceId',
  );
  const ids: { accountId: string; projectId: string; templateId: string }[] = [];
  for (const name of ['Own', 'Other']) {
    const account = [
      '--account',
      get(await platen('account', 'create', '--workspace', workspaceId, '--name', name), 'accountId'),
    ];
    for (const visibility of ['PRIVATE', 'SHARED']) {
      const project = await platen(
        'project',
        'create',
        ...account,
        '--name',
        name,
        '--visibility',
        visibility,
      );
      const target = [...account, '--project', get(project, 'projectId'), '--visibility', visibility];
      const template = await platen('template', 'import', join(import.meta.dirname, 'fixture'), ...target);
      ids.push({
        accountId: account[1] ?? '',
        projectId: get(project, 'projectId'),
        templateId: get(template, 'templateId'),
      });
    }
  }
  const [own] = ids;
  if (own === undefined) throw new Error('Nothing was made.');
  const key = await platen('key', 'create', '--account', own.accountId, '--name', 'Fuzzer');
  return { apiKey: get(key, 'apiKey'), projectId: own.projectId, templateId: own.templateId };
}

async function startServer(env: NodeJS.ProcessEnv): Promise<{ server: ChildProcess; origin: string }> {
  const server = spawn(process.execPath, [main, 'serve'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit').then(() => {
    throw new Error('The service ended before it took requests.');
  });
  // Once it listens its end is awaited elsewhere.
  ended.catch(() => undefined);
  const listening = (async () => {
    for await (const line of createInterface({ input: server.stdout })) {
      const origin = /^platen is listening on (\S+)/.exec(line)?.[1];
      if (origin !== undefined) return origin;
    }
    return await ended;
  })();
  const origin = await Promise.race([listening, ended]);
  server.stdout.resume();
  return { server, origin };
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
