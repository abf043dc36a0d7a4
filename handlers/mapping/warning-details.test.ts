import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseList, Token } from 'structured-headers';
import { warningDetails } from './warning-details.ts';

const getWarnings = (...ids: string[]) =>
  ids.map((elementId) => ({ code: 'TEXT_OVERFLOW', elementId, detail: 'it quotes "values"' }));

/** What an independent reader of structured fields finds: code and element of each member. */
function read(field: string | undefined): (readonly [string, string | number])[] {
  return parseList(field ?? '').map(([value, parameters]) => {
    assert.ok(value instanceof Token);
    return [value.toString(), String(parameters.get('element') ?? parameters.get('count'))];
  });
}

test('names codes and elements, and nothing without warnings', () => {
  assert.equal(warningDetails([]), undefined);
  const field = warningDetails([
    { code: 'TEXT_OVERFLOW', elementId: 'title', detail: '' },
    { code: 'IMAGE_LOW_RESOLUTION', elementId: 'grüße', detail: '' },
  ]);
  assert.equal(field, 'TEXT_OVERFLOW;element="title", IMAGE_LOW_RESOLUTION;element=%"gr%c3%bc%c3%9fe"');
});

test('names the variable that was left out', () => {
  const left = { code: 'DEFAULT_USED', elementId: 'title', detail: '', variable: 'Überschrift' };
  const field = warningDetails([left]);
  assert.equal(field, 'DEFAULT_USED;element="title";variable=%"%c3%9cberschrift"');
  const [[, parameters] = []] = parseList(field ?? '');
  assert.equal(String(parameters?.get('variable')), 'Überschrift');
});

test('every element id comes back, and none ends the header', () => {
  const ids = [
    'a "quoted" \\ id',
    'a, b;element="c"',
    '50 %',
    '',
    ' ',
    "it's (one) *id*!~",
    'x\r\nSet-Cookie: a=b',
    '\u0000\u0007\u007f',
    '写真',
    'e\u0301',
    '\u{1f600}',
    '\u202e',
    '%41\u00e9',
  ];
  const field = warningDetails(getWarnings(...ids));
  assert.match(field ?? '', /^[ -~]+$/);
  assert.deepEqual(
    read(field),
    ids.map((id) => ['TEXT_OVERFLOW', id]),
  );
  assert.deepEqual(read(warningDetails(getWarnings('\ud83d'))), [['TEXT_OVERFLOW', '\ufffd']]);
});

test('a long list is cut between members and counts the rest', () => {
  for (const count of [20, 27, 28, 29, 30, 31, 32, 1_000, 20_000]) {
    const ids = Array.from({ length: count }, (_, index) => `text-${index}`);
    const field = warningDetails(getWarnings(...ids)) ?? '';
    assert.ok(field.length <= 1_024, `${field.length} characters`);
    const found = read(field);
    const last = found.at(-1);
    const left = last?.[0] === 'more' ? Number(last[1]) : 0;
    assert.equal(left > 0 ? found.length - 1 + left : found.length, count);
    if (left > 0) assert.ok(field.length > 900, `${field.length} characters`);
  }
  assert.equal(warningDetails(getWarnings('x'.repeat(5_000), 'b')), 'more;count=2');
});
