/**
 * Reads all documents with Poppler's pdftotext, and compares their lines as `documents.test.ts` does:
 *
 *     node test/documents/poppler.ts
 *
 * Its layout has the cells of a row from the left to the right in all languages, so of lines that are written
 * from the right, only the characters are compared, not their order.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findDifference, type Expected } from './compare.ts';
import { openDocuments } from './open-documents.ts';
import type { Area } from './read-lines.ts';

/** Marks with which pdftotext says the direction of a part. */
const embeddings = /[\u202a-\u202e]/gu;

const folder = await mkdtemp(path.join(tmpdir(), 'platen-documents-'));
const documents = await openDocuments();
let differences = 0;
try {
  for (const [name, { expected }] of Object.entries(documents.answers)) {
    const file = path.join(folder, `${name}.pdf`);
    await writeFile(file, (await documents.render(name)).data);
    const difference = compare(readWithPoppler(file, expected.areas ?? []), expected);
    if (difference !== null) differences += 1;
    process.stdout.write(`${name}: ${difference ?? 'the same lines'}\n`);
  }
} finally {
  await documents.close();
  await rm(folder, { recursive: true, force: true });
}
if (differences > 0) process.exitCode = 1;

/** The lines of each page, area by area. */
function readWithPoppler(file: string, areas: readonly Area[]): string[][] {
  const options = areas.map((area) => (areas.length === 1 ? [] : ['-r', '96', ...crop(area)]));
  const texts = options.map((each) =>
    execFileSync('pdftotext', ['-layout', ...each, file, '-'], { encoding: 'utf8', maxBuffer: 100_000_000 })
      .split('\f')
      .slice(0, -1),
  );
  const pages = texts[0]?.keys() ?? [];
  return [...pages].map((page) =>
    texts.flatMap((text) => (text[page] ?? '').split('\n').filter((line) => line.trim() !== '')),
  );
}

function crop([left, top, right, bottom]: Area): string[] {
  return ['-x', left, '-y', top, '-W', right - left, '-H', bottom - top].map(String);
}

function compare(printed: readonly (readonly string[])[], expected: Expected): string | null {
  const pages = printed.map((page) => page.map((line) => line.replaceAll(embeddings, '')));
  if (expected.rightToLeft !== true) return findDifference(pages, expected);
  const lines = expected.lines.map(sortCharacters);
  return findDifference(
    pages.map((page) => page.map(sortCharacters)),
    { ...expected, lines },
  );
}

function sortCharacters(line: string): string {
  return [...line.replaceAll(/[\s\u00a0\u200e\u200f\u061c]/gu, '')].sort().join('');
}
