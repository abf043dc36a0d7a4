/** Keys by path, values that differ, and numbers by the rules of their keys. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TemplateDocument, TemplateElement } from '../../model/template.ts';
import { changeElements } from '../../model/changes/content.ts';
import { openDesign, select, undo } from '../../model/design.ts';
import { readPreset, readNumber, readNumbers, stepNumber, type NumberField } from './numbers.ts';
import { elementSchemas, toRule, schemaAt } from './schema.ts';
import { commonValue, setElementValue, setValue, valueAt } from './values.ts';

const box = { x: 10, y: 20, width: 30, height: 40 };
const rect = (id: string, keys: object = {}): TemplateElement => ({ type: 'rect', id, ...box, ...keys });
const getDocument = (...elements: TemplateElement[]): TemplateDocument => ({
  schemaVersion: 1,
  name: 'Test',
  viewport: { width: 200, height: 100 },
  elements,
});
const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('keys by path', () => {
  test('makes the objects on the way, and removes them with their last key', () => {
    const image: TemplateElement = { type: 'image', id: 'a', ...box, src: 'a.png' };
    setValue(image, 'filters.blur', 3);
    assert.equal(valueAt(image, 'filters.blur'), 3);
    setValue(image, 'filters.blur', undefined);
    assert.deepEqual(json(image), { type: 'image', id: 'a', ...box, src: 'a.png' });
  });

  test('keeps an empty object that means something', () => {
    const target = rect('a', { stroke: { width: 3 } });
    setValue(target, 'stroke.width', undefined, 'stroke');
    assert.deepEqual(json(target), rect('a', { stroke: {} }));
  });

  test('finds what several objects have in common', () => {
    const targets = [rect('a', { fill: '#111', opacity: 0.5 }), rect('b', { fill: '#222', opacity: 0.5 })];
    assert.deepEqual(commonValue(targets, 'fill'), { value: undefined, isMixed: true });
    assert.deepEqual(commonValue(targets, 'opacity'), { value: 0.5, isMixed: false });
    assert.deepEqual(commonValue(targets, 'shadow.x'), { value: undefined, isMixed: false });
  });

  test('a change of several elements is one step, and undo restores the bytes', () => {
    const document = getDocument(rect('a', { stroke: { width: 2 } }), rect('b'));
    const design = select(openDesign(document), ['a', 'b']);
    const changed = changeElements(design, ['a', 'b'], (each) => setElementValue(each, 'stroke.width', 5));
    assert.equal(changed.done.length, 1);
    assert.deepEqual(
      changed.document.elements.map((each) => valueAt(each, 'stroke.width')),
      [5, 5],
    );
    const removed = changeElements(changed, ['a'], (each) =>
      setElementValue(each, 'stroke.width', undefined),
    );
    assert.equal(JSON.stringify(undo(undo(removed)).document), JSON.stringify(document));
  });

  test('the elements of a group grow with its sides', () => {
    const group: TemplateElement = { type: 'group', id: 'g', ...box, elements: [rect('a')] };
    setElementValue(group, 'width', 60);
    assert.deepEqual(valueAt(group, 'elements.0.width'), 60);
    assert.deepEqual(valueAt(group, 'elements.0.x'), 20);
    assert.equal(group.height, 40);
  });
});

const getField = (type: string, path: string, more: Partial<NumberField> = {}): NumberField => ({
  rule: toRule(schemaAt([elementSchemas().get(type)!], path)),
  isLength: false,
  unit: 'px',
  presetPx: null,
  ...more,
});
const read = (text: string, field: NumberField, values: readonly unknown[]) => {
  const change = readNumber(text, field, values);
  return 'fault' in change ? change.fault : values.map(change.apply);
};

describe('numbers by their rules', () => {
  test('a relative change counts from each value, and from the default where there is none', () => {
    const field = getField('rect', 'opacity');
    assert.deepEqual(read('50%', field, [0.5, undefined]), [0.25, 0.5]);
    assert.deepEqual(read('', field, [0.5]), [undefined]);
  });

  test('a result out of the range of one value changes none', () => {
    const field = getField('rect', 'opacity');
    assert.equal(read('+0.4', field, [0.5, 0.7]), 'range');
    assert.deepEqual(read('+0.3', field, [0.5, 0.7]), [0.8, 1]);
    assert.equal(read('-1', field, [1]), 'range');
    assert.equal(read('1/0', field, [1]), 'range');
    assert.equal(read('half', field, [1]), 'syntax');
  });

  test('a required key is not emptied, and a size above zero has no zero', () => {
    const needed = getField('rect', 'width');
    assert.equal(read('', { ...needed, rule: { ...needed.rule, isRequired: true } }, [10]), 'required');
    assert.equal(read('0', getField('text', 'fontSize'), [10]), 'range');
    assert.deepEqual(read('0', getField('rect', 'width'), [10]), [0]);
  });

  test('the default of a length in pixels is converted to the unit of the document', () => {
    const field = getField('text', 'fontSize', { isLength: true, unit: 'pt', presetPx: 16 });
    assert.equal(readPreset(field), 12);
    assert.deepEqual(read('+1', field, [undefined]), [13]);
    assert.equal(readPreset(getField('text', 'lineHeight')), 1.2);
  });

  test('steps stay within the range', () => {
    const field = getField('rect', 'opacity');
    assert.equal(stepNumber(undefined, -0.01, field), 0.99);
    assert.equal(stepNumber(0.995, 0.01, field), 1);
    assert.equal(stepNumber(1, -10, getField('text', 'fontSize')), 1);
    assert.equal(stepNumber(3, -10, getField('qrcode', 'margin')), 0);
  });

  test('reads lists of numbers', () => {
    const field = getField('rect', 'stroke.dash', { isLength: true });
    assert.deepEqual(readNumbers('4 2', field), [4, 2]);
    assert.deepEqual(readNumbers('1in, 2', field), [96, 2]);
    assert.deepEqual(readNumbers('', field), []);
    assert.equal(readNumbers('4 -2', field), null);
    assert.equal(readNumbers('4 x', field), null);
  });
});
