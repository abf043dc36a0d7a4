/**
 * SECURITY.md claims nothing that no test shows: every title that it names is that of a test, in the file that it names.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const root = path.resolve(import.meta.dirname, '..', '..');
const text = readFileSync(path.join(root, 'SECURITY.md'), 'utf8');
const links = [...text.matchAll(/\[([^\]]+)\]\(([^)\s]+)\)/gu)].map(([, title = '', target = '']) => ({
  title,
  target,
}));
/** Whether a file has a test, or a group of tests, of this title. */
function hasTest(source: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => {
    const escaped = `${quote}${title}${quote}`.replaceAll(/[.*+?^${}()|[\]\\]/gu, '\\$&');
    return new RegExp(`\\b(?:test|it|describe)\\(\\s*${escaped}`, 'u').test(source);
  });
}

test('every test that is named is there', () => {
  const named = links.filter(({ target }) => target.endsWith('.test.ts'));
  assert.ok(named.length > 40);
  for (const { title, target } of named) {
    const file = path.join(root, target);
    assert.ok(existsSync(file), `${target} is not there`);
    assert.ok(
      hasTest(readFileSync(file, 'utf8'), title.replaceAll('\\_', '_')),
      `${target} has no test "${title}"`,
    );
  }
});

test('every threat has a measure, and a test', () => {
  const tables = text.split(/\n\n/u).filter((block) => /^\| *threat /u.test(block));
  const threats = tables.flatMap((table) => table.split('\n').slice(2));
  assert.ok(threats.length > 20);
  for (const threat of threats) {
    const [, what = '', measure = '', shownBy = ''] = threat.split('|').map((cell) => cell.trim());
    assert.ok(what !== '' && measure !== '', threat);
    assert.match(shownBy, /\.test\.ts\)/u, what);
  }
});

test('every other link leads somewhere', () => {
  for (const { target } of links) {
    const [file = '', anchor] = target.split('#');
    if (file !== '') assert.ok(existsSync(path.join(root, file)), target);
    if (anchor !== undefined) {
      const headings = [...text.matchAll(/^#+ (.*)$/gmu)].map(([, heading = '']) =>
        heading.toLowerCase().replaceAll(' ', '-'),
      );
      assert.ok(headings.includes(anchor), target);
    }
  }
});
