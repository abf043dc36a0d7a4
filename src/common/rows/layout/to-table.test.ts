import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { UnreadableRows, type Table } from '../table.ts';
import { toTable } from './to-table.ts';

const cells = (text: string): string[] => text.split('|');

/** A table of a text file; each string is a line. */
function read(lines: readonly string[], headerLine: number | null = null): Table {
  return toTable(
    lines.map((line, index) => ({ line: index + 1, cells: cells(line) })),
    'text',
    { headerLine },
  );
}

const places = ({ header, records }: Table): number[] => [header.line, ...records.map(({ line }) => line)];

test('the header is below titles, if the first line does not name all columns', () => {
  const titled = read(['Spring course 2026||', '||', 'name|city|note', 'Ada|London|', 'Bo|Rome|ok']);
  assert.deepEqual(places(titled), [3, 4, 5]);
  assert.deepEqual(titled.notes, [
    'The header is line 3. Line 1 above it is not read: it has "Spring course 2026".',
  ]);
  const grouped = read(['Guest||Course|', 'first|last|title|date', 'Ada|Byron|Walls|2026-01-01']);
  assert.deepEqual(places(grouped), [2, 3]);
  const facts = read(['Export|2026-01-01', '', 'name|city|zip|note', 'Ada|London|1|x']);
  assert.deepEqual(places(facts), [3, 4]);
});

test('the header is the first line, if it names all columns, or nothing below does', () => {
  for (const lines of [
    ['name|city', 'Ada|London', 'Bo|Rome'],
    // A cell is split: the second line is no header, although it has more cells.
    ['name|city|note', 'Ada|London| UK|speaks', 'Bo|Rome|ok'],
    ['name|city', 'Ada|London| UK|speaks', 'Bo|Rome'],
    ['Title||', '1|2|3', 'Ada|London|x'],
    ['Title|', 'name|name', 'Ada|London'],
  ])
    assert.equal(read(lines).header.line, 1, lines.join());
});

test('the line of the header can be given', () => {
  assert.deepEqual(places(read(['a|b', 'c|d', '1|2'], 2)), [2, 3]);
  assert.throws(
    () => read(['a|b', '|', '1|2'], 2),
    (error) =>
      error instanceof UnreadableRows &&
      /^The header cannot be in line 2: it is empty\.$/.test(error.message),
  );
});

test('notes and totals after an empty line are not read, and named', () => {
  const noted = read([
    'name|city',
    'Ada|London',
    'Bo|Rome',
    '|',
    'Total: 2 guests|',
    '|',
    '* without children|',
  ]);
  assert.deepEqual(places(noted), [1, 2, 3]);
  assert.deepEqual(noted.notes, [
    'Lines 5, 7 below the rows are notes, and not read: "Total: 2 guests", "* without children".',
  ]);
  for (const note of [
    'Summe|3|',
    'Total:||3',
    'Sum 41||',
    'Source: the office||',
    'Prices are without tax.||',
  ])
    assert.deepEqual(places(read(['name|fee|city', 'Ada|3|Rome', '', note])), [1, 2], note);
});

test('what may be a row is read, and named', () => {
  const apart = read(['name|city', 'Ada|London', '|', 'Bo|']);
  assert.deepEqual(places(apart), [1, 2, 4]);
  assert.deepEqual(apart.notes, ['Line 4 is read as a row: "Bo". Remove it from the file if it is none.']);
  const total = read(['name|fee', 'Ada|3', 'Total|3']);
  assert.deepEqual(places(total), [1, 2, 3]);
  assert.deepEqual(total.notes, [
    'Line 3 is read as a row: "Total | 3". Remove it from the file if it is none.',
  ]);
  for (const row of [
    'Suma Rao|2',
    'Total Recall|7',
    'Sum 41|8',
    'Summe|3',
    'Bob 2|',
    'Sammy Davis Jr.|',
    '12:30|',
  ]) {
    const { records, notes = [] } = read(['name|fee', 'Ada|3', '', row]);
    assert.equal(records.at(-1)?.line, 4, row);
    assert.match(notes.join(), /^Line 4 is read as a row: /, row);
  }
  assert.deepEqual(places(read(['name|fee|city', 'Ada|3|Rome', '', 'Total Recall|7|'])), [1, 2, 4]);
  assert.equal(read(['name|city', 'Ada|London', '|', 'Bob 2|', 'Cy|']).notes?.length, 2);
  const plain = read(['name|fee', 'Ada|3', '', 'Bo|4']);
  assert.deepEqual([places(plain), plain.notes], [[1, 2, 4], undefined]);
  // One column: its values stand alone in their lines.
  assert.equal(read(['name', 'Ada', '', 'Platform 9']).notes, undefined);
});
