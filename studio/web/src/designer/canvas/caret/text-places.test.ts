import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextPlaces, type ReportedLine } from './text-places.ts';

const font = { family: 'Inter', weight: 400, style: 'normal' };

/** A line of letters that are ten wide and twenty high. */
function line(
  text: string,
  top: number,
  runs: readonly (readonly [string, number])[] = [[text, 0]],
): ReportedLine {
  const [first] = runs;
  return {
    text,
    x: first![1],
    width: text.length * 10,
    top,
    height: 20,
    runs: runs.map(([own, x]) => ({ text: own, x, width: own.length * 10, fontSize: 10, font })),
  };
}

const read = (text: string, lines: readonly ReportedLine[], writingMode?: string) =>
  TextPlaces.read(
    text,
    { lines, ...(writingMode === undefined ? {} : { writingMode }) },
    (own) => own.length,
  );

test('places are those of the lines, whose hanging spaces and breaks are in none', () => {
  const places = read('one two\nthree', [line('one', 0), line('two', 20), line('three', 40)])!;
  assert.deepEqual(places.caretAt(1), { x: 10, y: 0, width: 0, height: 20 });
  assert.deepEqual(places.caretAt(4), { x: 0, y: 20, width: 0, height: 20 });
  assert.deepEqual(places.caretAt(7), { x: 30, y: 20, width: 0, height: 20 });
  assert.deepEqual(places.partsOf(1, 10), [
    { x: 10, y: 0, width: 20, height: 20 },
    { x: 0, y: 20, width: 30, height: 20 },
    { x: 0, y: 40, width: 20, height: 20 },
  ]);
  assert.equal(places.placeAt(22, 25), 6);
  assert.equal(places.placeAt(500, 45), 13);
  assert.deepEqual(
    [places.placeBeside(5, 1), places.placeBeside(5, -1), places.placeBeside(1, -1)],
    [9, 1, null],
  );
  assert.deepEqual([places.endOfLine(5, 'from'), places.endOfLine(5, 'to')], [4, 7]);
});

test('marks of lists and hyphens of lines are no letters of the text', () => {
  const list = read('tea\ncake', [
    line('tea', 0, [
      ['•', -15],
      ['tea', 20],
    ]),
    line('cake', 20, [
      ['•', -15],
      ['cake', 20],
    ]),
  ])!;
  assert.deepEqual(list.caretAt(5), { x: 30, y: 20, width: 0, height: 20 });
  const hyphens = read('extraordinary', [line('extra-', 0), line('ordinary', 20)])!;
  assert.deepEqual(hyphens.partsOf(4, 6), [
    { x: 40, y: 0, width: 10, height: 20 },
    { x: 0, y: 20, width: 10, height: 20 },
  ]);
});

test('words from right to left begin at their right', () => {
  const places = read('שלום', [line('שלום', 0, [['שלום', 100]])])!;
  assert.deepEqual([places.caretAt(0).x, places.caretAt(4).x], [140, 100]);
  assert.equal(places.placeAt(139, 5), 0);
});

test('vertical lines go down', () => {
  const down = { ...line('down', 0), x: 80, width: 20, top: 0, height: 40 };
  const places = read('down', [down], 'vertical-rl')!;
  assert.deepEqual(places.caretAt(2), { x: 80, y: 20, width: 20, height: 0 });
  assert.equal(places.placeAt(90, 31), 3);
});

test('lines end behind their spaces, but for the one at which they are broken', () => {
  const places = read('one  two ', [line('one', 0), line('two', 20)])!;
  assert.deepEqual([places.endOfLine(1, 'to'), places.endOfLine(6, 'to')], [4, 9]);
  assert.deepEqual(places.caretAt(9), { x: 40, y: 20, width: 0, height: 20 });
  assert.equal(places.placeAt(500, 25), 9);
});

test('the report of another text has no places', () => {
  assert.equal(read('two', [line('one', 0)]), null);
  assert.equal(read('one two', [line('one', 0)]), null);
});

test('a new line at the end has a place below the last one', () => {
  const places = read('one\n', [line('one', 0)])!;
  assert.deepEqual(places.caretAt(4), { x: 0, y: 20, width: 0, height: 20 });
});
