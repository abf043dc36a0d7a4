/**
 * Clients that ask for one render after the other, each over a connection of its own.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'undici';
import type { OutputFormat } from '../../src/render/scene.ts';

export interface RequestTarget {
  readonly url: string;
  readonly apiKey: string;
  readonly templateId: string;
}

export interface Load {
  /** Milliseconds of each answered request. */
  readonly times: readonly number[];
  readonly elapsedMs: number;
  readonly bytes: number;
}

const overloadedPauseMs = 20;

/** Opens connections, and asks over each until the time is up. */
export class Clients {
  readonly #clients: readonly Client[];
  readonly #target: RequestTarget;

  constructor(target: RequestTarget, connections: number) {
    this.#target = target;
    this.#clients = Array.from({ length: connections }, () => new Client(target.url));
  }

  async run(format: OutputFormat, ms: number, makeValues: () => Record<string, string>): Promise<Load> {
    const times: number[] = [];
    let bytes = 0;
    const start = performance.now();
    await Promise.all(
      this.#clients.map(async (client) => {
        for (let now = start; now - start < ms;) {
          bytes += await this.#renderAtLast(client, format, makeValues());
          const end = performance.now();
          times.push(end - now);
          now = end;
        }
      }),
    );
    return { times, elapsedMs: performance.now() - start, bytes };
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
  }

  /** Asks again where the service is overloaded: with many connections it is. The time of all tries is the request's. */
  async #renderAtLast(
    client: Client,
    format: OutputFormat,
    variables: Record<string, string>,
  ): Promise<number> {
    for (;;) {
      const bytes = await this.#render(client, format, variables);
      if (bytes !== null) return bytes;
      await pause(overloadedPauseMs);
    }
  }

  /** Asks for one render, and reads it to its end: null where the service is overloaded. Rejects where the answer is no file. */
  #render(client: Client, format: OutputFormat, variables: Record<string, string>): Promise<number | null> {
    const { apiKey, templateId } = this.#target;
    const { promise, resolve, reject } = Promise.withResolvers<number | null>();
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
          if (status === 200 || status === 503) resolve(status === 200 ? bytes : null);
          else reject(new Error(`The service answered ${status}.`));
        },
        onResponseError: (_controller, error) => reject(error),
      },
    );
    return promise;
  }
}
