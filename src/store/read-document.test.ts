import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDocument } from './read-document.ts';

test('large documents that arrive together are parsed in a turn of the event loop each', async (t) => {
  const given = Array.from({ length: 6 }, (_, number) => ({ number, text: 'x'.repeat(100_000) }));
  const texts = given.map((document) => JSON.stringify(document));
  const { parse } = JSON;
  let [inTurn, most] = [0, 0];
  t.mock.method(JSON, 'parse', (...parsed: Parameters<typeof parse>) => {
    inTurn += 1;
    most = Math.max(most, inTurn);
    setImmediate(() => (inTurn = 0));
    return parse(...parsed) as unknown;
  });
  const read = await Promise.all(texts.map((text, at) => readDocument(`workspace ${at % 2}`, text)));
  assert.deepEqual(read, given);
  assert.equal(most, 1);
});

test('a document that is not JSON rejects, and the next one is read', async () => {
  const long = ' '.repeat(100_000);
  await assert.rejects(readDocument('a', `{${long}`), SyntaxError);
  assert.deepEqual(await readDocument('a', `{"b":1}${long}`), { b: 1 });
  assert.deepEqual(await readDocument('a', '{"b":2}'), { b: 2 });
});

test('a workspace waits for one document of another at most, however many that reads', async () => {
  const text = JSON.stringify({ text: 'x'.repeat(200_000) });
  const ended: string[] = [];
  const read = async (workspaceId: string): Promise<void> => {
    await readDocument(workspaceId, text);
    ended.push(workspaceId);
  };
  await Promise.all([...Array.from({ length: 6 }, () => read('many')), read('one')]);
  assert.ok(ended.indexOf('one') <= 2, ended.join());
});
