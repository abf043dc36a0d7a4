import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describePlace } from './describe-place.ts';

test('a place is in words, and items count from 1', () => {
  assert.equal(describePlace('/variables/13/defaultValue'), 'variable 14, defaultValue');
  assert.equal(describePlace('/variables/0/enum/2'), 'variable 1, enum, 2');
  assert.equal(describePlace('/elements/0/elements/1/fill/stops/0'), 'element 1, element 2, fill, stop 1');
  assert.equal(describePlace('/viewport/width'), 'viewport, width');
  assert.equal(describePlace(''), 'template.json');
});
