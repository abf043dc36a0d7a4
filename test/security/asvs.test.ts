/** docs/asvs.md has every requirement of levels 1 and 2 once, and names only tests and files that exist. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const root = path.resolve(import.meta.dirname, '..', '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const text = read('docs/asvs.md');
const rows = [
  ...text.matchAll(/^\| (V[\d.]+) +\| (.+?) +\| (met|not applicable|not met) +\| (.+?) +\|$/gmu),
].map(([, id = '', , state = '', shown = '']) => ({ id, state, shown }));

/** The paths in a cell: of files and folders of the project. */
function pathsIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/gu)]
    .map(([, name = '']) => name)
    .filter(
      (name) =>
        /^(?:src|test|contract-tests|docs|studio|deploy|scripts)\//u.test(name) ||
        /^[\w.-]+\.(?:md|yaml|json|jsonc)$/u.test(name) ||
        name === '.dockerignore',
    );
}

test('each requirement of levels 1 and 2 appears once, in order', () => {
  const ids = read('test/security/asvs-ids.txt').trim().split('\n');
  assert.equal(ids.length, 253);
  assert.deepEqual(
    rows.map(({ id }) => id),
    ids,
  );
});

test('every test and file that is named exists', () => {
  const named = rows.flatMap(({ id, shown }) => pathsIn(shown).map((file) => ({ id, file })));
  assert.ok(named.length > 150);
  for (const { id, file } of named) assert.ok(existsSync(path.join(root, file)), `${id}: ${file}`);
});

test('what is met names a test, a place or a section', () => {
  const headings = [...text.matchAll(/^## (.*)$/gmu)].map(([, heading = '']) =>
    heading.toLowerCase().replaceAll(' ', '-'),
  );
  for (const { id, state, shown } of rows) {
    const sections = [...shown.matchAll(/\]\(#([^)]+)\)/gu)].map(([, name = '']) => name);
    for (const name of sections) assert.ok(headings.includes(name), `${id}: ${name}`);
    if (state === 'met') assert.ok(pathsIn(shown).length + sections.length > 0, id);
  }
});

test('a requirement that is not met, or not applicable, says why', () => {
  for (const { id, state, shown } of rows) {
    const words = shown.split(/\s+/u).length;
    if (state === 'not met') assert.ok(words >= 10, `${id}: ${shown}`);
    if (state === 'not applicable') assert.ok(words >= 2, `${id}: ${shown}`);
  }
});

test('the introduction counts the states', () => {
  const count = (state: string) => rows.filter((row) => row.state === state).length;
  const said = /(\d+) are met, (\d+) are not applicable, (\d+) are not met/u.exec(text);
  assert.deepEqual(said?.slice(1).map(Number), [count('met'), count('not applicable'), count('not met')]);
});

test('nginx takes TLS 1.2 and 1.3 only', () => {
  assert.match(read('deploy/nginx/platen.conf'), /^ {2}ssl_protocols TLSv1\.2 TLSv1\.3;$/mu);
});
