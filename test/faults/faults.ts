/** Injects random faults in two loops: into the service's processes, and into what they depend on. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Supervisor, Slot } from './supervisor.ts';
import type { CutProxy } from './cut-proxy.ts';
import { signalIfRunning, type DatabaseServer } from './database-server.ts';
import type { Disk } from './disk.ts';
import { modes, type ExternalServers } from './external-servers.ts';
import type { Random } from './random.ts';

export interface FaultParts {
  readonly supervisor: Supervisor;
  readonly server: DatabaseServer;
  readonly proxy: CutProxy;
  readonly disk: Disk;
  readonly externals: ExternalServers;
  readonly random: Random;
  /** Called before each fault is injected. */
  report(fault: string): void;
}

export interface Faults {
  /** Starts no more faults; resolves when the current ones are over and all processes run again. */
  stop(): Promise<void>;
}

interface Fault {
  readonly name: string;
  /** Relative frequency within its loop. */
  readonly weight: number;
  inject(parts: FaultParts, random: Random): Promise<unknown>;
}

/** How long a process is paused. A quarter of the pauses exceed the heartbeat timeout. */
const pauseMs = (random: Random): number =>
  random.chance(0.25) ? random.integer(12_500, 16_000) : random.integer(300, 4_000);

const processFaults: readonly Fault[] = [
  {
    name: 'kill -9 of a process',
    weight: 4,
    inject: (parts, random) => onProcess(parts, random, ({ pid }) => signalIfRunning(pid, 'SIGKILL')),
  },
  {
    name: 'kill -9 of several processes',
    weight: 1,
    async inject({ supervisor }, random) {
      for (const { member } of supervisor.slots)
        if (member !== null && random.chance(0.7)) signalIfRunning(member.pid, 'SIGKILL');
    },
  },
  {
    name: 'a process is paused',
    weight: 3,
    inject: (parts, random) =>
      onProcess(parts, random, async ({ pid }) => {
        signalIfRunning(pid, 'SIGSTOP');
        await sleep(pauseMs(random));
        signalIfRunning(pid, 'SIGCONT');
      }),
  },
  {
    name: 'SIGTERM to a process',
    weight: 1,
    inject: (parts, random) => onProcess(parts, random, ({ pid }) => signalIfRunning(pid, 'SIGTERM')),
  },
  {
    name: 'kill -9 of a renderer',
    weight: 2,
    inject: (parts, random) => onRenderer(parts, random, (pid) => signalIfRunning(pid, 'SIGKILL')),
  },
  {
    name: 'a renderer is paused',
    weight: 1,
    inject: (parts, random) =>
      onRenderer(parts, random, async (pid) => {
        signalIfRunning(pid, 'SIGSTOP');
        await sleep(random.integer(300, 6_000));
        signalIfRunning(pid, 'SIGCONT');
      }),
  },
];

const environmentFaults: readonly Fault[] = [
  { name: 'all sessions ended', weight: 3, inject: ({ server }) => server.endSessions() },
  {
    name: 'the database restarted',
    weight: 1,
    inject: ({ server }, random) =>
      server.restart(random.pick(['SIGINT', 'SIGQUIT']), random.integer(0, 2_500)),
  },
  { name: 'kill -9 of a database session', weight: 1, inject: ({ server }) => server.killSession() },
  {
    name: 'the database paused',
    weight: 1,
    inject: ({ server }, random) => server.pause(random.integer(300, 4_000)),
  },
  { name: 'connections cut', weight: 2, inject: async ({ proxy }) => proxy.cut() },
  {
    name: 'connections stalled',
    weight: 1,
    inject: ({ proxy }, random) => proxy.stall(random.integer(300, 4_000)),
  },
  {
    name: 'database answers lost',
    weight: 3,
    inject: ({ proxy }, random) => proxy.loseAnswers(random.integer(5, 400)),
  },
  { name: 'storage full', weight: 2, inject: fillDisk },
  { name: 'storage missing', weight: 1, inject: hideDisk },
  {
    name: 'the receiver misbehaves',
    weight: 2,
    inject: async ({ externals }, random) => externals.setReceiver(random.pick(modes)),
  },
  {
    name: 'the image origin misbehaves',
    weight: 2,
    inject: async ({ externals }, random) => externals.setOrigin(random.pick(modes)),
  },
];

/** Starts injecting. */
export function startFaults(parts: FaultParts): Faults {
  let over = false;
  const loop = async (faults: readonly Fault[], random: Random): Promise<void> => {
    const weighted = faults.flatMap((fault) => Array.from({ length: fault.weight }, () => fault));
    while (!over) {
      await sleep(random.integer(100, 2_000));
      while (!over && !parts.supervisor.canServe()) await sleep(50);
      if (over) return;
      const fault = random.pick(weighted);
      parts.report(fault.name);
      await fault.inject(parts, random);
    }
  };
  const loops = Promise.all([
    loop(processFaults, parts.random.fork('processes')),
    loop(environmentFaults, parts.random.fork('environment')),
  ]);
  loops.catch(() => undefined);
  return {
    async stop() {
      over = true;
      try {
        await loops;
      } finally {
        parts.externals.setReceiver('ok');
        parts.externals.setOrigin('ok');
        await parts.disk.restore();
        await parts.supervisor.resumeAll();
      }
      await parts.supervisor.waitUntilRunning();
    },
  };
}

async function onProcess(
  { supervisor }: FaultParts,
  random: Random,
  act: (member: NonNullable<Slot['member']>) => void | Promise<void>,
): Promise<void> {
  const { member } = random.pick(supervisor.slots);
  if (member !== null) await act(member);
}

async function onRenderer(
  { supervisor }: FaultParts,
  random: Random,
  act: (pid: number) => void | Promise<void>,
): Promise<void> {
  const renderers = await supervisor.findRenderers(random.pick(supervisor.slots));
  if (renderers.length > 0) await act(random.pick(renderers));
}

async function fillDisk({ disk }: FaultParts, random: Random): Promise<void> {
  if (!disk.canFill) return;
  await disk.fill();
  await sleep(random.integer(300, 4_000));
  await disk.restore();
}

async function hideDisk({ disk }: FaultParts, random: Random): Promise<void> {
  await disk.hide();
  await sleep(random.integer(300, 4_000));
  await disk.restore();
}
