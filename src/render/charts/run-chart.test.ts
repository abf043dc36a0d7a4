import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { chart, decodePixels, render } from '../../../test/helpers/scenes.ts';
import { RenderInputError } from '../errors.ts';
import type { SceneChart } from '../scene/chart.ts';

const rows = [
  { name: 'Apples', amount: 1200 },
  { name: 'Pears', amount: 3400 },
];
const spec = {
  data: { name: 'items' },
  mark: 'bar',
  encoding: {
    x: { field: 'name', type: 'nominal', title: null },
    y: { field: 'amount', type: 'quantitative', title: 'Amount' },
  },
};
const box = { x: 0, y: 0, width: 300, height: 200 };
const page = (given: Partial<SceneChart>) => ({
  width: 300,
  height: 200,
  elements: [chart({ ...box, spec, lists: { items: rows }, ...given })],
});

describe('charts', () => {
  test('a list is drawn as bars in the colour of the theme, with its labels', async () => {
    const theme = { fontFamily: 'Inter', color: '#222222ff', colors: ['#ff0000ff'] };
    const picture = await decodePixels((await render(page({ theme }))).data);
    let red = 0;
    for (let x = 0; x < 300; x++) for (let y = 0; y < 200; y++) if (isRed(picture.at(x, y))) red += 1;
    assert.ok(red > 5000 && red < 30_000, String(red));
    const { data } = await render(page({ theme }), { output: { format: 'svg', svgText: 'text' } });
    const svg = Buffer.from(data).toString('utf8');
    for (const label of ['Apples', 'Pears', 'Amount', '3,000']) assert.match(svg, new RegExp(label));
    assert.doesNotMatch(svg, /<image/u);
  });

  test('the same chart makes the same bytes', async () => {
    for (const format of ['png', 'svg', 'pdf'] as const) {
      const [one, other] = [
        await render(page({}), { output: { format } }),
        await render(page({}), { output: { format } }),
      ];
      assert.deepEqual(one.data, other.data);
    }
  });

  test('numbers and dates are written as the locale has them', async () => {
    const dated = {
      data: { values: [{ day: '2026-03-01', amount: 1200.5 }] },
      mark: 'text',
      encoding: {
        text: { field: 'amount', type: 'quantitative', format: ',.2f' },
        x: { field: 'day', type: 'temporal', timeUnit: 'yearmonth', axis: { format: '%B %Y' } },
      },
    };
    const options = { output: { format: 'svg', svgText: 'text' } } as const;
    const german = await render(page({ spec: dated, locale: 'de' }), options);
    const text = Buffer.from(german.data).toString('utf8');
    assert.match(text, /1\.200,50/u);
    assert.match(text, /März 2026/u);
    const years = { 'ar-EG': '٢٠٢٦', fa: '۲۰۲۶', hi: '2026', mr: '२०२६' };
    for (const [locale, year] of Object.entries(years)) {
      const { data } = await render(page({ spec: dated, locale }), options);
      assert.match(Buffer.from(data).toString('utf8'), new RegExp(year, 'u'), locale);
    }
  });

  test('values of variables are parameters', async () => {
    const titled = { ...spec, title: { text: { expr: "'Of ' + shop" } } };
    const { data } = await render(page({ spec: titled, values: { shop: 'Aachen' } }), {
      output: { format: 'svg', svgText: 'text' },
    });
    assert.match(Buffer.from(data).toString('utf8'), /Of Aachen/u);
  });

  test('reports a chart without data, one that was made smaller, and texts that are cut off', async () => {
    const getCodes = async (given: Partial<SceneChart>) =>
      (await render(page(given))).warnings.map(({ code, elementId }) => `${code} ${elementId}`);
    assert.deepEqual(await getCodes({}), []);
    assert.deepEqual(await getCodes({ lists: { items: [] } }), ['CHART_EMPTY e']);
    assert.deepEqual(await getCodes({ spec: { ...spec, width: 900, height: 300 } }), ['CHART_SHRUNK e']);
    const cut = { ...spec, padding: 0, title: { text: 'far', offset: 0, dy: -60 } };
    assert.deepEqual(await getCodes({ spec: cut }), ['TEXT_CLIPPED e']);
  });

  const refused: Readonly<Record<string, readonly [given: object, reason: RegExp]>> = {
    'an unknown name': [{ transform: [{ calculate: 'missing + 1', as: 'b' }] }, /Unrecognized signal name/u],
    'too many numbers of an expression': [
      { transform: [{ calculate: 'length(sequence(1e9))', as: 'b' }] },
      /makes a sequence of 1000000000 numbers/u,
    ],
    'a text that is no JSON': [{ data: { values: '[{' } }, /Vega says: .*JSON/u],
  };
  for (const [what, [given, reason]] of Object.entries(refused))
    test(`refuses ${what} with the element's name`, async () => {
      await assert.rejects(render(page({ spec: { ...spec, ...given } })), (error: unknown) => {
        assert.ok(error instanceof RenderInputError, String(error));
        assert.match(error.message, /The element "e"/u);
        assert.match(error.message, reason);
        return true;
      });
    });

  test('loads nothing, whatever a specification says', async () => {
    const asked: (string | undefined)[] = [];
    const server = createServer(({ url }, response) => {
      asked.push(url);
      response.end('[]');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const data = { url: `http://127.0.0.1:${port}/a.json` };
      const { warnings } = await render(page({ spec: { ...spec, data } }));
      assert.deepEqual(
        warnings.map(({ code }) => code),
        ['CHART_EMPTY'],
      );
      assert.deepEqual(asked, []);
    } finally {
      server.close();
    }
  });
});

function isRed([red, green, blue]: readonly number[]): boolean {
  return (red ?? 0) > 230 && (green ?? 255) < 40 && (blue ?? 255) < 40;
}
