/**
 * The commands of docs/recipes, run as they are written: all shell blocks of a page as one script, in a
 * folder that looks like the project's. A block whose first line is a comment with a file name is that file.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { createKey } from '../../src/store/keys.ts';
import { queryRows } from '../../src/store/database.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { createFleet, type Fleet } from '../helpers/fleet.ts';
import { createTenant, send } from '../helpers/http.ts';
import { readBlocks } from '../helpers/markdown-blocks.ts';
import { listZip } from '../helpers/zip.ts';
import { checkWithMustang, prepareValidators, readAttachedWithPypdf } from '../print/validators.ts';
import { findClientPrograms } from './postgres-server.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const recipes = path.join(root, 'docs', 'recipes');
const ran = new Set<string>();

describe('the recipe', { timeout: 600_000 }, () => {
  let database: TestDatabase;
  let folder: string;
  let fleet: Fleet;
  let url: string;
  let programs: string;

  before(async () => {
    [database, programs] = await Promise.all([createTestDatabase(), findClientPrograms()]);
    folder = await mkdtemp(path.join(tmpdir(), 'platen-recipes-'));
    for (const name of readdirSync(root)) {
      if (!['.git', '.data', 'tmp', 'out'].includes(name))
        await symlink(path.join(root, name), path.join(folder, name));
    }
    fleet = createFleet(database, path.join(folder, '.data'));
    ({ url } = await fleet.serve());
  });
  after(async () => {
    await fleet.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs a page's commands, and returns what they print. */
  const run = async (page: string, more: Readonly<Record<string, string>> = {}): Promise<string> => {
    ran.add(page);
    const blocks = readBlocks(readFileSync(path.join(recipes, page), 'utf8'));
    for (const { text } of blocks) {
      const [, name] = /^(?:\/\/|#) ([\w-]+\.\w+)\n/.exec(text) ?? [];
      if (name !== undefined) await writeFile(path.join(folder, name), text);
    }
    const commands = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text);
    assert.ok(commands.length > 0);
    const script = ['set -euo pipefail', ...commands].join('\n');
    const PATH = [programs, process.env['PATH']].join(path.delimiter);
    // The default would be the folder of the real project, which the links lead to.
    const DATA_DIR = path.join(folder, '.data');
    const env = { PATH, HOME: folder, DATA_DIR, DATABASE_URL: database.url, PLATEN_URL: url, ...more };
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder, env });
    return stdout;
  };
  const readZip = async (name: string) => await listZip(await readFile(path.join(folder, name)));

  test('for labels makes a PDF for each row of the workbook', async () => {
    const output = await run('labels-from-excel.md');
    assert.match(output, /000-L26-2208\.pdf\n001-L26-2209\.pdf\n002-L25-1714\.pdf\n/);
    assert.equal((await sharp(path.join(folder, 'label.png')).metadata()).format, 'png');
  });

  test('for certificates attaches to each mail its own certificate', async () => {
    await run('certificates-by-mail-merge.md');
    const files = await readZip('certificates.zip');
    const names = files.map(({ name }) => name.replace(/\.pdf$/, '').toUpperCase());
    assert.equal(names.length, 5);
    const mails = readdirSync(path.join(folder, 'outbox')).sort();
    assert.deepEqual(mails, names.map((name) => `${name}.eml`).sort());
    for (const mail of mails) {
      const text = readFileSync(path.join(folder, 'outbox', mail), 'utf8');
      assert.match(text, new RegExp(`filename="${mail.replace('.eml', '.pdf')}"`));
      assert.match(text, /^To: .+@example\.com$/m);
    }
  });

  test('for invoices makes a file that veraPDF and Mustang accept, twice the same', async () => {
    assert.match(await run('e-invoices.md'), /invoice\.pdf to pay: \d+\.\d\d/);
    const file = path.join(folder, 'invoice.pdf');
    const validators = await prepareValidators();
    for (const verdicts of [await validators.checkFlavour('3b', [file]), await validators.checkPdfUa([file])])
      assert.deepEqual([...verdicts], [[file, []]]);
    assert.deepEqual(await checkWithMustang(file), []);
    const xml = await readFile(path.join(folder, 'factur-x.xml'), 'base64');
    assert.deepEqual(await readAttachedWithPypdf(file), { 'factur-x.xml': [xml] });
  });

  test('for keys leaves only the new one', async () => {
    const { workspaceId, accountId, keyId, apiKey } = await createTenant(database.db);
    const other = await createKey(database.db, { accountId, name: 'other' });
    assert.ok(typeof other !== 'string');
    const variables = { WORKSPACE: workspaceId, ACCOUNT: accountId, OLD_KEY_ID: keyId };
    assert.match(await run('rotate-a-key.md', variables), /^200$/m);
    assert.equal((await send(url, 'GET', '/api/v1/projects', { key: apiKey })).status, 401);
    const left = await queryRows<{ name: string }>(
      database.db,
      'select name from api_keys where account_id = :accountId order by name',
      { accountId },
    );
    assert.deepEqual(
      left.map(({ name }) => name),
      ['other', 'shop, from 2026-11'],
    );
  });

  test('for an agent shows how it learns that its text is cut, and publishes a template', async () => {
    const { workspaceId } = await createTenant(database.db);
    const output = await run('template-by-an-agent.md', { WORKSPACE: workspaceId });
    const [cut, mended, , published] = output.split(/^(?=preview_template|save_draft|publish_template)/m);
    assert.match(cut ?? '', /TEXT_OVERFLOW in element "name": .* its 3 lines are 32\.4 mm high/);
    assert.match(mended ?? '', /1 warning:\n- TEXT_SHRUNK/);
    assert.match(published ?? '', /Version 1 is published/);
    assert.equal((await sharp(path.join(folder, 'preview_template.png')).metadata()).width, 1_063);
    assert.match(readFileSync(path.join(folder, 'tag.pdf'), 'latin1'), /^%PDF/);
  });

  test('for a move leaves nothing behind', async () => {
    const moved = new URL(database.url);
    moved.pathname += '_moved';
    moved.search = '?sslmode=disable&application_name=a/b';
    const server = new URL(database.url);
    server.pathname = '/postgres';
    const places = { OLD: database.url, NEW: moved.href, NEW_SERVER: server.href };
    await fleet.close();
    try {
      const output = await run('move-the-database.md', {
        ...places,
        FILES: path.join(folder, '.data/files'),
      });
      const counts = output.split('\n').filter((line) => /^\d+\|\d+$/.test(line));
      assert.equal(counts.length, 2);
      assert.equal(counts[0], counts[1]);
      assert.match(counts[0] ?? '', /^[1-9]\d*\|[1-9]\d*$/);
    } finally {
      await database.db.raw('drop database if exists ?? with (force)', [moved.pathname.slice(1)]);
    }
  });

  test('of every page was run, and docs/README.md lists it', () => {
    const pages = globSync('*.md', { cwd: recipes }).sort();
    // test/recipes runs those with the programs that they are for.
    const here = pages.filter((page) => !page.startsWith('open-graph-'));
    assert.deepEqual([...ran].sort(), here);
    const contents = readFileSync(path.join(root, 'docs', 'README.md'), 'utf8');
    for (const page of pages) assert.ok(contents.includes(`(recipes/${page})`), page);
  });
});
