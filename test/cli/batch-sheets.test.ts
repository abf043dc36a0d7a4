/** `platen batch submit --on-sheets`: one PDF of sheets, and what is refused. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { runCommand, type CommandResult } from '../helpers/cli.ts';
import { createCaller, createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { readPdf } from '../helpers/pages.ts';
import { createProject } from '../../src/store/projects.ts';

const lines = {
  type: 'table',
  id: 'lines',
  width: 75,
  rows: '{{ items }}',
  body: { fontSize: 3, padding: 1 },
  columns: [{ header: 'Dish', value: '{{ item.name }}' }],
};
const base = {
  schemaVersion: 1,
  name: 'Menu',
  viewport: { width: 85, height: 54 },
  viewportUnit: 'mm',
  variables: [
    { name: 'title', type: 'text', label: 'Title' },
    { name: 'items', type: 'list', label: 'Items', fields: [{ name: 'name', type: 'text', label: 'Name' }] },
  ],
};
const title = { type: 'text', id: 'title', width: 75, height: 6, text: '{{title}}', fontSize: 4 };
const templates = {
  menu: {
    ...base,
    elements: [
      { ...title, x: 5, y: 5 },
      { ...lines, x: 5, y: 12 },
    ],
  },
  list: { ...base, pages: [{ id: 'list', flow: true, layout: { direction: 'column' }, elements: [lines] }] },
  receipt: {
    ...base,
    viewport: { width: 85, height: { min: 20, max: 50 } },
    layout: { direction: 'column' },
    elements: [lines],
  },
};

describe('platen batch submit --on-sheets', { timeout: 900_000 }, () => {
  let folder: string;
  let database: TestDatabase;
  let environment: Record<string, string>;
  let rows: string;
  const ids = new Map<string, string>();
  const platen = (...words: string[]): Promise<CommandResult> => runCommand(words, environment);
  const submit = (template: keyof typeof templates, ...words: string[]) =>
    platen('batch', 'submit', rows, '--template', ids.get(template) ?? '', ...words);

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'platen-on-sheets-'));
    database = await createTestDatabase();
    environment = { DATABASE_URL: database.url, DATA_DIR: path.join(folder, 'data'), RENDER_THREADS: '1' };
    rows = path.join(folder, 'menus.csv');
    await writeFile(rows, 'title,items[0].name,items[1].name\nMonday,Soup,Rice\nTuesday,Pasta,\nSunday,,\n');
    const { accountId } = await createCaller(database.db, { plan: 'studio' });
    const project = { accountId, name: 'Menus', description: '', visibility: 'SHARED' } as const;
    const projectId = String(await createProject(database.db, project));
    for (const [name, document] of Object.entries(templates)) {
      await mkdir(path.join(folder, name));
      await writeFile(path.join(folder, name, 'template.json'), JSON.stringify(document));
      const words = ['template', 'import', path.join(folder, name), '--project', projectId];
      const { stdout, stderr } = await platen(...words, '--account', accountId, '--json');
      assert.notEqual(stdout, '', stderr);
      ids.set(name, (JSON.parse(stdout) as { templateId: string }).templateId);
    }
  });
  after(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('writes tables of rows on sheets', async () => {
    const out = path.join(folder, 'menus.pdf');
    const options = ['--format', 'pdf', '--on-sheets', '2x1', '--gap', '4', '--cut-marks'];
    const { code, stdout, stderr } = await submit('menu', ...options, '--watch', '--out', out);
    assert.equal(code, 0, stderr);
    const file = await readFile(out);
    assert.equal(stdout, `${out}: 3 rows on sheets, ${file.length} bytes\n`);
    const pages = await readPdf(file);
    assert.deepEqual(
      pages.map(({ items }) => items.map(({ text }) => text)),
      [
        ['Monday', 'Dish', 'Soup', 'Rice', 'Tuesday', 'Dish', 'Pasta'],
        ['Sunday', 'Dish'],
      ],
    );
    assert.deepEqual(
      pages.map(({ width, height }) => [Math.round(width), Math.round(height)]),
      [
        [794, 1123],
        [794, 1123],
      ],
    );
  });

  test("copies rows onto a maker's sheet, from a free label on", async () => {
    const out = path.join(folder, 'cards.pdf');
    const sheets = [
      '--format',
      'pdf',
      '--on-sheets',
      'avery-c32011',
      '--start-at',
      '9',
      '--offset',
      '0.5,-0.3',
    ];
    const { code, stderr } = await submit('menu', ...sheets, '--copies', '2', '--watch', '--out', out);
    assert.equal(code, 0, stderr);
    const pages = await readPdf(await readFile(out));
    const names = pages.map(({ items }) => items.filter(({ text }) => text.endsWith('day')));
    assert.deepEqual(
      names.map((texts) => texts.map(({ text }) => text)),
      [
        ['Monday', 'Monday'],
        ['Tuesday', 'Tuesday', 'Sunday', 'Sunday'],
      ],
    );
    const byColumn = await submit('menu', ...sheets, '--copies', 'Copies');
    assert.equal(byColumn.code, 1);
    assert.match(
      byColumn.stderr,
      /^platen: --copies: No variable of the template, and no column, is called "Copies"/,
    );
    const counted = path.join(folder, 'counted.csv');
    await writeFile(counted, 'title,Copies\nMonday,2\nTuesday,0\nSunday,1.5\nLast,\n');
    const words = ['batch', 'submit', counted, '--template', ids.get('menu') ?? '', '--ignore-columns'];
    const bad = await platen(...words, ...sheets, '--copies', 'Copies');
    assert.equal(bad.code, 1);
    assert.match(bad.stderr, /counted\.csv: 3 problems in 3 rows\. Nothing was submitted\./u);
    for (const line of [3, 4, 5])
      assert.match(bad.stderr, new RegExp(`^ +${line} +Copies +.*whole number from 1 to 1000`, 'mu'));
  });

  test('refuses sheets that are not possible, with the option and the reason', async () => {
    const refuse = async (name: keyof typeof templates, words: string, message: string) => {
      const { code, stdout, stderr } = await submit(name, ...words.split(' '));
      assert.deepEqual([code, stdout, stderr], [1, '', `platen: ${message}\n`]);
    };
    const onSheets = '--format pdf --on-sheets 2x5';
    await refuse(
      'list',
      onSheets,
      '--on-sheets: A cell of a sheet is one page, but the template has a list of pages ("pages").',
    );
    await refuse(
      'receipt',
      onSheets,
      '--on-sheets: The cells of a sheet have one size, but the page of the template is as tall as its ' +
        'content ("viewport.height").',
    );
    await refuse(
      'menu',
      '--on-sheets 2x5',
      '--on-sheets: Sheets are for the format pdf, but the format is png.',
    );
    await refuse(
      'menu',
      '--format pdf --on-sheets 2x6',
      '--on-sheets: 2 columns of 85 mm and margins of 10 mm need 190 mm, 6 rows of 54 mm and margins of ' +
        '10 mm need 344 mm, but the paper (A4) is 210 × 297 mm, or 297 × 210 mm turned.',
    );
    await refuse(
      'menu',
      `${onSheets} --cut-marks --margin 1`,
      '--margin: Cut marks stand in the margin, which must be at least 3 mm then, but is 1 mm.',
    );
    await refuse(
      'menu',
      `${onSheets} --include-warnings`,
      '--include-warnings: Sheets are one PDF, without warnings.csv. The items of the job list the warnings.',
    );
    await refuse(
      'menu',
      '--format pdf --on-sheets avery-l7160',
      '--on-sheets: A label of avery-l7160 is 63.5 × 38.1 mm, but the page of the template is 85 × 54 mm.',
    );
    await refuse(
      'menu',
      '--format pdf --on-sheets avery-c32011 --gap 4',
      '--gap: The sheet avery-c32011 has the gap 10, not 4. Leave its measures out, or the preset.',
    );
    await refuse(
      'menu',
      `${onSheets} --copies many`,
      '--copies: No variable of the template, and no column, is called "many".',
    );
    await refuse(
      'menu',
      '--format pdf --gap 4',
      '--gap, --row-gap, --margin, --paper, --cut-marks, --start-at, --copies, --order, --backs, --offset ' +
        'and --back-offset need --on-sheets.',
    );
  });
});
