import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { readObjects } from '../../../test/helpers/pdf.ts';
import {
  colorDistance,
  ellipse,
  line,
  path,
  rect,
  render,
  renderPixels,
} from '../../../test/helpers/scenes.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { Paint, Stroke } from '../scene/paint.ts';

const BLACK = [0, 0, 0, 255];
const WHITE = [255, 255, 255, 255];
const square = { x: 20, y: 20, width: 60, height: 60 };
const black = (more: Partial<Stroke> = {}): Stroke => ({ color: '#000000ff', width: 10, dash: [], ...more });
const draw = (...elements: SceneElement[]) => renderPixels({ elements });

describe('strokes', () => {
  test('lie inside or outside of rectangles, ellipses and paths', async () => {
    const d = 'M0 0H60V60H0Z';
    const viewBox = [0, 0, 60, 60] as const;
    for (const align of ['inside', 'outside'] as const) {
      const stroke = black({ align });
      for (const shape of [
        rect({ ...square, stroke }),
        rect({ ...square, stroke, cornerRadius: [8, 8, 8, 8] }),
        ellipse({ ...square, stroke }),
        path({ ...square, stroke, d, viewBox }),
      ]) {
        const page = await draw(shape);
        const [inside, outside] = [page.at(25, 50), page.at(15, 50)];
        assert.deepEqual(
          align === 'inside' ? [outside, inside] : [inside, outside],
          [WHITE, BLACK],
          shape.type,
        );
        assert.deepEqual([page.at(8, 50), page.at(32, 50)], [WHITE, WHITE]);
      }
    }
  });

  test('inside of a box that is too small for them fill it', async () => {
    const page = await draw(rect({ ...square, stroke: black({ align: 'inside', width: 90 }) }));
    assert.deepEqual([page.at(50, 50), page.at(19, 50)], [BLACK, WHITE]);
  });

  test('have caps, joins, a miter limit and an offset of their dashes', async () => {
    const along = { x: 20, y: 50, width: 60, height: 0 };
    assert.deepEqual((await draw(line({ ...along, stroke: black() }))).at(17, 50), WHITE);
    assert.deepEqual((await draw(line({ ...along, stroke: black({ cap: 'square' }) }))).at(17, 50), BLACK);
    const dashes = black({ dash: [20, 20], dashOffset: 20 });
    assert.deepEqual((await draw(line({ ...along, stroke: dashes }))).at(30, 50), WHITE);
    assert.deepEqual((await draw(rect({ ...square, stroke: black({ join: 'bevel' }) }))).at(16, 16), WHITE);
    const tip = { ...square, d: 'M0 60 L30 20 L60 60', viewBox: [0, 0, 60, 60] as const };
    assert.deepEqual((await draw(path({ ...tip, stroke: black() }))).at(50, 34), BLACK);
    assert.deepEqual((await draw(path({ ...tip, stroke: black({ miterLimit: 1 }) }))).at(50, 34), WHITE);
  });

  test('are gradients, also in a PDF and an SVG, where they stay vectors', async () => {
    const color = {
      type: 'linear',
      angle: 90,
      stops: [
        { offset: 0, color: '#ff0000ff' },
        { offset: 1, color: '#0000ffff' },
      ],
    } as const;
    const elements = [rect({ ...square, stroke: black({ color, align: 'inside' }) })];
    const page = await renderPixels({ elements });
    assert.ok(colorDistance(page.at(21, 50), [251, 0, 4, 255]) <= 3);
    assert.ok(colorDistance(page.at(78, 50), [4, 0, 251, 255]) <= 3);
    const pdf = await readObjects((await render({ elements }, { output: { format: 'pdf' } })).data);
    assert.match(pdf, /\/ShadingType 2/);
    assert.doesNotMatch(pdf, /\/Subtype \/Image/);
    const svg = Buffer.from((await render({ elements }, { output: { format: 'svg' } })).data).toString(
      'utf8',
    );
    assert.match(svg, /stroke="url\(#p[0-9a-f]{12}\)"/);
  });
});

describe('a conic gradient', () => {
  const fill: Paint = {
    type: 'conic',
    center: { x: 0.5, y: 0.5 },
    angle: 0,
    stops: [
      { offset: 0, color: '#ff0000ff' },
      { offset: 0.5, color: '#ff0000ff' },
      { offset: 0.5, color: '#0000ffff' },
      { offset: 1, color: '#0000ffff' },
    ],
  };

  test('begins at the top and turns clockwise', async () => {
    const page = await renderPixels({ elements: [rect({ ...square, fill })] });
    assert.deepEqual(
      [page.at(70, 50), page.at(30, 50)],
      [
        [255, 0, 0, 255],
        [0, 0, 255, 255],
      ],
    );
    const turned = await renderPixels({ elements: [rect({ ...square, fill: { ...fill, angle: 90 } })] });
    assert.deepEqual(
      [turned.at(50, 70), turned.at(50, 30)],
      [
        [255, 0, 0, 255],
        [0, 0, 255, 255],
      ],
    );
  });

  test('is a bitmap in an SVG and a PDF: not a shading that pdf.js does not know', async () => {
    const elements = [ellipse({ ...square, fill })];
    const pdf = await readObjects((await render({ elements }, { output: { format: 'pdf' } })).data);
    assert.match(pdf, /\/PatternType 1/);
    assert.doesNotMatch(pdf, /\/ShadingType 1/);
    const svg = Buffer.from((await render({ elements }, { output: { format: 'svg' } })).data).toString(
      'utf8',
    );
    assert.match(svg, /<pattern [^>]*patternUnits="userSpaceOnUse"/);
  });
});
