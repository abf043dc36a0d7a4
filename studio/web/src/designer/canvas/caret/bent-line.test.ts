import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BentLine, joinLines, straighten } from './bent-line.ts';
import { TextPlaces } from './text-places.ts';

const near = (found: { x: number; y: number }, x: number, y: number) =>
  assert.ok(Math.hypot(found.x - x, found.y - y) < 0.1, `${found.x}, ${found.y} is not ${x}, ${y}`);

/** Half a circle over the middle of a box of 200 × 100, from left to right, stretched from one of 2 × 1. */
const arc = new BentLine(
  Array.from({ length: 601 }, (_, index) => {
    const angle = Math.PI * (1 - index / 600);
    return { x: 1 + Math.cos(angle), y: 1 - Math.sin(angle) };
  }),
  Math.PI / 600,
  ({ x, y }) => ({ x: x * 100, y: y * 100 }),
);
const quarter = (Math.PI * 100) / 2;

test('a place beside a path is at its distance, across the path, and beyond its ends straight on', () => {
  near(arc.toBox(0, 0), 0, 100);
  near(arc.toBox(quarter, 0), 100, 0);
  near(arc.toBox(quarter, -20), 100, -20);
  near(arc.toBox(quarter, 20), 100, 20);
  near(arc.toBox(2 * quarter + 30, 0), 200, 130);
  assert.ok(Math.abs(arc.nearest({ x: 100, y: -40 }) - quarter) < 1);
  const outline = arc.bend({ x: quarter - 1, y: -10, width: 2, height: 10 });
  near(outline[0]!, 99, -10);
  near(outline.at(-1)!, 99, 0);
});

test('a move between two parts of a path has no length', () => {
  const points = [0, 1, 2, 12, 13, 14].map((x) => ({ x, y: 0 }));
  const line = new BentLine(points, 1, (point) => point);
  near(line.toBox(1, 0), 1, 0);
  near(line.toBox(3, 0), 13, 0);
  assert.equal(line.nearest({ x: 14, y: 5 }), 4);
});

test('a text on a path has its places along it, line feeds among them', () => {
  const font = { family: 'Inter', weight: 400, style: 'normal' };
  const text = 'round\nit';
  const run = { text: 'round it', x: 40, width: 80, fontSize: 10, font };
  // The line of the report is what it covers on the page.
  const rendered = { lines: [{ text: 'round it', x: 3, width: 9, top: 5, height: 70, runs: [run] }] };
  const places = TextPlaces.read(joinLines(text), straighten(rendered), (own) => own.length)!;
  const { x, y, height } = places.caretAt(6);
  assert.equal(x, 100);
  assert.ok(y < 0 && y + height > 0, 'the line is between');
  assert.equal(places.placeAt(91, 0), 5);
  assert.equal(places.partsOf(0, 5)[0]!.width, 50);
});
