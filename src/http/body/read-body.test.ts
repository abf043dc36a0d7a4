import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { problems } from '../../domain/problems/catalogue.ts';
import { createBodyMemory } from './body-memory.ts';
import { readJsonBody } from './read-body.ts';

test('large documents that arrive together have a turn of the event loop each', async (t) => {
  const document = { elements: Array.from({ length: 2_000 }, (_, at) => ({ id: `r${at}`, width: 1 })) };
  const text = JSON.stringify(document);
  const { parse } = JSON;
  let inTurn = 0;
  let most = 0;
  t.mock.method(JSON, 'parse', (...given: Parameters<typeof parse>) => {
    inTurn += 1;
    most = Math.max(most, inTurn);
    setImmediate(() => (inTurn = 0));
    return parse(...given) as unknown;
  });
  const memory = createBodyMemory(1024 * 1024);
  const read = (owner: string) => {
    const request = Object.assign(Readable.from([Buffer.from(text)]), { headers: {} });
    const limit = { maxBytes: 1024 * 1024, maxMembers: 100_000, isDocument: true, tooLarge };
    const share = memory.open(owner);
    const reading = { operationId: 'saveDraft', owner, limit, share, parseInWorker: assert.fail };
    return readJsonBody(request as unknown as IncomingMessage, {} as ServerResponse, reading);
  };
  const bodies = await Promise.all(['a', 'b', 'a', 'c', 'a', 'b', 'a', 'a'].map(read));
  assert.equal(most, 1);
  for (const { body } of bodies) assert.deepEqual(body, document);
});

const tooLarge = problems.payloadTooLarge;
