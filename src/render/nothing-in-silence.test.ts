/**
 * Random lists in boxes of one size: every text that was given is seen on a page, or a warning names what it
 * stands in. The seeds are fixed, so that each run draws the same documents.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPdf, renderDocument, type PdfPageText } from '../../test/helpers/pages.ts';
import { makeRandomBoxes, type RandomBoxes } from '../../test/helpers/random-boxes.ts';
import type { LayoutReport, ReportedBox } from './layout-report.ts';

const DOCUMENTS = 60;
/** What says that something is not seen, or not whole. */
const losses = new Set([
  'PAGE_OVERFLOW',
  'TABLE_OVERFLOW',
  'TEXT_OVERFLOW',
  'TEXT_CLIPPED',
  'CONTENT_CLIPPED',
  'WORD_CUT',
]);

test('every text that was given is seen, or a warning names what it stands in', async () => {
  const counts = { lost: 0, seen: 0, whole: 0 };
  for (let seed = 0; seed < DOCUMENTS; seed += 1) {
    const given = makeRandomBoxes(seed);
    const output = { format: 'pdf' } as const;
    const { data, warnings, report } = await renderDocument(given.document, { values: given.values, output });
    assert.ok(report !== undefined);
    const seen = findSeen(await readPdf(data), report, given);
    const named = warnings.filter(({ code }) => losses.has(code)).map(({ elementId }) => elementId);
    const lost = given.words.filter(({ word }) => !seen.has(word));
    const silent = lost.filter(({ around }) => !named.some((name) => around.includes(nameInTemplate(name))));
    assert.deepEqual(silent, [], `seed ${seed}`);
    counts.lost += lost.length;
    counts.seen += given.words.length - lost.length;
    if (named.length === 0) counts.whole += 1;
  }
  assert.ok(counts.lost > 1000 && counts.seen > 1000 && counts.whole > 5, JSON.stringify(counts));
});

/** The words that are on a page, and in the box of each group that clips them there. */
function findSeen(
  pages: readonly PdfPageText[],
  { elements }: LayoutReport,
  { words, clips, document }: RandomBoxes,
): Set<string> {
  const clipsOf = new Map(words.map(({ word, around }) => [word, around.filter((id) => clips.has(id))]));
  const seen = new Set<string>();
  for (const [index, { items }] of pages.entries()) {
    const boxesOf = (id: string): ReportedBox[] =>
      elements
        .filter((element) => nameInTemplate(element.id) === id && (element.page ?? 1) === index + 1)
        .map(({ onPage }) => onPage);
    const page = { x: 0, y: 0, width: document.viewport.width, height: heightOf(document) };
    for (const { text, x, y, width } of items) {
      for (const match of text.matchAll(/w\d+x/gu)) {
        const at = { x: x + (width * (match.index + 1)) / text.length, y: y - 1 };
        const around = clipsOf.get(match[0]) ?? [];
        const isSeen = around.every((id) => boxesOf(id).some((box) => isInside(at, box)));
        if (isSeen && isInside(at, page)) seen.add(match[0]);
      }
    }
  }
  return seen;
}

function isInside(at: { readonly x: number; readonly y: number }, box: ReportedBox): boolean {
  return at.x >= box.x && at.x <= box.x + box.width && at.y >= box.y && at.y <= box.y + box.height;
}

/** The id of an element in the template: without the place of an entry, a row or a cell. */
function nameInTemplate(id: string): string {
  return id.replace(/[[.].*$/u, '');
}

function heightOf({ viewport: { height } }: RandomBoxes['document']): number {
  assert.ok(typeof height === 'number');
  return height;
}
