import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import type { OutputFormat } from '../../src/render/job.ts';
import type { BenchService } from './service.ts';

/** The requests that ended within the measured time. */
export interface MeasuredLoad {
  /** Milliseconds of each. */
  readonly times: readonly number[];
  readonly elapsedMs: number;
}

export interface LoadOptions {
  readonly format: OutputFormat;
  /** Time before the measured time: until every connection has a request in flight. */
  readonly leadMs: number;
  readonly ms: number;
  readonly makeValues: () => Record<string, string>;
  /** Called when the measured time begins and when it ends. Requests are in flight before and after. */
  readonly onMark?: () => void;
}

/** Connections to a service, each with one generate request in flight. */
export class Connections {
  readonly #clients: readonly Client[];
  readonly #path: string;
  readonly #headers: Record<string, string>;

  constructor({ url, demo }: BenchService, sample: string, count: number) {
    this.#clients = Array.from({ length: count }, () => new Client(url));
    this.#path = `/api/v1/templates/${demo.templates[sample] ?? ''}/generate`;
    this.#headers = { 'X-Api-Key': demo.apiKey, 'Content-Type': 'application/json' };
  }

  /** Sends requests on all connections for `leadMs` and `ms`. */
  async run({ format, leadMs, ms, makeValues, onMark }: LoadOptions): Promise<MeasuredLoad> {
    const times: number[] = [];
    let [start, end] = [Infinity, Infinity];
    const sending = this.#clients.map(async (client) => {
      while (end === Infinity) {
        const sentAt = performance.now();
        await this.#render(client, format, makeValues());
        const answeredAt = performance.now();
        if (start < Infinity && end === Infinity) times.push(answeredAt - sentAt);
      }
    });
    const measuring = async (): Promise<void> => {
      await sleep(leadMs);
      onMark?.();
      start = performance.now();
      await sleep(ms);
      end = performance.now();
      onMark?.();
    };
    await Promise.all([...sending, measuring()]);
    return { times, elapsedMs: end - start };
  }

  /** Sends one request. Returns its milliseconds. */
  async renderOnce(format: OutputFormat, values: Record<string, string>): Promise<number> {
    const [client] = this.#clients;
    if (client === undefined) throw new Error('There is no connection.');
    const sentAt = performance.now();
    await this.#render(client, format, values);
    return performance.now() - sentAt;
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
  }

  /** Reads the answer to its end without keeping it. Rejects an answer other than 200. */
  #render(client: Client, format: OutputFormat, variables: Record<string, string>): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let status = 0;
    client.dispatch(
      {
        method: 'POST',
        path: this.#path,
        headers: this.#headers,
        body: JSON.stringify({ variables, format, options: format === 'jpeg' ? { quality: 80 } : {} }),
      },
      {
        // undici takes handlers without this method for those of its older versions.
        onRequestStart: () => undefined,
        onResponseStart: (_controller, statusCode) => {
          status = statusCode;
        },
        onResponseData: () => undefined,
        onResponseEnd: () => {
          if (status === 200) resolve();
          else reject(new Error(`The service answered ${status}.`));
        },
        onResponseError: (_controller, error) => reject(error),
      },
    );
    return promise;
  }
}
