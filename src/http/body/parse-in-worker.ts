import { setImmediate as nextTurn } from 'node:timers/promises';
import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import { rememberWritten } from '../../common/text/written-json.ts';
import { Problem } from '../../domain/problems/problem.ts';
import type { JsonLimits } from './json-body.ts';
import { joinPiece, type JsonPiece } from './json-pieces.ts';
import type { JsonObject } from './parse-body.ts';
import { TurnQueue } from '../../async/turn-queue.ts';
import { maxIdleMs, WorkerThread } from '../../async/worker-thread.ts';

/** The schemas of bodies by operation, without references. */
export type BodySchemas = Readonly<Record<string, object>>;

/** The messages to and from the thread. */
export interface ParseRequest extends JsonLimits {
  readonly id: string;
  readonly blocks: readonly Uint8Array<ArrayBuffer>[];
  /** The whole body is a document, which is not checked against the contract. Default: no. */
  readonly isDocument?: boolean;
}
export type ParseResponse =
  /** All pieces of the body have been sent to the port. `document`: the document in it, if there is one. */
  | { readonly pieces: MessagePort; readonly document: string | null }
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
    { workerData: schemas, maxIdleMs },
  );

  return async (workspaceId, request) => {
    const buffers = request.blocks.map(({ buffer }) => buffer);
    const response = await queue.run(workspaceId, () => thread.call(request, buffers));
    if ('problem' in response) {
      const { code, detail, facts } = response.problem;
      throw new Problem(code, detail, facts);
    }
    const body = (await receive(response.pieces)) as JsonObject;
    const document = request.isDocument === true ? body : body['document'];
    // Its checks need it as JSON.
    if (response.document !== null) rememberWritten(document as object, response.document);
    return body;
  };
}

/** Takes one piece in each turn of the event loop: taking a million values at once would hold it. */
async function receive(port: MessagePort): Promise<unknown> {
  let value: unknown;
  for (;;) {
    const piece: { readonly message: JsonPiece } | undefined = receiveMessageOnPort(port);
    if (piece === undefined) break;
    value = joinPiece(value, piece.message);
    await nextTurn();
  }
  port.close();
  return value;
}
