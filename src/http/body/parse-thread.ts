/** The worker thread of `parse-in-worker.ts`. It parses one body at a time. */
import { MessageChannel, workerData } from 'node:worker_threads';
import { answerCalls, Transferred } from '../../async/worker-thread.ts';
import { problems } from '../../domain/problems/catalogue.ts';
import { Problem } from '../../domain/problems/problem.ts';
import { createBodyCheck, type BodyCheck } from './check-body.ts';
import { parseAndCheckBody, type JsonObject } from './parse-body.ts';
import type { BodySchemas, ParseRequest, ParseResponse } from './parse-in-worker.ts';
import { countValues } from './value-sizes.ts';

/** The main thread receives values in slices of about this many, with a turn of its event loop for each. */
const maxSliceMembers = 1_000;

const checks = new Map<string, BodyCheck>(
  Object.entries(workerData as BodySchemas).map(([id, schema]) => [id, createBodyCheck(schema)]),
);

answerCalls<ParseRequest, ParseResponse>(({ id, blocks, maxDocumentBytes = Infinity, ...limits }) => {
  try {
    const check = checks.get(id);
    if (check === undefined) throw new Error(`${id} has no body`);
    const { rows, variables, ...rest } = parseAndCheckBody(blocks, { id, check, ...limits });
    const { port1, port2 } = new MessageChannel();
    for (const slice of sliceRows((rows ?? []) as JsonObject[])) port1.postMessage({ rows: slice });
    for (const slice of sliceMembers((variables ?? {}) as JsonObject))
      port1.postMessage({ variables: slice });
    const texts: Record<string, string> = {};
    const body: JsonObject = { ...(rows ? { rows: [] } : {}), ...(variables ? { variables: {} } : {}) };
    for (const [name, value] of Object.entries(rest)) {
      if (typeof value === 'object' && value !== null) texts[name] = JSON.stringify(value);
      else body[name] = value;
      const { [name]: text = '' } = texts;
      if (name === 'document' && Buffer.byteLength(text) > maxDocumentBytes)
        throw problems.payloadTooLarge(maxDocumentBytes);
    }
    return new Transferred<ParseResponse>({ body, texts, slices: port2 }, [port2]);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, detail, facts } = error;
    return { problem: { code, detail, facts } };
  }
});

function* sliceRows(rows: readonly JsonObject[]): Generator<readonly JsonObject[]> {
  let slice: JsonObject[] = [];
  let members = 0;
  for (const row of rows) {
    slice.push(row);
    members = countValues(row, members);
    if (members < maxSliceMembers) continue;
    yield slice;
    [slice, members] = [[], 0];
  }
  yield slice;
}

function* sliceMembers(given: JsonObject): Generator<JsonObject> {
  let slice: JsonObject = {};
  let members = 0;
  for (const [name, value] of Object.entries(given)) {
    slice[name] = value;
    members = countValues(value, members);
    if (members < maxSliceMembers) continue;
    yield slice;
    [slice, members] = [{}, 0];
  }
  yield slice;
}
