/** A column of elements, divided into pages of many heights. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sizing } from '../../../../test/helpers/flows.ts';
import type { SceneElement, SceneGroup } from '../../scene/elements.ts';
import type { SceneText } from '../../scene/text.ts';
import type { StackedLine } from '../../text/place/place-lines.ts';
import {
  rect as sceneRect,
  text as sceneText,
  group as sceneGroup,
} from '../../../../test/helpers/scenes.ts';
import { Flow, type FlowPage } from './flow.ts';

const LINE = 10;
type Given = Partial<Pick<SceneElement, 'keepTogether' | 'breakBefore' | 'y'>>;

const rect = (id: string, height: number, given: Given = {}): SceneElement =>
  sceneRect({ id, x: 0, y: 0, width: 50, height, sizing, ...given });
const text = (id: string, lines: number, given: Given = {}): SceneText =>
  sceneText(id, 8, { id, x: 0, y: 0, width: 50, height: lines * LINE, sizing, ...given });

/** A column of these, with a gap between them and a padding around. */
function column(
  id: string,
  children: readonly SceneElement[],
  { gap = 0, padding = 0, ...given }: Partial<SceneGroup> & { gap?: number; padding?: number } = {},
): SceneGroup {
  const elements = below(children, padding, gap);
  const last = elements.at(-1);
  return sceneGroup({
    id,
    x: 0,
    y: 0,
    width: 50,
    height: (last === undefined ? padding : last.y + last.height) + padding,
    sizing,
    elements,
    layout: {
      direction: 'column',
      columnGap: gap,
      rowGap: gap,
      align: 'start',
      justify: 'start',
      wrap: false,
      padding: [padding, 0, padding, 0],
    },
    ...given,
  });
}

function below(elements: readonly SceneElement[], start: number, gap: number): SceneElement[] {
  let y = start;
  return elements.map((element) => {
    const placed = { ...element, y };
    y += element.height + gap;
    return placed;
  });
}

const getLines = ({ height }: SceneText) =>
  Array.from(
    { length: height / LINE },
    () => ({ height: LINE, before: 0, trimTop: 0, trimBottom: 0 }) as StackedLine,
  );

function getPages(elements: readonly SceneElement[], room: number, gap = 0): FlowPage[] {
  const flow = new Flow(below(elements, 0, gap), getLines);
  const pages: FlowPage[] = [];
  while (!flow.isDone) {
    pages.push(flow.takePage(room));
    assert.ok(pages.length < 500, `the flow ${elements.map(({ id }) => id).join()} does not end in ${room}`);
  }
  return pages;
}

/** What stands on a page, from top to bottom: ids with their edges; of a text its lines. */
interface Piece {
  readonly name: string;
  readonly top: number;
  readonly bottom: number;
  readonly isRepeated: boolean;
}

function getPieces(elements: readonly SceneElement[], y = 0, isRepeated = false): Piece[] {
  return elements.flatMap((element): Piece[] => {
    const top = y + element.y;
    const repeated = isRepeated || element.tag === 'Artifact';
    if (element.type === 'group') return getPieces(element.elements, top, repeated);
    const one = { isRepeated: repeated, top, bottom: top + element.height };
    if (element.type !== 'text') return [{ ...one, name: element.id }];
    const { from, to } = element.part ?? { from: 0, to: element.height / LINE };
    assert.equal(element.height, (to - from) * LINE);
    return Array.from({ length: to - from }, (_, index) => ({
      name: `${element.id}:${from + index}`,
      isRepeated: repeated,
      top: top + index * LINE,
      bottom: top + (index + 1) * LINE,
    }));
  });
}

const shown = (elements: readonly SceneElement[], room: number, gap = 0) =>
  getPages(elements, room, gap).map(({ elements: own }) =>
    getPieces(own)
      .map(({ name }) => name)
      .join(' '),
  );

/** The same numbers for the same seed (Mulberry32). */
function getRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

function randomColumn(random: () => number, depth: number, prefix: string): SceneElement[] {
  const upTo = (most: number) => Math.floor(random() * most);
  return Array.from({ length: 1 + upTo(8) }, (_, index) => {
    const id = `${prefix}${index}`;
    const given: Given = {
      ...(random() < 0.1 ? { keepTogether: true } : {}),
      ...(random() < 0.1 ? { breakBefore: true } : {}),
    };
    const kind = random();
    if (kind < 0.3) return text(id, 1 + upTo(12), given);
    if (kind < 0.7 || depth === 0) return rect(id, 1 + upTo(60), given);
    const children = randomColumn(random, depth - 1, `${id}.`);
    const repeatedHead = kind < 0.8 ? Math.min(upTo(2), children.length - 1) : undefined;
    return column(id, children, {
      gap: upTo(5),
      padding: upTo(6),
      ...given,
      ...(repeatedHead === undefined ? {} : { repeatedHead }),
    });
  });
}

