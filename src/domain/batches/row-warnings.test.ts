import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowWarnings } from './row-warnings.ts';

test('stored warnings are bounded, and all are counted', () => {
  const long = { code: 'TEXT_OVERFLOW', elementId: 'i'.repeat(900), detail: 'd'.repeat(900) };
  const { count, listed } = rowWarnings(Array.from({ length: 5_000 }, () => long));
  assert.equal(count, 5_000);
  assert.equal(listed.length, 20);
  assert.deepEqual(listed[0], {
    code: 'TEXT_OVERFLOW',
    elementId: `${'i'.repeat(199)}…`,
    detail: `${'d'.repeat(299)}…`,
  });
  assert.ok(JSON.stringify(listed).length < 12_000);
});

test('short texts stay as they are; PostgreSQL takes all of them', () => {
  const warning = { code: 'GLYPH_MISSING', elementId: 'grüße \u{1f600}', detail: 'No font has "\u{1f600}".' };
  assert.deepEqual(rowWarnings([warning]), { count: 1, listed: [warning] });
  const detail = `${'d'.repeat(298)}\u{1f600}`;
  const [odd] = rowWarnings([{ code: 'X', elementId: 'a\0b\ud83d', detail }]).listed;
  assert.equal(odd?.elementId, 'a\ufffdb\ufffd');
  assert.equal(odd.detail, detail);
  const [cut] = rowWarnings([{ code: 'X', elementId: 'a', detail: `${detail}d` }]).listed;
  assert.equal(cut?.detail, `${'d'.repeat(298)}\ufffd…`);
});
