/** What stays together at the end of a page: headings with what follows, headers of tables with rows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { below, group, rect, shown, text } from '../../../../test/helpers/flows.ts';

const keepWithNext = true;
const heading = (id: string) => rect(id, 10, { keepWithNext });

test('no page ends between an element that keeps with the next one, and that one', () => {
  assert.deepEqual(shown([rect('a', 60), heading('h'), rect('b', 40)], 100), ['a', 'h b']);
  assert.deepEqual(shown([rect('a', 60), heading('h'), text('t', 6)], 100), [
    'a h t:0 t:1 t:2',
    't:3 t:4 t:5',
  ]);
  // Two lines of a text have no room.
  assert.deepEqual(shown([rect('a', 75), heading('h'), text('t', 6)], 100).slice(0, 1), ['a']);
  assert.deepEqual(shown([rect('a', 60), rect('h', 10, { keepWithNext: false }), rect('b', 40)], 100), [
    'a h',
    'b',
  ]);
});

test('several headings stay together', () => {
  const chain = [heading('h1'), heading('h2'), heading('h3')];
  assert.deepEqual(shown([rect('a', 40), ...chain, rect('b', 40)], 100), ['a', 'h1 h2 h3 b']);
});

test('what has no room on a page together is divided where it has to be', () => {
  assert.deepEqual(shown([heading('h'), rect('b', 95)], 100), ['h', 'b']);
  const kept = group('g', below([rect('b', 50), rect('c', 45)]), 'column', { keepTogether: true });
  assert.deepEqual(shown([heading('h'), kept], 100), ['h b', 'c']);
  const long = Array.from({ length: 12 }, (_, index) => heading(`h${index}`));
  assert.deepEqual(
    shown(long, 100).map((page) => page.split(' ').length),
    [10, 2],
  );
});

test('lines of a text stay with what is above or below, where a page has no room for all of it', () => {
  // Three lines alone are not divided: two stay together.
  assert.deepEqual(shown([heading('h'), text('t', 3)], 30), ['h t:0 t:1', 't:2']);
  assert.deepEqual(shown([text('t', 3, { keepWithNext }), rect('b', 10)], 30), ['t:0 t:1', 't:2 b']);
  assert.deepEqual(shown([text('t', 9, { keepWithNext }), heading('h'), rect('b', 10)], 60), [
    't:0 t:1 t:2 t:3 t:4 t:5',
    't:6 t:7 t:8 h b',
  ]);
  assert.deepEqual(shown([text('t', 6, { keepWithNext }), heading('h'), rect('b', 10)], 60), [
    't:0 t:1 t:2 t:3',
    't:4 t:5 h b',
  ]);
  // The last lines have no room above it.
  assert.deepEqual(shown([text('t', 3, { keepWithNext }), rect('b', 25)], 30), ['t:0 t:1 t:2', 'b']);
});

test('the last element of a group says whether the group keeps with the next one', () => {
  const section = group('g', below([rect('a', 50), heading('h')]), 'column');
  assert.deepEqual(shown([section, rect('b', 50)], 100), ['a', 'h b']);
  assert.deepEqual(shown([rect('x', 30), group('row', [heading('h')], 'row'), rect('b', 70)], 100), [
    'x',
    'h b',
  ]);
  assert.deepEqual(shown([{ ...section, keepWithNext: false }, rect('b', 50)], 100), ['a h', 'b']);
  const inner = group('i', below([rect('c', 10), heading('h')]), 'column');
  assert.deepEqual(shown([group('o', below([rect('a', 40), inner]), 'column'), rect('b', 50)], 100), [
    'a c',
    'h b',
  ]);
});

test('two rows of a table stay with its header, and a heading with both', () => {
  const rows = ['a', 'b', 'c', 'd'].map((id) => rect(id, 20));
  const table = group('table', below([rect('head', 10), ...rows]), 'column', { repeatedHead: 1 });
  const shownBelow = (height: number) => shown([rect('x', height), heading('h'), table], 110);
  assert.deepEqual(shownBelow(50), ['x h head a b', 'head c d']);
  assert.deepEqual(shownBelow(51), ['x', 'h head a b c d']);
  // A page has no room for the header with two rows.
  const high = group('table', below([rect('head', 10), rect('a', 60), rect('b', 60)]), 'column', {
    repeatedHead: 1,
  });
  assert.deepEqual(shown([rect('x', 20), high], 100), ['x head a', 'head b']);
});
