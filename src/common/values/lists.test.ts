import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TemplateDocument, TemplateVariable } from '../../../generated/template.ts';
import type { VariableValue } from './values.ts';
import { checkVariables } from '../../domain/variables/check-values.ts';

const items: TemplateVariable = {
  name: 'items',
  type: 'list',
  fields: [
    { name: 'name', type: 'text', required: true },
    { name: 'price', type: 'number', validation: { min: 0 } },
    { name: 'unit', type: 'text', defaultValue: 'pcs', validation: { options: ['pcs', 'kg'] } },
  ],
};

function getTemplate(variable: TemplateVariable): TemplateDocument {
  return {
    schemaVersion: 1,
    name: 't',
    viewport: { width: 10, height: 10 },
    variables: [variable],
    elements: [],
  };
}

function accepted(value: unknown, variable = items): VariableValue | undefined {
  const checked = checkVariables(
    { document: getTemplate(variable), files: [] },
    value === undefined ? {} : { items: value },
  );
  if (!checked.ok) assert.fail(JSON.stringify(checked.problems));
  return checked.values.get('items');
}

function refused(value: unknown, variable = items): string[] {
  const checked = checkVariables(
    { document: getTemplate(variable), files: [] },
    value === undefined ? {} : { items: value },
  );
  if (checked.ok) assert.fail('accepted');
  return checked.problems.map(({ pointer, detail }) => `${pointer}: ${detail}`);
}

const tea = { name: 'Tea', price: '4.20', unit: 'pcs' };

describe('lists', () => {
  it('are arrays of objects, or strings that hold them', () => {
    assert.deepEqual(accepted([{ name: 'Tea', price: '4.20' }]), [tea]);
    assert.deepEqual(accepted('[{"name": "Tea", "price": "4.20"}]'), [tea]);
    assert.deepEqual(accepted([{ name: 'Tea', price: '' }]), [{ ...tea, price: '' }]);
    for (const nothing of [undefined, '', [], '[]']) assert.deepEqual(accepted(nothing), []);
  });

  it('have defaults, as entries or as JSON', () => {
    for (const defaultValue of [[{ name: 'Tea' }], '[{"name": "Tea"}]']) {
      assert.deepEqual(accepted(undefined, { ...items, defaultValue }), [{ ...tea, price: '' }]);
      assert.deepEqual(accepted([], { ...items, defaultValue }), []);
    }
  });

  it('name the place of a value that is refused', () => {
    assert.deepEqual(refused([tea, { ...tea, price: 'x' }, { price: '-1', unit: 'g' }]), [
      '/variables/items/1/price: Variable "items[1].price" must be a number as JSON writes it, ' +
        'such as 12 or -0.5, but received "x".',
      '/variables/items/2/name: Variable "items[2].name" is required and no value was given.',
      '/variables/items/2/price: Variable "items[2].price" must be at least 0, but received "-1".',
      '/variables/items/2/unit: Variable "items[2].unit" must be one of "pcs", "kg", but received "g".',
    ]);
    assert.deepEqual(refused('[{"name": 5}]'), [
      '/variables/items/0/name: Variable "items[0].name" must be a string, but received the number 5.',
    ]);
    assert.deepEqual(refused([{ ...tea, prise: '1' }]), [
      '/variables/items/0/prise: Entries of "items" have no field "prise". Did you mean "price"? ' +
        'They have "name", "price", "unit".',
    ]);
    assert.deepEqual(refused([[tea]]), [
      '/variables/items/0: Variable "items[0]" must be an object of strings, but received an array.',
    ]);
    assert.deepEqual(refused([{ ...tea, name: 'a\0' }]), [
      '/variables/items/0/name: Variable "items[0].name" must be text without NUL characters and without ' +
        'lone surrogates.',
    ]);
  });

  it('are nothing else', () => {
    for (const [value, shown] of [
      ['tea', '"tea"'],
      ['{"name": "Tea"}', '"{\\"name\\": \\"Tea\\"}"'],
      ['"[]"', '"\\"[]\\""'],
      [5, 'the number 5'],
      [null, 'null'],
      [{ name: 'Tea' }, 'an object'],
    ] as const)
      assert.deepEqual(refused(value), [
        '/variables/items: Variable "items" must be an array of objects of strings, or a string that holds ' +
          `one as JSON, but received ${shown}.`,
      ]);
    const text = checkVariables(
      { document: getTemplate({ name: 'items', type: 'text' }), files: [] },
      { items: [tea] },
    );
    assert.ok(!text.ok);
    assert.match(text.problems[0]?.detail ?? '', /must be a string, but received an array\.$/u);
  });

  it('have a number of entries', () => {
    const bounded: TemplateVariable = { ...items, validation: { minLength: 2, maxLength: 3 } };
    const few = (count: number) => Array.from({ length: count }, () => tea);
    assert.equal(accepted(few(3), bounded)?.length, 3);
    assert.deepEqual(accepted([], bounded), []);
    assert.match(refused(few(1), bounded)[0] ?? '', /must have at least 2 entries \(it has 1\)\.$/u);
    assert.match(refused(few(4), bounded)[0] ?? '', /must have at most 3 entries \(it has 4\)\.$/u);
    assert.equal(accepted(few(5_000))?.length, 5_000);
    assert.match(refused(few(5_001))[0] ?? '', /must have at most 5000 entries \(it has 5001\)\.$/u);
    for (const [nothing, reason] of [
      [undefined, /is required and no value was given/u],
      ['', /is required, but received an empty list/u],
      [[], /is required, but received an empty list/u],
    ] as const)
      assert.match(refused(nothing, { ...items, required: true })[0] ?? '', reason);
  });

  it('report their first hundred problems, and count the others', () => {
    const checked = checkVariables(
      { document: getTemplate(items), files: [] },
      { items: Array.from({ length: 5_000 }, () => ({})) },
    );
    assert.ok(!checked.ok);
    assert.deepEqual([checked.problems.length, checked.problemCount], [100, 5_000]);
  });

  it('treat names such as __proto__ as plain names', () => {
    const variable: TemplateVariable = {
      ...items,
      fields: [
        { name: '__proto__', type: 'text' },
        { name: 'constructor', type: 'text' },
      ],
    };
    const [entry] = accepted('[{"__proto__": "x"}]', variable) as Record<string, string>[];
    assert.equal(JSON.stringify(entry), '{"__proto__":"x","constructor":""}');
    assert.match(refused('[{"toString": "x"}]', variable)[0] ?? '', /no field "toString"/u);
  });
});
