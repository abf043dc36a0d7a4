/**
 * The processes of the service, each started again when it has ended, as those are that an orchestrator looks after.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createFleet, type Member } from '../helpers/fleet.ts';
import { listChildren, signalIfThere } from './database-server.ts';
import type { Random } from './random.ts';

export interface Post {
  readonly name: string;
  /** Null while it is being started. */
  member: Member | null;
  /** Null while it takes no requests, and for workers. */
  url: string | null;
}

export interface Crew {
  readonly posts: readonly Post[];
  /** Where requests go: any process that takes them. Waits until there is one. */
  findUrl(): Promise<string>;
  /** The renderer processes of a post. */
  findRenderers(post: Post): Promise<number[]>;
  /** Lets everything go on that is held. */
  resumeAll(): Promise<void>;
  /** Resolves when every post is filled. */
  allAtWork(): Promise<void>;
  /** Whether requests are taken and rows rendered: with less there is not much to disturb. */
  isOfUse(): boolean;
  /** Ends that were neither killed nor in order: a name and what was last said. */
  readonly crashes: string[];
  /** Stops all in order. Returns those that did not end well, with what they last said. */
  stop(): Promise<string[]>;
  /** Kills what is left. */
  close(): Promise<void>;
}

export interface CrewOptions {
  readonly databaseUrl: string;
  readonly folder: string;
  /** Of all processes. */
  readonly env: Readonly<Record<string, string>>;
  /** A file that says by how many milliseconds their clocks are ahead, as soon as it is there. */
  readonly clockFile: string;
  readonly random: Random;
}

const preload = `--import=${new URL('shifted-clock.ts', import.meta.url).href}`;

/** What starts may take once nothing is wrong any more. */
const mostStartMs = 180_000;

/** What a stop may take: its own limits are 30 s and 10 s. */
const mostStopMs = 45_000;

/** Starts two processes that take requests and two that work on batches. */
export async function startCrew({ databaseUrl, folder, env, clockFile, random }: CrewOptions): Promise<Crew> {
  const fleet = createFleet({ url: databaseUrl }, folder, { ...env, NODE_OPTIONS: preload });
  const crashes: string[] = [];
  let isStopping = false;
  let lastFailure = 'none has failed to start';

  const fill = async (post: Post, isServer: boolean, skewMs: number): Promise<void> => {
    const clock = { FAULTS_CLOCK_FILE: clockFile, FAULTS_CLOCK_SKEW_MS: String(skewMs) };
    while (!isStopping) {
      try {
        const member = isServer ? await fleet.serve(clock) : await fleet.work(clock);
        post.member = member;
        post.url = 'url' in member ? (member.url as string) : null;
        const code = await member.ended;
        if (code !== null && code !== 0 && !isStopping) {
          crashes.push(`${post.name} ended by itself with ${code}: ${member.lines.slice(-3).join(' | ')}`);
        }
      } catch (error) {
        // What it needs may not be there at the moment.
        lastFailure = `${post.name}: ${String(error)}`;
      }
      post.member = null;
      post.url = null;
      await sleep(random.integer(100, 1_500));
    }
  };
  const posts = ['api 1', 'api 2', 'worker 1', 'worker 2'].map((name): Post => {
    const post: Post = { name, member: null, url: null };
    // No two clocks are the same.
    void fill(post, name.startsWith('api'), random.integer(-1_500, 1_500));
    return post;
  });
  const allAtWork = async (): Promise<void> => {
    const endsAt = performance.now() + mostStartMs;
    while (posts.some(({ member }) => member === null)) {
      if (performance.now() > endsAt)
        throw new Error(`Not all processes start; the last to fail was ${lastFailure}`);
      await sleep(20);
    }
  };
  await allAtWork();
  return {
    posts,
    crashes,
    allAtWork,
    isOfUse: () =>
      ['api', 'worker'].every((kind) => posts.some(({ name, member }) => name.startsWith(kind) && member)),
    async findUrl() {
      for (;;) {
        const urls = posts.flatMap(({ url }) => (url === null ? [] : [url]));
        if (urls.length > 0) return random.pick(urls);
        await sleep(50);
      }
    },
    findRenderers: async ({ member }) => (member === null ? [] : await listChildren(member.pid)),
    async resumeAll() {
      for (const { member } of posts) {
        if (member === null) continue;
        signalIfThere(member.pid, 'SIGCONT');
        for (const pid of await listChildren(member.pid)) signalIfThere(pid, 'SIGCONT');
      }
    },
    async stop() {
      isStopping = true;
      const ends = posts.map(async ({ name, member }) => {
        if (member === null) return [];
        const code = await Promise.race([member.stop(), sleep(mostStopMs, 'too late' as const)]);
        return code === 0 ? [] : [`${name} stopped with ${code}: ${member.lines.slice(-3).join(' | ')}`];
      });
      return (await Promise.all(ends)).flat();
    },
    async close() {
      isStopping = true;
      await fleet.close();
    },
  };
}
