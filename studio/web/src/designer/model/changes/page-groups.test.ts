import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { goToPage, openDesign, redo, undo, type Design } from '../design.ts';
import { closePages, idInWork, openPages } from '../pages.ts';
import {
  changeGroup,
  dissolveGroup,
  groupPage,
  joinGroup,
  leaveGroup,
  moveGroup,
  movePage,
  removeGroup,
  renameGroup,
  stepPage,
} from './page-groups.ts';
import { addPage, duplicatePage, removePage } from './pages.ts';

const page = (id: string) => ({
  id,
  elements: [{ type: 'rect', id: `${id}.r`, x: 0, y: 0, width: 5, height: 5 }],
});
const repeat = { each: '{{ customers }}' };
const document = {
  schemaVersion: 1,
  name: 'Mail',
  viewport: { width: 100, height: 50 },
  pages: [
    page('cover'),
    { id: 'mail', name: 'Mail', repeat, pages: [page('letter'), page('bill')] },
    { id: 'card', pages: [page('front'), page('back')] },
    page('end'),
  ],
};
const open = (index = 0) => goToPage(openDesign(openPages(document)), index);

interface Entry {
  readonly id: string;
  readonly pages?: readonly Entry[];
}

/** The pages as they are saved: `cover mail[letter bill] end`. */
function write({ document: own }: Design): string {
  const writeAll = (entries: readonly Entry[]): string =>
    entries.map(({ id, pages }) => (pages === undefined ? id : `${id}[${writeAll(pages)}]`)).join(' ');
  return writeAll((closePages(own) as { readonly pages: readonly Entry[] }).pages);
}

/** The pages after a change. Undone, the document is the same, byte for byte; done again, too. */
function after(change: (design: Design) => Design, before = open()): string {
  const text = ({ document: own }: Design) => JSON.stringify(closePages(own));
  const changed = change(before);
  let design = changed;
  while (design.done.length > before.done.length) design = undo(design);
  assert.equal(text(design), text(before));
  while (design.undone.length > 0) design = redo(design);
  assert.equal(text(design), text(changed));
  return write(changed);
}

const all = 'cover mail[letter bill] card[front back] end';

describe('steps of a page', () => {
  const steps = (index: number, by: 1 | -1) => after((design) => stepPage(design, index, by));

  test('lead past its neighbours, into groups, and out of them', () => {
    assert.equal(write(open()), all);
    assert.equal(steps(0, 1), 'mail[cover letter bill] card[front back] end');
    assert.equal(steps(1, 1), 'cover mail[bill letter] card[front back] end');
    assert.equal(steps(1, -1), 'cover letter mail[bill] card[front back] end');
    // From one group to the next it is in none in between.
    assert.equal(steps(2, 1), 'cover mail[letter] bill card[front back] end');
    assert.equal(steps(5, -1), 'cover mail[letter bill] card[front back end]');
    assert.equal(steps(0, -1), all);
    assert.equal(steps(5, 1), all);
  });

  test('lead through all places, there and back', () => {
    let design = open();
    const seen = [write(design)];
    for (;;) {
      const at = design.document.pages!.findIndex(({ id }) => id === 'cover');
      const next = stepPage(design, at, 1);
      if (next === design) break;
      design = next;
      seen.push(write(design));
    }
    assert.equal(seen.at(-1), 'mail[letter bill] card[front back] end cover');
    for (const expected of seen.toReversed().slice(1)) {
      const at = design.document.pages!.findIndex(({ id }) => id === 'cover');
      design = stepPage(design, at, -1);
      assert.equal(write(design), expected);
    }
  });

  test('take the page in work along', () => {
    const design = stepPage(open(2), 2, 1);
    assert.equal(idInWork(design.document), 'bill');
    assert.deepEqual(
      design.document.elements.map(({ id }) => id),
      ['bill.r'],
    );
  });
});

