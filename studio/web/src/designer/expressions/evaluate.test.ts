import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findScope, stepsTo } from '../model/scope.ts';
import { evaluateText } from './evaluate.ts';

const document = {
  locale: 'de',
  variables: [
    { name: 'price', type: 'number', defaultValue: '1234.5' },
    { name: 'day', type: 'date' },
    { name: 'title', type: 'text' },
  ],
} as const;
const evaluate = (text: string, values = {}) =>
  evaluateText(text, { ...document, variables: [...document.variables] }, values);

test('expressions are worked out with the values that are shown, else the defaults', () => {
  assert.deepEqual(evaluate('{{ number(price) }} {{title}}', { title: 'x' }), {
    text: '1.234,5 x',
    isFault: false,
  });
  assert.deepEqual(evaluate('{{ price > 2 }}', { price: '1' }), { text: 'false', isFault: false });
});

test('texts without expressions have no value of their own', () => {
  for (const text of ['', 'plain', '{{title}}', 'a {{ title }}', '\\{{ 1 + 1 }}'])
    assert.equal(evaluate(text), null);
});

test('a fault says what is wrong, and where', () => {
  const fault = (text: string): string => {
    const result = evaluate(text);
    assert.equal(result?.isFault, true);
    return result?.text ?? '';
  };
  assert.equal(fault('{{ 1 + pric }}'), 'No variable "pric" is declared (character 5 of the expression).');
  assert.match(
    fault('{{ title + 1 }}'),
    /^The expression is not valid at character 1 of the expression: .*\+ int/,
  );
  assert.match(fault('{{ date(day + duration("1h")) }}'), /^The expression needs a value of "day"/);
  assert.match(fault('{{ currency(price, "") }}'), /^The expression fails: .*currency/i);
});

const items = {
  name: 'items',
  type: 'list' as const,
  fields: [
    { name: 'name', type: 'text' as const },
    { name: 'unit price', type: 'number' as const },
  ],
  defaultValue: [
    { name: 'Tea', 'unit price': '4.5' },
    { name: 'Cup', 'unit price': '12' },
  ],
};
const ofItems = (text: string, values = {}, each = '{{ items }}') =>
  evaluateText(text, { locale: 'en', variables: [items] }, values, {
    entries: [{ each, as: 'item', index: 'i' }],
  })?.text;

test('in a repeat the first entry counts', () => {
  assert.equal(ofItems('{{ i + 1 }}: {{ item.name }}, {{ item["unit price"] }}'), '1: Tea, 4.5');
  assert.equal(ofItems('{{ item.name }}', { items: '[{"name":"Mug"}]' }), 'Mug');
  assert.equal(ofItems('{{ item.name }}', {}, '{{ items.filter(e, e["unit price"] > 5.0) }}'), 'Cup');
  assert.match(ofItems('{{ item.nam }}') ?? '', /"nam"/u);
  assert.equal(ofItems('{{ item.name }}', { items: '[]' }), undefined, 'there is no entry');
  assert.equal(ofItems('{{ item.name }}', {}, '{{ 1 + 1 }}'), undefined, 'that makes no entries');
});

test('in a row of a group its entries count, wherever they are in the list', () => {
  const table = {
    type: 'table',
    rows: '{{ items }}',
    as: 'row',
    index: 'i',
    groupBy: '{{ row.name }}',
    groupTotal: { cells: [''] },
  };
  const { entries } = findScope(stepsTo(table, ['groupTotal', 'cells', 0]));
  const values = JSON.stringify(['Tea', 'Cup', 'Tea', ''].map((name) => ({ name, 'unit price': '2' })));
  const evaluated = (text: string, own = entries) =>
    evaluateText(text, { variables: [items] }, { items: values }, { entries: own })?.text;
  assert.equal(evaluated('{{ row.name }}: {{ group.size() }}'), 'Tea: 2');
  assert.equal(evaluated('{{ sum(group.map(e, e["unit price"])) }}'), '4');
  const all = findScope(stepsTo({ ...table, groupBy: undefined }, ['groupTotal', 'cells', 0]));
  assert.equal(evaluated('{{ group.size() }}', all.entries), '4');
  const byPlace = findScope(stepsTo({ ...table, groupBy: '{{ i < 3 }}' }, ['groupTotal', 'cells', 0]));
  assert.equal(evaluated('{{ group.size() }}', byPlace.entries), '3');
});

test('lists of data sets are lists', () => {
  const size = evaluateText('{{ items.size() }}', { variables: [items] }, { items: '[{"name":"Mug"}]' });
  assert.deepEqual(size, { text: '1', isFault: false });
});

test('a value that is not an entry counts as an empty one', () => {
  const getSize = (defaultValue: unknown, values = {}) =>
    evaluateText(
      '{{ items.size() }}: {{ items[0].name }}',
      { variables: [{ ...items, defaultValue } as typeof items] },
      values,
    );
  for (const value of ['[null]', '[4]', '[["Tea"]]', '[{"name":4}]']) {
    assert.deepEqual(getSize(value), { text: '1: ', isFault: false }, value);
    assert.deepEqual(getSize(JSON.parse(value)), { text: '1: ', isFault: false }, value);
    assert.deepEqual(getSize([{ name: 'Tea' }], { items: value }), { text: '1: ', isFault: false }, value);
  }
});
