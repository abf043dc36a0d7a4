/** What the editor of JSON knows of the schema. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import {
  checkSchema,
  describe as explain,
  listKeys,
  schemasAt,
  listValues,
  listVariants,
  type SchemaNode,
} from './schema.ts';

const top = path.resolve(import.meta.dirname, '../../../../..');
const readJson = (file: string): unknown => JSON.parse(readFileSync(path.join(top, file), 'utf8'));
const root = readJson('template.schema.json') as SchemaNode;
const samples = readdirSync(path.join(top, 'samples')).filter((name) =>
  existsSync(path.join(top, 'samples', name, 'template.json')),
);

const box = { x: 0, y: 0, width: 10, height: 10 };
const valid = {
  schemaVersion: 1,
  name: 'Test',
  viewport: { width: 100, height: 50 },
  elements: [{ type: 'text', id: 'a', ...box, text: 'Hello' }],
};
const withElement = (keys: object) => ({ ...valid, elements: [{ ...valid.elements[0], ...keys }] });

describe('the check', () => {
  test('accepts every sample', () => {
    assert.ok(samples.length >= 9);
    for (const name of samples) {
      assert.deepEqual(checkSchema(root, readJson(`samples/${name}/template.json`)), [], name);
    }
  });

  test('accepts groups of pages, but none in another', () => {
    const { elements, ...rest } = valid;
    const inGroup = (...pages: object[]) => ({
      ...rest,
      pages: [{ id: 'g', repeat: { each: '{{ a }}' }, pages }],
    });
    assert.deepEqual(checkSchema(root, inGroup({ id: 'p', elements })), []);
    assert.deepEqual(
      checkSchema(root, inGroup({ id: 'h', elements, pages: [] })).map(({ pointer }) => pointer),
      ['/pages/0/pages/0/pages'],
    );
    assert.notDeepEqual(checkSchema(root, inGroup()), []);
  });

  const refused: readonly (readonly [string, unknown, string])[] = [
    ['a document that is none', [], ''],
    ['a missing key', { ...valid, name: undefined, elements: undefined }, '/name'],
    ['an unknown key', { ...valid, 'a/b': 1 }, '/a~1b'],
    ['an unknown key of an element', withElement({ fill: '#000' }), '/elements/0/fill'],
    ['an unknown type', withElement({ type: 'circle' }), '/elements/0/type'],
    ['a text in place of a number', withElement({ x: '1' }), '/elements/0/x'],
    ['a number that is too large', withElement({ opacity: 2 }), '/elements/0/opacity'],
    ['a value that is not listed', withElement({ align: 'middle' }), '/elements/0/align'],
    ['a color that is none', withElement({ color: '#12' }), '/elements/0/color'],
    ['half a pixel', { ...valid, viewport: { width: 1.5, height: 1 } }, '/viewport/width'],
    [
      'an element in a group',
      { ...valid, elements: [{ type: 'group', id: 'g', ...box, elements: [{ type: 'rect' }] }] },
      '/elements/0/elements/0',
    ],
  ];
  for (const [name, value, pointer] of refused) {
    test(`refuses ${name}`, () => {
      const problems = checkSchema(root, value);
      assert.ok(
        problems.some((each) => each.pointer === pointer),
        JSON.stringify(problems),
      );
    });
  }
});

describe('what is offered', () => {
  test('are the keys of an element by its type', () => {
    const keys = listKeys(root, schemasAt(root, valid, ['elements', 0]));
    assert.ok(keys.has('fontSize') && keys.has('text') && !keys.has('cornerRadius'));
    const rect = listKeys(root, schemasAt(root, withElement({ type: 'rect' }), ['elements', 0]));
    assert.ok(rect.has('cornerRadius') && !rect.has('text'));
    assert.deepEqual(
      [...listKeys(root, schemasAt(root, withElement({ type: undefined }), ['elements', 0])).keys()],
      ['type'],
    );
  });

  test('are values and types that can be listed', () => {
    assert.deepEqual(listValues(root, schemasAt(root, valid, ['viewportOutputIntent'])), ['screen', 'print']);
    assert.deepEqual(listValues(root, schemasAt(root, valid, ['elements', 0, 'wrap'])), [
      true,
      false,
      'balance',
      'pretty',
    ]);
    const types = listVariants(root, schemasAt(root, valid, ['elements', 0]), 'type');
    assert.deepEqual(types.slice(0, 3), ['text', 'image', 'rect']);
    assert.match(explain(schemasAt(root, valid, ['bleed'])), /Default: 0\.$/u);
  });
});
