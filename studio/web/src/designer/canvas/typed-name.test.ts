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
  assert.deepEqual(offeredNames(['subtitle', 'Title', 'price'], 'ti'), ['Title', 'subtitle']);
  assert.deepEqual(offeredNames(['a', 'b'], ''), ['a', 'b']);
});

test('a chosen name replaces what is typed, and closes the braces once', () => {
  assert.deepEqual(insertName('Hello {{na!', 10, 'name'), { text: 'Hello {{name}}!', caret: 14 });
  assert.deepEqual(insertName('Hello {{na}}!', 10, 'name'), { text: 'Hello {{name}}!', caret: 14 });
});
