import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getDesign } from '../../test/helpers/designs.ts';
import { convertDesign } from './convert-design.ts';

test('JSON that is cut off is refused with its place', async () => {
  const source = getDesign('card.json', '{"pages": [\n  {"children": [');
  await assert.rejects(convertDesign(source, { variables: 'none', fetchImage: null }), {
    name: 'UnreadableDesign',
    message: 'card.json is not JSON: line 2, column 17: expected a "]" or a ",".',
  });
});
