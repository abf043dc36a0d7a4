/** What may happen to the processes that share an embedded database. */
import { readFile, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signalIfRunning } from '../../faults/database-server.ts';
import type { Random } from '../../faults/random.ts';
import type { World } from './world.ts';

export interface LifecycleEvent {
  readonly name: string;
  /** Resolves when the fault is over. A returned function ends what lasts until everything has recovered. */
  inject(world: World, random: Random): Promise<void | (() => void | Promise<void>)>;
}

/** A quarter of the pauses exceed all of the program's time limits for an answer. */
const pauseMs = (random: Random): number =>
  random.chance(0.25) ? random.integer(5_000, 16_000) : random.integer(200, 3_000);

export const events: readonly LifecycleEvent[] = [
  {
    name: 'kill -9 of the server',
    inject: async (world) => signal((await world.serverPids()).slice(0, 1), 'SIGKILL'),
  },
  {
    name: 'the server is stopped',
    inject: async (world, random) =>
      signal((await world.serverPids()).slice(0, 1), random.pick(['SIGTERM', 'SIGINT', 'SIGQUIT'])),
  },
  {
    name: 'kill -9 of one of its processes',
    inject: async (world, random) => signal(await pickChild(world, random), 'SIGKILL'),
  },
  {
    name: 'kill -9 of one of its processes, and a fast stop during recovery',
    async inject(world, random) {
      const [server] = await world.serverPids();
      signal(await pickChild(world, random), 'SIGKILL');
      await sleep(random.integer(0, 200));
      signal(server === undefined ? [] : [server], 'SIGINT');
    },
  },
  {
    name: 'the server is paused',
    inject: async (world, random) => await pause((await world.serverPids()).slice(0, 1), random),
  },
  {
    name: 'all processes of the server are paused',
    inject: async (world, random) => await pause(await world.serverPids(), random),
  },
  {
    name: 'one of its processes is paused',
    inject: async (world, random) => await pause(await pickChild(world, random), random),
  },
  {
    name: 'the server is paused for good',
    async inject(world) {
      const pids = (await world.serverPids()).slice(0, 1);
      signal(pids, 'SIGSTOP');
      return () => signal(pids, 'SIGCONT');
    },
  },
  {
    name: 'kill -9 of the server, whose other processes are paused for good',
    async inject(world) {
      const [server, ...others] = await world.serverPids();
      signal(others, 'SIGSTOP');
      signal(server === undefined ? [] : [server], 'SIGKILL');
      return () => signal(others, 'SIGCONT');
    },
  },
  {
    name: 'kill -9 of the server, whose port and id other programs take',
    async inject(world) {
      const file = path.join(world.dataDir, 'postgres', 'postmaster.pid');
      const [server, ...others] = await world.serverPids();
      // The service must not start it before it is killed too.
      signal([world.servicePid(), server ?? 0, ...others], 'SIGKILL');
      const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
      if (lines.length < 4) return;
      await writeFile(file, [process.pid, ...lines.slice(1)].join('\n'));
      const other = createServer((socket) => socket.on('error', () => undefined).resume());
      other.listen(Number(lines[3]), '127.0.0.1');
      const isListening = await once(other, 'listening').then(
        () => true,
        () => false,
      );
      return async () => {
        if (!isListening) return;
        other.close();
        await once(other, 'close');
      };
    },
  },
  {
    name: 'kill -9 of everything, as in a crash of the machine',
    async inject(world, random) {
      const command = world.startCommand();
      await sleep(random.integer(0, 1_500));
      signal([...(await world.serverPids()), world.servicePid(), command.pid], 'SIGKILL');
    },
  },
  {
    name: 'kill -9 of the service',
    inject: (world) => Promise.resolve(signal([world.servicePid()], 'SIGKILL')),
  },
  {
    name: 'the service is paused',
    inject: async (world, random) => await pause([world.servicePid()], random),
  },
  {
    name: 'kill -9 of the server; the service is paused while it starts another',
    async inject(world, random) {
      signal((await world.serverPids()).slice(0, 1), 'SIGKILL');
      await sleep(random.integer(0, 400));
      await pause([world.servicePid()], random);
    },
  },
  { name: 'kill -9 of a command', inject: (world, random) => onCommand(world, random, 'SIGKILL') },
  { name: 'SIGTERM to a command', inject: (world, random) => onCommand(world, random, 'SIGTERM') },
  {
    name: 'a command is paused until others have finished',
    async inject(world, random) {
      const { pid } = world.startCommand();
      await sleep(random.integer(0, 2_000));
      signal([pid], 'SIGSTOP');
      return () => signal([pid], 'SIGCONT');
    },
  },
  {
    name: 'without the service: commands start and stop the server; one is killed, one is paused',
    async inject(world, random) {
      await world.stopService();
      const [killed, paused, other] = [world.startCommand(), world.startCommand(), world.startCommand()];
      await sleep(random.integer(0, 3_000));
      signal([killed.pid], 'SIGKILL');
      signal([paused.pid], 'SIGSTOP');
      await other.ended;
      signal([paused.pid], 'SIGCONT');
      await paused.ended;
      world.startService();
    },
  },
];

async function onCommand(world: World, random: Random, name: NodeJS.Signals): Promise<void> {
  const { pid } = world.startCommand();
  await sleep(random.integer(0, 2_000));
  signal([pid], name);
}

async function pause(pids: readonly number[], random: Random): Promise<void> {
  signal(pids, 'SIGSTOP');
  await sleep(pauseMs(random));
  signal(pids, 'SIGCONT');
}

async function pickChild(world: World, random: Random): Promise<number[]> {
  const children = (await world.serverPids()).slice(1);
  return children.length === 0 ? [] : [random.pick(children)];
}

/** 0 is no process. */
function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) if (pid > 0) signalIfRunning(pid, name);
}
