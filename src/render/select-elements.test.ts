import assert from 'node:assert/strict';
import { test } from 'node:test';
import { group, rect, renderPixels, solid } from '../../test/helpers/scenes.ts';
import type { SceneElement } from './scene/elements.ts';
import type { ElementSelection, Scene } from './scene/scene.ts';
import { selectElements } from './select-elements.ts';

const box = { x: 0, y: 0, width: 100, height: 100 };
const part = (id: string) => rect({ ...box, id, fill: solid('#ff0000ff') });
const around = (id: string, elements: SceneElement[]) => group({ ...box, id, elements });
const scene: Scene = {
  title: 'T',
  language: null,
  width: 100,
  height: 100,
  bleed: 0,
  cropMarks: false,
  intent: 'screen',
  background: solid('#ffffffff'),
  fonts: [],
  elements: [part('a'), around('g', [part('b'), around('h', [part('c'), part('d')])]), part('e')],
};

/** The ids that are left, as nested lists. */
function left(selection: ElementSelection): unknown[] {
  const list = (elements: readonly SceneElement[]): unknown[] =>
    elements.map((each) => (each.type === 'group' ? [each.id, ...list(each.elements)] : each.id));
  return list(selectElements(scene, selection).elements);
}

test('only keeps the elements, all of a group, and the groups around them', () => {
  assert.deepEqual(left({ only: ['e', 'a'] }), ['a', 'e']);
  assert.deepEqual(left({ only: ['d'] }), [['g', ['h', 'd']]]);
  assert.deepEqual(left({ only: ['g'] }), [['g', 'b', ['h', 'c', 'd']]]);
  assert.deepEqual(left({ only: ['g', 'c'] }), [['g', 'b', ['h', 'c', 'd']]]);
  assert.deepEqual(left({ only: [] }), []);
});

test('except leaves the elements out, with what is in a group', () => {
  assert.deepEqual(left({ except: ['a', 'c'] }), [['g', 'b', ['h', 'd']], 'e']);
  assert.deepEqual(left({ except: ['g'] }), ['a', 'e']);
  assert.deepEqual(left({ except: [] }), ['a', ['g', 'b', ['h', 'c', 'd']], 'e']);
});

test('both concern every page', () => {
  const second = { ...scene, elements: [part('k'), part('l')] };
  const selected = selectElements({ ...scene, others: [second] }, { except: ['a', 'l'] });
  assert.deepEqual(
    selected.others?.map(({ elements }) => elements.map(({ id }) => id)),
    [['k']],
  );
  assert.deepEqual(
    selected.elements.map(({ id }) => id),
    ['g', 'e'],
  );
});

test('the page of only is transparent', async () => {
  const half = rect({ id: 'half', x: 50, y: 0, width: 50, height: 100, fill: solid('#00ff00ff') });
  const whole = { ...scene, elements: [part('a'), half] };
  const { at } = await renderPixels(selectElements(whole, { only: ['half'] }));
  assert.deepEqual(
    [at(10, 50), at(60, 50)],
    [
      [0, 0, 0, 0],
      [0, 255, 0, 255],
    ],
  );
  const rest = await renderPixels(selectElements(whole, { except: ['a'] }));
  assert.deepEqual(
    [rest.at(10, 50), rest.at(60, 50)],
    [
      [255, 255, 255, 255],
      [0, 255, 0, 255],
    ],
  );
});
