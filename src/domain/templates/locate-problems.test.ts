import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkTemplateFolder } from './import-template.ts';
import { locateProblems } from './locate-problems.ts';

const getFolder = (text: string) => ({ templateJson: new TextEncoder().encode(text), files: new Map() });

function getPlaces(text: string, ...pointers: string[]) {
  const problems = pointers.map((pointer) => ({ pointer, detail: '' }));
  return locateProblems(text, JSON.parse(text), problems).map(
    ({ elementId, line, column }) => [elementId, line, column] as const,
  );
}

test('finds element, line and column of each problem, in the order of the text', () => {
  const text = `{
  "name": "Ünï 😀", "elements": [
    { "id": "a", "x": "left" },\r\n    { "id": "g", "elements": [
      { "id": "b",\r        "a/b~c": true } ] },
    { "x": 1 }
  ]
}`;
  assert.deepEqual(
    getPlaces(
      text,
      '',
      '/name',
      '/elements/0/x',
      '/elements/1',
      '/elements/1/elements/0/a~1b~0c',
      '/elements/2/x',
      '/elements/0/missing',
      '/elements/9/x',
    ),
    [
      [null, 2, 11],
      [null, 2, 33],
      ['a', 3, 5],
      ['a', 3, 23],
      ['g', 4, 5],
      ['b', 6, 18],
      [null, 7, 12],
      [null, 1, 1],
    ],
  );
});

test('points to the last of duplicate keys, which is the one that counts', () => {
  assert.deepEqual(getPlaces('{"a": 1,\n "a": 2}', '/a'), [[null, 2, 7]]);
});

test('names the line and column of a syntax error', async () => {
  const cases: [string, number, number, RegExp][] = [
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, /expected a "," before this/u],
    ['{\n  "a": 1,\n}', 3, 1, /expected a key in double quotes; the last entry has no comma/u],
    ['{"a": [1,\n 2,]}', 2, 4, /expected a value; the last entry has no comma/u],
    ['{\n  a: 1}', 2, 3, /"a" is not a value; keys and strings take double quotes/u],
    ["{\n 'a': 1}", 2, 2, /"'a'" is not a value/u],
    ['{"a": tru}', 1, 7, /"tru" is not a value/u],
    ['{"a" 1}', 1, 6, /expected a ":"/u],
    ['{"a": "x\ny"}', 1, 7, /no closing quote/u],
    ['{"a": "\\q"}', 1, 7, /"\\" before/u],
    ['{"a": "\\u12"}', 1, 7, /four hexadecimal digits/u],
    ['{"a": "\t"}', 1, 7, /control character/u],
    ['{"a": 1.}', 1, 7, /number is incomplete/u],
    ['{\n "a": 1', 2, 8, /expected a "\}" or a ","/u],
    ['[1, 2', 1, 6, /expected a "\]" or a ","/u],
    ['{}\n{}', 2, 1, /expected the end of the file/u],
    ['// a comment\n{}', 1, 1, /comments are not part of JSON/u],
    ['', 1, 1, /the file is empty/u],
    ['  \n', 2, 1, /the file is empty/u],
  ];
  for (const [text, line, column, expected] of cases) {
    const checked = await checkTemplateFolder(getFolder(text));
    const [problem] = checked.problems;
    assert.equal(checked.valid, false);
    assert.deepEqual([problem?.pointer, problem?.line, problem?.column], ['', line, column], text);
    assert.match(problem?.detail ?? '', expected, text);
    assert.ok(problem?.detail.startsWith(`template.json is not JSON: line ${line}, column ${column}: `));
  }
});

test('a problem of the file as a whole has no line', async () => {
  const bytes = Uint8Array.of(0x7b, 0xff, 0x7d);
  const { problems } = await checkTemplateFolder({ templateJson: bytes, files: new Map() });
  assert.deepEqual(problems, [
    {
      pointer: '',
      detail: 'template.json is not UTF-8 text.',
      elementId: null,
      line: null,
      column: null,
    },
  ]);
});

test('refuses text that cannot be stored', async () => {
  const { problems } = await checkTemplateFolder(getFolder('{\n  "name": "a\\u0000b"\n}'));
  assert.match(problems[0]?.detail ?? '', /U\+0000/u);
});
