/** Lists whose entries have lists. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TemplateVariable } from '../../../generated/template.ts';
import { innerListKey } from '../values/lists.ts';
import { StepBudget } from './budget.ts';
import { listTypes, type ExtraValues } from './extra-names.ts';
import { ExpressionError } from './expression-error.ts';
import { countEntries, TemplateExpressions, toText } from './template-expressions.ts';

const variables: TemplateVariable[] = [
  {
    name: 'orders',
    type: 'list',
    fields: [
      { name: 'id', type: 'text' },
      {
        name: 'items',
        type: 'list',
        fields: [
          { name: 'name', type: 'text' },
          { name: 'price', type: 'number' },
          { name: 'parts', type: 'list', fields: [{ name: 'count', type: 'number' }] },
        ],
      },
    ],
  },
];
const orders = [
  {
    id: 'A',
    items: [
      { name: 'Tea', price: '0.1', parts: [{ count: '1' }, { count: '2' }] },
      { name: 'Cup', price: '0.2', parts: [] },
      { name: 'Pot', price: '', parts: [{ count: '5' }] },
    ],
  },
  { id: 'B', items: [] },
  { id: 'C', items: [{ name: 'Tin', price: '7', parts: [{ count: '' }] }] },
];
const values = new Map([['orders', orders]]);
const moment = { locale: 'en', now: new Date(0) };
const expressions = new TemplateExpressions(variables);
const evaluate = (source: string, extra?: ExtraValues): string =>
  toText(expressions.forValues(values, moment)(source, extra));

describe('lists in lists in expressions', () => {
  it('are lists of entries', () => {
    for (const [source, result] of Object.entries({
      'orders[0].items[1].name': 'Cup',
      'orders[0].items[0].parts[1].count + 1': '3',
      'orders[0]["items"][1]["name"]': 'Cup',
      'orders.map(o, string(o.items.size())).join(",")': '3,0,1',
      'orders.map(o, o.items.map(i, i.name).join("+")).join(",")': 'Tea+Cup+Pot,,Tin',
      'orders.filter(o, o.items.exists(i, i.name == "Tin")).map(o, o.id).join("")': 'C',
      'orders.filter(o, o.items.size() > 0).map(o, first(o.items).name).join(",")': 'Tea,Tin',
      'sum(orders.map(o, sum(o.items.filter(i, i.price != null).map(i, i.price))))': '7.3',
      'sum(orders.map(o, sum(o.items.map(i, sum(i.parts.map(p, p.count != null ? p.count : 0.0))))))': '8',
      'sort(orders[0].items, i, i.name).map(i, i.name).join(",")': 'Cup,Pot,Tea',
      'sort(orders[0].items, i, i.price).map(i, i.name).join(",")': 'Tea,Cup,Pot',
      'running(orders[0].items.filter(i, i.price != null), i, i.price)[1]': '0.3',
      'running(orders, o, sum(o.items.map(i, i.parts.size())))[2]': '4',
      'slice(orders[0].items, 1).map(i, i.name).join(",")': 'Cup,Pot',
      'unique(orders, o, o.items.size() > 0).map(o, o.id).join(",")': 'A,B',
      'group(orders, o, string(o.items.size()))["3"][0].items[2].name': 'Pot',
      'orders[0].items == orders[0].items': 'true',
      'orders[0].items[1] in orders[0].items': 'true',
    }))
      assert.equal(evaluate(source), result, source);
  });

  it('know which list a result has entries of', () => {
    const listOf = (source: string) => {
      const compiled = expressions.compile(source);
      return compiled.ok ? compiled.expression.list : compiled.problem.detail;
    };
    const items = innerListKey('orders', 'items');
    assert.equal(listOf('orders'), 'orders');
    assert.equal(listOf('orders[0].items'), items);
    assert.equal(listOf('sort(orders[0].items.filter(i, i.price > 1), i, i.name)'), items);
    assert.equal(listOf('orders[0].items[0].parts'), innerListKey(items, 'parts'));
    assert.match(String(listOf('orders.map(o, o.items)')), /The result is a list, which cannot be shown/u);
    assert.match(String(listOf('orders[0].items[0]')), /The result is an entry, which cannot be shown/u);
    assert.match(String(listOf('orders[0].items.price')), /.+/u);
  });

  it('are known of an entry in a part of the template', () => {
    const [order] = expressions.toEntries('orders', orders);
    assert.ok(order);
    const items = order.get('items') as (typeof order)[];
    const extra: ExtraValues = new Map(Object.entries({ order, item: items[2]! }));
    assert.deepEqual(
      [...listTypes(extra)],
      [
        ['order', { entryOf: 'orders' }],
        ['item', { entryOf: innerListKey('orders', 'items') }],
      ],
    );
    assert.equal(evaluate('order.id + item.name + string(order.items.size())', extra), 'APot3');
    assert.throws(
      () => evaluate('item.price + 1', extra),
      (error) =>
        error instanceof ExpressionError &&
        error.variable === 'orders' &&
        error.message.includes('needs a value of "orders[0].items[2].price", which was not given'),
    );
  });

  it('have steps by all of their entries', () => {
    assert.equal(countEntries(values), 3 + 4 + 4);
  });

  it('are gone through once for all rows of an entry', () => {
    const lines = Array.from({ length: 1_000 }, (_, index) => ({
      name: 'x',
      price: String(index),
      parts: [],
    }));
    const many = new Map([
      [
        'orders',
        [
          { id: 'A', items: lines },
          { id: 'B', items: lines },
        ],
      ],
    ]);
    const budget = new StepBudget(countEntries(many));
    const work = expressions.forValues(many, moment, budget);
    const entries = expressions.toEntries('orders', many.get('orders')!);
    const totals = entries.map((order) => {
      const rows = order.get('items') as (typeof order)[];
      const shown = rows.map((item, index) => {
        const extra = new Map<string, typeof order | number>(Object.entries({ order, item, index }));
        const share = work('item.price / sum(order.items.map(i, i.price))', extra);
        const balance = work('running(order.items, i, i.price)[index]', extra);
        return [toText(share), toText(balance)] as const;
      });
      return shown.at(-1);
    });
    assert.deepEqual(totals, [
      ['0.002', '499500'],
      ['0.002', '499500'],
    ]);
    assert.ok(budget.taken < 300_000, String(budget.taken));
  });

  it('suggest no field that the entries of another list have by the same name', () => {
    const compiled = new TemplateExpressions(variables).compile('orders[0].name');
    assert.ok(!compiled.ok);
    assert.match(compiled.problem.detail, /Entries have no field "name"/u);
    assert.ok(!compiled.problem.unknown?.names?.includes('name'));
    assert.ok(compiled.problem.unknown?.names?.includes('id'));
  });
});
