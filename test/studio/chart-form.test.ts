/** The form of a chart reads specifications, and changes only what it shows. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkTemplate } from '../../src/domain/templates/check/check-template.ts';
import { openDesign, undo } from '../../studio/web/src/designer/model/design.ts';
import type { TemplateDocument, TemplateVariable } from '../../studio/web/src/designer/model/template.ts';
import { addChart } from '../../studio/web/src/designer/chart/add-chart.ts';
import { changeForm, type FormChange } from '../../studio/web/src/designer/chart/change.ts';
import { listFields } from '../../studio/web/src/designer/chart/fields.ts';
import {
  chartKinds,
  readForm,
  sorts,
  stacks,
  type ChartForm,
  type Spec,
} from '../../studio/web/src/designer/chart/form.ts';
import { buildChart } from '../../studio/web/src/designer/chart/new-chart.ts';

const items: TemplateVariable = {
  name: 'items',
  type: 'list',
  label: 'Sold',
  fields: [
    { name: 'day', type: 'date' },
    { name: 'sold', type: 'number' },
    { name: 'region', type: 'text' },
  ],
  defaultValue: [
    { day: '2026-01-01', sold: '3', region: 'North' },
    { day: '2026-01-02', sold: '5', region: 'South' },
  ],
};
const getDocument = (more: Partial<TemplateDocument> = {}): TemplateDocument => ({
  schemaVersion: 1,
  name: 'Charts',
  viewport: { width: 600, height: 400 },
  elements: [],
  ...more,
});
const fields = listFields({}, [items], 'items');
const start = buildChart(items, 12);
const change = (spec: Spec, ...changes: readonly FormChange[]) =>
  changes.reduce((changed, each) => changeForm(changed, each, fields), spec);
const form = (spec: Spec): ChartForm => {
  const read = readForm(spec);
  if (typeof read === 'string') assert.fail(read);
  return read;
};
const getEncoding = (spec: Spec) => spec['encoding'] as Record<string, Spec>;

describe('the form of a chart', () => {
  test('reads what it wrote, for every kind, order and stack', async () => {
    const made: Spec[] = [];
    for (const kind of chartKinds) {
      const isRound = kind === 'pie' || kind === 'donut';
      const spec = change(start, { series: 'region' }, { aggregate: 'sum' }, { kind });
      const read = form(spec);
      assert.equal(read.kind, kind);
      assert.deepEqual([read.category, read.value, read.aggregate], ['day', 'sold', 'sum']);
      assert.equal(read.series, isRound ? '' : 'region');
      made.push(spec);
      for (const sort of sorts) {
        if (isRound && (sort === 'list' || sort === 'nameReversed')) continue;
        made.push(change(spec, { sort }));
        assert.equal(form(made.at(-1)).sort, sort, kind);
      }
      for (const stack of kind.endsWith('ar') ? stacks : []) {
        made.push(change(spec, { stack }));
        assert.equal(form(made.at(-1)).stack, stack, kind);
      }
    }
    const box = { type: 'chart', x: 0, y: 0, width: 300, height: 200 } as const;
    const elements = made.map((spec, index) => ({ ...box, id: `chart ${index}`, spec }));
    const { problems } = await checkTemplate(getDocument({ variables: [items], elements }), new Map());
    assert.deepEqual(problems, []);
  });

  test('takes dates as points in time in lines, as days in bars', () => {
    const channel = (spec: Spec) => getEncoding(spec)['x'];
    assert.deepEqual([channel(start)?.['type'], channel(start)?.['timeUnit']], ['ordinal', 'yearmonthdate']);
    const line = change(start, { kind: 'line' });
    assert.deepEqual([channel(line)?.['type'], channel(line)?.['timeUnit']], ['temporal', undefined]);
    const chosen = change({ ...start, encoding: { x: { field: 'day', type: 'nominal' } } }, { kind: 'line' });
    assert.equal(channel(chosen)?.['type'], 'nominal');
  });

  test('keeps what it does not show, and writes nothing else', () => {
    const spec = {
      $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
      data: { name: 'items' },
      transform: [{ filter: 'datum.sold > 1' }],
      padding: 4,
      mark: { type: 'bar', opacity: 0.5 },
      encoding: {
        x: { field: 'region', type: 'nominal', axis: { title: 'Where', labelAngle: 30 } },
        y: { field: 'sold', type: 'quantitative', scale: { domain: [0, 9] } },
        color: { field: 'region', legend: { orient: 'top', columns: 2 } },
        opacity: { value: 0.4 },
      },
    };
    const same = { kind: 'bar', data: 'items', category: 'region', value: 'sold', series: 'region' } as const;
    assert.deepEqual(change(spec, same), spec);
    const changed = change(
      spec,
      ...([
        { kind: 'horizontalBar' },
        { sort: 'largest' },
        { categoryTitle: null },
        { legend: 'right' },
      ] as const),
      ...([
        { format: ',.0f' },
        { title: 'Sold in {{ year }}' },
        { textSize: 20 },
        { textSize: null },
      ] as const),
    );
    assert.deepEqual(changed, {
      ...spec,
      encoding: {
        y: { field: 'region', type: 'nominal', axis: { title: null, labelAngle: 30 }, sort: '-x' },
        x: { ...spec.encoding.y, axis: { format: ',.0f' } },
        color: { field: 'region', legend: { columns: 2 } },
        opacity: { value: 0.4 },
      },
      title: 'Sold in {{ year }}',
    });
    assert.deepEqual(change({ data: { name: 'items' }, mark: 'bar' }, { kind: 'line' }), {
      data: { name: 'items' },
      mark: 'line',
      encoding: {},
    });
  });

  test('counts entries without a field, and takes a number again', () => {
    const counted = change(start, { aggregate: 'count' });
    assert.deepEqual([form(counted).value, getEncoding(counted)['y']?.['field']], ['', undefined]);
    assert.equal(form(change(counted, { aggregate: '' })).value, 'sold');
    assert.deepEqual(form(change(counted, { value: 'sold' })).aggregate, '');
  });

  test('says why a specification is beyond it, and leaves that as it is', () => {
    const beyond: Readonly<Record<string, readonly Spec[]>> = {
      views: [{ layer: [] }, { hconcat: [] }, { facet: {}, spec: {} }],
      mark: [{ mark: 'boxplot', data: { name: 'items' } }, { data: { name: 'items' } }],
      data: [{ mark: 'bar' }, { mark: 'bar', data: { sequence: { start: 0, stop: 3 } } }],
      channel: [
        { mark: 'bar', data: { name: 'items' }, encoding: { x: { field: { repeat: 'row' } } } },
        { mark: 'bar', data: { name: 'items' }, encoding: { color: { value: 'red' } } },
      ],
    };
    for (const [reason, specs] of Object.entries(beyond))
      for (const spec of specs) {
        assert.equal(readForm(spec), reason, JSON.stringify(spec));
        assert.equal(change(spec, { kind: 'line' }), spec);
      }
  });
});

describe('a new chart', () => {
  test('shows the first list, by what its fields are', async () => {
    const words: TemplateVariable = { name: 'words', type: 'list', fields: [{ name: 'word', type: 'text' }] };
    const design = addChart(openDesign(getDocument({ variables: [words, items] })));
    const [chart] = design.document.elements;
    assert.ok(chart?.type === 'chart');
    const { category, aggregate, data } = form(chart.spec);
    assert.deepEqual([data, category, aggregate], ['words', 'word', 'count']);
    assert.deepEqual((await checkTemplate(design.document, new Map())).problems, []);
  });

  test('makes a list where there is none, in one step of undo', async () => {
    const before = openDesign(
      getDocument({
        variables: [{ name: 'sales', type: 'text' }],
        viewport: { width: 210, height: 297 },
        viewportUnit: 'mm',
      }),
    );
    const design = addChart(before);
    const { variables, elements } = design.document;
    assert.deepEqual(
      variables?.map(({ name }) => name),
      ['sales', 'sales2'],
    );
    assert.equal(elements[0]?.type === 'chart' && form(elements[0].spec as Spec).data, 'sales2');
    assert.deepEqual((await checkTemplate(design.document, new Map())).problems, []);
    assert.equal(JSON.stringify(undo(design).document), JSON.stringify(before.document));
  });
});
