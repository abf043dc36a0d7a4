import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TemplateVariable } from '../../../generated/template.ts';
import { createVariableValues } from '../../render/bind/variable-values.ts';
import { MAX_STEPS, STEPS_PER_ENTRY, StepBudget } from './budget.ts';
import { listTypes, type ExtraTypes, type ExtraValues } from './extra-names.ts';
import { TemplateExpressions, toText } from './template-expressions.ts';

const variables: TemplateVariable[] = [
  {
    name: 'items',
    type: 'list',
    fields: [
      { name: 'name', type: 'text' },
      { name: 'price', type: 'number' },
      { name: 'unit price', type: 'number' },
      { name: 'due', type: 'date' },
    ],
  },
];
const items = [
  { name: 'Tea', price: '1.50', 'unit price': '2', due: '2026-01-31' },
  { name: 'Cup', price: '', 'unit price': '3', due: '' },
];
const values = new Map([['items', items]]);
const moment = { locale: 'en', now: new Date(0) };
const expressions = new TemplateExpressions(variables);
const cup = expressions.toEntries('items', items)[1];
assert.ok(cup);
const extra: ExtraValues = new Map(Object.entries({ item: cup, i: 1 }));
const types: ExtraTypes = listTypes(extra);

const work = (source: string, inPart?: ExtraValues): unknown =>
  expressions.forValues(values, moment)(source, inPart);
/** Numbers as texts. */
const evaluate = (source: string, inPart?: ExtraValues): string => toText(work(source, inPart));

describe('lists in expressions', () => {
  it('are lists of maps with the types of the fields', () => {
    const results = {
      'items.size()': '2',
      'items[0].name': 'Tea',
      'items.map(i, i.name).join(", ")': 'Tea, Cup',
      'items[0].price + 1': '2.5',
      'items[0]["unit price"] * 2': '4',
      'items[0].due.getFullYear()': '2026',
      'vars["items"][0].name': 'Tea',
      'items.filter(i, i.price != null).map(i, i.price * 2)[0]': '3',
      'items.exists(i, i.name == "Cup")': 'true',
      'items == items': 'true',
      'items[1] in items': 'true',
      'items[1] in items.filter(i, i.name == "Tea")': 'false',
    };
    for (const [source, result] of Object.entries(results)) assert.equal(evaluate(source), result, source);
  });

  it('have totals', () => {
    assert.equal(evaluate('sum(items.map(i, i["unit price"]))'), '5');
    assert.equal(evaluate('min(items.map(i, i["unit price"]))'), '2');
    assert.equal(evaluate('max(items.map(i, i["unit price"]))'), '3');
    assert.equal(evaluate('sum([1, 2])'), '3');
    assert.equal(evaluate('sum(items.filter(i, false).map(i, i.price))'), '0');
    assert.throws(
      () => evaluate('max(items.filter(i, false).map(i, i.price))'),
      /max\(\) with an empty list/u,
    );
  });

  it('have the total that their shown amounts have', () => {
    const hours = ['1.5', '1.5', '1.5'].map((price) => ({ ...items[0], price, 'unit price': '33.33' }));
    const total = (amount: string) =>
      toText(expressions.forValues(new Map([['items', hours]]), moment)(`sum(items.map(i, ${amount}))`));
    assert.equal(total('round(i.price * i["unit price"], 2)'), '150');
    assert.notEqual(total('i.price * i["unit price"]'), '150');
  });

  it('need the values that they use', () => {
    const message = 'needs a value of "items[1].price", which was not given';
    for (const source of [
      'sum(items.map(i, i.price))',
      'items[1].price * 2',
      'items.filter(i, i.price > 0.0)',
    ])
      assert.throws(() => evaluate(source), { message, variable: 'items' }, source);
    assert.equal(evaluate('number(items[1].price)'), '');
    assert.equal(evaluate('items[1].price == null'), 'true');
  });

  it('are checked at import', () => {
    for (const [source, detail] of [
      ['items.map(i, i.prise)[0]', /^Entries have no field "prise" \(character 16 of the expression\)/u],
      ['items[0]["prise"]', /^Entries have no field "prise"/u],
      ['items[0].price.tax', /^A number has no field "tax" \(character 16 of the expression\)/u],
      ['items[0]', /^The result is an entry, which cannot be shown/u],
      ['items[0] + 1', /no such overload: entry \+ int/u],
      ['items.map(i, i.name * 2)', /no such overload: string \* int/u],
      ['sum(items)', /no matching overload for 'sum\(list<entry>\)'/u],
      ['item.name', /^No variable "item" is declared/u],
      ['vars["prise"]', /^No variable "prise" is declared/u],
    ] as const) {
      const compiled = expressions.compile(source);
      assert.ok(!compiled.ok, source);
      assert.match(compiled.problem.detail, detail);
    }
    const made = expressions.compile('items.filter(i, i.price > 1.0)');
    assert.ok(made.ok);
    assert.deepEqual([made.expression.type, made.expression.list], ['entries', 'items']);
  });

  it('may go through all of a hundred entries in each of a hundred rows', () => {
    const many = new Map([['items', Array.from({ length: 100 }, () => items[0]!)]]);
    const run = expressions.forValues(many, moment, new StepBudget(100));
    for (let row = 0; row < 100; row += 1)
      run(`sum(items.filter(i, i.price <= ${row}.5).map(i, i["unit price"]))`);
  });

  it('have steps by their entries', () => {
    const many = new Map([['items', Array.from({ length: 5_000 }, () => items[0]!)]]);
    const budget = new StepBudget(5_000);
    const run = expressions.forValues(many, moment, budget);
    for (let time = 0; time < 5; time += 1) run('sum(items.map(i, i.price * i["unit price"]))');
    for (let time = 0; time < 5_000; time += 1) run('items.size()');
    assert.ok(budget.taken < MAX_STEPS + 5_000 * STEPS_PER_ENTRY, `${budget.taken}`);
    for (const hostile of [
      'items.all(i, items.all(j, i.name == j.name))',
      'items.all(i, items == items)',
      'items.all(i, dyn(items) == dyn(items))',
      'items.all(i, !(i in (items + items).filter(j, i.price < 0.0)))',
    ])
      assert.throws(() => expressions.forValues(many, moment)(hostile), /takes too long/u, hostile);
  });
});

