import { strict as assert } from 'node:assert';
import { describe, test } from 'node:test';
import { readJsonl } from './read-jsonl.ts';
import { UnreadableRows } from './table.ts';

function refuses(text: string, message: RegExp): void {
  assert.throws(
    () => readJsonl(text),
    (error) => error instanceof UnreadableRows && message.test(error.message),
    text,
  );
}

describe('readJsonl', () => {
  test('reads each line as a row, and keeps numbers and booleans as they are written', () => {
    const text =
      '{"a": "x", "b": 1.50, "c": 12345678901234567890, "d": true, "e": null}\r\n\n' +
      '  {"__proto__": "p", "f": "", "g": "say \\"a\\": 1", "h": 1e3}';
    const [first, second, ...others] = readJsonl(text);
    assert.deepEqual(first, {
      line: 1,
      values: { a: 'x', b: '1.50', c: '12345678901234567890', d: 'true' },
    });
    assert.equal(second?.line, 3);
    assert.deepEqual(Object.entries(second?.values ?? {}), [
      ['__proto__', 'p'],
      ['f', ''],
      ['g', 'say "a": 1'],
      ['h', '1e3'],
    ]);
    assert.deepEqual(others, []);
    assert.deepEqual(readJsonl(''), []);
  });

  test('reports line and key of an invalid value', () => {
    refuses('{"a": "b"}\n{"a": {"b": 1}}', /^Line 2, "a" is an object; a value must be a string/);
    refuses('{"a": [1]}', /^Line 1, "a" is an array/);
    refuses('{"a": "b", "c": "", "\\u0061": "d"}', /^Line 1 has the key "a" twice\.$/);
    refuses('{"a": "b"', /^Line 1 is not valid JSON/);
    refuses('["a"]', /^Line 1 is JSON, but not an object/);
    refuses('5', /^Line 1 is JSON, but not an object/);
    refuses('null', /^Line 1 is JSON, but not an object/);
  });

  test('names all invalid lines at once', () => {
    assert.throws(
      () => readJsonl('{"a": [1]}\n{"a": "b"}\n5\n{'),
      (error) => {
        assert.ok(error instanceof UnreadableRows);
        assert.equal(error.message, 'It has 3 problems.');
        assert.deepEqual(
          error.problems.map(({ line }) => line),
          [1, 3, 4],
        );
        assert.match(error.problems[0]?.detail ?? '', /^"a" is an array;/);
        return true;
      },
    );
  });

  test('reads long strings and refuses deep nesting without a stack overflow', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    refuses(`{"a": "b"}\n{"a": ${deep}}`, /^Line 2 is nested too deeply\.$/);
    const long = 'x"\\'.repeat(2_000_000);
    assert.equal(readJsonl(JSON.stringify({ a: long }))[0]?.values['a'], long);
  });

  test('refuses too many values of a row and of a file', () => {
    const row = (values: number): string => {
      const entries = Array.from({ length: values }, (_, index) => [`k${index}`, 'v']);
      return `${JSON.stringify(Object.fromEntries(entries))}\n`;
    };
    assert.equal(readJsonl(row(1_000)).length, 1);
    refuses(row(1) + row(1_001), /^Line 2 has 1001 values; at most 1000 are read\.$/);
    refuses(row(1_000).repeat(1_001), /^It has more than 1000000 values, which is the most that is read\.$/);
    refuses('{}\n'.repeat(1_000_001), /^It has more than 1000000 values/);
  });
});

test('reads lists as JSON', () => {
  const [row] = readJsonl(
    '{"name": "a", "items": [{"name": "Tea", "price": 4.20, "unit": null}, {"name": "Cup"}]}',
  );
  assert.deepEqual(row?.values, { name: 'a', items: '[{"name":"Tea","price":"4.20"},{"name":"Cup"}]' });
  assert.deepEqual(readJsonl('{"items": []}')[0]?.values, { items: '[]' });
  for (const wrong of ['["a"]', '[["a"]]', '[{"a": {}}]', '[{"a": []}]', '{"a": "b"}'])
    assert.throws(() => readJsonl(`{"items": ${wrong}}`), /a value must be a string, .*array of objects/u);
  assert.throws(() => readJsonl('{"a": [{"b": "1"}], "a": ""}'), /the key "a" twice/u);
});
