import assert from 'node:assert/strict';
import { test } from 'node:test';

import { matchFace } from './font-match.ts';
import type { FaceTraits } from './font-match.ts';

function face(weight: number, style: 'normal' | 'italic' = 'normal'): FaceTraits {
  return { weights: [weight, weight], style };
}

function chosenWeight(available: readonly number[], desired: number): number {
  return matchFace(
    available.map((weight) => face(weight)),
    desired,
    'normal',
  ).weights[0];
}

test('weights are searched in the order of CSS Fonts 4, section 5.2', () => {
  assert.equal(chosenWeight([300, 400, 700], 400), 400);
  assert.equal(chosenWeight([300, 500, 700], 400), 500);
  assert.equal(chosenWeight([300, 600], 400), 300);
  assert.equal(chosenWeight([300, 600], 450), 300);
  assert.equal(chosenWeight([600, 900], 500), 600);
  assert.equal(chosenWeight([100, 400, 900], 300), 100);
  assert.equal(chosenWeight([400, 900], 300), 400);
  assert.equal(chosenWeight([400, 900], 600), 900);
  assert.equal(chosenWeight([300, 400], 800), 400);
});

test('style takes precedence over weight, and a family without italics uses its upright faces', () => {
  const faces = [face(400), face(700), face(400, 'italic')];
  assert.equal(matchFace(faces, 700, 'italic'), faces[2]);
  assert.equal(matchFace([face(400), face(700)], 700, 'italic').weights[0], 700);
});

test('a variable font has every weight of its range', () => {
  const variable: FaceTraits = { weights: [200, 900], style: 'normal' };
  assert.equal(matchFace([face(400), variable], 650, 'normal'), variable);
});
