import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateDocument, TemplateElement, TemplateVariable } from '../../../generated/template.ts';
import { checkVariables } from '../../domain/variables/check-values.ts';
import type { SceneElement } from '../scene/elements.ts';
import { bindTemplate } from './bind-template.ts';

const box = { x: 0, y: 0, width: 50, height: 20 };
const text = (content: string, more: object = {}) =>
  ({ ...box, type: 'text', id: 't', text: content, ...more }) as TemplateElement;
const name: TemplateVariable = { name: 'name', type: 'text', defaultValue: 'Ada' };
const list: TemplateVariable = {
  name: 'items',
  type: 'list',
  defaultValue: [{ what: 'Tea' }],
  fields: [
    { name: 'what', type: 'text' },
    { name: 'unit', type: 'text', defaultValue: 'kg' },
  ],
};

/** The places of the defaults that a template draws with the given values. */
function drawn(
  variables: readonly TemplateVariable[],
  elements: readonly TemplateElement[],
  given: Readonly<Record<string, unknown>> = {},
): string[] {
  const document = {
    schemaVersion: 1,
    name: 'd',
    viewport: { width: 100, height: 100 },
    variables: [...variables],
    elements: [...elements],
  } as TemplateDocument;
  const checked = checkVariables({ document, files: [] }, given);
  assert.ok(checked.ok);
  const { scene } = bindTemplate(document, checked.values, { defaults: checked.defaults });
  const of = (all: readonly SceneElement[]): string[] =>
    all.flatMap(({ defaults = [], ...element }) => [
      ...defaults.map(({ variable, field }) => (field === undefined ? variable : `${variable}.${field}`)),
      ...('elements' in element ? of(element.elements) : []),
    ]);
  return of(scene.elements);
}

test('names a default that is drawn as text, as a code, or as a picture', () => {
  const page: TemplateVariable = { name: 'page', type: 'url', defaultValue: 'https://a.example' };
  const photo: TemplateVariable = { name: 'photo', type: 'image', defaultValue: 'https://a.example/a.png' };
  const elements: TemplateElement[] = [
    text('By {{name}}'),
    { ...box, type: 'qrcode', id: 'q', value: '{{page}}' },
    { ...box, type: 'image', id: 'i', src: '{{photo}}' },
  ];
  assert.deepEqual(drawn([name, page, photo], elements), ['name', 'page', 'photo']);
  assert.deepEqual(drawn([name], [text('', { text: undefined, runs: [{ text: '{{name}}' }] })]), ['name']);
  assert.deepEqual(drawn([name], [text('{{ upper(name) + "!" }}')]), ['name']);
});

test('a value counts as given, also an empty one', () => {
  assert.deepEqual(drawn([name], [text('By {{name}}')], { name: 'Eve' }), []);
  assert.deepEqual(drawn([name], [text('By {{name}}')], { name: '' }), []);
});

test('passes over defaults that nobody sees', () => {
  assert.deepEqual(drawn([name], [text('By nobody')]), [], 'a variable that nothing draws');
  assert.deepEqual(drawn([name], [text('By {{name}}', { visible: false })]), [], 'a hidden text');
  assert.deepEqual(drawn([{ ...name, defaultIsNeutral: true }], [text('By {{name}}')]), []);
  assert.deepEqual(drawn([{ ...name, defaultValue: '' }], [text('By {{name}}')]), []);
  const color: TemplateVariable = { name: 'color', type: 'text', defaultValue: '#ff0000' };
  assert.deepEqual(drawn([color], [{ ...box, type: 'rect', id: 'r', fill: '{{color}}' }]), []);
  const size: TemplateVariable = { name: 'size', type: 'number', defaultValue: '12' };
  assert.deepEqual(drawn([size], [text('Hello', { fontSize: '{{size}}' })]), []);
  const flag: TemplateVariable = { name: 'flag', type: 'text', defaultValue: 'yes' };
  assert.deepEqual(drawn([flag], [text('Hello', { visible: '{{flag}}' })]), []);
  assert.deepEqual(drawn([flag], [text('{{ flag == "yes" ? "Hello" : "Bye" }}')]), [], 'a comparison');
});

test('names lists and the fields of their entries', () => {
  const layout = { direction: 'column' as const };
  const rows: TemplateElement = {
    ...box,
    type: 'group',
    id: 'g',
    layout,
    elements: [text('{{ item.what }} {{ item.unit }}', { repeat: { each: '{{ items }}' }, height: 'hug' })],
  };
  assert.deepEqual(drawn([list], [rows]), ['items']);
  const [milk, tea] = [{ what: 'Milk', unit: 'l' }, { what: 'Tea' }];
  assert.deepEqual(drawn([list], [rows], { items: [milk] }), []);
  assert.deepEqual(new Set(drawn([list], [rows], { items: [milk, tea] })), new Set(['items.unit']));
  const table = (value: string): TemplateElement => ({
    ...box,
    type: 'table',
    id: 'b',
    rows: '{{ items }}',
    columns: [{ header: 'What', value }],
  });
  assert.deepEqual(drawn([list], [table('{{ item.unit }}')]), ['items']);
  assert.deepEqual(drawn([list], [table('{{ item.unit }}')], { items: [tea] }), ['items.unit']);
  assert.deepEqual(drawn([list], [table('{{ item.what }}')], { items: [tea] }), []);
  const priced = table('{{ item.what + " " + name }}');
  assert.deepEqual(drawn([list, name], [priced], { items: [milk] }), ['name'], 'a variable in a cell');
  const spec = { mark: 'bar', data: { name: 'items' }, encoding: { x: { field: 'what' } } };
  const chart: TemplateElement = { ...box, type: 'chart', id: 'c', spec };
  assert.deepEqual(drawn([list], [chart]), ['items']);
});
