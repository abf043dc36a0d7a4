/** `platen batch submit --attach`: invoices for programs, a file for each row. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

import { createProject } from '../../src/store/projects.ts';
import { runCommand, type CommandResult } from '../helpers/cli.ts';
import { createCaller, createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { invoiceXml } from '../helpers/invoice-xml.ts';
import { listZip } from '../helpers/zip.ts';

const document = {
  schemaVersion: 1,
  name: 'Invoice',
  viewport: { width: 200, height: 100 },
  variables: [
    { name: 'number', type: 'text', label: 'Number' },
    { name: 'invoice', type: 'text', label: 'Invoice for programs' },
  ],
  elements: [
    { type: 'text', id: 'number', x: 5, y: 5, width: 190, height: 20, text: '{{number}}', fontSize: 12 },
  ],
};

describe('platen batch submit --attach', { timeout: 900_000 }, () => {
  let folder: string;
  let database: TestDatabase;
  let environment: Record<string, string>;
  let templateId: string;
  const platen = (...words: string[]): Promise<CommandResult> => runCommand(words, environment);
  const submit = async (csv: string, ...words: string[]): Promise<CommandResult> => {
    const rows = path.join(folder, 'invoices.csv');
    await writeFile(rows, csv);
    return await platen('batch', 'submit', rows, '--template', templateId, '--format', 'pdf', ...words);
  };

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'platen-attached-'));
    database = await createTestDatabase();
    environment = { DATABASE_URL: database.url, DATA_DIR: path.join(folder, 'data'), RENDER_THREADS: '1' };
    const { accountId } = await createCaller(database.db, { plan: 'studio' });
    const project = { accountId, name: 'Invoices', description: '', visibility: 'SHARED' } as const;
    const projectId = String(await createProject(database.db, project));
    await mkdir(path.join(folder, 'template'));
    await writeFile(path.join(folder, 'template', 'template.json'), JSON.stringify(document));
    const words = ['template', 'import', path.join(folder, 'template'), '--project', projectId];
    const { stdout, stderr } = await platen(...words, '--account', accountId, '--json');
    assert.notEqual(stdout, '', stderr);
    ({ templateId } = JSON.parse(stdout) as { templateId: string });
    await mkdir(path.join(folder, 'xml'));
    for (const number of [1, 2])
      await writeFile(path.join(folder, 'xml', `${number}.xml`), `${invoiceXml('BASIC')}<!-- ${number} -->`);
  });
  after(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('puts the file of each row into its PDF', async () => {
    const out = path.join(folder, 'invoices.zip');
    const { code, stderr } = await submit(
      'number,invoice\n1,xml/1.xml\n2,xml/2.xml\n',
      '--attach',
      'factur-x.xml=invoice',
      '--facturx',
      'BASIC',
      '--watch',
      '--out',
      out,
    );
    assert.equal(code, 0, stderr);
    const files = await listZip(await readFile(out));
    assert.equal(files.length, 2);
    for (const [index, { content }] of files.entries()) {
      const pdf = await getDocument({ data: new Uint8Array(content), verbosity: 0 }).promise;
      const found = (await pdf.getAttachments()) as Record<string, { content: Uint8Array }>;
      await pdf.destroy();
      const [[name, file] = ['', { content: new Uint8Array() }]] = Object.entries(found);
      assert.equal(name, 'factur-x.xml');
      assert.match(Buffer.from(file.content).toString(), new RegExp(`<!-- ${index + 1} -->$`, 'u'));
    }
  });

  test('refuses rows without their file, files that cannot be read, and other uses', async () => {
    const attach = ['--attach', 'factur-x.xml=invoice', '--facturx', 'BASIC'];
    for (const [csv, words, expected] of [
      ['number,invoice\n1,xml/1.xml\n2,xml/9.xml\n', attach, /line 3: the file xml\/9\.xml cannot be read/u],
      ['number,invoice\n1,xml/1.xml\n2,\n', attach, /^ +3 +invoice +.*has no value/mu],
      [
        'number,invoice\n1,xml/1.xml\n',
        ['--attach', 'a.xml=nothing'],
        /--attach: .*no text variable .*"nothing"/u,
      ],
      ['number,invoice\n1,xml/1.xml\n', ['--attach', 'a.xml'], /NAME=VARIABLE/u],
      ['number\n1\n', ['--facturx', 'BASIC'], /--facturx: /u],
      ['number,invoice\n1,xml/1.xml\n', [...attach, '--on-sheets', '1x1'], /--attach: Sheets are one PDF/u],
    ] as const) {
      const { code, stderr } = await submit(csv, ...words);
      assert.equal(code, 1, stderr);
      assert.match(stderr, expected);
    }
  });
});
