/**
 * Clients that ask for one render after the other, each over a connection of its own.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import type { OutputFormat } from '../../src/render/scene.ts';

export interface RequestTarget {
  readonly url: string;
  readonly apiKey: string;
  readonly templateId: string;
}

/** What was answered while it was measured. */
export interface Load {
  /** Milliseconds of each request that ended within. */
  readonly times: readonly number[];
  readonly elapsedMs: number;
  readonly bytes: number;
}

export interface Slice {
  readonly format: OutputFormat;
  /** Before it is measured: until as many renders are under way as there can be. */
  readonly leadMs: number;
  readonly ms: number;
  readonly makeValues: () => Record<string, string>;
  /** Called when the measured time begins, and when it ends; requests are under way before and after. */
  readonly onMark?: () => void;
}

/** Opens connections, and asks over each until the time is up. */
export class Clients {
  readonly #clients: readonly Client[];
  readonly #target: RequestTarget;

  constructor(target: RequestTarget, connections: number) {
    this.#target = target;
    this.#clients = Array.from({ length: connections }, () => new Client(target.url));
  }

  async run({ format, leadMs, ms, makeValues, onMark }: Slice): Promise<Load> {
    const times: number[] = [];
    let bytes = 0;
    let [start, end] = [Infinity, Infinity];
    const asking = Promise.all(
      this.#clients.map(async (client) => {
        while (end === Infinity) {
          const asked = performance.now();
          const got = await this.#render(client, format, makeValues());
          const answered = performance.now();
          if (start === Infinity || end !== Infinity) continue;
          bytes += got;
          times.push(answered - asked);
        }
      }),
    );
    const measuring = (async () => {
      await sleep(leadMs);
      onMark?.();
      start = performance.now();
      await sleep(ms);
      end = performance.now();
      onMark?.();
    })();
    await Promise.all([asking, measuring]);
    return { times, elapsedMs: end - start, bytes };
  }

  /** Asks once. Returns the milliseconds that it took. */
  async ask(format: OutputFormat, values: Record<string, string>): Promise<number> {
    const [client] = this.#clients;
    if (client === undefined) throw new Error('There is no connection.');
    const asked = performance.now();
    await this.#render(client, format, values);
    return performance.now() - asked;
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
  }

  /** Asks for one render, and reads it to its end. Rejects where the answer is no file. */
  #render(client: Client, format: OutputFormat, variables: Record<string, string>): Promise<number> {
    const { apiKey, templateId } = this.#target;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    let bytes = 0;
    let status = 0;
    client.dispatch(
      {
        method: 'POST',
        path: `/api/v1/templates/${templateId}/generate`,
        headers: { 'X-Api-Key': apiKey, 'Content-Type': 'application/json' },
        body: JSON.stringify({ variables, format, options: format === 'jpeg' ? { quality: 80 } : {} }),
      },
      {
        // Without it, handlers are taken for those of older versions.
        onRequestStart: () => undefined,
        onResponseStart: (_controller, statusCode) => {
          status = statusCode;
        },
        onResponseData: (_controller, chunk) => {
          bytes += chunk.byteLength;
        },
        onResponseEnd: () => {
          if (status === 200) resolve(bytes);
          else reject(new Error(`The service answered ${status}.`));
        },
        onResponseError: (_controller, error) => reject(error),
      },
    );
    return promise;
  }
}
