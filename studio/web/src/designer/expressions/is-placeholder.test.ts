import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPlaceholder } from './is-placeholder.ts';

test('one placeholder alone is one', () => {
  for (const text of ['{{a}}', ' {{ unit price }} ', '{{ a > 2\n&& b }}', '{{ {"a": "}}"}["a"] }}'])
    assert.equal(isPlaceholder(text), true, text);
  for (const text of ['', 'a', '{{}}', '{{ }}', '{{a', 'a {{b}}', '{{a}} {{b}}', '\\{{a}}', '{{a}} > {{b}}'])
    assert.equal(isPlaceholder(text), false, text);
});
