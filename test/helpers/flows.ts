/** Placed elements, and the pages that a flow divides them into. */
import assert from 'node:assert/strict';
import { Flow, type FlowPage } from '../../src/render/layout/flow/flow.ts';
import type { Sizing } from '../../src/render/scene/boxes.ts';
import type { SceneElement, SceneGroup } from '../../src/render/scene/elements.ts';
import type { SceneText } from '../../src/render/scene/text.ts';
import type { StackedLine } from '../../src/render/text/place/place-lines.ts';
import { rect as sceneRect, text as sceneText, group as sceneGroup } from './scenes.ts';

export const LINE = 10;
export const sizing: Sizing = {
  width: 'hug',
  height: 'hug',
  minWidth: 0,
  maxWidth: Infinity,
  minHeight: 0,
  maxHeight: Infinity,
  isInLayout: true,
  grow: 1,
  alignSelf: null,
  margin: [0, 0, 0, 0],
  anchor: 'top',
  pin: { left: null, right: null, top: null, bottom: null },
};
const noBox = { x: 0, y: 0, width: 50 };

export const rect = (id: string, height: number, given: Partial<SceneElement> = {}): SceneElement =>
  ({ ...sceneRect({ id, ...noBox, height, sizing }), ...given }) as SceneElement;
export const text = (id: string, lines: number, given: Partial<SceneText> = {}): SceneText =>
  sceneText(id, 8, { id, ...noBox, height: lines * LINE, sizing, ...given });

/** A group of these where they stand, as high as they are. */
export function group(
  id: string,
  elements: readonly SceneElement[],
  direction: 'row' | 'column' | null,
  given: Partial<SceneGroup> = {},
): SceneGroup {
  const height = Math.max(0, ...elements.map((element) => element.y + element.height));
  const layout = {
    direction: direction ?? 'row',
    columnGap: 0,
    rowGap: 0,
    align: 'start' as const,
    justify: 'start' as const,
    wrap: true,
    padding: [0, 0, 0, 0] as const,
  };
  return sceneGroup({
    id,
    ...noBox,
    height,
    sizing,
    elements,
    ...(direction === null ? {} : { layout: { ...layout, wrap: direction === 'row' } }),
    ...given,
  });
}

export const below = (elements: readonly SceneElement[]): SceneElement[] => {
  let y = 0;
  return elements.map((element) => {
    const placed = { ...element, y };
    y += element.height;
    return placed;
  });
};
export const at = (element: SceneElement, y: number): SceneElement => ({ ...element, y });

const getLines = ({ part, height }: SceneText) =>
  Array.from(
    { length: (part?.wholeHeight ?? height) / LINE },
    () => ({ height: LINE, before: 0, trimTop: 0, trimBottom: 0 }) as StackedLine,
  );

export function getPages(elements: readonly SceneElement[], room: number): FlowPage[] {
  const flow = new Flow(below(elements), getLines);
  const pages: FlowPage[] = [];
  while (!flow.isDone) {
    pages.push(flow.takePage(room));
    assert.ok(pages.length < 500, 'the flow does not end');
  }
  return pages;
}

/** What stands on a page: ids with their edges; of a text its lines. */
export function getPieces(
  elements: readonly SceneElement[],
  y = 0,
): { name: string; top: number; bottom: number }[] {
  return elements.flatMap((element) => {
    const top = y + element.y;
    if (element.type === 'group') return getPieces(element.elements, top);
    if (element.type !== 'text') return [{ name: element.id, top, bottom: top + element.height }];
    const { from, to } = element.part ?? { from: 0, to: getLines(element).length };
    return Array.from({ length: to - from }, (_, index) => ({
      name: `${element.id}:${from + index}`,
      top: top + index * LINE,
      bottom: top + (index + 1) * LINE,
    }));
  });
}

export const shown = (elements: readonly SceneElement[], room: number) =>
  getPages(elements, room).map(({ elements: own }) =>
    getPieces(own)
      .map(({ name }) => name)
      .join(' '),
  );

/** The same numbers for the same seed (Mulberry32). */
export function getRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}
