import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertName, offeredNames, typedName } from './typed-name.ts';

test('a name is offered after two braces, until they are closed', () => {
  assert.equal(typedName('Hello {{', 8), '');
  assert.equal(typedName('Hello {{na', 10), 'na');
  assert.equal(typedName('Hello {{na', 7), null);
  assert.equal(typedName('Hello {{name}}', 14), null);
  assert.equal(typedName('Hello \\{{na', 11), null);
});

test('names that begin with what is typed come first', () => {
  assert.deepEqual(offeredNames(['subtitle', 'Title', 'price'], 'ti'), ['Title', 'title()', 'subtitle']);
  assert.deepEqual(offeredNames(['a', 'b'], ''), ['a', 'b']);
});

test('a chosen name replaces what is typed, and closes the braces once', () => {
  assert.deepEqual(insertName('Hello {{na!', 10, 'name'), { text: 'Hello {{name}}!', caret: 14 });
  assert.deepEqual(insertName('Hello {{na}}!', 10, 'name'), { text: 'Hello {{name}}!', caret: 14 });
});

test('names and functions are offered inside of an expression, too', () => {
  assert.equal(typedName('{{ currency(pr', 14), ' currency(pr');
  assert.equal(typedName('{{ number(x, {"a": pr', 21), ' number(x, {"a": pr');
  assert.deepEqual(offeredNames(['price', 'name'], ' currency(pr'), ['price']);
  assert.deepEqual(offeredNames(['price'], 'cur'), ['currency()']);
  assert.deepEqual(offeredNames(['price', 'percentage'], ' 1 + pe'), ['percentage', 'percent()']);
  assert.deepEqual(offeredNames(['price'], ' "pr'), []);
});

test('a name is written as expressions need it, and a function with its brackets', () => {
  assert.deepEqual(insertName('{{ currency(pr', 14, 'price'), { text: '{{ currency(price }}', caret: 17 });
  assert.deepEqual(insertName('{{ 1 + un }}', 9, 'unit price'), {
    text: '{{ 1 + vars["unit price"] }}',
    caret: 25,
  });
  assert.deepEqual(insertName('{{cur', 5, 'currency()'), { text: '{{currency() }}', caret: 11 });
});