describe('extra names', () => {
  it('are known in their part only', () => {
    assert.equal(evaluate('item.name + string(i + 1)', extra), 'Cup2');
    assert.equal(evaluate('items.map(item, item.name).join("") + item.name', extra), 'TeaCupCup');
    assert.ok(expressions.within(types).compile('item["unit price"] * i').ok);
    assert.ok(!expressions.within(types).compile('item.prise').ok);
    assert.ok(!expressions.compile('item.name').ok);
  });

  it('are filled in strings: a field alone as it was sent', () => {
    const whole = createVariableValues(values, { variables }, moment);
    const [tea] = whole.entries('{{ items }}');
    assert.ok(tea);
    const part = whole.within({ item: tea, i: 0 }).within({ page: 1, pages: 3 });
    assert.equal(part.text('{{ i + 1 }}. {{item.name}}, {{ item.price }}'), '1. Tea, 1.50');
    assert.equal(part.text('{{ item["unit price"] }} {{ item.price * 2 }}'), '2 3');
    assert.equal(part.text('{{ page }} of {{ pages }}'), '1 of 3');
    assert.deepEqual(part.names.findUsed('{{ item.name + string(i) }}'), ['items']);
    assert.equal(part.isVisible('{{ item.due }}'), true);
    assert.throws(() => whole.text('{{ item.name }}'), /No variable "item"/u);
    assert.deepEqual(
      whole.entries('{{ items.filter(i, i.name == "Cup") }}').map(({ index }) => index),
      [1],
    );
  });

  it('give way to variables of the same name', () => {
    const declared: TemplateVariable[] = [{ name: 'page', type: 'text' }];
    const whole = createVariableValues(new Map([['page', 'Front']]), { variables: declared }, moment);
    assert.equal(whole.within({ page: 2 }).text('{{ page }} {{ page + "!" }}'), 'Front Front!');
  });
});
