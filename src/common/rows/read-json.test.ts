import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { readJson } from './read-json.ts';
import { UnreadableRows } from './table.ts';

function refuses(text: string, message: RegExp): void {
  assert.throws(
    () => readJson(text),
    (error) => error instanceof UnreadableRows && message.test(error.message),
    text,
  );
}

test('reads an array of objects with the lines on which they begin', () => {
  const rows = [
    { line: 2, values: { a: '1.50', b: '[{"c":"x, ]"}]' } },
    { line: 4, values: { a: '}' } },
  ];
  assert.deepEqual(readJson('[\n {"a": 1.50, "b": [{"c": "x, ]"}]},\n\n {"a": "}"}\n]\n'), rows);
  assert.deepEqual(readJson(' [ ] '), []);
  assert.deepEqual(readJson('{"a":\n"b"}'), [{ line: 1, values: { a: 'b' } }]);
  assert.deepEqual(readJson('{"a":"b"}\n{"a":"c"}'), [
    { line: 1, values: { a: 'b' } },
    { line: 2, values: { a: 'c' } },
  ]);
});

test('names the line that cannot be read', () => {
  refuses('[{"a": "b"},\n{"a": {}}]', /^Line 2, "a" is an object/);
  refuses('[{"a": "b"}\n {"a": "c"}]', /^Line 1 is not valid JSON/);
  refuses('[{"a": "b"},\n]', /^Line 1 is not valid JSON: a row is missing between commas\.$/);
  refuses('[{"a": "b"}', /^The array of rows is not closed/);
  refuses('[{"a": "b"}] x', /^Line 1 goes on after the end of the array\.$/);
  refuses('[5]', /^Line 1 is JSON, but not an object like/);
  refuses('name,city', /^Line 1 is not valid JSON/);
});
