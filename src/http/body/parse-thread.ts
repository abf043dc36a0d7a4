/** The worker thread of `parse-in-worker.ts`. It parses one body at a time. */
import { MessageChannel, workerData } from 'node:worker_threads';
import { answerCalls, Transferred } from '../../async/worker-thread.ts';
import { problems } from '../../domain/problems/catalogue.ts';
import { Problem } from '../../domain/problems/problem.ts';
import { createBodyCheck, type BodyCheck } from './check-body.ts';
import { cutToPieces } from './json-pieces.ts';
import { parseAndCheckBody, parseBody, type JsonObject } from './parse-body.ts';
import type { BodySchemas, ParseRequest, ParseResponse } from './parse-in-worker.ts';

const checks = new Map<string, BodyCheck>(
  Object.entries(workerData as BodySchemas).map(([id, schema]) => [id, createBodyCheck(schema)]),
);

answerCalls<ParseRequest, ParseResponse>((request) => {
  try {
    const body = parse(request);
    const { port1, port2 } = new MessageChannel();
    for (const piece of cutToPieces(body)) port1.postMessage(piece);
    return new Transferred<ParseResponse>({ pieces: port2, document: writeDocument(request, body) }, [port2]);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, detail, facts } = error;
    return { problem: { code, detail, facts } };
  }
});

function parse({ id, blocks, isDocument = false, ...limits }: ParseRequest): JsonObject {
  if (isDocument) return parseBody(blocks, limits);
  const check = checks.get(id);
  if (check === undefined) throw new Error(`${id} has no body`);
  return parseAndCheckBody(blocks, { id, check, ...limits });
}

function writeDocument(
  { isDocument = false, maxDocumentBytes = Infinity }: ParseRequest,
  body: JsonObject,
): string | null {
  const document = isDocument ? body : body['document'];
  if (typeof document !== 'object' || document === null) return null;
  const text = JSON.stringify(document);
  if (Buffer.byteLength(text) > maxDocumentBytes) throw problems.payloadTooLarge(maxDocumentBytes);
  return text;
}
