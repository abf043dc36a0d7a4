import { setImmediate as nextTurn } from 'node:timers/promises';
import { receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import { Problem } from '../../domain/problems/problem.ts';
import type { JsonLimits } from './json-body.ts';
import type { JsonObject } from './parse-body.ts';
import { TurnQueue } from '../../async/turn-queue.ts';

/** The schemas of bodies by operation, without references. */
export type BodySchemas = Readonly<Record<string, object>>;

interface ParsedBody extends JsonObject {
  readonly rows?: JsonObject[];
  readonly variables?: JsonObject;
}

/** The messages to and from the thread. */
export interface ParseRequest extends JsonLimits {
  readonly id: string;
  readonly blocks: readonly Uint8Array<ArrayBuffer>[];
}
export type ParseResponse =
  /** `rows` and `variables` of the body are empty: all of their slices have been sent to the port. */
  | { readonly body: ParsedBody; readonly slices: MessagePort }
  | { readonly problem: Pick<Problem, 'code' | 'detail' | 'facts'> }
  | { readonly failure: unknown };

/**
 * Parses and checks a body.
 *
 * @param workspaceId whose body it is
 * @throws Problem as `parseAndCheckBody`
 */
export type ParseInThread = (workspaceId: string, request: ParseRequest) => Promise<JsonObject>;

/**
 * Returns a function that parses and checks large bodies in a worker thread, as one can take seconds. The
 * thread takes the bodies of workspaces in turns. It starts with the first body; when idle it does not keep
 * the process alive.
 */
export function createBodyParser(schemas: BodySchemas): ParseInThread {
  const queue = new TurnQueue();
  let thread: Worker | null = null;

  const startThread = (): Worker => {
    const worker = new Worker(new URL('./parse-thread.ts', import.meta.url), { workerData: schemas });
    worker.on('exit', () => {
      if (thread === worker) thread = null;
    });
    return worker;
  };

  return async (workspaceId, request) => {
    const response = await queue.run(workspaceId, () => askThread((thread ??= startThread()), request));
    if ('failure' in response) throw response.failure;
    if ('problem' in response) {
      const { code, detail, facts } = response.problem;
      throw new Problem(code, detail, facts);
    }
    await receiveSlices(response.body, response.slices);
    return response.body;
  };
}

function askThread(worker: Worker, request: ParseRequest): Promise<ParseResponse> {
  return new Promise<ParseResponse>((resolve, reject) => {
    const settle = (act: () => void): void => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit).unref();
      act();
    };
    const onMessage = (response: ParseResponse): void => settle(() => resolve(response));
    const onError = (error: Error): void => settle(() => reject(error));
    const onExit = (): void => settle(() => reject(new Error('the thread that parses bodies exited')));
    worker.on('message', onMessage).on('error', onError).on('exit', onExit).ref();
    worker.postMessage(
      request,
      request.blocks.map(({ buffer }) => buffer),
    );
  });
}

/** Takes one slice in each turn of the event loop: taking a million values at once would hold it. */
async function receiveSlices({ rows, variables }: ParsedBody, port: MessagePort): Promise<void> {
  for (;;) {
    const slice: { readonly message: ParsedBody } | undefined = receiveMessageOnPort(port);
    if (slice === undefined) break;
    rows?.push(...(slice.message.rows ?? []));
    Object.assign(variables ?? {}, slice.message.variables);
    await nextTurn();
  }
  port.close();
}