test('nothing is lost, doubled, out of order or on top of something else, whatever the heights are', () => {
  let pageCount = 0;
  for (let seed = 0; seed < 1_500; seed += 1) {
    const random = getRandom(seed);
    const elements = randomColumn(random, 3, 'e');
    const gap = Math.floor(random() * 8);
    const whole = getPieces(below(elements, 0, gap)).map(({ name }) => name);
    const room = 30 + Math.floor(random() * 200);
    const pages = getPages(elements, room, gap);
    pageCount += pages.length;
    const found = pages.flatMap(({ elements: own }) =>
      getPieces(own).filter(({ isRepeated }) => !isRepeated),
    );
    assert.deepEqual(
      found.map(({ name }) => name),
      whole,
      `seed ${seed}`,
    );
    for (const { elements: own, cut } of pages) {
      const pieces = getPieces(own);
      let edge = 0;
      for (const { name, top, bottom } of pieces) {
        assert.ok(top >= edge - 0.01, `seed ${seed}: ${name} begins at ${top}, above ${edge}`);
        edge = bottom;
      }
      assert.ok(cut.length > 0 || edge <= room + 0.01, `seed ${seed}: ${edge} in ${room}`);
      assert.ok(own.length > 0, `seed ${seed}: an empty page`);
    }
  }
  assert.ok(pageCount > 5_000, `${pageCount} pages`);
});

test('an element that has no room begins the next page, without the gap above it', () => {
  const pages = getPages([rect('a', 40), rect('b', 40), rect('c', 40)], 90, 6);
  assert.deepEqual(
    pages.map(({ elements }) => elements.map(({ id, y }) => [id, y])),
    [
      [
        ['a', 0],
        ['b', 46],
      ],
      [['c', 0]],
    ],
  );
});

test('a text is divided between its lines, at least two on either side', () => {
  const after = (lines: number, room: number) => shown([rect('a', 40), text('t', lines)], room);
  assert.deepEqual(after(5, 70), ['a t:0 t:1 t:2', 't:3 t:4']);
  // Four lines have room, but one would be alone on the next page.
  assert.deepEqual(after(5, 80), ['a t:0 t:1 t:2', 't:3 t:4']);
  assert.deepEqual(after(5, 45), ['a', 't:0 t:1 t:2', 't:3 t:4']);
  assert.deepEqual(after(3, 60), ['a', 't:0 t:1 t:2']);
  assert.deepEqual(shown([rect('a', 40), text('t', 5, { keepTogether: true })], 70), [
    'a',
    't:0 t:1 t:2 t:3 t:4',
  ]);
});

test('columns are divided in each other, and each part is painted with its padding', () => {
  const inner = column('inner', [rect('a', 30), rect('b', 30), rect('c', 30)], { padding: 5 });
  const outer = column('outer', [rect('top', 20), inner], { gap: 4, padding: 10 });
  const pages = getPages([outer], 90);
  const boxes = (elements: readonly SceneElement[]): unknown[] =>
    elements.map((element) =>
      element.type === 'group'
        ? [element.id, element.y, element.height, boxes(element.elements)]
        : [element.id, element.y],
    );
  assert.deepEqual(
    pages.map(({ elements }) => boxes(elements)),
    [
      [
        [
          'outer',
          0,
          84,
          [
            ['top', 10],
            ['inner', 34, 40, [['a', 5]]],
          ],
        ],
      ],
      [
        [
          'outer',
          0,
          90,
          [
            [
              'inner',
              10,
              70,
              [
                ['b', 5],
                ['c', 35],
              ],
            ],
          ],
        ],
      ],
    ],
  );
});

test('keepTogether and breakBefore decide where pages begin', () => {
  const three = [rect('a', 20), rect('b', 20), rect('c', 20)];
  assert.deepEqual(shown([rect('x', 50), column('g', three, { keepTogether: true })], 90), ['x', 'a b c']);
  assert.deepEqual(shown([rect('x', 50), column('g', three)], 90), ['x a b', 'c']);
  assert.deepEqual(shown([rect('x', 10), rect('y', 10, { breakBefore: true }), rect('z', 10)], 90), [
    'x',
    'y z',
  ]);
  // Inside of a group that has room, and before the group of the first.
  const broken = [rect('a', 10), rect('b', 10, { breakBefore: true })];
  assert.deepEqual(shown([rect('x', 10), column('g', broken)], 90), ['x a', 'b']);
  assert.deepEqual(shown([rect('x', 10), column('g', [broken[1]!, rect('c', 10)])], 90), ['x', 'b c']);
  // The first of all begins a page anyway.
  assert.deepEqual(shown([rect('x', 10, { breakBefore: true })], 90), ['x']);
});

