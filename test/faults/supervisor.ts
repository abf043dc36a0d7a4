/** Runs the service's processes and restarts each one that ends, like an orchestrator. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createFleet, type Member } from '../helpers/fleet.ts';
import { listChildren, signalIfRunning } from './database-server.ts';
import type { Random } from './random.ts';

export interface Slot {
  readonly name: string;
  /** Null while it starts. */
  member: Member | null;
  /** Null while it starts, and for workers. */
  url: string | null;
}

export interface Supervisor {
  readonly slots: readonly Slot[];
  /** The URL of a random API process. Waits until one runs. */
  findUrl(): Promise<string>;
  /** The pids of a slot's renderer processes. */
  findRenderers(slot: Slot): Promise<number[]>;
  /** Resumes every stopped process. */
  resumeAll(): Promise<void>;
  /** Resolves when every slot has a running process. */
  waitUntilRunning(): Promise<void>;
  /** Whether at least one API process and one worker run: faults wait for that. */
  canServe(): boolean;
  /** Processes that exited with an error by themselves: name and last log lines. */
  readonly crashes: string[];
  /** Stops all with SIGTERM. Returns those that did not exit with 0, with their last log lines. */
  stop(): Promise<string[]>;
  /** Kills the remaining processes. */
  close(): Promise<void>;
}

export interface SupervisorOptions {
  readonly databaseUrl: string;
  readonly folder: string;
  /** For all processes. */
  readonly env: Readonly<Record<string, string>>;
  /** The file with the milliseconds by which the clocks are ahead. It may not exist yet. */
  readonly clockFile: string;
  readonly random: Random;
}

const preload = `--import=${new URL('shifted-clock.ts', import.meta.url).href}`;

/** For starts after the last fault. */
const startTimeoutMs = 180_000;

/** Above the service's own limits for a stop: 30 s and 10 s. */
const stopTimeoutMs = 45_000;

/** Starts two API processes and two workers. */
export async function startSupervisor({
  databaseUrl,
  folder,
  env,
  clockFile,
  random,
}: SupervisorOptions): Promise<Supervisor> {
  const fleet = createFleet({ url: databaseUrl }, folder, { ...env, NODE_OPTIONS: preload });
  const crashes: string[] = [];
  let isStopping = false;
  let lastFailure = 'none';

  const supervise = async (slot: Slot, isServer: boolean, skewMs: number): Promise<void> => {
    const clock = { FAULTS_CLOCK_FILE: clockFile, FAULTS_CLOCK_SKEW_MS: String(skewMs) };
    while (!isStopping) {
      try {
        const member = isServer ? await fleet.serve(clock) : await fleet.work(clock);
        slot.member = member;
        slot.url = 'url' in member ? (member.url as string) : null;
        const code = await member.ended;
        if (code !== null && code !== 0 && !isStopping) {
          crashes.push(`${slot.name} exited with ${code}: ${member.lines.slice(-3).join(' | ')}`);
        }
      } catch (error) {
        // The database or the storage may be missing at the moment.
        lastFailure = `${slot.name}: ${String(error)}`;
      }
      slot.member = null;
      slot.url = null;
      await sleep(random.integer(100, 1_500));
    }
  };
  const slots = ['api 1', 'api 2', 'worker 1', 'worker 2'].map((name): Slot => {
    const slot: Slot = { name, member: null, url: null };
    // Each clock has its own error.
    void supervise(slot, name.startsWith('api'), random.integer(-1_500, 1_500));
    return slot;
  });
  const waitUntilRunning = async (): Promise<void> => {
    const endsAt = performance.now() + startTimeoutMs;
    while (slots.some(({ member }) => member === null)) {
      if (performance.now() > endsAt)
        throw new Error(`Not all processes start; last failure: ${lastFailure}`);
      await sleep(20);
    }
  };
  await waitUntilRunning();
  return {
    slots,
    crashes,
    waitUntilRunning,
    canServe: () =>
      ['api', 'worker'].every((kind) => slots.some(({ name, member }) => name.startsWith(kind) && member)),
    async findUrl() {
      for (;;) {
        const urls = slots.flatMap(({ url }) => (url === null ? [] : [url]));
        if (urls.length > 0) return random.pick(urls);
        await sleep(50);
      }
    },
    findRenderers: async ({ member }) => (member === null ? [] : await listChildren(member.pid)),
    async resumeAll() {
      for (const { member } of slots) {
        if (member === null) continue;
        signalIfRunning(member.pid, 'SIGCONT');
        for (const pid of await listChildren(member.pid)) signalIfRunning(pid, 'SIGCONT');
      }
    },
    async stop() {
      isStopping = true;
      const stops = slots.map(async ({ name, member }) => {
        if (member === null) return [];
        const code = await Promise.race([member.stop(), sleep(stopTimeoutMs, 'a timeout' as const)]);
        return code === 0 ? [] : [`${name} stopped with ${code}: ${member.lines.slice(-3).join(' | ')}`];
      });
      return (await Promise.all(stops)).flat();
    },
    async close() {
      isStopping = true;
      await fleet.close();
    },
  };
}
