import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redPng } from '../../test/helpers/authoring.ts';
import { getDesign, undecoded } from '../../test/helpers/designs.ts';
import { keepValidWithin } from './check-within.ts';
import { readDesign } from './convert-design.ts';

const picture = { type: 'image', name: 'Photo', src: 'photo.png', width: 9, height: 9 };
const read = () =>
  readDesign(getDesign('card.json', { pages: [{ children: [picture] }] }, { 'photo.png': redPng }), {
    variables: 'none',
    fetchImage: null,
  });
const limits = { ...undecoded, decodes: true };
const { signal } = new AbortController();

test('pictures of a design are decoded within a time', async () => {
  const { kept, losses } = await keepValidWithin(await read(), limits, { timeoutMs: 30_000, signal });
  assert.deepEqual([kept, losses], [1, []]);
  await assert.rejects(keepValidWithin(await read(), limits, { timeoutMs: -1, signal }), {
    name: 'UnreadableDesign',
    message: 'Its pictures take longer than -0.001 s to decode.',
  });
});

test('an abort ends the check', async () => {
  const gone = new Error('the client is gone');
  const end = { timeoutMs: 30_000, signal: AbortSignal.abort(gone) };
  await assert.rejects(keepValidWithin(await read(), limits, end), gone);
});