test('the head of a table is drawn again on each page, as decoration', () => {
  const rows = Array.from({ length: 7 }, (_, index) => rect(`row${index}`, 20));
  const table = column('table', [rect('head', 10), ...rows], { tag: 'Table', repeatedHead: 1 });
  const { layout: _, ...bare } = table;
  for (const each of [table, bare]) {
    const pages = getPages([rect('x', 20), each], 75);
    assert.deepEqual(
      pages.map(({ elements }) =>
        getPieces(elements).map(({ name, isRepeated }) => name + (isRepeated ? '!' : '')),
      ),
      [
        ['x', 'head', 'row0', 'row1'],
        ['head!', 'row2', 'row3', 'row4'],
        ['head!', 'row5', 'row6'],
      ],
    );
    assert.deepEqual(
      pages.map(({ elements }) => elements.map(({ id, tag }) => [id, tag]).at(-1)),
      Array(3).fill(['table', 'Table']),
    );
  }
  // A head is not left alone; where it takes the room of a row, it is left out.
  assert.deepEqual(shown([rect('x', 70), table], 90), [
    'x',
    'head row0 row1 row2 row3',
    'head row4 row5 row6',
  ]);
  const high = column('table', [rect('head', 40), rect('a', 60), rect('b', 60)], { repeatedHead: 1 });
  assert.deepEqual(shown([high], 90), ['head', 'a', 'b']);
});

test('a total goes on with the row above it', () => {
  const table = { columns: [], totals: 1, borders: null };
  const rows = ['head', 'a', 'b', 'c', 'total'].map((id) => rect(id, 20));
  const shownIn = (room: number) => shown([column('table', rows, { repeatedHead: 1, table })], room);
  assert.deepEqual(shownIn(80), ['head a b', 'head c total']);
  assert.deepEqual(shownIn(60), ['head a b', 'head c total']);
  // With room for one row on a page there is no better place.
  assert.deepEqual(shownIn(40), ['head a', 'head b', 'head c', 'head total']);
});

test('several totals go on together with the row above them, if a page has room for them', () => {
  const table = { columns: [], totals: 2, borders: null };
  const rows = ['head', 'a', 'b', 'c', 'net', 'gross'].map((id) => rect(id, 20));
  const shownIn = (room: number) => shown([column('table', rows, { repeatedHead: 1, table })], room);
  for (const room of [80, 100])
    assert.deepEqual(shownIn(room), ['head a b', 'head c net gross'], String(room));
  assert.deepEqual(shownIn(60), ['head a b', 'head c net', 'head gross']);
});

test('what is higher than a page begins one, and is cut there', () => {
  const pages = getPages([rect('a', 10), rect('high', 300), rect('b', 10)], 90);
  assert.deepEqual(
    pages.map(({ elements, cut }) => [elements.map(({ id, height }) => [id, height]), cut]),
    [
      [[['a', 10]], []],
      [[['high', 90]], [{ elementId: 'high', height: 300, room: 90 }]],
      [[['b', 10]], []],
    ],
  );
  const [cut] = pages[1]!.elements;
  assert.ok(cut?.type === 'group' && cut.clip === 'box');
});

test('elements outside of the column of a group stand on its first part, its last, or on each', () => {
  const free = (id: string, top: number | null, bottom: number | null, y = 0): SceneElement => ({
    ...rect(id, 5, { y }),
    sizing: { ...sizing, isInLayout: false, pin: { ...sizing.pin, top, bottom } },
  });
  const group = column('g', [rect('a', 40), rect('b', 40), rect('c', 40)]);
  const extra = [free('each', 1, 2), free('last', null, 3), free('first', null, null, 7)];
  const pages = getPages([{ ...group, elements: [extra[0]!, ...group.elements, ...extra.slice(1)] }], 50);
  assert.deepEqual(
    pages.map(({ elements: [part] }) =>
      part?.type === 'group' ? part.elements.map(({ id, y, height }) => [id, y, height]) : [],
    ),
    [
      [
        ['each', 1, 37],
        ['a', 0, 40],
        ['first', 7, 5],
      ],
      [
        ['each', 1, 37],
        ['b', 0, 40],
      ],
      [
        ['each', 1, 37],
        ['c', 0, 40],
        ['last', 32, 5],
      ],
    ],
  );
});
