/** Values to design with, checked by the rules of the service. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TemplateVariable } from '../../generated/template.ts';
import { checkVariables } from '../../src/domain/variables/check-values.ts';
import { completeForDesign, fitToVariables } from '../../studio/web/src/designer/model/example-values.ts';
import { generatedKinds, generateValues } from '../../studio/web/src/designer/model/generated-values.ts';

const types = ['text', 'number', 'email', 'url', 'phone', 'date', 'qrcode', 'barcode', 'image'] as const;

const rules: readonly NonNullable<TemplateVariable['validation']>[] = [
  {},
  { minLength: 12 },
  { maxLength: 3_000 },
  { minLength: 15, maxLength: 24 },
];

const variables: TemplateVariable[] = [
  ...types.flatMap((type) =>
    rules
      // A phone number and a date are as long as they are.
      .filter((_, index) => index === 0 || ['text', 'email', 'url', 'qrcode'].includes(type))
      .flatMap((validation, index) =>
        [false, true].map((required) => ({
          name: `${type} ${index} ${required ? 'required' : 'optional'}`,
          type,
          required,
          validation,
        })),
      ),
  ),
  { name: 'short', type: 'text', required: true, validation: { maxLength: 3 } },
  { name: 'range', type: 'number', required: true, validation: { min: -20, max: -10 } },
  { name: 'least', type: 'number', validation: { min: 2_000_000 } },
  { name: 'choice', type: 'text', required: true, validation: { options: ['medium', 'a', 'the longest'] } },
  {
    name: 'pattern',
    type: 'text',
    required: true,
    defaultValue: 'A-12',
    validation: { pattern: '[A-Z]-[0-9]+' },
  },
  { name: 'unknown', type: 'text', validation: { pattern: '[0-9]{4}' } },
];

const document = (declared: TemplateVariable[]) => ({
  schemaVersion: 1 as const,
  name: 'Test',
  viewport: { width: 10, height: 10 },
  variables: declared,
  elements: [],
});

describe('generated values', () => {
  for (const kind of generatedKinds) {
    test(`${kind}: the service accepts all of them`, () => {
      const found = checkVariables(
        { document: document(variables), files: [] },
        generateValues(variables, kind),
      );
      assert.deepEqual(found.ok ? [] : found.problems, []);
    });
  }

  test('are as long and as short as the rules allow', () => {
    const limited: TemplateVariable[] = [
      { name: 'text', type: 'text', validation: { minLength: 4, maxLength: 333 } },
      { name: 'size', type: 'text', validation: { options: ['S', 'medium', 'XL'] } },
    ];
    assert.deepEqual(generateValues(limited, 'Shortest'), { text: 'Aaaa', size: 'S' });
    const { text = '', size } = generateValues(limited, 'Longest');
    assert.equal(text.trim().length, 333);
    assert.equal(size, 'medium');
    assert.match(generateValues(limited, 'Right to left')['text'] ?? '', /^\p{Script=Arabic}/u);
  });

  for (const kind of generatedKinds) {
    test(`${kind}: the template's example values match patterns, and are its pictures`, () => {
      const list = { name: 'list', type: 'list', label: 'List' } as const;
      const declared: TemplateVariable[] = [
        { name: 'order', type: 'text', required: true, validation: { pattern: '[A-Z]{2}-[0-9]{4}' } },
        { name: 'photo', type: 'image', required: true },
        {
          ...list,
          required: true,
          fields: [{ name: 'sku', type: 'text', validation: { pattern: 'S[0-9]' } }],
        },
      ];
      const files = [{ path: 'photo.jpg' }];
      const example = { order: 'AB-1234', photo: 'photo.jpg', list: '[{"sku":"S7"},{"sku":"S8"}]' };
      const values = generateValues(declared, kind, new Set(), example);
      assert.deepEqual([values['order'], values['photo']], ['AB-1234', 'photo.jpg']);
      const found = checkVariables({ document: document(declared), files }, values);
      assert.deepEqual(found.ok ? [] : found.problems, []);
    });
  }

  test('are empty only where nothing is required', () => {
    const values = generateValues(variables, 'Empty');
    for (const { name, required = false } of variables) assert.equal(values[name] === '', !required, name);
  });
});

describe('values to design with', () => {
  const declared: TemplateVariable[] = [
    { name: 'title', type: 'text', required: true },
    { name: 'price', type: 'number', required: true, defaultValue: '5' },
    { name: 'note', type: 'text' },
  ];

  test('have an example for what is required, and nothing undeclared', () => {
    const values = completeForDesign({ note: 'x', old: 'y' }, declared);
    assert.deepEqual(values, { title: 'title', price: '5', note: 'x' });
    assert.equal(checkVariables({ document: document(declared), files: [] }, values).ok, true);
    assert.deepEqual(completeForDesign({ price: '' }, declared), { title: 'title', price: '5' });
  });

  test('are the example values of the template where a required value is missing', () => {
    const example = { title: 'Nocturne', price: '', note: 'y' };
    assert.deepEqual(completeForDesign({}, declared, example), { title: 'Nocturne', price: '5' });
  });

  test('leave out example values of variables that have changed since they were checked', () => {
    const example = { title: 'Nocturne', price: '5', gone: 'z' };
    const labelled = declared.map((variable) => ({ ...variable, label: 'Another', required: false }));
    assert.equal(fitToVariables(example, declared, declared), example);
    assert.deepEqual(fitToVariables(example, declared, labelled), { title: 'Nocturne', price: '5' });
    const limited = [{ ...declared[0]!, validation: { maxLength: 3 } }, declared[1]!];
    assert.deepEqual(fitToVariables(example, declared, limited), { price: '5' });
    assert.equal(fitToVariables(example, declared, limited), fitToVariables(example, declared, limited));
  });

  test('are the same object until a value or a variable changes', () => {
    const values = { note: 'x' };
    assert.equal(completeForDesign(values, declared), completeForDesign(values, declared));
    assert.notEqual(completeForDesign(values, declared), completeForDesign(values, declared.slice(1)));
    assert.equal(completeForDesign(values), completeForDesign(values));
  });
});
