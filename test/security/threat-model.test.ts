/** Each test that SECURITY.md names exists in the file that it names. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const root = path.resolve(import.meta.dirname, '..', '..');
const text = readFileSync(path.join(root, 'SECURITY.md'), 'utf8');
/** The files of links with a short name, `[title][name]`, by that name. */
const files = new Map(
  [...text.matchAll(/^\[([^\]]+)\]: (\S+)$/gmu)].map(([, name = '', file = '']) => [name, file]),
);
const links = [
  ...[...text.matchAll(/\[([^\]]+)\]\(([^)\s]+)\)/gu)].map(([, title = '', target = '']) => ({
    title,
    target,
  })),
  ...[...text.matchAll(/\[([^\]]+)\]\[([^\]]+)\]/gu)].map(([, title = '', name = '']) => ({
    title,
    target: files.get(name) ?? `the unknown name ${name}`,
  })),
];
/** Whether a file has a test or a describe block with this title. */
function hasTest(source: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => {
    const escaped = `${quote}${title}${quote}`.replaceAll(/[.*+?^${}()|[\]\\]/gu, '\\$&');
    return new RegExp(`\\b(?:test|it|describe)\\(\\s*${escaped}`, 'u').test(source);
  });
}

test('every named test exists', () => {
  const tests = links.filter(({ target }) => target.endsWith('.test.ts'));
  assert.ok(tests.length > 150);
  for (const { title, target } of tests) {
    const file = path.join(root, target);
    assert.ok(existsSync(file), `${target} does not exist`);
    assert.ok(
      hasTest(readFileSync(file, 'utf8'), title.replaceAll('\\_', '_')),
      `${target} has no test "${title}"`,
    );
  }
});

test('every threat has a measure and a test', () => {
  const table = text.slice(text.indexOf('| against | how | shown by |'));
  const rows = table
    .slice(0, table.indexOf('\n\n'))
    .split('\n')
    .slice(2)
    .filter((line) => line.startsWith('|') && !/^\| \*\*[^|]+\*\* \| \| \|$/u.test(line));
  assert.ok(rows.length > 60);
  for (const row of rows) {
    const [, what = '', measure = '', shownBy = '', end] = row.split(/(?<!\\)\|/u);
    assert.ok(what.trim() !== '' && measure.trim() !== '' && end === '', row);
    const named = [...shownBy.matchAll(/\]\[([^\]]+)\]/gu)].map(([, name = '']) => files.get(name) ?? '');
    assert.ok(
      named.some((file) => file.endsWith('.test.ts')),
      what,
    );
  }
});

test('every short name of a file is used', () => {
  for (const [name, file] of files) {
    assert.ok(text.includes(`][${name}]`), name);
    assert.ok(existsSync(path.join(root, file)), file);
  }
});

test('every other link has a target', () => {
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
