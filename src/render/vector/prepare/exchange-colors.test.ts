import assert from 'node:assert/strict';
import { test } from 'node:test';

import { rasterisePdf } from '../../../../test/helpers/codes.ts';
import {
  colorDistance,
  decodePixels,
  image,
  render,
  renderPixels,
  solid,
} from '../../../../test/helpers/scenes.ts';
import { colorsOfSvg, exchangeColors, type ColorExchange } from './exchange-colors.ts';

const page = { x: 0, y: 0, width: 100, height: 100 };
const encode = (text: string) => new TextEncoder().encode(text);
const svg = (body: string, root = '') =>
  encode(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"${root}>${body}</svg>`);
const exchangeText = (text: string, exchange: ColorExchange) =>
  new TextDecoder().decode(exchangeColors(encode(text), exchange));
const toBlue: ColorExchange = { '#ff0000ff': solid('#0000ffff') };

for (const body of [
  '<rect width="100" height="100" fill="#f00"/>',
  "<rect width='100' height='100' fill = ' RED '/>",
  '<g fill="rgb(255,0,0)"><rect width="100" height="100"/></g>',
  '<rect width="100" height="100" style="stroke:none; fill: rgb(100% 0% 0%)"/>',
  '<style>.a{fill:#FF0000!important}</style><rect class="a" width="100" height="100"/>',
  '<style>:root{--red:hsl(0 100% 50%)}</style><rect style="fill:var(--red)" width="100" height="100"/>',
  '<g color="#f00"><rect width="100" height="100" fill="currentColor"/></g>',
  '<path d="M0 50H100" stroke-width="100" stroke="#ff0000"/>',
  '<linearGradient id="g"><stop stop-color="red"/></linearGradient>' +
    '<rect width="100" height="100" fill="url(#g)"/>',
]) {
  test(`finds a colour in any spelling and place: ${body}`, async () => {
    const element = image({ ...page, asset: 'a', colors: toBlue });
    const files = { a: svg(body) };
    const { at } = await renderPixels({ elements: [element] }, { files });
    assert.deepEqual(at(50, 50), [0, 0, 255, 255]);
    const { data } = await render({ elements: [element] }, { files, output: { format: 'pdf' } });
    const pdf = await decodePixels(await rasterisePdf(data, 4 / 3));
    assert.ok(colorDistance(pdf.at(50, 50), [0, 0, 255, 255]) <= 3);
    assert.ok(colorsOfSvg(files.a).has('#ff0000ff'));
  });
}

test('each element of a page has its own colours of one file', async () => {
  const files = { a: svg('<rect width="100" height="100" fill="red"/>') };
  const half = { ...page, width: 50, asset: 'a', fit: 'fill' } as const;
  const elements = [
    image({ ...half, colors: toBlue }),
    image({ ...half, id: 'f', x: 50, colors: { '#ff0000ff': solid('#00ff00ff') } }),
  ];
  for (const format of ['png', 'svg'] as const) {
    if (format === 'svg') {
      const { data } = await render({ elements }, { files, output: { format } });
      assert.match(Buffer.from(data).toString(), /fill="#0000ff".*fill="#00ff00"/u);
      continue;
    }
    const { at } = await renderPixels({ elements }, { files });
    assert.deepEqual(
      [at(25, 50), at(75, 50)],
      [
        [0, 0, 255, 255],
        [0, 255, 0, 255],
      ],
    );
  }
});

test('what says no colour is black', async () => {
  const colors: ColorExchange = { '#000000ff': solid('#0000ffff') };
  const shapes = '<rect width="50" height="100"/><rect x="50" width="50" height="100" fill="currentColor"/>';
  const draw = (file: Uint8Array) =>
    renderPixels({ elements: [image({ ...page, asset: 'a', colors })] }, { files: { a: file } });
  const { at } = await draw(svg(shapes));
  assert.deepEqual(
    [at(25, 50), at(75, 50)],
    [
      [0, 0, 255, 255],
      [0, 0, 255, 255],
    ],
  );
  const other = await draw(svg(shapes, ' fill="#f00" color="#f00"'));
  assert.deepEqual(
    [other.at(25, 50), other.at(75, 50)],
    [
      [255, 0, 0, 255],
      [255, 0, 0, 255],
    ],
  );
});

test('translucent colours and gradients take the place of colours', async () => {
  const stops = [
    { offset: 0, color: '#ff0000ff' },
    { offset: 1, color: '#0000ffff' },
  ];
  const rects =
    '<rect width="50" height="100" fill="#0f0"/><rect x="50" width="50" height="100" fill="#ff0"/>';
  const colors: ColorExchange = {
    '#00ff00ff': solid('#0000ff80'),
    '#ffff00ff': { type: 'linear', angle: 180, stops },
  };
  const { at } = await renderPixels(
    { elements: [image({ ...page, asset: 'a', colors })] },
    { files: { a: svg(rects) } },
  );
  assert.ok(colorDistance(at(25, 50), [127, 127, 255, 255]) <= 3);
  assert.ok(colorDistance(at(75, 2), [251, 0, 4, 255]) <= 12, at(75, 2).join());
  assert.ok(colorDistance(at(75, 97), [4, 0, 251, 255]) <= 12, at(75, 97).join());
});

test('text, ids, urls and other attributes stay', () => {
  const text =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" fill="none"><!-- red --><text id="red" data-fill="red">red</text>' +
    '<a class="red" fill="url(#red)"/></svg>';
  assert.equal(exchangeText(text, toBlue), text);
});
