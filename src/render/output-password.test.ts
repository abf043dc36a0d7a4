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
  ])
    assert.match(check(password) ?? '', /^A password has letters/u, JSON.stringify(password));
});
