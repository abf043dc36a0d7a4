import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sizing } from '../../../../test/helpers/flows.ts';
import { group as sceneGroup, rect as sceneRect } from '../../../../test/helpers/scenes.ts';
import type { SceneElement, SceneGroup } from '../../scene/elements.ts';
import { divideGroup } from './divide-group.ts';
import { Flow } from './flow.ts';

const ROW_PX = 10;

/** A table of rows without cells, the first of which is its header. */
function table(rows: number, given: Partial<SceneGroup> = {}): SceneGroup {
  const elements = Array.from({ length: rows }, (_, index) =>
    sceneRect({ id: `${index}`, x: 0, y: index * ROW_PX, width: 50, height: ROW_PX, sizing }),
  );
  const box = { x: 0, y: 0, width: 50, height: rows * ROW_PX, sizing };
  return sceneGroup({ id: 'table', ...box, elements, repeatedHead: 1, ...given });
}

/** The rows of pages, without the headers that are drawn again. */
function listRows(elements: readonly SceneElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === 'group') return listRows(element.elements);
    return element.tag === 'Artifact' ? [] : element.id;
  });
}

const ids = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);

test('what goes on has the rows that the next pages reach, and the height of all', () => {
  const take = (
    lines: Parameters<Parameters<typeof divideGroup>[2]['take']>[0],
    room: { bottom: number },
  ) => {
    const count = Math.floor(room.bottom / ROW_PX);
    const placed = lines.slice(0, count).map(({ elements }) => elements);
    return { placed, bottom: count * ROW_PX, rest: lines.slice(count) };
  };
  const rooms = { room: 100, whole: 100, isAtTop: true };
  const divided = divideGroup(table(5000), rooms, { take, cut: [] });
  assert.equal(divided?.tail?.type, 'group');
  const { tail } = divided;
  assert.ok(tail.elements.length < 50, `${tail.elements.length} rows`);
  assert.equal(tail.height, (5000 - 10 + 1) * ROW_PX);
  assert.equal(divided?.head.type === 'group' && divided.head.following, undefined);
});

test('all rows are on the pages once, however much higher a page is than the one before', () => {
  for (const around of [
    (inner: SceneGroup) => inner,
    (inner: SceneGroup) => sceneGroup({ ...inner, id: 'outer', elements: [inner], keepTogether: true }),
    (inner: SceneGroup) => sceneGroup({ ...inner, id: 'outer', elements: [inner] }),
  ]) {
    const flow = new Flow([around(table(300))], () => []);
    const pages = [30, 45, 100_000].map((room) => flow.takePage(room));
    assert.ok(flow.isDone);
    assert.deepEqual(
      pages.flatMap(({ elements }) => listRows(elements)),
      ids(300),
    );
    const heights = pages.map(({ elements }) => elements[0]?.height);
    assert.deepEqual(heights.slice(0, 2), [30, 40]);
  }
});
