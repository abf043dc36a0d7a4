import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compose, type Matrix } from 'transformation-matrix';
import { carryTurn, composeTurns, turnKeys } from './compose-turns.ts';
import { turnOfBox, type TurnedBox } from './placement.ts';

const box = { x: 0, y: 0, width: 40, height: 20 };
const turns: readonly Partial<TurnedBox>[] = [
  {},
  { rotation: 30 },
  { rotation: 90 },
  { flipX: true },
  { flipX: true, flipY: true, rotation: 211 },
  { flipY: true, skewX: 20 },
  { skewX: 20, skewY: -10, rotation: 15 },
];

/** How far the corners of a box move from where one transform has them to where another has them. */
function distance(one: Matrix, other: Matrix, scale = { width: 1, height: 1 }): number {
  const corners = [
    [20, 10],
    [20, -10],
  ] as const;
  return Math.max(
    ...corners.map(([x, y]) => {
      const [own, down] = [x * scale.width, y * scale.height];
      return Math.hypot(
        one.a * x + one.c * y - other.a * own - other.c * down,
        one.b * x + one.d * y - other.b * own - other.d * down,
      );
    }),
  );
}

for (const group of turns) {
  for (const member of turns) {
    const name = `${JSON.stringify(group)} with ${JSON.stringify(member)}`;
    const [around, own] = [
      { ...box, ...group },
      { ...box, ...member },
    ];
    const seen = compose(turnOfBox(around), turnOfBox(own));
    test(`a box whose sides may change stays where it is seen: ${name}`, () => {
      const turn = composeTurns(around, own, true);
      // A flip swaps corners, which are measured by their pairs.
      assert.ok(distance(seen, turnOfBox({ ...box, ...turnKeys(turn) }), turn) < 1e-3);
    });
    test(`a box that keeps its sides stays as near as it can: ${name}`, () => {
      const turn = composeTurns(around, own, false);
      assert.deepEqual([turn.width, turn.height], [1, 1]);
      const isSkewed = (group.skewX ?? 0) !== 0;
      const isPlain = (member.rotation ?? 0) % 90 === 0 && (member.skewX ?? 0) === 0;
      const most = isSkewed && !isPlain ? 6 : 1e-3;
      assert.ok(distance(seen, turnOfBox({ ...box, ...turnKeys(turn) })) < most);
    });
  }
}

for (const from of turns) {
  for (const to of turns) {
    test(`out of ${JSON.stringify(from)} and into ${JSON.stringify(to)} looks the same`, () => {
      const groups = [from, to].map((turn) => ({ ...box, ...turn }));
      const element = { ...box, rotation: 20, flipY: true };
      const turn = carryTurn(element, [groups[0]!], [groups[1]!], true);
      const before = compose(turnOfBox(groups[0]!), turnOfBox(element));
      const after = compose(turnOfBox(groups[1]!), turnOfBox({ ...box, ...turnKeys(turn) }));
      assert.ok(distance(before, after, turn) < 1e-3);
    });
  }
}

test('out of a mirrored group, an arrow is mirrored and turned the other way', () => {
  const out = carryTurn({ ...box, rotation: 20 }, [{ ...box, flipX: true }], [], true);
  assert.deepEqual(turnKeys(out), { rotation: 340, flipX: true });
});

test('keys that change nothing are absent', () => {
  assert.deepEqual(turnKeys(composeTurns({ ...box, rotation: 350 }, { ...box, rotation: 10 }, false)), {});
  assert.deepEqual(turnKeys(composeTurns({ ...box, flipX: true }, { ...box, flipX: true }, false)), {});
  assert.deepEqual(turnKeys(composeTurns({ ...box, flipX: true }, { ...box, rotation: 30 }, false)), {
    rotation: 330,
    flipX: true,
  });
});
