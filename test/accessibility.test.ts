/** docs/accessibility.md has every criterion of ATAG 2.0, A and AA, once, and names only files that exist. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const root = path.resolve(import.meta.dirname, '..');
const text = readFileSync(path.join(root, 'docs/accessibility.md'), 'utf8');
const rows = [
  ...text.matchAll(/^\| ([AB][\d.]+) +\| (.+?) +\| (met|not applicable|not met) +\| (.+?) +\|$/gmu),
].map(([, id = '', , state = '', shown = '']) => ({ id, state, shown }));

/** The criteria of levels A and AA, from https://www.w3.org/TR/ATAG20/. */
const criteria = {
  A: `
    1.1.1 1.2.1 1.2.2 2.1.1 2.1.2 2.2.1 2.2.2 3.1.1 3.1.2 3.1.3 3.2.1 3.2.2 3.2.3 3.3.1 3.4.1 3.5.1
    3.6.1 3.6.2 3.6.3 3.7.1 4.1.1 4.1.2 4.2.1 4.2.2`,
  B: `
    1.1.1 1.1.2 1.2.1 1.2.2 1.2.3 1.2.4 2.1.1 2.2.1 2.2.2 2.3.1 2.3.2 2.4.1 2.4.2 2.4.3 2.5.1 2.5.2
    3.1.1 3.1.2 3.1.3 3.1.4 3.1.5 3.2.1 4.1.1 4.1.2 4.1.3 4.1.4 4.2.1 4.2.2`,
};

test('each criterion of levels A and AA appears once, in order', () => {
  const ids = Object.entries(criteria).flatMap(([part, list]) =>
    list
      .trim()
      .split(/\s+/u)
      .map((number) => `${part}.${number}`),
  );
  assert.deepEqual(
    rows.map(({ id }) => id),
    ids,
  );
});

test('what is met names a test or a place that exists, everything else says why', () => {
  for (const { id, state, shown } of rows) {
    const files = [...shown.matchAll(/`([\w-]+\/[^`]+)`/gu)].map(([, file = '']) => file);
    for (const file of files) assert.ok(existsSync(path.join(root, file)), `${id}: ${file}`);
    if (state === 'met') assert.ok(files.length > 0, id);
    else assert.ok(shown.split(/\s+/u).length >= (state === 'not met' ? 10 : 4), `${id}: ${shown}`);
  }
});

test('the numbers at the top are those of the table', () => {
  const count = (wanted: string) => rows.filter(({ state }) => state === wanted).length;
  const [, all, met, none, missing] =
    /the (\d+) success criteria[\s\S]*?: (\d+) are met,\s+(\d+) are not applicable, (\d+) are not met/u.exec(
      text,
    ) ?? [];
  assert.deepEqual([all, met, none, missing].map(Number), [
    rows.length,
    count('met'),
    count('not applicable'),
    count('not met'),
  ]);
});
