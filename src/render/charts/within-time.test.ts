import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ChartError } from './chart-error.ts';
import { withinTime } from './within-time.ts';

describe('the time of a chart', () => {
  test('a result comes back, an error as well', () => {
    assert.equal(
      withinTime(60_000, () => 7),
      7,
    );
    const error = new TypeError('of its own');
    const fail = () =>
      withinTime(60_000, () => {
        throw error;
      });
    assert.throws(fail, error);
  });

  test('loops and regular expressions that do not end are stopped', () => {
    const forever = () => {
      for (;;);
    };
    assert.throws(() => withinTime(20, forever), ChartError);
    assert.throws(() => withinTime(20, () => /^(a+)+$/u.test(`${'a'.repeat(60)}b`)), ChartError);
  });
});
