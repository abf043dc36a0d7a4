import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Database } from '../src/store/database.ts';
import { createTestDatabase } from '../test/helpers/database.ts';
import { findFreePort } from '../test/helpers/free-port.ts';
import { startSurroundings } from './live-service-surroundings.ts';
import { fillService, type LiveData } from './live-service-data.ts';

const root = join(import.meta.dirname, '..');
const main = join(root, 'src/main.ts');

/** A running service and its data. */
export interface LiveService extends LiveData {
  readonly origin: string;
  readonly db: Database;
  /** Stops the service and removes its data. */
  close(): Promise<void>;
}

/**
 * Starts `platen serve` with new data: two workspaces and three accounts with private and shared projects and
 * templates, and jobs and share links in every state.
 *
 * @param options.env environment variables; they override those that are set here, such as `RATE_LIMITS=off`
 * @param options.activeShareLinks the limit of active links; 13 links exist from the start
 */
export async function startLiveService(
  options: { readonly env?: NodeJS.ProcessEnv; readonly activeShareLinks?: number } = {},
): Promise<LiveService> {
  const closing: (() => Promise<void> | void)[] = [];
  const close = async (): Promise<void> => {
    for (let step = closing.pop(); step !== undefined; step = closing.pop()) await step();
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), 'platen-live-'));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    const database = await createTestDatabase();
    closing.push(() => database.close());
    const surroundings = await startSurroundings(folder);
    closing.push(() => surroundings.close());
    const plans = join(folder, 'plans.json');
    const plan = { rendersPerMonth: 1_000_000, activeShareLinks: options.activeShareLinks ?? 100_000 };
    await writeFile(plans, JSON.stringify({ studio: plan }));
    const { server, origin } = await startServer({
      ...process.env,
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: database.url,
      PLANS_FILE: plans,
      // One submission a second would block the fuzzer. Rate limits have their own tests.
      RATE_LIMITS: 'off',
      // Callbacks and images come from this machine.
      OUTBOUND_ALLOW: '127.0.0.0/8',
      NODE_EXTRA_CA_CERTS: surroundings.certificateFile,
      CALLBACK_OFFSETS: '0s,50ms,100ms,150ms,200ms',
      // The image that never arrives keeps its job in progress, and one of four renderers busy.
      IMAGE_TIMEOUT: '1h',
      RENDER_THREADS: '4',
      HOST: '127.0.0.1',
      PORT: String(await findFreePort()),
      LOG_LEVEL: 'error',
      LOG_FORMAT: 'json',
      ...options.env,
    });
    closing.push(async () => {
      // Ends the wait for the image that never arrives.
      surroundings.close();
      if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit');
    });
    const data = await fillService(origin, database.db, surroundings);
    return { origin, db: database.db, ...data, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startServer(env: NodeJS.ProcessEnv): Promise<{ server: ChildProcess; origin: string }> {
  const server = spawn(process.execPath, [main, 'serve'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit').then(() => {
    throw new Error('The service ended before it accepted requests.');
  });
  // Once it listens, other code waits for its end.
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
