import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartData } from './chart-data.ts';

test('dates of charts are read as those of expressions, with all offsets of ISO 8601', () => {
  const variables = [{ name: 'day', type: 'date' as const, label: 'Day' }];
  for (const text of ['2026-03-01T00:30:00+01:00', '2026-03-01T00:30:00+01', '2026-03-01T00:30:00+0100']) {
    const { values } = chartData(variables, new Map([['day', text]]), () => true);
    assert.equal(values['day'], Date.UTC(2026, 1, 28, 23, 30), text);
  }
});
