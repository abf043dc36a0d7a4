import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findPasswordFault } from './password-rules.ts';

const email = 'lovelace@example.org';

describe('passwords', () => {
  for (const [password, fault] of [
    ['seven77', /at least 8 characters/],
    ['ɑβγδεζη', /at least 8 characters/],
    ['aaaaaaaaaa', /at least 4 different/],
    ['abababababab', /at least 4 different/],
    ['1234567890', /most common/],
    ['qwertyuiop', /most common/],
    ['QwertyUIOP', /most common/],
    ['password12', /most common/],
    ['Password123!', /most common/],
    ['!!dragon99', /most common/],
    ['ｐａｓｓｗｏｒｄ', /most common/],
    ['lovelace@example.org', /Without your address/],
    ['Lovelace1815', /Without your address/],
    ['platen-2026', /Without your address/],
    ['my Platen', /Without your address/],
    ['platenplatenplaten', /Without your address/],
  ] as const) {
    test(`${password} is refused`, () => {
      assert.match(findPasswordFault(password, email) ?? '', fault);
    });
  }

  for (const password of [
    'correct horse battery staple',
    'eight.8x',
    'lovelace wrote the first program',
    'пароль для работы',
    '山の上の小さな家です',
    'dragon99-and-more',
  ]) {
    test(`${password} is accepted`, () => {
      assert.equal(findPasswordFault(password, email), null);
    });
  }

  test('an account without an address has no words of its own', () => {
    assert.equal(findPasswordFault('Lovelace1815', null), null);
  });
});
