import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TemplateDocument } from '../../../generated/template.ts';
import { renderDocument } from '../../../test/helpers/pages.ts';
import { checkTemplate } from '../../domain/templates/check/check-template.ts';
import { documentUsesNow } from '../../render/bind/uses-now.ts';
import { fillTitles, titlesIn } from './chart-titles.ts';

const encoding = {
  x: { field: 'name', type: 'nominal', title: ['{{ shop }}', 'and others'] },
  y: { field: 'sold', type: 'quantitative', axis: { title: 'In {{ upper(unit) }}' } },
};
const data = { values: [{ name: 'A', sold: 3, title: '{{ kept }}' }] };
const spec = { title: { text: 'Of {{shop}}', subtitle: '\\{{ as it is }}' }, data, mark: 'bar', encoding };
const getDocument = (given: object) =>
  ({
    schemaVersion: 1,
    name: 'Titles',
    viewport: { width: 300, height: 200 },
    variables: [
      { name: 'shop', type: 'text', defaultValue: 'Aachen' },
      { name: 'unit', type: 'text' },
    ],
    elements: [{ type: 'chart', id: 'sales', x: 0, y: 0, width: 300, height: 200, spec: given }],
  }) as unknown as TemplateDocument;

describe('titles of charts', () => {
  test('are filled with values, rows of data are not', async () => {
    const { data: bytes } = await renderDocument(getDocument(spec), {
      values: new Map([
        ['shop', 'Bonn'],
        ['unit', 'kg'],
      ]),
      output: { format: 'svg', svgText: 'text' },
    });
    const svg = Buffer.from(bytes).toString('utf8');
    for (const text of ['Of Bonn', '{{ as it is }}', '>Bonn<', 'and others', 'In KG'])
      assert.ok(svg.includes(text), `${text} in ${svg}`);
    const filled = fillTitles(spec, () => 'x');
    assert.equal(filled['data'], data);
    const plain = { ...spec, title: 'Plain', encoding: { x: { field: 'name' } } };
    assert.equal(
      fillTitles(plain, () => 'x'),
      plain,
    );
  });

  test('have places, which checks of documents name', async () => {
    assert.deepEqual(
      titlesIn(spec).map(({ pointer }) => pointer),
      ['/title/text', '/title/subtitle', '/encoding/x/title/0', '/encoding/y/axis/title'],
    );
    const sound = await checkTemplate(getDocument(spec), new Map());
    assert.deepEqual(sound.problems, []);
    const wrong = { ...spec, title: { text: 'Of {{ shop', subtitle: '{{ missing + 1 }}' } };
    const { problems } = await checkTemplate(getDocument(wrong), new Map());
    assert.deepEqual(
      problems.map(({ pointer }) => pointer),
      ['/elements/0/spec/title/text', '/elements/0/spec/title/subtitle'],
    );
    const elsewhere = { ...spec, mark: { type: 'bar', color: '{{ shop }}' } };
    const refused = await checkTemplate(getDocument(elsewhere), new Map());
    assert.deepEqual(
      refused.problems.map(({ pointer }) => pointer),
      ['/elements/0/spec/mark/color'],
    );
    assert.match(refused.problems[0]!.detail, /titles and texts of a specification only/u);
  });

  test('that use the time of the request are known to', () => {
    assert.equal(documentUsesNow(getDocument(spec)), false);
    assert.equal(documentUsesNow(getDocument({ ...spec, title: '{{ date(now) }}' })), true);
  });
});
