import assert from 'node:assert/strict';
import { test } from 'node:test';
import { curveKinds, readCurve, writeCurve } from './curve.ts';

test('each curve is read back from its path', () => {
  for (const kind of curveKinds) {
    for (const bend of kind === 'circle' ? [100] : [0, 12.5, 40, 100]) {
      const { d, viewBox } = writeCurve({ kind, bend });
      assert.deepEqual(readCurve({ d, viewBox }), { kind, bend }, d);
    }
  }
});

test('another path is no curve', () => {
  const { d } = writeCurve({ kind: 'arc', bend: 40 });
  assert.equal(readCurve({ d }), null);
  assert.equal(readCurve({ d: 'M 0 0 L 100 0', viewBox: [0, 0, 100, 100] }), null);
  assert.equal(readCurve({}), null);
});
