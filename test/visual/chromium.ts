/**
 * Runs Debian's headless Chromium for the reference images: the same program, flags and fonts give the same
 * bytes each time. Uses the DevTools protocol over the pipe of file descriptors 3 and 4.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';

/** Flags that fix or switch off everything that differs between machines. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--hide-scrollbars',
  // One thread paints, after images are decoded.
  '--num-raster-threads=1',
  '--disable-checker-imaging',
  '--disable-partial-raster',
  '--run-all-compositor-stages-before-draw',
  '--lang=en',
  // Pages are files, and so are their fonts.
  '--allow-file-access-from-files',
  '--disable-extensions',
  '--no-first-run',
  '--remote-debugging-pipe',
];

export interface Browser {
  /** Name and version. */
  readonly version: string;
  /** Sends a command to the page. Rejects with Chromium's error message. */
  send<Result>(method: string, parameters?: Record<string, unknown>): Promise<Result>;
  /** Resolves when the page next reports `event`. */
  once(event: string): Promise<void>;
  close(): Promise<void>;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Starts Chromium with one empty page; with another environment than ours if the program needs one. */
export async function startBrowser(program: string, env?: NodeJS.ProcessEnv): Promise<Browser> {
  const profile = await mkdtemp(path.join(tmpdir(), 'platen-chromium-'));
  const child = spawn(program, [...FLAGS, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    env,
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`${program} ended with ${code}`)));
  });
  // Calls that wait for an answer reject with it; without a call nothing handles it.
  failed.catch(() => undefined);
  const pipe = openPipe(child.stdio[3] as Writable, child.stdio[4] as Readable);

  const { product } = await Promise.race([failed, pipe.send<{ product: string }>('Browser.getVersion', {})]);
  const { targetId } = await pipe.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await pipe.send<{ sessionId: string }>('Target.attachToTarget', {
    targetId,
    flatten: true,
  });
  return {
    version: product,
    send: <Result>(method: string, parameters: Record<string, unknown> = {}) =>
      Promise.race([failed, pipe.send<Result>(method, parameters, sessionId)]),
    once: (event) => Promise.race([failed, pipe.once(event)]),
    async close() {
      child.kill();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Messages are JSON texts, each followed by a zero byte. */
function openPipe(
  input: Writable,
  output: Readable,
): {
  send: <Result>(method: string, params: Record<string, unknown>, sessionId?: string) => Promise<Result>;
  once: (event: string) => Promise<void>;
} {
  let lastId = 0;
  const answers = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  const waiting: { readonly event: string; readonly resolve: () => void }[] = [];

  const receive = ({ id, method, result, error }: Message): void => {
    if (id !== undefined) {
      const answer = answers.get(id);
      answers.delete(id);
      if (error === undefined) answer?.resolve(result);
      else answer?.reject(new Error(error.message));
      return;
    }
    const index = waiting.findIndex(({ event }) => event === method);
    if (index !== -1) waiting.splice(index, 1)[0]?.resolve();
  };

  let rest = Buffer.alloc(0);
  output.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0)) {
      receive(JSON.parse(rest.toString('utf8', 0, end)) as Message);
      rest = rest.subarray(end + 1);
    }
  });
  return {
    send: <Result>(method: string, params: Record<string, unknown>, sessionId?: string) =>
      new Promise<Result>((resolve, reject) => {
        const id = ++lastId;
        answers.set(id, { resolve: (result) => resolve(result as Result), reject });
        input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
      }),
    once: (event) => new Promise((resolve) => void waiting.push({ event, resolve })),
  };
}
