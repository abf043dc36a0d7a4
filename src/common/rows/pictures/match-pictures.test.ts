import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assignPictures } from './assign-pictures.ts';
import { createPictureMatcher } from './match-pictures.ts';
import { pictureName, pictureNameProblem } from './picture-names.ts';

const found = (path: string) => ({ kind: 'found', path });

describe('createPictureMatcher', () => {
  test('matches with and without ending, in any letter case and Unicode form', () => {
    const match = createPictureMatcher(['p1.jpg', 'P2.JPEG', 'Mu\u0308ller.png', 'v1.2.webp']);
    for (const [text, path] of [
      ['p1.jpg', 'p1.jpg'],
      ['p1', 'p1.jpg'],
      [' P1.JPG ', 'p1.jpg'],
      ['p2', 'P2.JPEG'],
      ['M\u00fcller', 'Mu\u0308ller.png'],
      ['v1.2', 'v1.2.webp'],
      ['fotos/p1.jpg', 'p1.jpg'],
      ['fotos\\p1', 'p1.jpg'],
      ['C:\\Users\\Ada\\p1.jpg', 'p1.jpg'],
    ] as const) {
      assert.deepEqual(match(text), found(path), text);
    }
    for (const text of ['p3', 'p1.png', '', '/', 'p']) assert.deepEqual(match(text), { kind: 'none' }, text);
  });

  test('refuses to choose between pictures, unless the folder in the cell does', () => {
    const match = createPictureMatcher(['p1.jpg', 'p1.png', 'a/x.jpg', 'b/x.jpg']);
    assert.deepEqual(match('p1'), { kind: 'ambiguous', paths: ['p1.jpg', 'p1.png'] });
    assert.deepEqual(match('p1.png'), found('p1.png'));
    assert.deepEqual(match('x.jpg'), { kind: 'ambiguous', paths: ['a/x.jpg', 'b/x.jpg'] });
    assert.deepEqual(match('b/x.jpg'), found('b/x.jpg'));
    assert.deepEqual(match('A\\X'), found('a/x.jpg'));
  });
});

describe('assignPictures', () => {
  const variables = [
    { name: 'photo', type: 'image' },
    { name: 'title', type: 'text' },
    { name: 'people', type: 'list', fields: [{ name: 'face', type: 'image' }] },
  ];
  const assign = (values: readonly Record<string, string>[], given: object = {}) =>
    assignPictures(
      values.map((each) => ({ values: each })),
      variables,
      { embedded: new Set(['S-B2.png']), beside: ['fotos/p1.jpg', 'extra.png'], ofTemplate: [], ...given },
    );

  test('names pictures in values and in entries of lists, and lists those that no cell names', () => {
    const { rows, problems, used, unused } = assign([
      { photo: 'P1', title: 'p1' },
      { photo: 'pictures/S-B2.png' },
      { photo: 'https://example.com/a.png', people: '[{"face":"p1.jpg"}]' },
    ]);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      rows.map(({ values }) => values),
      [
        { photo: 'pictures/fotos/p1.jpg', title: 'p1' },
        { photo: 'pictures/S-B2.png' },
        { photo: 'https://example.com/a.png', people: '[{"face":"pictures/fotos/p1.jpg"}]' },
      ],
    );
    assert.deepEqual([...used.keys()], ['fotos/p1.jpg', 'S-B2.png']);
    assert.deepEqual(unused, ['extra.png']);
  });

  test('reports missing and ambiguous pictures, and pictures in columns that are none', () => {
    const kinds = (values: Record<string, string>, given: object = {}) =>
      assign([values], given).problems.map(({ kind, detail }) => `${kind}: ${detail}`);
    assert.deepEqual(kinds({ photo: 'p9' }), ['missing: "p9" is none of the pictures.']);
    assert.deepEqual(kinds({ people: '[{"face":"p9"}]' }), [
      'missing: people[0].face: "p9" is none of the pictures.',
    ]);
    assert.deepEqual(kinds({ title: 'pictures/S-B2.png' }), [
      'not-an-image: has a picture in its cell, but its values are no pictures.',
    ]);
    assert.deepEqual(kinds({ photo: 'extra.png' }, { ofTemplate: ['extra.png'] }), [
      'ambiguous: "extra.png" is a picture beside the table, and a file of the template; rename one.',
    ]);
    for (const photo of ['logo.png', 'files/logo.png'])
      assert.deepEqual(kinds({ photo }, { ofTemplate: ['logo.png'] }), []);
    // The service takes no such path for a file of the template.
    assert.deepEqual(kinds({ photo: './logo.png' }, { ofTemplate: ['logo.png'] }), [
      'missing: "./logo.png" is none of the pictures.',
    ]);
    assert.deepEqual(kinds({ photo: 'p9' }, { beside: [] }), []);
  });
});

test('names of pictures are paths that values can have', () => {
  assert.equal(pictureName('./a//../B{{x}}\u200b.JPG'), 'a/B((x}}_.jpg');
  assert.equal(pictureNameProblem('a/b.jpg'), null);
  for (const name of [
    '',
    'a',
    '../a.jpg',
    '/a.jpg',
    'a.JPG',
    '.a.jpg',
    'a\0.jpg',
    `${'ä'.repeat(130)}.jpg`,
  ]) {
    assert.notEqual(pictureNameProblem(name), null, name);
  }
});
