import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TableColumn, TemplateDocument, TemplateElement } from '../../../generated/template.ts';
import { StepBudget } from '../../common/expressions/budget.ts';
import { bindTemplate } from './bind-template.ts';
import { createVariableValues } from './variable-values.ts';

const variables: NonNullable<TemplateDocument['variables']> = [
  { name: 'code', type: 'text' },
  {
    name: 'items',
    type: 'list',
    fields: [
      { name: 'count', type: 'number' },
      { name: 'price', type: 'number' },
      { name: 'day', type: 'date' },
      { name: 'currency', type: 'text' },
    ],
  },
];

const formats = [
  '{{ currency(item.price, "EUR") }}',
  '{{ currency(item.price * 1.19, code) }}',
  '{{ currency(item.price * item.count, item.currency) }}',
  '{{ date(item.day + duration("720h"), "short") }}',
  '{{ plural(item.count, {"one": "# piece", "other": "# pieces"}) }}',
  '{{ percent(item.count / 100, {"maximumFractionDigits": 1}) }}',
];

function getValues(rows: number): Map<string, never> {
  const items = Array.from({ length: rows }, (_, index) => ({
    count: String(index % 7),
    price: `${index}.95`,
    day: '2026-03-10',
    currency: ['EUR', 'USD', 'CHF'][index % 3],
  }));
  return new Map(Object.entries({ code: 'EUR', items }) as [string, never][]);
}

function getDocument(...elements: TemplateElement[]): TemplateDocument {
  const pages = [{ id: 'p', flow: true, layout: { direction: 'column' as const }, elements }];
  return { schemaVersion: 1, name: 'Rows', viewport: { width: 800, height: 600 }, variables, pages };
}

const table = (columns: TableColumn[]): TemplateElement => ({
  type: 'table',
  id: 'prices',
  width: 700,
  rows: '{{ items }}',
  columns,
});

const repeat = (text: string): TemplateElement => ({
  type: 'text',
  id: 'line',
  width: 700,
  height: 'hug',
  fontSize: 12,
  repeat: { each: '{{ items }}', index: 'i' },
  text,
});

describe('steps of many rows', () => {
  it('suffice for 5,000 rows of a table with six formatted values', () => {
    const document = getDocument(table(formats.map((value) => ({ value }))));
    const { scene } = bindTemplate(document, getValues(5_000), { locale: 'en' });
    assert.ok(JSON.stringify(scene.elements).includes('€5,949.94'), 'the gross price of the last row');
  });

  it('suffice for columns that have a format', () => {
    const columns: TableColumn[] = formats.map(() => ({
      value: '{{ item.price * item.count }}',
      format: { style: 'currency', currency: 'EUR' },
    }));
    bindTemplate(getDocument(table(columns)), getValues(5_000));
  });

  it('suffice for 5,000 repeats of a text with six formatted values', () => {
    bindTemplate(getDocument(repeat(formats.join(' '))), getValues(5_000));
  });

  it('suffice for a page with many formats and no list', () => {
    const texts = Array.from({ length: 3_000 }, (_, index): TemplateElement => ({
      type: 'text',
      id: `t${index}`,
      width: 100,
      height: 10,
      fontSize: 8,
      text: `{{ currency(${index}.5 * 1.19, code) }}`,
    }));
    bindTemplate(getDocument(...texts), getValues(0));
  });

  it('count what columns with a format take', () => {
    const budget = new StepBudget(1);
    const moment = { locale: 'en', now: new Date(0) };
    const values = createVariableValues(getValues(1), { variables }, moment, false, budget);
    const [entry] = values.entries('{{ items }}');
    const row = values.within({ item: entry! });
    row.value('{{ item.price }}');
    const before = budget.taken;
    row.formatted('{{ item.price }}', () => 'x'.repeat(80));
    assert.ok(budget.taken >= before + 20, `${budget.taken}`);
  });

  it('name the element and what to do when a list is gone through again for each row', () => {
    for (const [element, id] of [
      [table([{ value: '{{ sum(items.filter(t, t.price <= item.price).map(t, t.price)) }}' }]), 'prices'],
      [repeat('{{ items.filter(t, t.count == item.count).map(t, t.price * t.count).size() }}'), 'line'],
    ] as const) {
      assert.throws(
        () => bindTemplate(getDocument(element), getValues(2_000)),
        (error: Error) => {
          assert.match(
            error.message,
            new RegExp(`^Element "${id}": the expression \\{\\{ .+ \\}\\} takes too long`, 'u'),
          );
          assert.match(
            error.message,
            /Go through a list once, not again in each row of it: running\(\), group\(\)/u,
          );
          return true;
        },
      );
    }
  });

  it('are the same however often a template is rendered', () => {
    const expression = 'items.map(i, number(i.price, {"minimumFractionDigits": int(i.count)})).size()';
    const taken = [1, 2].map(() => {
      const budget = new StepBudget(20);
      const moment = { locale: 'sv', now: new Date(0) };
      const values = createVariableValues(getValues(20), { variables }, moment, false, budget);
      values.text(`{{ ${expression} }}`);
      return budget.taken;
    });
    assert.equal(taken[0], taken[1]);
  });
});
