import assert from 'node:assert/strict';
import { test } from 'node:test';
import { produce } from 'immer';
import { applyPatches } from '../../../../../src/domain/previews/apply-patches.ts';
import { findPatches } from './document-patches.ts';

interface Box {
  id: string;
  x: number;
  note?: string | undefined;
  points?: number[][];
  elements?: Box[];
}
interface Page {
  name: string;
  elements: Box[];
  grid?: { size: number } | null;
}

const page: Page = {
  name: 'Page',
  elements: [
    { id: 'a', x: 1 },
    { id: 'b', x: 2, note: 'old', points: [[1, 2], [3]] },
    {
      id: 'c',
      x: 3,
      elements: [
        { id: 'd', x: 4 },
        { id: 'e', x: 5 },
      ],
    },
  ],
};

const changes: Readonly<Record<string, (draft: Page) => void>> = {
  'a number': ({ elements }) => void (elements[0]!.x = 9),
  nothing: () => undefined,
  'a member that is added, one that is removed, one that is null': (draft) => {
    draft.grid = null;
    delete draft.elements[1]!.note;
    draft.elements[0]!.note = 'new';
  },
  'a member that becomes undefined': (draft) => void (draft.elements[1]!.note = undefined),
  'an entry at the start': (draft) => void draft.elements.unshift({ id: 'z', x: 0 }),
  'an entry at the end': (draft) => void draft.elements.push({ id: 'z', x: 0 }),
  'two entries in the middle, and a change before them': (draft) => {
    draft.elements.splice(1, 0, { id: 'y', x: 0 }, { id: 'z', x: 0 });
    draft.elements[0]!.x = 7;
  },
  'entries that go': (draft) => void draft.elements.splice(0, 2),
  'all entries that go': (draft) => void (draft.elements = []),
  'another order': (draft) => void draft.elements.reverse(),
  'an entry of a group, and a list of lists': (draft) => {
    draft.elements[2]!.elements!.splice(0, 1);
    draft.elements[1]!.points![1]!.push(4);
  },
  'another kind of value': (draft) => void Object.assign(draft.elements[0]!, { x: { from: 1 } }),
};

for (const [what, change] of Object.entries(changes)) {
  test(`patches carry ${what}`, () => {
    const before = structuredClone(page);
    const after = produce(page, change);
    // Over the wire, as JSON.
    const patches = JSON.parse(JSON.stringify(findPatches(page, after))) as ReturnType<typeof findPatches>;
    assert.deepEqual(applyPatches(page as never, patches), JSON.parse(JSON.stringify(after)));
    assert.deepEqual(page, before);
    const back = JSON.parse(JSON.stringify(findPatches(after, page))) as ReturnType<typeof findPatches>;
    assert.deepEqual(applyPatches(after as never, back), page);
  });
}

test('a moved element is one small patch, also among many', () => {
  const many = { name: 'Many', elements: Array.from({ length: 300 }, (_, x) => ({ id: `e${x}`, x })) };
  const moved = produce(many, ({ elements }) => void (elements[150]!.x = 7));
  assert.deepEqual(findPatches(many, moved), [{ op: 'replace', path: ['elements', 150, 'x'], value: 7 }]);
});
