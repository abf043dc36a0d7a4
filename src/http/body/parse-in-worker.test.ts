import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeOnce } from '../../common/text/written-json.ts';
import { Problem } from '../../domain/problems/problem.ts';
import { createBodyParser } from './parse-in-worker.ts';
import { findLargeValues } from './value-sizes.ts';

const parse = createBodyParser({
  submitBatchJob: {
    type: 'object',
    required: ['rows'],
    additionalProperties: false,
    properties: {
      rows: { type: 'array', items: { type: 'object', additionalProperties: { type: 'string' } } },
      format: { type: 'string', default: 'png' },
    },
  },
});
const send = (text: string, maxMembers = 100_000) =>
  parse('an account', {
    id: 'submitBatchJob',
    blocks: [text.slice(0, 10), text.slice(10)].map((part) => new TextEncoder().encode(part)),
    maxMembers,
  });

async function refusal(text: string, maxMembers?: number): Promise<Problem> {
  const error: unknown = await send(text, maxMembers).then(
    () => assert.fail('was accepted'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Problem);
  return error;
}

test('parses in the thread and returns all rows in order', async (t) => {
  const rows = Array.from({ length: 20_000 }, (_, index) => ({ title: `é ${index}`, n: `${index}` }));
  const text = JSON.stringify({ rows });
  const mainThread = t.mock.method(JSON, 'parse');
  const body = await send(text);
  // In pieces.
  const longest = Math.max(...mainThread.mock.calls.map(({ arguments: [piece] }) => piece.length));
  mainThread.mock.restore();
  assert.ok(longest < 50_000, String(longest));
  assert.deepEqual(body, { format: 'png', rows });
});

test('returns a body without rows', async () => {
  const parseOther = createBodyParser({ generateImage: { type: 'object' } });
  const variables = Object.fromEntries(Array.from({ length: 2_500 }, (_, index) => [`n${index}`, 'é']));
  const blocks = [new TextEncoder().encode(JSON.stringify({ format: 'png', variables }))];
  const body = await parseOther('an account', { id: 'generateImage', blocks, maxMembers: 3_000 });
  assert.deepEqual(body, { format: 'png', variables });
});

test('refuses as the main thread does', async () => {
  const problem = await refusal('{"rows":[{"title":1}],"x":1}');
  assert.equal(problem.code, 'VALIDATION_ERROR');
  assert.deepEqual(
    problem.facts.errors?.map(({ pointer }) => pointer),
    ['/x', '/rows/0/title'],
  );
  assert.match((await refusal('{"rows":[')).detail, /not valid JSON/);
  assert.match((await refusal('{"rows":[{"title":"\\u0000"}]}')).detail, /U\+0000/);
});

test('refuses too many values before it parses them, and too many names in a row or a request', async () => {
  assert.match((await refusal(`{"rows":[${'{},'.repeat(1_000)}`, 100)).detail, /more than 100 values/);
  const names = Array.from({ length: 10_001 }, (_, index) => `"${index}":""`).join();
  assert.match((await refusal(`{"rows":[{},{${names}}]}`)).detail, /^\/rows\/1: Has 10001 names/);
  const map = JSON.parse(`{${names}}`) as object;
  for (const name of ['variables', 'values'])
    assert.deepEqual(findLargeValues({ [name]: map }), {
      pointer: `/${name}`,
      detail: 'Has 10001 names; at most 10000 are accepted.',
    });
});

test('finds only the first mistake of a large body outside its rows', async () => {
  const problem = await refusal(`{"x":1,"y":1,"rows":[${'{},'.repeat(40_000)}1]}`);
  assert.deepEqual(
    problem.facts.errors?.map(({ pointer }) => pointer),
    ['/x'],
  );
});

test('counts all mistakes in the rows of a large body, and lists the first hundred', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) =>
    index % 100 === 7 ? { title: index, count: index, text: 'a' } : { title: 'a' },
  );
  const problem = await refusal(JSON.stringify({ rows: [...rows, 'no row'] }));
  const expected = Array.from({ length: 50 }, (_, index) => `/rows/${index * 100 + 7}`);
  assert.deepEqual(
    problem.facts.errors?.map(({ pointer }) => pointer),
    expected.flatMap((pointer) => [`${pointer}/title`, `${pointer}/count`]),
  );
  assert.equal(
    problem.detail,
    '/rows/7/title: Expected a string but received 7. (401 problems in all, the first 100 in errors)',
  );
});

test('refuses lists and rows with too many values, before they reach the main thread', async () => {
  const parseAny = createBodyParser({
    submitBatchJob: { type: 'object' },
    generateImage: { type: 'object' },
  });
  const refuse = async (id: string, body: object): Promise<string> => {
    const blocks = [new TextEncoder().encode(JSON.stringify(body))];
    const error: unknown = await parseAny('w', { id, blocks, maxMembers: 500_000 }).then(
      () => assert.fail('was accepted'),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof Problem);
    return error.detail;
  };
  const empty = (length: number) => Array.from({ length }, () => ({}));
  assert.equal(
    await refuse('submitBatchJob', { rows: [{}, { items: empty(200_000) }] }),
    '/rows/1/items: Variable "items" must have at most 5000 entries (it has 200000).',
  );
  const nested = 'must have at most 5,000 entries, those of the lists in its entries included.';
  assert.equal(
    await refuse('generateImage', { variables: { a: 'x', b: [{ c: empty(2_000) }, { d: empty(3_000) }] } }),
    `/variables/b: Variable "b" ${nested}`,
  );
  assert.equal(
    await refuse('generateImage', { variables: { b: [[empty(4_000)], [empty(4_000)]] } }),
    `/variables/b: Variable "b" ${nested}`,
  );
  const wide = Array.from({ length: 5_000 }, () =>
    Object.fromEntries(Array.from('abcdefghijklmnopqrstu', (n) => [n, ''])),
  );
  assert.equal(
    await refuse('submitBatchJob', { rows: [{ items: wide }] }),
    '/rows/0: Has more than 100000 values, those of lists included.',
  );
});

test('hands over other members as they are, and refuses a document that is too large', async () => {
  const parseAny = createBodyParser({ previewDraft: { type: 'object' } });
  const body = {
    format: 'png',
    document: { list: [1, null, 'é'], text: 'x'.repeat(100) },
    values: { a: [{ b: '' }] },
  };
  const send = (maxDocumentBytes: number) => {
    const blocks = [new TextEncoder().encode(JSON.stringify(body))];
    return parseAny('w', { id: 'previewDraft', blocks, maxMembers: 1_000, maxDocumentBytes });
  };
  const received = await send(150);
  assert.deepEqual(received, body);
  assert.deepEqual(writeOnce(received['document'] as object).text, JSON.stringify(body.document));
  await assert.rejects(send(100), (error) => error instanceof Problem && error.code === 'PAYLOAD_TOO_LARGE');
});
