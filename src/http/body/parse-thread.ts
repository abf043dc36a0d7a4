/** The worker thread of `parse-in-worker.ts`. It parses one body at a time. */
import { MessageChannel, workerData } from 'node:worker_threads';
import { answerCalls, Transferred } from '../../async/worker-thread.ts';
import { Problem } from '../../domain/problems/problem.ts';
import { createBodyCheck, type BodyCheck } from './check-body.ts';
import { parseAndCheckBody, type JsonObject } from './parse-body.ts';
import type { BodySchemas, ParseRequest, ParseResponse } from './parse-in-worker.ts';

/** The main thread receives values in slices of about this many, with a turn of its event loop for each. */
const maxSliceMembers = 1_000;

const checks = new Map<string, BodyCheck>(
  Object.entries(workerData as BodySchemas).map(([id, schema]) => [id, createBodyCheck(schema)]),
);

answerCalls<ParseRequest, ParseResponse>(({ id, blocks, ...limits }) => {
  try {
    const check = checks.get(id);
    if (check === undefined) throw new Error(`${id} has no body`);
    const { rows, variables, ...rest } = parseAndCheckBody(blocks, { id, check, ...limits });
    const { port1, port2 } = new MessageChannel();
    for (const slice of sliceRows((rows ?? []) as JsonObject[])) port1.postMessage({ rows: slice });
    for (const slice of sliceMembers((variables ?? {}) as JsonObject))
      port1.postMessage({ variables: slice });
    const body = { ...rest, ...(rows ? { rows: [] } : {}), ...(variables ? { variables: {} } : {}) };
    return new Transferred<ParseResponse>({ body, slices: port2 }, [port2]);
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
    members += 1 + Object.keys(row).length;
    if (members < maxSliceMembers) continue;
    yield slice;
    [slice, members] = [[], 0];
  }
  yield slice;
}

function* sliceMembers(members: JsonObject): Generator<JsonObject> {
  const entries = Object.entries(members);
  for (let at = 0; at < entries.length; at += maxSliceMembers) {
    yield Object.fromEntries(entries.slice(at, at + maxSliceMembers));
  }
}
