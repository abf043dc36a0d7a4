import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkPassword } from './output-password.ts';

const check = (
  password: string | undefined,
  format: 'pdf' | 'png' = 'pdf',
  intent: 'screen' | 'print' = 'screen',
) => checkPassword({ viewportOutputIntent: intent }, { format, password });

test('a PDF for the screen may have a password of 1 to 127 bytes', () => {
  for (const password of ['a', 'correct horse', 'pässwörd', '密码', '😀', 'x'.repeat(127)])
    assert.equal(check(password), null, password);
  assert.match(check('') ?? '', /1 to 127 bytes/u);
  assert.match(check('x'.repeat(128)) ?? '', /this one has 128/u);
  assert.match(check('é'.repeat(64)) ?? '', /this one has 128/u);
});

test('other formats and PDFs for print have none', () => {
  assert.match(check('a', 'png') ?? '', /Only a pdf/u);
  assert.match(check('a', 'pdf', 'print') ?? '', /PDF\/X-4/u);
  assert.equal(check(undefined, 'png', 'print'), null);
});

test('passwords that viewers would prepare differently are refused, and never quoted', () => {
  for (const password of [
    'a\u0000',
    'a\nb',
    'e\u0301',
    '\ufb01x',
    'a\u00a0b',
    'a\u200bb',
    'a\u00adb',
    '\ud800',
    '①',
    // SASLprep removes these, though Unicode takes them for marks and signs, not for control characters.
    'heart ❤\ufe0f',
    'a\u034fb',
    'a\u1806b',
    '\u1820\u180b',
    // These it forbids, or replaces.
    'a\ufffc',
    'a\ufffd',
    '\u2ff0a',
    'a\u0340',
    'a\u{e0041}',
    'a\ue000',
    'a\u115f',
  ])
    assert.match(check(password) ?? '', /^A password has letters/u, JSON.stringify(password));
});

test('letters from right to left stand alone, as SASLprep asks', () => {
  for (const password of ['שלום', 'مرحبا 1 مرحبا', 'ש-1-ל', 'abc 1'])
    assert.equal(check(password), null, password);
  for (const password of ['שלום abc', 'abcש', 'שלום1', '1שלום', 'مرحبا!', 'שa ש'])
    assert.match(check(password) ?? '', /from right to left begins and ends/u, password);
});
