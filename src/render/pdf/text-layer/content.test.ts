import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readContent } from './content.ts';

test('text objects, their strings with fonts, and uses of objects are found in order', () => {
  const content =
    'q\n/G3 gs\nBT\n/F4 20 Tf\n1 0 0 -1 0 19 Tm\n<00A1> Tj\n' +
    '5 0 Td <02B1 06EF> Tj\nET\n/X5 Do\nQ (BT not) pop';
  const [text, object, ...rest] = readContent(content);
  assert.deepEqual(rest, []);
  assert.ok(text?.kind === 'text');
  assert.equal(content.slice(text.start, text.start + 2), 'BT');
  assert.equal(content.slice(text.end - 2, text.end), 'ET');
  assert.deepEqual(
    text.shown.map(({ font, fontSize, hex, start, end }) => [font, fontSize, hex, content.slice(start, end)]),
    [
      ['F4', '20', '00A1', '<00A1> Tj'],
      ['F4', '20', '02B106EF', '<02B1 06EF> Tj'],
    ],
  );
  assert.deepEqual(object, { kind: 'object', name: 'X5' });
});

test('literal strings are read with their escapes, dictionaries are no strings', () => {
  const [text] = readContent('/Span <</A (x)>> BDC BT /F1 9 Tf (a\\(\\)\\\\\\101\\n) Tj ET EMC');
  assert.ok(text?.kind === 'text');
  assert.equal(text.shown[0]?.hex, Buffer.from('a()\\A\n', 'latin1').toString('hex'));
});
