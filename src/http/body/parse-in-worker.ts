import { setImmediate as nextTurn } from 'node:timers/promises';
import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import { readWritten } from '../../common/text/written-json.ts';
import { Problem } from '../../domain/problems/problem.ts';
import type { JsonLimits } from './json-body.ts';
import type { JsonObject } from './parse-body.ts';
import { TurnQueue } from '../../async/turn-queue.ts';
import { WorkerThread } from '../../async/worker-thread.ts';

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
  /**
   * `rows` and `variables` of the body are empty: all of their slices have been sent to the port. `texts` are
   * the other members that are objects, as JSON, which takes less time than copying objects.
   */
  | {
      readonly body: ParsedBody;
      readonly texts: Readonly<Record<string, string>>;
      readonly slices: MessagePort;
    }
  | { readonly problem: Pick<Problem, 'code' | 'detail' | 'facts'> };

/**
 * Parses and checks a body.
 *
 * @param workspaceId whose body it is
 * @throws Problem as `parseAndCheckBody`
 */
export type ParseInWorker = (workspaceId: string, request: ParseRequest) => Promise<JsonObject>;

/**
 * Returns a function that parses and checks large bodies in a worker thread, as one can take seconds. The
 * thread takes the bodies of workspaces in turns.
 */
export function createBodyParser(schemas: BodySchemas): ParseInWorker {
  const queue = new TurnQueue();
  const thread = new WorkerThread<ParseRequest, ParseResponse>(
    new URL('./parse-thread.ts', import.meta.url),
    {
      workerData: schemas,
    },
  );

  return async (workspaceId, request) => {
    const buffers = request.blocks.map(({ buffer }) => buffer);
    const response = await queue.run(workspaceId, () => thread.call(request, buffers));
    if ('problem' in response) {
      const { code, detail, facts } = response.problem;
      throw new Problem(code, detail, facts);
    }
    await receiveSlices(response.body, response.slices);
    await readTexts(response.body, response.texts);
    return response.body;
  };
}

/** Reads one text in each turn of the event loop. */
async function readTexts(body: JsonObject, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(texts)) {
    await nextTurn();
    body[name] = readWritten(text);
  }
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
