import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { runCommand, startPlaten, type CommandResult } from '../helpers/cli.ts';
import { createCaller, createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { makeWorkbook } from '../helpers/workbook.ts';
import { listZip } from '../helpers/zip.ts';
import type { PlanName } from '../../src/config/plans.ts';
import { createProject } from '../../src/store/projects.ts';
import { queryRows } from '../../src/store/database.ts';
import { readUsage } from '../../src/store/quota.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'platen-batch-'));
after(() => rm(folder, { recursive: true }));

const document = {
  schemaVersion: 1,
  name: 'Place card / gold',
  viewport: { width: 30, height: 20 },
  background: '#ffffff',
  variables: [
    { name: 'guest', type: 'text', label: 'Guest', required: true, validation: { maxLength: 20 } },
    { name: 'table', type: 'number', label: 'Table' },
    { name: 'colour', type: 'text', label: 'Colour', defaultValue: '#00ff00' },
    { name: 'photo', type: 'image', label: 'Photo' },
  ],
  elements: [
    { type: 'rect', id: 'r', x: 0, y: 0, width: 30, height: 20, fill: '{{colour}}' },
    { type: 'text', id: 't', x: 0, y: 0, width: 30, height: 8, text: '{{guest}} {{table}}', fontSize: 6 },
    { type: 'image', id: 'p', x: 0, y: 10, width: 10, height: 10, src: '{{photo}}' },
  ],
};

const invoice = {
  ...document,
  name: 'Invoice',
  variables: [
    { name: 'customer', type: 'text', label: 'Customer', required: true },
    {
      name: 'items',
      type: 'list',
      label: 'Items',
      fields: [
        { name: 'name', type: 'text', label: 'Name', required: true },
        { name: 'price', type: 'number', label: 'Price' },
      ],
    },
  ],
  elements: [{ type: 'text', id: 't', x: 0, y: 0, width: 30, height: 8, text: '{{customer}}', fontSize: 6 }],
};

/** The error that a command with `--json` prints. */
interface PrintedError {
  readonly code: string;
  readonly message: string;
  readonly problems: readonly {
    readonly pointer: string;
    readonly line: number;
    readonly column: string;
  }[];
}

/** Names and contents of an archive's files. */
async function readArchive(file: string): Promise<Map<string, Buffer>> {
  const entries = await listZip(await readFile(file));
  return new Map(entries.map(({ name, content }) => [name, content]));
}

describe('platen batch', { timeout: 900_000 }, () => {
  let database: TestDatabase;
  let environment: Record<string, string>;

  before(async () => {
    database = await createTestDatabase();
    environment = { DATABASE_URL: database.url, DATA_DIR: path.join(folder, 'data'), RENDER_THREADS: '1' };
    await mkdir(path.join(folder, 'card'));
    await writeFile(path.join(folder, 'card', 'template.json'), JSON.stringify(document));
    await mkdir(path.join(folder, 'invoice'));
    await writeFile(path.join(folder, 'invoice', 'template.json'), JSON.stringify(invoice));
  });
  after(() => database.close());

  /** Imports a template for a new account. */
  async function importTemplate(plan: PlanName = 'studio', name = 'card') {
    const caller = await createCaller(database.db, { plan });
    const projectId = await createProject(database.db, {
      accountId: caller.accountId,
      name: 'Cards',
      description: '',
      visibility: 'SHARED',
    });
    const { stdout } = await platen(
      ['template', 'import', path.join(folder, name), '--project', String(projectId)],
      ['--account', caller.accountId, '--visibility', 'SHARED', '--json'],
    );
    const { templateId } = JSON.parse(stdout) as { templateId: string };
    return { ...caller, templateId };
  }

  async function platen(...words: (readonly string[])[]): Promise<CommandResult> {
    return await runCommand(words.flat(), environment);
  }

  async function put(name: string, content: string | Buffer): Promise<string> {
    const file = path.join(folder, name);
    await writeFile(file, content);
    return file;
  }

  /** Checks that the command fails with one line and submits nothing. */
  async function refuses(words: readonly string[], message: RegExp): Promise<void> {
    const before = await countJobs();
    const { code, stdout, stderr } = await platen(words);
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' }, stderr);
    assert.match(stderr, message);
    assert.equal(stderr.trim().split('\n').length, 1, stderr);
    assert.equal(await countJobs(), before);
  }

  /** Checks that a file is refused with these lines and nothing is submitted. Returns the printed error. */
  async function refusesRows(words: readonly string[], lines: readonly string[]): Promise<PrintedError> {
    const before = await countJobs();
    const { code, stdout, stderr } = await platen(words, ['--json']);
    assert.equal(code, 1, stderr);
    assert.deepEqual(stderr.trimEnd().split('\n'), lines);
    assert.equal(await countJobs(), before);
    const { error } = JSON.parse(stdout) as { error: PrintedError };
    assert.equal(`platen: ${error.message}`, lines[0]);
    return error;
  }

  /** The values of the latest job's rows. */
  async function readSubmitted(): Promise<unknown[]> {
    const { rows } = await database.db.raw<{ rows: { variables: unknown }[] }>(
      `select variables from batch_rows
       where job_id = (select id from batch_jobs order by created_at desc limit 1) order by row_index`,
    );
    return rows.map(({ variables }) => variables);
  }

  /** The columns of the newest job that fill no variable, and their texts in its rows. */
  async function readOthers(): Promise<unknown> {
    const { rows } = await database.db.raw<{ rows: unknown[] }>(
      `select j.other_columns -> 'names' as names,
              (select jsonb_agg(other_cells order by row_index) from batch_rows where job_id = j.id) as cells
       from batch_jobs j order by j.created_at desc limit 1`,
    );
    return rows[0];
  }

  async function countJobs(): Promise<number> {
    const result = await database.db.raw<{ rows: { jobs: string }[] }>(
      'select count(*) as jobs from batch_jobs',
    );
    return Number(result.rows[0]?.jobs);
  }

  test('turns a CSV file into an archive while no service runs', async () => {
    const { templateId, workspaceId } = await importTemplate();
    const file = await put(
      'guests.csv',
      'guest;table;colour\r\n"Ada; of Lovelace";3;\r\n\r\n"Grace\r\nHopper";4;#0000ff\r\n',
    );
    const out = path.join(folder, 'guests.zip');
    const { code, stdout, stderr } = await platen(
      ['batch', 'submit', file, '--template', templateId, '--watch', '--out', out],
      ['--format', 'webp', '--scale', '2', '--names', '{table}-{guest}', '--json'],
    );
    assert.equal(code, 0, stderr);
    const answer = JSON.parse(stdout) as Record<string, unknown>;
    assert.deepEqual(answer, {
      jobId: answer['jobId'],
      status: 'COMPLETED',
      totalItems: 2,
      completedItems: 2,
      failedItems: 0,
      errors: [],
      warnings: [{ code: 'TEXT_OVERFLOW', rowIndexes: [0, 1], elementIds: ['t'] }],
      file: out,
    });
    assert.match(stderr, /^warning: TEXT_OVERFLOW in 2 rows \(t\): line 2, line 4$/m);
    assert.match(stderr, new RegExp(`^Job ${String(answer['jobId'])}$`, 'm'));
    assert.match(stderr, /^No process is at work on batch jobs: this one is, until the job ends\.$/m);
    assert.match(stderr, /^2 of 2, completed$/m);

    const entries = await readArchive(out);
    assert.deepEqual([...entries.keys()], ['3-Ada; of Lovelace.webp', '4-Grace Hopper.webp']);
    const corner = async (name: string) => {
      const image = sharp(entries.get(name));
      const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
      return [info.width, info.height, ...data.subarray(-3).map((value) => Math.round(value / 51) * 51)];
    };
    assert.deepEqual(await corner('3-Ada; of Lovelace.webp'), [60, 40, 0, 255, 0], 'the default colour');
    assert.deepEqual(await corner('4-Grace Hopper.webp'), [60, 40, 0, 0, 255]);
    const left = (await readdir(folder)).filter((name) => name.endsWith('.part'));
    assert.deepEqual(left, []);
    assert.equal((await readUsage(database.db, workspaceId, new Date())).used, 2);
  });

  test('says which columns the file leaves out although their defaults are drawn', async () => {
    const signer = { name: 'signer', type: 'text', label: 'Signer', defaultValue: 'Eleanor' };
    const elements = [
      { type: 'text', id: 't', x: 0, y: 0, width: 30, height: 8, text: '{{guest}} {{signer}}', fontSize: 3 },
    ];
    const diploma = { ...document, variables: [...document.variables, signer], elements };
    await mkdir(path.join(folder, 'diploma'), { recursive: true });
    await writeFile(path.join(folder, 'diploma', 'template.json'), JSON.stringify(diploma));
    const { templateId } = await importTemplate('studio', 'diploma');
    const submit = async (name: string, content: string) => {
      const file = await put(name, content);
      const { code, stderr } = await platen(['batch', 'submit', file, '--template', templateId]);
      assert.equal(code, 0, stderr);
      return stderr.split('\n').filter((line) => line.startsWith('warning:'));
    };
    assert.deepEqual(await submit('diplomas.csv', 'guest\nAda\nGrace\n'), [
      'warning: DEFAULT_USED in 2 rows: variable "signer" is left out, and its default is drawn: ' +
        'line 2, line 3',
    ]);
    assert.deepEqual(await submit('signed.csv', 'guest,signer\nAda,Bea\n'), []);
  });

  test('reads workbooks and JSON Lines', async () => {
    const { templateId } = await importTemplate();
    const cell = (address: string, value: string) =>
      `<c r="${address}" t="inlineStr"><is><t>${value}</t></is></c>`;
    const rows =
      `<row r="1">${cell('A1', 'guest')}${cell('B1', 'table')}</row>` +
      `<row r="2">${cell('A2', '007')}<c r="B2"><v>0.30000000000000004</v></c></row>`;
    const book = await put(
      'guests.xlsx',
      makeWorkbook([
        { name: 'Notes', rows: '' },
        { name: 'Guests', rows },
      ]),
    );
    const lines = await put('guests.jsonl', '\ufeff{"guest": "007", "table": 0.3, "colour": null}\n');
    for (const words of [[book, '--sheet', 'Guests'], [lines]]) {
      const out = path.join(folder, `${path.basename(words[0] ?? '')}.zip`);
      const submit = ['batch', 'submit', ...words, '--template', templateId, '--watch', '--out', out];
      const { code, stdout, stderr } = await platen(submit, ['--names', '{guest}-{table}']);
      assert.equal(code, 0, stderr);
      assert.match(stdout, new RegExp(`^${out}: 1 file, ${(await stat(out)).size} bytes\n$`));
      assert.deepEqual([...(await readArchive(out)).keys()], ['007-0.3.png']);
    }
  });

  test('reports failed rows by their line, and fails if no row can be rendered', async () => {
    const { templateId, workspaceId } = await importTemplate();
    const file = await put(
      'photos.csv',
      'guest,photo\nAda,\n\nGrace,https://127.0.0.1/grace.png\nMary,https://[::1]/mary.png\n',
    );
    const out = path.join(folder, 'photos.zip');
    const words = ['batch', 'submit', file, '--template', templateId, '--watch', '--out', out];
    const { code, stdout, stderr } = await platen(words, ['--include-warnings', '--json']);
    assert.equal(code, 0, stderr);
    const answer = JSON.parse(stdout) as {
      jobId: string;
      errors: { itemIndex: number; line: number; error: string }[];
    };
    assert.deepEqual(
      answer.errors.map(({ itemIndex, line }) => [itemIndex, line]),
      [
        [1, 4],
        [2, 5],
      ],
    );
    assert.match(stderr, /^line 4 failed: .*"photo"/m);
    assert.match(stderr, /^line 5 failed: .*"photo"/m);
    const archive = await readArchive(out);
    assert.deepEqual([...archive.keys()], ['image-000.png', 'warnings.csv']);
    assert.match(String(archive.get('warnings.csv')), /^\ufeffrowIndex,.*,detail,line\r\n/);
    const later = await platen(['batch', 'show', '--job', answer.jobId]);
    assert.match(later.stderr, /^row 4 of the file failed: .*"photo"/m);

    const none = await put('none.csv', 'guest,photo\nGrace,https://127.0.0.1/grace.png\n');
    const target = path.join(folder, 'none.zip');
    const failed = await platen(
      ['batch', 'submit', none, '--template', templateId],
      ['--watch', '--out', target],
    );
    assert.equal(failed.code, 1);
    assert.match(failed.stdout, /^It failed, since no row could be rendered: there is no archive\./);
    assert.match(failed.stderr, /^line 2 failed: /m);
    await assert.rejects(stat(target), { code: 'ENOENT' });
    assert.equal((await readUsage(database.db, workspaceId, new Date())).used, 1);
  });

  test('a job can be shown and its archive fetched later', async () => {
    const { templateId } = await importTemplate();
    const file = await put('later.csv', 'guest\nAda\nGrace\n');
    const words = ['batch', 'submit', file, '--template', templateId, '--idempotency-key', 'wedding'];
    const first = await platen(words);
    assert.equal(first.code, 0, first.stderr);
    const jobId = /^job +([\da-f-]{36})\nrows +2\nrenders +4998 of 5000 left, /.exec(first.stdout)?.[1] ?? '';
    assert.match(
      first.stdout,
      new RegExp(`once "serve" or "worker" runs, or with: .* batch show --job ${jobId} `),
    );
    assert.doesNotMatch(first.stderr, /earlier job/);
    // Other rows, but as many.
    await put('later.csv', 'guest\nMary\nJoan\n');
    const again = await platen(words, ['--json']);
    const { createdAt, ...replay } = JSON.parse(again.stdout) as Record<string, unknown>;
    assert.deepEqual(replay, { jobId, status: 'PENDING', totalItems: 2, replayed: true });
    assert.equal(
      again.stderr,
      `This is the earlier job of this --idempotency-key, submitted at ${String(createdAt)}: ` +
        `it has the rows of that time. Nothing of ${file} was submitted.\n`,
    );
    assert.match((await platen(words)).stderr, /^This is the earlier job/);
    await refuses(
      [...words, '--format', 'pdf'],
      /^platen: The --idempotency-key was used for a submission with/,
    );

    const shown = await platen(['batch', 'show', '--job', jobId]);
    assert.match(
      shown.stdout,
      /^job +[\da-f-]{36}\ntemplate +Place card \/ gold\nstatus +PENDING\nrows +2\n/,
    );
    const out = path.join(folder, 'later.zip');
    const early = await platen(['batch', 'show', '--job', jobId, '--out', out]);
    assert.match(early.stderr, /^platen: The job is PENDING, and has no archive/);

    // Without --out, the archive goes into the current folder, with a name from template and job.
    const name = `Place card - gold-${jobId.slice(0, 8)}.zip`;
    const watched = await platen(['batch', 'show', '--job', jobId, '--watch', '--json']);
    after(() => rm(path.resolve(name), { force: true }));
    assert.equal((JSON.parse(watched.stdout) as { file: string }).file, name, watched.stderr);
    const fetched = await platen(['batch', 'show', '--job', jobId, '--out', out]);
    assert.match(fetched.stdout, new RegExp(`^archive +${out}, \\d+ bytes$`, 'm'));
    assert.deepEqual(await readFile(out), await readFile(path.resolve(name)));
    const taken = await platen(['batch', 'show', '--job', jobId, '--out', out]);
    assert.deepEqual(
      [taken.code, taken.stderr],
      [1, `platen: ${out} exists already; name another file with --out.\n`],
    );
    assert.match(
      (await platen(words)).stdout,
      new RegExp(`The job is COMPLETED.* batch show --job ${jobId} `),
    );
    // The file itself stays until the next sweep.
    await database.db.raw('update batch_jobs set archive_expires_at = now() where id = ?', [jobId]);
    const expired = await platen(['batch', 'show', '--job', jobId, '--out', path.join(folder, 'late.zip')]);
    assert.match(expired.stderr, /^platen: The archive has expired/);
    const unknown = await platen(['batch', 'show', '--job', templateId]);
    assert.match(unknown.stderr, /^platen: There is no batch job /);
  });

  test('refuses an invalid submission in one line', async () => {
    const { templateId, accountId, workspaceId } = await importTemplate('free');
    const { accountId: stranger } = await createCaller(database.db);
    const { accountId: colleague } = await createCaller(database.db, { workspaceId });
    const good = await put('good.csv', 'guest\nAda\n');
    const submit = (file: string, ...words: string[]) => [
      'batch',
      'submit',
      file,
      '--template',
      templateId,
      ...words,
    ];
    const header = await put('header.csv', 'guest,tabel\nAda,1\n');
    await refuses(submit(header), /header\.csv: .* column "tabel" \(did you mean "table"\?\)/);
    await refuses(submit(await put('empty.csv', 'guest\n\n')), /empty\.csv: It has no rows\./);
    const many = await put('many.csv', `guest\n${'Ada\n'.repeat(26)}`);
    await refuses(
      submit(many),
      /^platen: A batch may have at most 25 rows on the plan "free", but has 26\.$/m,
    );
    await refuses(submit(path.join(folder, 'rows.ods')), /rows\.ods: It cannot be read: ENOENT/);
    await refuses(
      submit(path.join(folder, 'rows.odt')),
      /rows\.odt: Rows are read from these files: \.csv, \.tsv and \.txt, .* \.ods, \.numbers, \.json, /,
    );
    await refuses(submit(path.join(folder, 'nothing.csv')), /nothing\.csv: It cannot be read: ENOENT/);
    await refuses(
      submit(good, '--sheet', 'Guests'),
      /--sheet is for workbooks, such as \.xlsx and \.ods files/,
    );
    await refuses(submit(good, '--names', '{guset}'), /^platen: --names: .*\{guset\}/);
    await refuses(submit(good, '--dpi', '72'), /must be 96, 150 or 300/);
    await refuses(submit(good, '--background', 'red'), /must be #rgb/);
    await refuses(submit(good, '--delimiter', 'comma'), /must be , ; \| or tab/);
    await refuses(submit(good, '--encoding', 'ebcdic'), /must be a name such as/);
    await refuses(submit(good, '--idempotency-key', ' '), /visible ASCII/);
    await refuses(submit(good, '--out', path.join(folder, 'x.zip')), /--out needs --watch/);
    await refuses(submit(good, '--watch', '--out', good), /good\.csv exists already/);
    await refuses(
      submit(good, '--watch', '--out', path.join(folder, 'no', 'x.zip')),
      /No file can be written into/,
    );
    await refuses(submit(good, '--account', stranger), /no template .* that account .* sees/);
    await refuses(submit(good, '--account', templateId), /There is no account/);
    await refuses(['batch', 'submit', good, '--template', accountId], /There is no template/);
    await refuses(['batch', 'submit', good], /--template <id>' not specified/);

    for (const _ of [1, 2]) assert.equal((await platen(submit(good))).code, 0);
    await refuses(submit(good), /^platen: This account has 2 active batch jobs/);
    // The limit counts the jobs of one account, so a colleague can still submit.
    assert.equal((await platen(submit(good, '--account', colleague))).code, 0);
  });

  test('names all bad rows of a file at once, in a table', async () => {
    const { templateId } = await importTemplate();
    const submit = (file: string, ...words: string[]) => [
      'batch',
      'submit',
      file,
      '--template',
      templateId,
      ...words,
    ];
    const wrong = await put(
      'wrong.csv',
      'Guest;TABLE\nAda;1\n;\n;2.5\n"Grace\nHopper";four\nA name that is too long;166,76\n',
    );
    const error = await refusesRows(submit(wrong), [
      `platen: ${wrong}: 4 problems in 3 rows. Nothing was submitted.`,
      'line  column  problem',
      '   4  Guest   is required and no value was given.',
      '   5  TABLE   must be a number as JSON writes it, such as 12 or -0.5, but received "four".',
      '   7  Guest   must have at most 20 characters (it has 23), but received "A name that is too long".',
      '   7  TABLE   166,76: use 166.76, or --decimal-comma',
    ]);
    assert.equal(error.code, 'VARIABLE_VALIDATION_FAILED');
    assert.deepEqual(
      error.problems.map(({ pointer, line, column }) => ({ pointer, line, column })),
      [
        { pointer: '/rows/1/guest', line: 4, column: 'Guest' },
        { pointer: '/rows/2/table', line: 5, column: 'TABLE' },
        { pointer: '/rows/3/guest', line: 7, column: 'Guest' },
        { pointer: '/rows/3/table', line: 7, column: 'TABLE' },
      ],
    );

    const cell = (address: string, value: string) =>
      `<c r="${address}" t="inlineStr"><is><t>${value}</t></is></c>`;
    const book = await put(
      'wrong.xlsx',
      makeWorkbook([
        {
          name: 'Guests',
          rows:
            `<row r="3">${cell('B3', 'guest')}${cell('D3', 'table')}</row>` +
            `<row r="5">${cell('B5', 'Ada')}<c r="D5"><v>166.76</v></c></row>` +
            `<row r="9">${cell('B9', 'Joan')}${cell('D9', 'x')}</row>`,
        },
      ]),
    );
    await refusesRows(submit(book), [
      `platen: ${book}: 1 problem in 1 row. Nothing was submitted.`,
      'row  column     problem',
      '  9  table (D)  must be a number as JSON writes it, such as 12 or -0.5, but received "x".',
    ]);

    const many = await put('many.csv', `guest,table\n${'Ada,x\n'.repeat(150)}`);
    const { stderr, stdout } = await platen(submit(many), ['--json']);
    const lines = stderr.trimEnd().split('\n');
    assert.equal(lines[0], `platen: ${many}: 150 problems in 150 rows. Nothing was submitted.`);
    assert.equal(lines.length, 1 + 1 + 100 + 1);
    assert.equal(lines.at(-1), '… and 50 more; these are the first 100.');
    assert.equal((JSON.parse(stdout) as { error: PrintedError }).error.problems.length, 100);

    const keys = await put('keys.jsonl', '{"guest": "Ada"}\n{"geust": "Ada"}\n');
    const [first, , ...problems] = (await platen(submit(keys))).stderr.trimEnd().split('\n');
    assert.equal(first, `platen: ${keys}: 2 problems in 1 row. Nothing was submitted.`);
    assert.match(problems[0] ?? '', /^ +2 {2}guest +is required/);
    assert.match(
      problems[1] ?? '',
      /^ +2 {2}geust +The template declares no variable "geust"\. Did you mean/,
    );

    const broken = await put('broken.jsonl', '{"guest": ["Ada"]}\n5\n');
    await refusesRows(submit(broken), [
      `platen: ${broken}: It has 2 problems.`,
      'line  column  problem',
      '   1          "guest" is an array; a value must be a string, a number, a boolean, null, ' +
        'or an array of objects of these.',
      '   2          is JSON, but not an object like {"name": "value"}; each row must be one object.',
    ]);
  });

  test('takes the entries of a list from the sheet with its name', async () => {
    const { templateId, accountId } = await importTemplate('studio', 'invoice');
    const sheet = (name: string, ...lines: (readonly string[])[]) => {
      const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
      return { name, rows: lines.map((cells) => `<row>${cells.map(cell).join('')}</row>`).join('') };
    };
    const invoices = sheet('Invoices', ['number', 'customer'], ['A-1', 'Ines'], ['A-2', 'Mateus']);
    const header = ['number', 'name', 'price'];
    const wrong = await put(
      'wrong-items.xlsx',
      makeWorkbook([invoices, sheet('items', header, ['A-1', 'Tea', '4.2'], ['A-2', 'Cup', 'x'])]),
    );
    const submit = (file: string) => ['batch', 'submit', file, '--template', templateId, '--json'];
    const { code, stderr, stdout } = await platen(submit(wrong));
    assert.equal(code, 1);
    assert.match(stderr, /^ {2}3 {2}items!price \(C\) {2}must be a number/mu);
    assert.partialDeepStrictEqual((JSON.parse(stdout) as { error: PrintedError }).error.problems, [
      { pointer: '/rows/1/items/0/price', line: 3, column: 'items!price (C)' },
    ]);

    const items = sheet('items', header, ['A-2', 'Cup', '12.5'], ['A-1', 'Tea', '4.2'], ['A-2', 'Jug', '7']);
    const right = await put('items.xlsx', makeWorkbook([invoices, items]));
    assert.equal((await platen(submit(right))).code, 0);
    const rows = await queryRows<{ values: Record<string, string> }>(
      database.db,
      `select variables as values from batch_rows join batch_jobs on batch_jobs.id = job_id
       where account_id = :accountId order by row_index`,
      { accountId },
    );
    assert.deepEqual(
      rows.map(({ values }) => values),
      [
        { customer: 'Ines', items: '[{"name":"Tea","price":"4.2"}]' },
        { customer: 'Mateus', items: '[{"name":"Cup","price":"12.5"},{"name":"Jug","price":"7"}]' },
      ],
    );
  });

  test('adapts a file to the template: names, other columns, blanks, decimal commas', async () => {
    const { templateId } = await importTemplate();
    const german = await put(
      'gäste.csv',
      '\ufeffName;TABLE;Notiz\r\n" Ada ";"1.166,76";""\r\nGrace;7 ;"x; ""y"" z"\r\n',
    );
    const submit = (...words: string[]) => ['batch', 'submit', german, '--template', templateId, ...words];
    await refuses(submit('--map', 'guest'), /must be VARIABLE=COLUMN/);
    await refuses(
      submit(),
      /no variable for the columns "Name" \(did you mean "guest"\?\), "Notiz"\. Its .* --map VAR.* There is no column "guest"/,
    );
    const adapted = submit('--map', 'guest=name', '--ignore-columns');
    const point = await platen([...adapted, '--cells-locale', 'en']);
    assert.match(point.stderr, /^ +2 {2}TABLE +1\.166,76: use 1166\.76, or --decimal-comma$/m);
    const comma = await platen(adapted);
    assert.equal(comma.code, 0);
    const note = 'The column "TABLE" has numbers with a decimal comma: "1.166,76" is read as 1166.76.';
    assert.ok(comma.stderr.includes(`${note}\n`), comma.stderr);
    assert.deepEqual(await readSubmitted(), [
      { guest: 'Ada', table: '1166.76' },
      { guest: 'Grace', table: '7' },
    ]);
    assert.deepEqual(await readOthers(), { names: ['Notiz'], cells: [[''], ['x; "y" z']] });
    const texts = await put('blanks.csv', 'guest\n Ada\n');
    const blanks = ['batch', 'submit', texts, '--template', templateId, '--no-trim'];
    assert.equal((await platen(blanks)).code, 0);
    assert.deepEqual(await readSubmitted(), [{ guest: ' Ada' }]);
  });

  test('takes the rows of a link', async (t) => {
    const { templateId } = await importTemplate();
    const server = createServer((request, response) => {
      const isPage = request.url === '/shared';
      response.setHeader('content-type', isPage ? 'text/html' : 'text/csv');
      response.end(isPage ? '<html>Sign in</html>' : 'guest\nAda\n');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const submit = (path: string) => [
      'batch',
      'submit',
      `http://127.0.0.1:${port}/${path}`,
      '--template',
      templateId,
    ];
    await refuses(submit('rows.csv'), /rows\.csv leads to a host that is not public or does not exist/);
    const allowed = { ...environment, OUTBOUND_ALLOW: '127.0.0.0/8' };
    const page = await runCommand(submit('shared'), allowed);
    assert.match(page.stderr, /\/shared is a web page, not a file of rows\. Share the spreadsheet with/);
    const { code, stderr } = await runCommand(submit('rows.csv'), allowed);
    assert.equal(code, 0, stderr);
    assert.deepEqual(await readSubmitted(), [{ guest: 'Ada' }]);
  });

  test('calls a URL at the end of the job', async () => {
    const { templateId } = await importTemplate();
    const file = await put('called.csv', 'guest\nAda\n');
    const submit = (url: string) => ['batch', 'submit', file, '--template', templateId, '--callback', url];
    await refuses(submit('http://example.org/'), /must be an https URL/);
    await refuses(submit('https://example.org/a b'), /It has a blank; remove it, or write a blank as %20\./);
    await refuses(
      submit('https://127.0.0.1/hook'),
      /^platen: --callback: The callbackUrl must be an https URL/,
    );
    const url = 'https://127.0.0.1:9/hook?token=1';
    const { code, stdout, stderr } = await runCommand([...submit(url), '--json'], {
      ...environment,
      OUTBOUND_ALLOW: '127.0.0.0/8',
    });
    assert.equal(code, 0, stderr);
    const { jobId } = JSON.parse(stdout) as { jobId: string };
    const listed = await platen(['callback', 'list', '--job', jobId, '--json']);
    const { deliveries } = JSON.parse(listed.stdout) as { deliveries: { callbackUrl: string }[] };
    assert.deepEqual(
      deliveries.map(({ callbackUrl }) => callbackUrl),
      [url],
    );
  });

  test('Ctrl-C stops the wait, not the job', async () => {
    const { templateId } = await importTemplate();
    const file = await put('long.csv', `guest\n${'Ada\n'.repeat(60)}`);
    const out = path.join(folder, 'long.zip');
    const words = ['batch', 'submit', file, '--template', templateId, '--watch', '--out', out, '--json'];
    const child = startPlaten(words, environment);
    const exited = once(child, 'exit') as Promise<[number | null]>;
    const answered = text(child.stdout);
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stderr })) {
      lines.push(line);
      if (line.startsWith('No process is at work')) child.kill('SIGINT');
    }
    const [code] = await exited;
    assert.equal(code, 130, lines.join('\n'));
    const job = JSON.parse(await answered) as { jobId: string; status: string; file: string | null };
    assert.equal(job.file, null);
    assert.match(lines.at(-1) ?? '', new RegExp(`continues once .* batch show --job ${job.jobId} --watch$`));
    await assert.rejects(stat(out), { code: 'ENOENT' });

    const shown = await platen(['batch', 'show', '--job', job.jobId, '--watch', '--out', out]);
    assert.equal(shown.code, 0, shown.stderr);
    assert.equal((await readArchive(out)).size, 60);
  });

  test('leaves the work to a running worker', async () => {
    const { templateId } = await importTemplate();
    const worker = startPlaten(['worker'], environment);
    const exited = once(worker, 'exit');
    const log = text(worker.stderr);
    try {
      await Promise.race([once(worker.stdout, 'data'), exited]);
      assert.equal(worker.exitCode, null);
      const file = await put('worked.csv', 'guest\nAda\n');
      const out = path.join(folder, 'worked.zip');
      const words = ['batch', 'submit', file, '--template', templateId, '--watch', '--out', out];
      const { code, stdout, stderr } = await platen(words);
      assert.equal(code, 0, stderr);
      assert.doesNotMatch(stderr, /No process is at work/);
      assert.match(stdout, /worked\.zip: 1 file, /);
    } finally {
      worker.kill('SIGTERM');
      await exited;
    }
    assert.doesNotMatch(await log, /"level":"(error|fatal)"/);
  });
});
