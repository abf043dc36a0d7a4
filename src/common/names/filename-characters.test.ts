import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createValueWriter, type FilenameCharacters } from './filename-characters.ts';
import { nameFiles } from './filenames.ts';

async function name(characters: FilenameCharacters, values: readonly string[], locale = 'en') {
  const writeValue = await createValueWriter(characters, locale);
  const rows = values.map((value) => new Map([['name', value]]));
  return nameFiles({ pattern: '{name}', format: 'pdf', rows, submittedAt: new Date(0), writeValue });
}

test('hyphen keeps a to z only', async () => {
  assert.deepEqual(await name('hyphen', ['José Álvarez', 'Zoë']), ['jos---lvarez.pdf', 'zo-.pdf']);
});

test('unicode keeps letters of every script, in their case', async () => {
  const names = ['José Álvarez', '王小明', 'Zoë', 'Ørsted', 'İstanbul', 'Γιώργος', 'دانش‌آموز', 'สมชาย', '👩🏽‍🚀'];
  assert.deepEqual(
    await name('unicode', names),
    names.map((each) => `${each}.pdf`),
  );
  assert.deepEqual(await name('unicode', ['Zoe\u0308']), ['Zo\u00eb.pdf']);
});

test('unicode replaces what file systems forbid, and removes what cannot be seen', async () => {
  assert.deepEqual(
    await name('unicode', ['a/b\\c:d*e?f"g<h>i|j', 'a\0b\nc', '\u202eabc\u200b\u2066', ' .x. ']),
    ['a-b-c-d-e-f-g-h-i-j.pdf', 'a-b c.pdf', 'abc.pdf', 'x.pdf'],
  );
  assert.deepEqual(await name('unicode', ['CON', 'nul', '???', '\u3164', '\ud800']), [
    '_CON.pdf',
    '_nul.pdf',
    'image-002.pdf',
    'image-003.pdf',
    'image-004.pdf',
  ]);
});

test('unicode counts names as equal that differ in case or in normalization', async () => {
  assert.deepEqual(await name('unicode', ['Ana', 'ana', 'É', 'E\u0301', 'é']), [
    'Ana.pdf',
    'ana-2.pdf',
    'É.pdf',
    'É-2.pdf',
    'é-3.pdf',
  ]);
});

test('unicode cuts long names between graphemes, to 255 bytes', async () => {
  const [long = '', flags = ''] = await name('unicode', ['é'.repeat(400), '🇩🇪'.repeat(100)]);
  assert.equal(long, `${'é'.repeat(125)}.pdf`);
  assert.equal(flags, `${'🇩🇪'.repeat(31)}.pdf`);
});

test('latin writes letters in plain Latin ones, by language', async () => {
  const names = ['Jürgen Groß', 'Malmö', 'Åse Ørsted', 'Γιώργος', 'Владимир', 'İstanbul', 'Łukasz'];
  const of = (locale: string) => name('latin', names, locale);
  const same = ['giorgos.pdf', 'vladimir.pdf', 'istanbul.pdf', 'lukasz.pdf'];
  assert.deepEqual(await of('de-AT'), ['juergen-gross.pdf', 'malmoe.pdf', 'ase-orsted.pdf', ...same]);
  assert.deepEqual(await of('sv'), ['jurgen-gross.pdf', 'malmo.pdf', 'ase-orsted.pdf', ...same]);
  assert.deepEqual(await of('da'), ['jurgen-gross.pdf', 'malmo.pdf', 'aase-oersted.pdf', ...same]);
});
