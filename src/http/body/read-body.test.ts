import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { writeOnce } from '../../common/text/written-json.ts';
import { problems } from '../../domain/problems/catalogue.ts';
import { createBodyMemory } from './body-memory.ts';
import { createBodyParser } from './parse-in-worker.ts';
import { readJsonBody } from './read-body.ts';

test('large documents of any content have a turn of the event loop for each piece', async (t) => {
  const names = Array.from({ length: 20_000 }, (_, at) => [`n${at.toString(36)}`, [{}, [at]]]);
  const document = { elements: [], odd: Object.fromEntries(names) as object };
  const text = JSON.stringify(document);
  const { parse } = JSON;
  let [inTurn, most] = [0, 0];
  t.mock.method(JSON, 'parse', (...given: Parameters<typeof parse>) => {
    inTurn += given[0].length;
    most = Math.max(most, inTurn);
    setImmediate(() => (inTurn = 0));
    return parse(...given) as unknown;
  });
  const memory = createBodyMemory(1024 * 1024);
  const parseInWorker = createBodyParser({});
  const read = (owner: string) => {
    const request = Object.assign(Readable.from([Buffer.from(text)]), { headers: {} });
    const limit = { maxBytes: 1024 * 1024, maxMembers: 100_000, isDocument: true, tooLarge };
    const share = memory.open(owner);
    const reading = { operationId: 'saveDraft', owner, limit, share, parseInWorker };
    return readJsonBody(request as unknown as IncomingMessage, {} as ServerResponse, reading);
  };
  const bodies = await Promise.all(['a', 'b', 'a', 'c'].map(read));
  assert.ok(most < text.length / 5, `${most} of ${text.length}`);
  for (const { body } of bodies) {
    assert.deepEqual(body, document);
    assert.equal(writeOnce(body).text, text);
  }
});

const tooLarge = problems.payloadTooLarge;
