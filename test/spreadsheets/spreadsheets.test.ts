/** Spreadsheets as programs of several countries write them give what these programs show. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import type { TemplateVariable } from '../../generated/template.ts';
import { chooseRows } from '../../src/cli/batch/rows/choose-rows.ts';
import { mapContent } from '../../src/cli/batch/rows/map-columns.ts';
import { readRows } from '../../src/cli/batch/rows/read-rows.ts';
import { loadPhones } from '../../src/common/rows/locales/local-phones.ts';

/** What a file of `files/` has: written by make.py and make-others.ts. */
interface Spreadsheet {
  readonly file: string;
  readonly locale: string;
  /** Of a text file that does not say it itself. */
  readonly encoding?: string;
  readonly rows: readonly Readonly<Record<string, string | number>>[];
}

const folder = import.meta.dirname;
const spreadsheets = JSON.parse(
  await readFile(path.join(folder, 'expected.json'), 'utf8'),
) as readonly Spreadsheet[];

const variables: TemplateVariable[] = [
  { name: 'name', type: 'text', label: 'Name', required: true },
  { name: 'code', type: 'text', label: 'Code' },
  { name: 'amount', type: 'text', label: 'Amount as the sheet shows it' },
  { name: 'weight', type: 'text', label: 'Weight' },
  { name: 'share', type: 'text', label: 'Percentage as the sheet shows it' },
  { name: 'day', type: 'date', label: 'Day' },
  { name: 'fee', type: 'number', label: 'The same amount as a number' },
  { name: 'rate', type: 'number', label: 'The same percentage as a number' },
  { name: 'tel', type: 'phone', label: 'Phone' },
  { name: 'note', type: 'text', label: 'Note' },
];

before(loadPhones);

test('there are at least 60 files, of twelve programs and eight countries', () => {
  assert.ok(spreadsheets.length >= 60);
  assert.equal(new Set(spreadsheets.map(({ locale }) => locale)).size, 8);
  const programs = spreadsheets.map(({ file, locale }) => file.slice(locale.length + 1));
  assert.ok(new Set(programs).size >= 12, [...new Set(programs)].join());
});

for (const { file, encoding, rows } of spreadsheets) {
  test(file, async () => {
    const place = path.join(folder, 'files', file);
    const given = await readRows(place, encoding === undefined ? {} : { encoding });
    const { content } = await chooseRows(place, given, variables, {});
    const { rows: read } = mapContent(content, variables);
    const compared = read.map(({ values: { fee, rate, tel, ...texts } }) => ({
      ...texts,
      fee: Number(fee),
      rate: Number(rate),
      tel: tel?.replaceAll(/[^+\d]/gu, ''),
    }));
    assert.deepEqual(compared, rows);
  });
}
