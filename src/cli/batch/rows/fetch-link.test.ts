import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { findExport, isLink } from './fetch-link.ts';

test('the link of a Google sheet is exported as CSV, any other one is a file', () => {
  const id = '1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms';
  for (const [link, url, name] of [
    [
      `https://docs.google.com/spreadsheets/d/${id}/edit?gid=17#gid=17`,
      `https://docs.google.com/spreadsheets/d/${id}/export?format=csv&gid=17`,
      'sheet.csv',
    ],
    [
      `https://docs.google.com/spreadsheets/d/${id}/edit?usp=sharing`,
      `https://docs.google.com/spreadsheets/d/${id}/export?format=csv`,
      'sheet.csv',
    ],
    [
      'https://docs.google.com/spreadsheets/d/e/2PACX-x/pub?output=csv',
      'https://docs.google.com/spreadsheets/d/e/2PACX-x/pub?output=csv',
      'sheet.csv',
    ],
    ['https://example.org/lists/Gäste.xlsx?x=1', 'https://example.org/lists/Gäste.xlsx?x=1', 'Gäste.xlsx'],
    [
      `https://docs.google.com/spreadsheets/u/0/d/${id}/edit#gid=17`,
      `https://docs.google.com/spreadsheets/d/${id}/export?format=csv&gid=17`,
      'sheet.csv',
    ],
    // A "%" that begins no letter.
    ['https://example.org/100%.xlsx', 'https://example.org/100%.xlsx', 'sheet.csv'],
    ['https://example.org/G%E4ste.xlsx', 'https://example.org/G%E4ste.xlsx', 'sheet.csv'],
    ['https://example.org/rows', 'https://example.org/rows', 'sheet.csv'],
  ] as const) {
    assert.ok(isLink(link));
    assert.deepEqual(findExport(link), { url, name });
  }
  assert.ok(!isLink('guests.csv') && !isLink('C:\\guests.csv'));
});
