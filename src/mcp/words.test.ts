import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problems } from '../domain/problems/catalogue.ts';
import { studioProblems } from '../domain/problems/studio-problems.ts';
import { findingLines, loopbackLines, problemLines, describeSize, warningLines } from './words.ts';

test('warnings name code, element and detail, and what helps', () => {
  assert.deepEqual(warningLines([]), ['No warnings.']);
  const detail = 'The text does not fit its box of 40 × 10 px: its 3 lines are 29 px high.';
  const [count, line = ''] = warningLines([{ code: 'TEXT_OVERFLOW', elementId: 'a', detail }]);
  assert.equal(count, '1 warning:');
  assert.ok(line.startsWith(`- TEXT_OVERFLOW in element "a": ${detail} Part of the text is cut off`), line);
  const pale = { code: 'CODE_PALE', elementId: 'b', detail: 'It is pale.' };
  assert.deepEqual(warningLines([pale, pale]), [
    '2 warnings:',
    '- CODE_PALE in element "b": It is pale.',
    '- CODE_PALE in element "b": It is pale.',
  ]);
});

test('what helps is said once for all warnings of a kind, and what is accepted once for all findings', () => {
  const cut = (elementId: string) => ({ code: 'TABLE_OVERFLOW', elementId, detail: 'Too low.' });
  assert.deepEqual(warningLines([cut('a'), cut('b')]), [
    '2 warnings:',
    '- TABLE_OVERFLOW in element "a": Too low. Set "height": "hug", or make its columns narrower.',
    '- TABLE_OVERFLOW in element "b": Too low.',
  ]);
  const found = (detail: string) => ({ pointer: '/x', detail, elementId: null, line: 1, column: 1 });
  assert.deepEqual(
    findingLines([
      found('The key "a" is unknown. Did you mean "b"? Accepted here: b, c.'),
      found('The key "d" is unknown. Accepted here: b, c.'),
      found('The key "e" is unknown. Accepted here: f.'),
      found('expected a colour such as #rrggbb, got "x". Colour names of CSS are accepted, too.'),
      found('expected a colour such as #rrggbb, got "y". Colour names of CSS are accepted, too.'),
      found('expected one of 60 names, got "z". They are p, q.'),
      found('It is so.'),
    ]),
    [
      '- /x: The key "a" is unknown. Did you mean "b"? Accepted here: b, c.',
      '- /x: The key "d" is unknown.',
      '- /x: The key "e" is unknown. Accepted here: f.',
      '- /x: expected a colour such as #rrggbb, got "x". Colour names of CSS are accepted, too.',
      '- /x: expected a colour such as #rrggbb, got "y".',
      '- /x: expected one of 60 names, got "z". They are p, q.',
      '- /x: It is so.',
    ],
  );
});

test('links that work on one machine only are named with the setting', () => {
  for (const host of ['127.0.0.1:8080', 'localhost', '[::1]:9']) {
    const [line = ''] = loopbackLines(`http://${host}/s/a.png`);
    assert.match(line, /machine that Platen runs on only .*PUBLIC_URL/u, host);
  }
  assert.deepEqual([...loopbackLines('https://cards.example/s/a.png'), ...loopbackLines(null)], []);
});

test('a text that was shrunk and does not fit yet is at its limit', () => {
  const warning = (code: string, elementId = 'a') => ({ code, elementId, detail: 'So it is.' });
  for (const id of ['a', 'b'])
    assert.match(warningLines([warning('TEXT_SHRUNK', id)])[1] ?? '', /It fits now/);
  const [, still = '', over = '', cut = ''] = warningLines(
    ['TEXT_SHRUNK', 'TEXT_OVERFLOW', 'WORD_CUT'].map((code) => warning(code)),
  );
  assert.doesNotMatch(still, /It fits now/);
  assert.match(over, /even at its "minFontSize"/);
  assert.doesNotMatch(`${over} ${cut}`, /"overflow": "shrink"/);
});

test('of many findings only the first are listed', () => {
  const found = { pointer: '/elements/0', detail: 'No.', elementId: null, line: 1, column: 1 };
  const lines = findingLines(Array.from({ length: 40 }, () => found));
  assert.deepEqual([lines.length, lines[0], lines.at(-1)], [26, '- /elements/0: No.', '- … and 15 more.']);
});

test('a problem has its code and detail, each of several fields, and what to do next', () => {
  const id = 'b6a5';
  assert.deepEqual(problemLines(problems.templateNotFound('x'), id), [
    'TEMPLATE_NOT_FOUND: There is no template x, or this account may not see it.',
  ]);
  const fields = ['/a', '/b'].map((pointer) => ({ pointer, detail: 'No.' }));
  assert.deepEqual(problemLines(problems.invalidRequest(fields), id), [
    'VALIDATION_ERROR: 2 fields are invalid.',
    '- /a: No.',
    '- /b: No.',
  ]);
  const invalid = fields.map((each) => ({ ...each, elementId: 'e', line: 1, column: 1 }));
  assert.equal(problemLines(studioProblems.templateInvalid(invalid), id)[1], '- /a (element "e"): No.');
  assert.match(problemLines(studioProblems.noDraft(), id)[1] ?? '', /^save_draft/);
  assert.deepEqual(problemLines(problems.rendererUnavailable(2), id).slice(1), [
    'Try again after 2 s.',
    `requestId: ${id}`,
  ]);
});

test('sizes have decimals only where they need them', () => {
  assert.equal(describeSize(595.276, 842, 'pt'), '595.28 × 842 pt');
});
