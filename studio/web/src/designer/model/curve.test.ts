import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bendAt, curveKinds, handleOfCurve, readCurve, writeCurve } from './curve.ts';

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

test('the handle of a curve is on it, and what it is dragged to bends as far', () => {
  for (const curve of curveKinds.map((kind) => ({ kind, bend: 40 }))) {
    const at = handleOfCurve(curve);
    assert.deepEqual(bendAt(curve, at), curve);
  }
  assert.deepEqual(bendAt({ kind: 'arc', bend: 40 }, { x: 50, y: 130 }), { kind: 'valley', bend: 30 });
  assert.deepEqual(bendAt({ kind: 'valley', bend: 40 }, { x: 50, y: -900 }), { kind: 'arc', bend: 100 });
});

test('a circle is turned by its handle, and read back at each degree', () => {
  for (let turn = 0; turn < 360; turn += 1) {
    const circle = { kind: 'circle' as const, bend: 100, ...(turn === 0 ? {} : { turn }) };
    const { d, viewBox } = writeCurve(circle);
    assert.deepEqual(readCurve({ d, viewBox }), circle, d);
    assert.deepEqual(bendAt({ kind: 'circle', bend: 100 }, handleOfCurve(circle)), circle);
  }
  assert.equal(
    writeCurve({ kind: 'circle', bend: 100 }).d,
    'M 50 100 A 50 50 0 0 1 50 0 A 50 50 0 0 1 50 100',
  );
  // Of another radius, or with another beginning.
  const viewBox = [0, 0, 100, 100];
  assert.equal(readCurve({ d: 'M 50 90 A 40 40 0 0 1 50 10 A 40 40 0 0 1 50 90', viewBox }), null);
  assert.equal(readCurve({ d: 'M 50 90 A 50 50 0 0 1 50 0 A 50 50 0 0 1 50 90', viewBox }), null);
});