test('a page is put into a group and taken out of it', () => {
  assert.equal(
    after((d) => joinGroup(d, 0, 'mail')),
    'mail[letter bill cover] card[front back] end',
  );
  assert.equal(
    after((d) => joinGroup(d, 5, 'mail')),
    'cover mail[letter bill end] card[front back]',
  );
  assert.equal(
    after((d) => joinGroup(d, 1, 'card')),
    'cover mail[bill] card[front back letter] end',
  );
  assert.equal(
    after((d) => joinGroup(d, 1, 'mail')),
    all,
  );
  assert.equal(
    after((d) => leaveGroup(d, 1)),
    'cover mail[bill] letter card[front back] end',
  );
  assert.equal(
    after((d) => leaveGroup(d, 0)),
    all,
  );
  assert.equal(
    after((d) => movePage(d, 5, 1)),
    'cover mail[end letter bill] card[front back]',
  );
  assert.equal(
    after((d) => movePage(d, 1, 5)),
    'cover mail[bill] card[front back] end letter',
  );
});

test('a group goes with its last page', () => {
  const alone = removePage(open(), 1);
  assert.equal(write(alone), 'cover mail[bill] card[front back] end');
  assert.equal(
    after((d) => removePage(d, 1), alone),
    'cover card[front back] end',
  );
  assert.equal(
    after((d) => leaveGroup(d, 1), alone),
    'cover bill card[front back] end',
  );
  assert.equal(
    after((d) => joinGroup(d, 1, 'card'), alone),
    'cover card[front back bill] end',
  );
});

test('a group is made of a page, named, changed, moved, dissolved and removed', () => {
  assert.equal(
    after((d) => groupPage(d, 5, 'Group 1')),
    `${all.slice(0, -3)}Group 1[end]`,
  );
  assert.equal(
    after((d) => groupPage(groupPage(d, 5, 'Group 1'), 0, 'Group 1')),
    'Group 2[cover] mail[letter bill] card[front back] Group 1[end]',
  );
  assert.equal(
    after((d) => groupPage(d, 1, 'Group 1')),
    all,
  );
  assert.equal(
    after((d) => moveGroup(d, 'mail', 1)),
    'cover card[front back] mail[letter bill] end',
  );
  assert.equal(
    after((d) => moveGroup(d, 'mail', -1)),
    'mail[letter bill] cover card[front back] end',
  );
  assert.equal(
    after((d) => moveGroup(d, 'card', -1)),
    'cover card[front back] mail[letter bill] end',
  );
  assert.equal(
    after((d) => moveGroup(moveGroup(d, 'card', 1), 'card', 1)),
    'cover mail[letter bill] end card[front back]',
  );
  assert.equal(
    after((d) => dissolveGroup(d, 'mail')),
    'cover letter bill card[front back] end',
  );
  assert.equal(
    after((d) => removeGroup(d, 'mail')),
    'cover card[front back] end',
  );
  const only = openDesign(openPages({ ...document, pages: [document.pages[1]!] }));
  assert.equal(removeGroup(only, 'mail'), only);
  const removed = removeGroup(open(2), 'mail');
  assert.equal(idInWork(removed.document), 'front');
  const { pageGroups } = changeGroup(renameGroup(open(), 'mail', ''), 'mail', (group) => {
    group.repeat = { each: '{{ people }}' };
  }).document;
  assert.deepEqual([pageGroups?.[0]?.name, pageGroups?.[0]?.repeat], [undefined, { each: '{{ people }}' }]);
  assert.equal(
    after((d) => renameGroup(d, 'card', 'Cards')),
    all,
  );
});

test('new pages and copies are in the group of the page that they stand behind', () => {
  assert.equal(
    after((d) => addPage(d, 'Page 1'), open(1)),
    'cover mail[letter Page 1 bill] card[front back] end',
  );
  assert.equal(
    after((d) => duplicatePage(d, 4, 'Page 1')),
    'cover mail[letter bill] card[front back back 2] end',
  );
});
