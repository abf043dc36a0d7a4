/** Bookmarks of PDFs, as pdf.js reads them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

import { group, rect, render, solid, text } from '../../../test/helpers/scenes.ts';
import type { Scene } from '../scene/scene.ts';
import type { SceneText } from '../scene/text.ts';
import { findHeadings } from '../headings.ts';

const box = (y: number, x = 10) => ({ x, y, width: 180, height: 20 });
const heading = (tag: SceneText['tag'], title: string, y = 0, more: Partial<SceneText> = {}) =>
  text(title, 12, { ...box(y), ...(tag === undefined ? {} : { tag }), ...more });

interface Bookmark {
  readonly title: string;
  readonly dest: string | unknown[] | null;
  readonly items: readonly Bookmark[];
}

/** Titles with their page and place, and those below them. */
async function readBookmarks(scene: Partial<Scene>) {
  const page = { width: 200, height: 200, language: 'en', ...scene };
  const { data, report } = await render(page, {
    output: { format: 'pdf' },
    inspect: { report: true, boxes: false },
  });
  const document = await getDocument({ data: new Uint8Array(data), verbosity: 0 }).promise;
  const read = async (items: readonly Bookmark[]): Promise<unknown[]> => {
    const found: unknown[] = [];
    for (const { title, dest, items: kids } of items) {
      assert.ok(Array.isArray(dest));
      const [ref, kind, x, y, zoom] = dest as [
        Parameters<typeof document.getPageIndex>[0],
        unknown,
        number,
        number,
        null,
      ];
      assert.deepEqual([kind, zoom], [{ name: 'XYZ' }, null]);
      found.push([`${title} ${(await document.getPageIndex(ref)) + 1} ${x},${y}`, ...(await read(kids))]);
    }
    return found;
  };
  try {
    const outline = (await document.getOutline()) as readonly Bookmark[] | null;
    return { bookmarks: outline === null ? null : await read(outline), report };
  } finally {
    await document.destroy();
  }
}

test('bookmarks are nested by their levels; a skipped level leaves no gap', async () => {
  const { bookmarks, report } = await readBookmarks({
    elements: [
      heading('H2', 'Before', 0),
      heading('H1', 'One', 20),
      heading('H3', 'One deep', 40),
      heading('H2', 'One b', 60),
      heading('P', 'Paragraph', 80),
      heading(undefined, 'No role', 80),
      heading('H6', 'One b deep', 100),
      heading('H1', 'Two', 120),
    ],
  });
  assert.deepEqual(bookmarks, [
    ['Before 1 7.5,150'],
    ['One 1 7.5,135', ['One deep 1 7.5,120'], ['One b 1 7.5,105', ['One b deep 1 7.5,75']]],
    ['Two 1 7.5,60'],
  ]);
  assert.deepEqual(report?.bookmarks?.slice(0, 2), [
    { level: 2, title: 'Before' },
    { level: 1, title: 'One' },
  ]);
});

test('bookmarks lead to the places of headings on all pages, within groups that are turned', async () => {
  const page = { title: 'T', language: 'en', width: 200, height: 200, bleed: 0, cropMarks: false } as const;
  const second: Scene = {
    ...page,
    intent: 'screen',
    background: null,
    fonts: [],
    pageNumber: 2,
    elements: [
      group({
        x: 0,
        y: 100,
        width: 200,
        height: 100,
        rotation: 180,
        elements: [heading('H2', 'Turned', 80)],
      }),
    ],
  };
  const { bookmarks, report } = await readBookmarks({
    pageNumber: 1,
    elements: [heading('H1', 'First')],
    others: [second],
  });
  assert.deepEqual(bookmarks, [['First 1 7.5,150', ['Turned 2 7.5,75']]]);
  assert.deepEqual(report?.bookmarks, [
    { level: 1, title: 'First', page: 1 },
    { level: 2, title: 'Turned', page: 2 },
  ]);
});

test('titles are one line in any script, without places for breaks', async () => {
  const { bookmarks } = await readBookmarks({
    elements: [
      heading('H1', 'Hy\u00adphen\nand  line'),
      heading('H1', '請求書 (\\) 𠮷'),
      heading('H1', 'فاتورة رقم 12'),
      heading('H1', '{{no}} <&>'),
    ],
  });
  assert.deepEqual(bookmarks?.flat(), [
    'Hyphen and line 1 7.5,150',
    '請求書 (\\) 𠮷 1 7.5,150',
    'فاتورة رقم 12 1 7.5,150',
    '{{no}} <&> 1 7.5,150',
  ]);
  const [long] = findHeadings({ elements: [heading('H1', 'x'.repeat(501))] });
  assert.equal(long?.title.length, 500);
  assert.ok(long.title.endsWith('…'));
});

test('what is decoration or part of a picture, and what goes on, has no bookmark of its own', async () => {
  const { bookmarks, report } = await readBookmarks({
    elements: [
      group({ ...box(0), tag: 'Artifact', elements: [heading('H1', 'Header')] }),
      group({ ...box(0), alt: 'A drawing', elements: [heading('H1', 'Label')] }),
      heading('H1', 'Blurred', 0, { blur: 1 }),
      heading('H1', ' '),
      heading('H1', 'Rest', 0, { part: { from: 1, to: 2, wholeHeight: 40 } }),
      rect({ ...box(0), fill: solid('#ff0000ff') }),
    ],
  });
  assert.equal(bookmarks, null);
  assert.equal(report?.bookmarks, undefined);
  const print = await readBookmarks({ intent: 'print', elements: [heading('H1', 'One')] });
  assert.equal(print.bookmarks, null);
});
