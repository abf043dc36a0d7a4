import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeStarter } from './write-starter.ts';

test('a CSV to begin with has the names of all variables, and the example as cells have it', () => {
  const variable = (name: string) => ({ name, type: 'text' as const, required: false, label: name });
  const csv = writeStarter({
    variables: [variable('name'), variable('Price, net'), variable('photo')],
    example: { name: 'Said "Ada"', 'Price, net': '3,50' },
  });
  assert.equal(csv, '\uFEFFname,"Price, net",photo\r\n"Said ""Ada""","3,50",\r\n');
  assert.equal(writeStarter({ variables: [variable('name')], example: {} }), '\uFEFFname\r\n');
});
