import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { submitJobs, type BatchJobIds } from './live-service-jobs.ts';

const root = join(import.meta.dirname, '..');
const main = join(root, 'src/main.ts');

/** A running service, and what is in it. */
export interface LiveService {
  readonly origin: string;
  readonly apiKey: string;
  readonly projectId: string;
  readonly templateId: string;
  readonly jobs: BatchJobIds;
  /** Links that are there to be revoked. */
  readonly shareIds: readonly string[];
  /** Stops the service and removes its data. */
  close(): Promise<void>;
}

/**
 * Starts `platen serve` on data of its own: a workspace of two accounts, with private and shared projects and templates, and
 * batch jobs of one of them.
 *
 * @param options.env variables beside those that are set here, or in their place: `RATE_LIMITS` is `off`, say
 */
export async function startLiveService(
  options: { readonly env?: NodeJS.ProcessEnv } = {},
): Promise<LiveService> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-live-'));
  const plans = join(folder, 'plans.json');
  const plan = { rendersPerMonth: 1_000_000, activeShareLinks: 100_000 };
  await writeFile(plans, JSON.stringify({ studio: plan }));
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATA_DIR: join(folder, 'data'),
    PLANS_FILE: plans,
    // One submission a second would leave a fuzzer at the door; what is limited has tests of its own.
    RATE_LIMITS: 'off',
    // For callback URLs, which must be somebody's.
    OUTBOUND_ALLOW: '127.0.0.0/8',
    HOST: '127.0.0.1',
    PORT: String(await findFreePort()),
    LOG_LEVEL: 'error',
    LOG_FORMAT: 'json',
    ...options.env,
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
    const { portraitId, ...seeded } = await seed(env, folder);
    const jobs = await submitJobs(origin, seeded, portraitId);
    const shareIds = await publishRenders(origin, seeded);
    return { origin, ...seeded, jobs, shareIds, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Fills the service through its own command line, as an operator would. */
async function seed(
  env: NodeJS.ProcessEnv,
  folder: string,
): Promise<Pick<LiveService, 'apiKey' | 'projectId' | 'templateId'> & { readonly portraitId: string }> {
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
    await platen('workspace', 'create', '--name', 'Live', '--plan', 'studio'),
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
  const portrait = await platen(
    'template',
    'import',
    await writePortrait(folder),
    '--account',
    own.accountId,
    '--project',
    own.projectId,
  );
  const key = await platen('key', 'create', '--account', own.accountId, '--name', 'Fuzzer');
  return {
    apiKey: get(key, 'apiKey'),
    projectId: own.projectId,
    templateId: own.templateId,
    portraitId: get(portrait, 'templateId'),
  };
}

/** Publishes renders at public addresses. */
async function publishRenders(
  origin: string,
  { apiKey, templateId }: Pick<LiveService, 'apiKey' | 'templateId'>,
): Promise<string[]> {
  const ids: string[] = [];
  for (const format of ['png', 'jpeg', 'webp', 'pdf']) {
    const response = await fetch(`${origin}/api/v1/templates/${templateId}/generate`, {
      method: 'POST',
      headers: { 'X-Api-Key': apiKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ variables: { title: 'Shared' }, format, delivery: 'link' }),
    });
    if (!response.ok) throw new Error(`A render was not published: ${await response.text()}`);
    ids.push(((await response.json()) as { id: string }).id);
  }
  return ids;
}

/** A template with a picture of the caller's, because a picture can turn out to be none when it is drawn. */
async function writePortrait(folder: string): Promise<string> {
  const place = join(folder, 'portrait');
  await mkdir(place);
  const document = {
    schemaVersion: 1,
    name: 'Portrait',
    viewport: { width: 40, height: 40 },
    variables: [{ name: 'photo', type: 'image', label: 'Photo', required: false }],
    elements: [{ type: 'image', id: 'photo', x: 0, y: 0, width: 40, height: 40, src: '{{photo}}' }],
  };
  await writeFile(join(place, 'template.json'), JSON.stringify(document));
  return place;
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
