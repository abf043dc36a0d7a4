/** Each test that SECURITY.md names exists in the file that it names. */
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
/** Whether a file has a test or a describe block with this title. */
function hasTest(source: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => {
    const escaped = `${quote}${title}${quote}`.replaceAll(/[.*+?^${}()|[\]\\]/gu, '\\$&');
    return new RegExp(`\\b(?:test|it|describe)\\(\\s*${escaped}`, 'u').test(source);
  });
}

test('every named test exists', () => {
  const tests = links.filter(({ target }) => target.endsWith('.test.ts'));
  assert.ok(tests.length > 40);
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
  const threats = text.split(/^(?=- \*\*|#)/mu).filter((block) => block.startsWith('- **'));
  assert.ok(threats.length > 20);
  for (const threat of threats) {
    const [, what = '', measure = '', shownBy = ''] =
      /^- \*\*(.+?)\.\*\* (.+?)\n {2}- (.+)$/su.exec(threat.trim()) ?? [];
    assert.ok(what !== '' && measure !== '', threat);
    assert.match(shownBy, /\.test\.ts\)/u, what);
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
