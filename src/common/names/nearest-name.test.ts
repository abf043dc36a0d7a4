import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { suggestFile } from './nearest-name.ts';

test('a file is suggested for typing errors, and for another folder, ending or letter case', () => {
  const files = ['pictures/teilnehmer01.jpg', 'pictures/teilnehmer12.jpg', 'assets/Logo.png', 'portrait.png'];
  const meant = (given: string) => suggestFile(given, files);
  assert.equal(meant('pictures/teilnemer01.jpg'), ' Did you mean "pictures/teilnehmer01.jpg"?');
  assert.equal(meant('teilnehmer12.JPG'), ' Did you mean "pictures/teilnehmer12.jpg"?');
  assert.equal(meant('logo'), ' Did you mean "assets/Logo.png"?');
  assert.equal(meant('asset/logo.jpg'), ' Did you mean "assets/Logo.png"?');
  assert.equal(meant('portrit.png'), ' Did you mean "portrait.png"?');
});

test('no other person’s picture is suggested', () => {
  const people = ['pictures/teilnehmer01.jpg', 'pictures/anna-schmidt.jpg', 'pictures/jan.jpg', 'p1.png'];
  for (const given of [
    'pictures/teilnehmer02.jpg',
    'pictures/teilnehner02.jpg',
    'pictures/teilnehmer.jpg',
    'pictures/hanna-schulz.jpg',
    'pictures/jana.jpg',
    'pictures/max.jpg',
    'p2.png',
    'p11.png',
    '',
    '/',
  ])
    assert.equal(suggestFile(given, people), '', given);
});
