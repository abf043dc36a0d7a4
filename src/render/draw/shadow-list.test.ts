import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import {
  ellipse,
  group,
  path,
  rect,
  render,
  renderPixels,
  solid,
  text,
} from '../../../test/helpers/scenes.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { Shadow } from '../scene/paint.ts';

const RED = [255, 0, 0, 255];
const GREEN = [0, 255, 0, 255];
const WHITE = [255, 255, 255, 255];
const square = { x: 20, y: 20, width: 60, height: 60 };
const white = solid('#ffffffff');
const red = (more: Partial<Shadow>): Shadow => ({ x: 0, y: 0, blur: 0, color: '#ff0000ff', ...more });
const green = (more: Partial<Shadow>): Shadow => ({ ...red(more), color: '#00ff00ff' });
const draw = (...elements: SceneElement[]) => renderPixels({ elements });

describe('a list of shadows', () => {
  test('draws the first one in front', async () => {
    const shadow = [red({ spread: 5 }), green({ spread: 10 })];
    const page = await draw(rect({ ...square, fill: white, shadow }));
    assert.deepEqual([page.at(17, 50), page.at(12, 50), page.at(8, 50)], [RED, GREEN, WHITE]);
  });

  test('shows nothing of itself through a translucent box', async () => {
    const page = await draw(rect({ ...square, fill: solid('#ffffff80'), shadow: [red({ x: 10 })] }));
    assert.deepEqual([page.at(50, 50), page.at(85, 50)], [WHITE, RED]);
  });

  test('begins outside of a stroke', async () => {
    const stroke = { color: '#000000ff', width: 6, dash: [], align: 'outside' } as const;
    const page = await draw(rect({ ...square, fill: white, stroke, shadow: [red({ spread: 4 })] }));
    assert.deepEqual([page.at(12, 50), page.at(17, 50)], [RED, [0, 0, 0, 255]]);
  });

  test('draws inner shadows over the fill, within the stroke', async () => {
    const stroke = { color: '#000000ff', width: 6, dash: [], align: 'inside' } as const;
    for (const shape of [rect, ellipse]) {
      const page = await draw(
        shape({ ...square, fill: white, stroke, shadow: [red({ inset: true, spread: 4 })] }),
      );
      assert.deepEqual([page.at(23, 50), page.at(28, 50), page.at(33, 50)], [[0, 0, 0, 255], RED, WHITE]);
      assert.deepEqual(page.at(15, 50), WHITE);
    }
  });

  test('follows the outline of a path, and of a group that clips', async () => {
    const d = 'M0 0H60V60H0Z';
    const shadow = [red({ spread: 4 }), green({ inset: true, spread: 4 })];
    const inside = [rect({ x: -9, y: -9, width: 99, height: 99, fill: white })];
    for (const element of [
      path({ ...square, d, viewBox: [0, 0, 60, 60], fill: white, shadow }),
      group({ ...square, clip: 'box', elements: inside, shadow }),
    ]) {
      const page = await draw(element);
      assert.deepEqual(
        [page.at(17, 50), page.at(22, 50), page.at(50, 50)],
        [RED, GREEN, WHITE],
        element.type,
      );
    }
  });

  test('of other elements follows what they paint', async () => {
    const bars = group({
      ...square,
      elements: [rect({ x: 0, y: 0, width: 10, height: 60, fill: white })],
      shadow: [red({ x: 10 }), green({ x: 20 })],
    });
    const page = await draw(bars);
    assert.deepEqual([page.at(25, 50), page.at(35, 50), page.at(45, 50)], [WHITE, RED, GREEN]);
  });

  test('keeps shapes as vectors in a PDF where nothing is blurred', async () => {
    const elements = [
      rect({ ...square, fill: white, shadow: [red({ spread: 5 }), red({ inset: true, x: 3 })] }),
    ];
    const { data } = await render({ elements }, { output: { format: 'pdf' } });
    assert.doesNotMatch(Buffer.from(data).toString('latin1'), /\/Subtype \/Image/);
  });

  test('is one filter in an SVG, each shadow that of the content alone', async () => {
    const elements = [text('Ab', 40, { ...square, shadow: [red({ x: 3 }), green({ x: 6, blur: 2 })] })];
    const { data } = await render({ elements }, { output: { format: 'svg' } });
    const svg = Buffer.from(data).toString('utf8');
    assert.equal([...svg.matchAll(/in="SourceAlpha"/g)].length, 2);
    assert.equal([...svg.matchAll(/<filter /g)].length, 1);
  });
});
