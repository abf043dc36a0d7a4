import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../problems/problem.ts';
import { normalizeEmail, requireEmail } from './email.ts';

test('only A to Z are folded', () => {
  assert.equal(normalizeEmail(' Ada.LOVELACE@Example.ORG\n'), 'ada.lovelace@example.org');
  for (const email of [
    '\u212Aate@example.org',
    '\u0130a@example.org',
    'ünal@example.org',
    'Ünal@example.org',
  ])
    assert.equal(normalizeEmail(email), email);
});

test('control characters, invisible characters and blanks inside are refused', () => {
  for (const character of [
    '\0',
    '\u001F',
    '\u007F',
    '\u0085',
    ' ',
    '\t',
    '\n',
    '\u00A0',
    '\u2028',
    '\u3000',
  ]) {
    const email = `a${character}b@example.org`;
    assert.equal(normalizeEmail(email), null, JSON.stringify(email));
    assert.throws(
      () => requireEmail(email),
      (error) => error instanceof Problem && error.code === 'VALIDATION_ERROR',
    );
  }
  for (const email of [
    '\u200Ba@b.example',
    'a@b.example\uFEFF',
    '\u202Ea@b.example',
    '\uD800a@b.example',
    '',
    ' ',
  ])
    assert.equal(normalizeEmail(email), null, JSON.stringify(email));
});
