import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TemplateDocument } from '../../../generated/template.ts';
import { VariableError } from '../errors.ts';
import schema from '../../../template.schema.json' with { type: 'json' };
import { bindTemplate, type BindOptions } from './bind-template.ts';
import { numberKeys } from '../../common/placeholders/placeholders.ts';

/** A document whose text is bound to numbers. */
function bind(keys: object, values: Record<string, string>, options: BindOptions = {}) {
  const element = { type: 'text', id: 'bar', x: 1, y: 2, width: 3, height: 4, text: 'a', ...keys };
  const document = {
    schemaVersion: 1,
    name: 'T',
    viewport: { width: 10, height: 20 },
    viewportUnit: 'in',
    variables: [
      { name: 'share', type: 'number' },
      { name: 'title', type: 'text' },
    ],
    elements: [element],
  } as unknown as TemplateDocument;
  return bindTemplate(document, new Map(Object.entries(values)), options).scene.elements[0];
}

it('works out places, sizes, rotation, opacity and the size of text', () => {
  const bound = bind(
    {
      x: '{{ share * 2 }}',
      width: '{{share}}',
      rotation: '{{ title.size() }}',
      opacity: '{{ share / 10 }}',
      fontSize: '{{ 1 + 1 }}',
    },
    { share: '3', title: 'four' },
  );
  assert.ok(bound?.type === 'text');
  const { x, y, width, rotation, opacity, runs } = bound;
  assert.deepEqual([x, y, width, rotation, opacity], [6 * 96, 2 * 96, 3 * 96, 4, 0.3]);
  assert.equal(runs[0]?.fontSize, 2 * 96);
});

it('refuses results that the key does not accept, naming the element, the key and the variable', () => {
  const cases: [keys: object, values: Record<string, string>, message: RegExp][] = [
    [{ opacity: '{{ share }}' }, { share: '2' }, /Element "bar".*opacity.* from 0 to 1, but made "2"/],
    [{ width: '{{ 0 - share }}' }, { share: '5' }, /\{\{ 0 - share \}\} is used as width.*from 0 .*made -5/],
    [{ fontSize: '{{ share * 0 }}' }, { share: '5' }, /fontSize.*above 0/],
    [{ x: '{{share}}' }, {}, /made no value/],
    [{ text: '{{ number(share / 2) }}' }, {}, /needs a value of "share", which was not given/],
  ];
  for (const [keys, values, message] of cases) {
    assert.throws(
      () => bind(keys, { share: '', title: '', ...values }),
      (error: unknown) => {
        assert.ok(error instanceof VariableError);
        assert.match(error.message, message);
        assert.equal(error.variable, 'share');
        return true;
      },
    );
  }
});

it('NaN and infinity refuse the render with the element and the expression', () => {
  for (const keys of [
    { text: '{{ share / 0 }}' },
    { text: 'Average: {{ 0.0 / 0.0 }}' },
    { text: '{{ currency(share / 0, "EUR") }}' },
    { text: '{{ share / 0 >= 0.5 ? "paid" : "open" }}' },
    { visible: '{{ share / 0 > 1 }}' },
    { x: '{{ share / 0 }}' },
  ])
    assert.throws(
      () => bind(keys, { share: '5', title: '' }),
      /Element "bar".*\{\{ .+ \}\}.* makes (?:NaN|Infinity), which is no number/u,
    );
});

it('leaves out what fails in pictures without values', () => {
  const keys = { x: '{{ share * 2 }}', opacity: '{{share}}', fontSize: '{{share}}' };
  const bound = bind(keys, {}, { isLenient: true });
  assert.deepEqual([bound?.x, bound?.opacity], [0, 1]);
});

it('formats by the locale of the request, else of the document, at the time of the request', () => {
  const text = (options: BindOptions) => {
    const bound = bind({ text: '{{ number(share) }} {{ date(now) }}' }, { share: '1234.5' }, options);
    return bound?.type === 'text' ? bound.runs[0]?.text : null;
  };
  const now = new Date('2026-03-10T12:00:00Z');
  assert.equal(text({ now }), '1,234.5 Mar 10, 2026');
  assert.equal(text({ now, locale: 'de-AT' }), '1.234,5 10.03.2026'.replace('1.234', '1\u00a0234'));
});

it('measures what follows the size of the text by the size that was worked out', () => {
  const runs = [{ text: 'a', baselineShift: 'super' }, { text: 'b' }];
  const sizes = (fontSize: number | string) => {
    const bound = bind({ runs, text: undefined, columns: 2, fontSize }, { share: '2' });
    assert.ok(bound?.type === 'text');
    return [bound.runs[0]?.baselineShift, bound.columns?.gap];
  };
  assert.deepEqual(sizes('{{ share * 2 }}'), sizes(4));
});

/** The keys of an object of the schema where a number may be worked out. */
function bindableKeys(name: string): string[] {
  const definitions = schema.$defs as unknown as Record<string, { properties?: Record<string, object> }>;
  return Object.entries(definitions[name]?.properties ?? {}).flatMap(([key, value]) => {
    const text = JSON.stringify(value);
    return text.includes('#/$defs/NumberPlaceholder') || text.includes('#/$defs/Size') ? [key] : [];
  });
}

it('works out the same keys as the schema accepts', () => {
  const elements = Object.keys(schema.$defs).filter((name) => name.endsWith('Element'));
  assert.equal(elements.length, 12);
  for (const name of elements.filter((each) => each !== 'TemplateElement')) {
    const keys = ['x', 'y', 'width', 'height', 'rotation', 'opacity'];
    const expected = name === 'TextElement' ? [...keys, 'fontSize'] : keys;
    assert.deepEqual(bindableKeys(name).toSorted(), expected.toSorted(), name);
    for (const key of expected) assert.ok(numberKeys.has(key), key);
  }
  for (const name of ['TextRun', 'TableHeader', 'TableBody', 'TableTotal', 'TableCarry', 'TableColumnStyle'])
    assert.deepEqual(
      bindableKeys(name),
      name === 'TextRun' ? ['fontSize'] : ['fontSize', 'fontWeight'],
      name,
    );
  assert.equal(numberKeys.size, 8);
});
