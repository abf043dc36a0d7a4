/** Each test that SECURITY.md and docs/threats.md name exists in the file that they name. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const root = path.resolve(import.meta.dirname, '..', '..');
/** A document with its links. */
function readDocument(name: string) {
  const text = readFileSync(path.join(root, name), 'utf8');
  const resolve = (target: string) => path.join(path.dirname(name), target);
  // The files of links with a short name, `[title][name]`, by that name.
  const files = new Map(
    [...text.matchAll(/^\[([^\]]+)\]: (\S+)$/gmu)].map(([, short = '', file = '']) => [short, resolve(file)]),
  );
  const links = [
    ...[...text.matchAll(/\[([^\]]+)\]\(([^)\s]+)\)/gu)].map(([, title = '', target = '']) => {
      const [file = '', anchor] = target.split('#');
      return { title, target: file === '' ? name : resolve(file), anchor };
    }),
    ...[...text.matchAll(/\[([^\]]+)\]\[([^\]]+)\]/gu)].map(([, title = '', short = '']) => ({
      title,
      target: files.get(short) ?? `the unknown name ${short}`,
      anchor: undefined,
    })),
  ];
  return { text, files, links };
}

const security = readDocument('SECURITY.md');
const threats = readDocument('docs/threats.md');
const documents = [security, threats];

/** Whether a file has a test or a describe block with this title. */
function hasTest(source: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => {
    const escaped = `${quote}${title}${quote}`.replaceAll(/[.*+?^${}()|[\]\\]/gu, '\\$&');
    return new RegExp(`\\b(?:test|it|describe)\\(\\s*${escaped}`, 'u').test(source);
  });
}

test('every named test exists', () => {
  const tests = documents.flatMap(({ links }) => links).filter(({ target }) => target.endsWith('.test.ts'));
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

test('every promise has a test', () => {
  const promises = [...security.text.matchAll(/^\d+\. \*\*(.+?)\.\*\*/gmu)].map(([, promise]) => promise);
  const shown = [...security.text.matchAll(/^\| \d+\. (.+?) \| \[/gmu)].map(([, promise]) => promise);
  assert.ok(promises.length >= 12);
  assert.deepEqual(shown, promises);
});

test('every threat has a measure and a test', () => {
  const { text, files } = threats;
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
  for (const { text, files } of documents)
    for (const [name, file] of files) {
      assert.ok(text.includes(`][${name}]`), name);
      assert.ok(existsSync(path.join(root, file)), file);
    }
});

test('every other link has a target', () => {
  for (const { target, anchor } of documents.flatMap(({ links }) => links)) {
    const file = path.join(root, target);
    assert.ok(existsSync(file), target);
    if (anchor === undefined) continue;
    const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gmu)].map(([, heading = '']) =>
      heading.toLowerCase().replaceAll(' ', '-'),
    );
    assert.ok(headings.includes(anchor), `${target}#${anchor}`);
  }
});
