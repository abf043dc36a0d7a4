/** Elements side by side, divided as parallel flows: rows, groups without a layout, rows of tables. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  at,
  below,
  getPages,
  getPieces,
  getRandom,
  group,
  LINE,
  rect,
  shown,
  sizing,
  text,
} from '../../../../test/helpers/flows.ts';
import type { SceneElement, SceneGroup } from '../../scene/elements.ts';

test('a row that wraps is divided between its lines', () => {
  const cards = Array.from({ length: 7 }, (_, index) =>
    at(rect(`c${index}`, 30), Math.floor(index / 2) * 34),
  );
  assert.deepEqual(shown([rect('x', 20), group('grid', cards, 'row')], 100), ['x c0 c1 c2 c3', 'c4 c5 c6']);
});

test('elements side by side have each its own rest; what has room for all goes on whole', () => {
  const row = group('row', [text('a', 3), text('b', 12)], 'row');
  assert.deepEqual(shown([rect('x', 20), row], 100), [
    'x a:0 a:1 a:2 b:0 b:1 b:2 b:3 b:4 b:5 b:6 b:7',
    'b:8 b:9 b:10 b:11',
  ]);
  assert.deepEqual(shown([rect('x', 20), row], 130), [
    'x',
    getPieces([row])
      .map(({ name }) => name)
      .join(' '),
  ]);
});

test('columns beside each other are painted down to the end of the page', () => {
  const paint = { fill: null, stroke: null, cornerRadius: [0, 0, 0, 0] as const, shadow: null };
  const side = group('side', below([text('s', 2)]), 'column', { height: 150, background: paint });
  const line = rect('line', 150, { sizing: { ...sizing, height: 'fill' } });
  const main = group('main', below([text('m', 15)]), 'column');
  const pages = getPages([group('row', [side, line, main], 'row')], 100);
  assert.deepEqual(
    pages.map(({ elements: [row] }) =>
      row?.type === 'group' ? row.elements.map(({ id, height }) => [id, height]) : [],
    ),
    [
      [
        ['side', 100],
        ['line', 100],
        ['main', 100],
      ],
      [
        ['line', 50],
        ['main', 50],
        ['side', 50],
      ],
    ],
  );
});

test('a group without a layout is divided where nothing stands, and keeps the order downwards', () => {
  const elements = [at(text('a', 3), 0), at(rect('b', 40), 80), at(text('c', 2), 125), at(text('d', 6), 125)];
  const free = group('free', elements, null, { sizing: { ...sizing, height: 185 } });
  assert.deepEqual(shown([free], 100), ['a:0 a:1 a:2', 'b c:0 c:1 d:0 d:1 d:2 d:3', 'd:4 d:5']);
  // With room on the next page it goes there whole.
  assert.deepEqual(shown([rect('x', 20), free], 185).length, 2);
});

test('what keeps together is divided if it is higher than a page', () => {
  const long = text('t', 15, { keepTogether: true });
  assert.deepEqual(shown([rect('x', 50), long], 100).length, 2);
  const column = group('g', below([rect('a', 60), rect('b', 60)]), 'column', { keepTogether: true });
  assert.deepEqual(shown([rect('x', 30), column], 100), ['x a', 'b']);
  assert.deepEqual(shown([rect('x', 30), column], 130), ['x', 'a b']);
});

test('a row of a table that is higher than a page is divided between the lines of its cells', () => {
  const { sizing: _, ...cell } = text('', 0);
  const row = (id: string, ...lines: number[]): SceneGroup => {
    const height = Math.max(...lines) * LINE;
    const cells = lines.map((count, index) => ({
      ...cell,
      id: `${id}${index}`,
      y: 5,
      height,
      tag: 'TD' as const,
      count,
    }));
    const { sizing: _own, ...group_ } = group(id, cells, null, { tag: 'TR', height: height + 10 });
    return group_;
  };
  const rows = below([row('h', 1), row('a', 1, 1), row('b', 12, 2), row('c', 1, 1)]);
  const table = group('table', rows, null, { tag: 'Table', repeatedHead: 1 });
  const pages = getPages([table], 100);
  assert.deepEqual(
    pages.map(({ elements: [part] }) =>
      part?.type === 'group' ? part.elements.map(({ id, height, tag }) => [id, height, tag]) : [],
    ),
    [
      [
        ['h', 20, 'TR'],
        ['a', 20, 'TR'],
        ['b', 60, 'TR'],
      ],
      [
        ['h', 20, 'Artifact'],
        ['b', 80, 'TR'],
      ],
      [
        ['h', 20, 'Artifact'],
        ['c', 20, 'TR'],
      ],
    ],
  );
});

function randomElement(random: () => number, depth: number, id: string): SceneElement {
  const upTo = (most: number) => Math.floor(random() * most);
  const given = {
    ...(random() < 0.1 ? { keepTogether: true as const } : {}),
    ...(random() < 0.2 ? { keepWithNext: random() < 0.8 } : {}),
  };
  const kind = random();
  if (depth === 0 || kind < 0.4)
    return kind < 0.3 ? text(id, 1 + upTo(20), given) : rect(id, 1 + upTo(28), given);
  const children = Array.from({ length: 1 + upTo(5) }, (_, index) =>
    randomElement(random, depth - 1, `${id}.${index}`),
  );
  if (kind < 0.6) return group(id, below(children), 'column', given);
  if (kind < 0.8) {
    // Lines of two, each below the one before.
    let y = 0;
    const placed: SceneElement[] = [];
    for (let index = 0; index < children.length; index += 2) {
      const line = children.slice(index, index + 2);
      placed.push(...line.map((element) => at(element, y)));
      y += Math.max(...line.map(({ height }) => height)) + upTo(4);
    }
    return group(id, placed, 'row', given);
  }
  const free = children.map((element) => at(element, upTo(100)));
  const top = Math.min(...free.map(({ y }) => y));
  return group(
    id,
    free.map((element) => at(element, element.y - top)),
    null,
    given,
  );
}

test('nothing is lost, doubled or beyond the page, whatever stands beside what', () => {
  let pageCount = 0;
  for (let seed = 0; seed < 1_000; seed += 1) {
    const random = getRandom(seed);
    const elements = Array.from({ length: 1 + Math.floor(random() * 6) }, (_, index) =>
      randomElement(random, 3, `e${index}`),
    );
    const room = 30 + Math.floor(random() * 200);
    const pages = getPages(elements, room);
    pageCount += pages.length;
    const whole = getPieces(below(elements)).map(({ name }) => name);
    const found = pages.flatMap(({ elements: own }) => getPieces(own));
    assert.deepEqual(found.map(({ name }) => name).toSorted(), whole.toSorted(), `seed ${seed}`);
    for (const { elements: own, cut } of pages) {
      assert.deepEqual(cut, [], `seed ${seed}`);
      for (const { name, bottom } of getPieces(own))
        assert.ok(bottom <= room + 0.1, `seed ${seed}: ${name} ends at ${bottom} in ${room}`);
    }
  }
  assert.ok(pageCount > 2_000, `${pageCount} pages`);
});
