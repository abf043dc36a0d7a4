/**
 * The faults, thrown at random one after the other in two lanes: at the processes, and at what they stand on.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Crew, Post } from './crew.ts';
import type { CutProxy } from './cut-proxy.ts';
import { signalIfThere, type DatabaseServer } from './database-server.ts';
import type { Disk } from './disk.ts';
import { moods, type Outsiders } from './outsiders.ts';
import type { Random } from './random.ts';

export interface FaultParts {
  readonly crew: Crew;
  readonly server: DatabaseServer;
  readonly proxy: CutProxy;
  readonly disk: Disk;
  readonly outsiders: Outsiders;
  readonly random: Random;
  /** Told of each fault as it is thrown. */
  report(fault: string): void;
}

export interface Faults {
  /** Throws no more, and resolves once those under way are over and all is well again. */
  end(): Promise<void>;
}

interface Fault {
  readonly name: string;
  /** How often, beside the others of its lane. */
  readonly weight: number;
  throw(parts: FaultParts, random: Random): Promise<unknown>;
}

/** Longer than a process may be silent before it counts as gone, once in a while. */
const holdMs = (random: Random): number =>
  random.chance(0.25) ? random.integer(12_500, 16_000) : random.integer(300, 4_000);

const atProcesses: readonly Fault[] = [
  {
    name: 'kill -9 of a process',
    weight: 4,
    throw: (parts, random) => onPost(parts, random, ({ pid }) => signalIfThere(pid, 'SIGKILL')),
  },
  {
    name: 'kill -9 of several processes',
    weight: 1,
    async throw({ crew }, random) {
      for (const { member } of crew.posts)
        if (member !== null && random.chance(0.7)) signalIfThere(member.pid, 'SIGKILL');
    },
  },
  {
    name: 'a process is held still',
    weight: 3,
    throw: (parts, random) =>
      onPost(parts, random, async ({ pid }) => {
        signalIfThere(pid, 'SIGSTOP');
        await sleep(holdMs(random));
        signalIfThere(pid, 'SIGCONT');
      }),
  },
  {
    name: 'a process is stopped in order',
    weight: 1,
    throw: (parts, random) => onPost(parts, random, ({ pid }) => signalIfThere(pid, 'SIGTERM')),
  },
  {
    name: 'kill -9 of a renderer',
    weight: 2,
    throw: (parts, random) => onRenderer(parts, random, (pid) => signalIfThere(pid, 'SIGKILL')),
  },
  {
    name: 'a renderer is held still',
    weight: 1,
    throw: (parts, random) =>
      onRenderer(parts, random, async (pid) => {
        signalIfThere(pid, 'SIGSTOP');
        await sleep(random.integer(300, 6_000));
        signalIfThere(pid, 'SIGCONT');
      }),
  },
];

const atSurroundings: readonly Fault[] = [
  { name: 'all sessions ended', weight: 3, throw: ({ server }) => server.endSessions() },
  {
    name: 'the database restarted',
    weight: 1,
    throw: ({ server }, random) =>
      server.restart(random.pick(['SIGINT', 'SIGQUIT']), random.integer(0, 2_500)),
  },
  { name: 'kill -9 of a database session', weight: 1, throw: ({ server }) => server.killSession() },
  {
    name: 'the database held still',
    weight: 1,
    throw: ({ server }, random) => server.hold(random.integer(300, 4_000)),
  },
  { name: 'connections cut', weight: 2, throw: async ({ proxy }) => proxy.cut() },
  {
    name: 'connections stalled',
    weight: 1,
    throw: ({ proxy }, random) => proxy.stall(random.integer(300, 4_000)),
  },
  {
    name: 'answers of the database lost',
    weight: 3,
    throw: ({ proxy }, random) => proxy.loseAnswers(random.integer(5, 400)),
  },
  { name: 'storage full', weight: 2, throw: fillDisk },
  { name: 'storage gone', weight: 1, throw: hideDisk },
  {
    name: 'the receiver misbehaves',
    weight: 2,
    throw: async ({ outsiders }, random) => outsiders.setReceiver(random.pick(moods)),
  },
  {
    name: 'the origin of pictures misbehaves',
    weight: 2,
    throw: async ({ outsiders }, random) => outsiders.setOrigin(random.pick(moods)),
  },
];

/** Starts throwing. */
export function startFaults(parts: FaultParts): Faults {
  let over = false;
  const lane = async (faults: readonly Fault[], random: Random): Promise<void> => {
    const weighted = faults.flatMap((fault) => Array.from({ length: fault.weight }, () => fault));
    while (!over) {
      await sleep(random.integer(100, 2_000));
      while (!over && !parts.crew.isOfUse()) await sleep(50);
      if (over) return;
      const fault = random.pick(weighted);
      parts.report(fault.name);
      await fault.throw(parts, random);
    }
  };
  const lanes = Promise.all([
    lane(atProcesses, parts.random.fork('processes')),
    lane(atSurroundings, parts.random.fork('surroundings')),
  ]);
  lanes.catch(() => undefined);
  return {
    async end() {
      over = true;
      try {
        await lanes;
      } finally {
        parts.outsiders.setReceiver('well');
        parts.outsiders.setOrigin('well');
        await parts.disk.mend();
        await parts.crew.resumeAll();
      }
      await parts.crew.allAtWork();
    },
  };
}

async function onPost(
  { crew }: FaultParts,
  random: Random,
  act: (member: NonNullable<Post['member']>) => void | Promise<void>,
): Promise<void> {
  const { member } = random.pick(crew.posts);
  if (member !== null) await act(member);
}

async function onRenderer(
  { crew }: FaultParts,
  random: Random,
  act: (pid: number) => void | Promise<void>,
): Promise<void> {
  const renderers = await crew.findRenderers(random.pick(crew.posts));
  if (renderers.length > 0) await act(random.pick(renderers));
}

async function fillDisk({ disk }: FaultParts, random: Random): Promise<void> {
  if (!disk.isSmall) return;
  await disk.fill();
  await sleep(random.integer(300, 4_000));
  await disk.mend();
}

async function hideDisk({ disk }: FaultParts, random: Random): Promise<void> {
  await disk.hide();
  await sleep(random.integer(300, 4_000));
  await disk.mend();
}
