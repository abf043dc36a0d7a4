/** “Use it” in a real browser: the programs run as pasted. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { waitUntil } from '../helpers/wait-until.ts';
import { addTemplate } from '../helpers/http.ts';
import { addUrlKey } from '../helpers/image-urls.ts';
import { checkPage, checkPageAtWidths, startBrowserStudio, type BrowserStudio } from './browser.ts';
import { storeExampleValues } from '../../src/store/authoring/examples.ts';
import { makeFromSample } from './templates.ts';

const run = promisify(execFile);

let studio: BrowserStudio;
let templateId: string;
let folder: string;
before(async () => {
  studio = await startBrowserStudio();
  templateId = await makeFromSample(studio, 'shop-offer', { name: 'Ida’s "offer" $5' });
  // What the tests do not enter has its default.
  await storeExampleValues(studio.db, templateId, {});
  folder = await mkdtemp(path.join(tmpdir(), 'platen-use-'));
});
after(async () => {
  await rm(folder, { recursive: true, force: true });
  await studio.close();
});

/** What each kind of quoting could break. */
const product = `'a' "b" \\n $HOME \`id\` é 日本 \${x} %s`;

/** How each program is run, in the folder with its file. */
const languages = {
  curl: (code: string) => ['sh', ['-c', code]],
  TypeScript: async (code: string) => {
    await writeFile(path.join(folder, 'render.ts'), code);
    return [process.execPath, ['render.ts']];
  },
  Python: async (code: string) => {
    await writeFile(path.join(folder, 'render.py'), code);
    return ['python3', ['-I', 'render.py']];
  },
} as const satisfies Record<string, (code: string) => unknown>;

/** Copies the program with the button, as a person does. */
async function copyCode(page: Page, language: string): Promise<string> {
  await page.getByText(language, { exact: true }).click();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const code = await page.evaluate('navigator.clipboard.readText()');
  assert.equal(code, await page.getByRole('region', { name: 'Code' }).textContent());
  return String(code);
}

describe('the programs run as pasted', () => {
  for (const [language, prepare] of Object.entries(languages)) {
    test(language, async (t) => {
      const page = await studio.open(t, `/templates/${templateId}`);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('img', { name: /^Picture of/ }).waitFor();
      await page.getByRole('textbox', { name: /^Product/ }).fill(product);
      await page.getByText('JPEG', { exact: true }).click();
      await page.getByRole('link', { name: 'Use it' }).click();
      const output = path.join(folder, 'ida-s-offer-5.jpg');

      // The key of the environment.
      const [program, args] = (await prepare(await copyCode(page, language))) as [string, string[]];
      const env = { ...process.env, PLATEN_API_KEY: studio.owner.apiKey };
      await run(program, args, { cwd: folder, env });
      const json = { variables: { product, price: 'Price' }, format: 'jpeg' };
      const rendered = await studio.service.send('POST', `/api/v1/templates/${templateId}/generate`, {
        key: studio.owner.apiKey,
        json,
      });
      assert.ok((await readFile(output)).equals(rendered.bytes));
      await rm(output);

      // What the service refuses is said.
      const refused = run(program, args, { cwd: folder, env: { ...env, PLATEN_API_KEY: 'wrong' } });
      await assert.rejects(refused, /401|API key/);
      await rm(output, { force: true });

      // A key that the page creates and fills in.
      await page.getByRole('button', { name: 'Create a key and fill it in' }).click();
      await page.getByText('The code now has the key.', { exact: false }).waitFor();
      const [again, filled] = (await prepare(await copyCode(page, language))) as [string, string[]];
      await run(again, filled, { cwd: folder, env: { PATH: process.env['PATH'] } });
      assert.ok((await readFile(output)).equals(rendered.bytes));
      await rm(output);
    });
  }
});

/** How each program that signs a URL is run, where the machine has what it needs. */
const signers = {
  Shell: { file: 'sign.sh', words: ['sh', 'sign.sh'], needs: 'openssl' },
  TypeScript: { file: 'sign.ts', words: [process.execPath, 'sign.ts'], needs: process.execPath },
  Python: { file: 'sign.py', words: ['python3', '-I', 'sign.py'], needs: 'python3' },
  Go: { file: 'sign.go', words: ['go', 'run', 'sign.go'], needs: 'go' },
  PHP: { file: 'sign.php', words: ['php', 'sign.php'], needs: 'php' },
} as const;

const isThere = (command: string) => spawnSync(command, ['version'], { stdio: 'ignore' }).error === undefined;
const client = path.resolve(import.meta.dirname, '../../clients/typescript/src/index.ts');

test('an image URL is built, costs what the page says, and is signed by each program', async (t) => {
  const page = await studio.open(t, `/templates/${templateId}/image-url`, { expectedStatuses: [400, 403] });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

  // Without a key, one is created here.
  await page.getByRole('heading', { name: 'Create a URL key first' }).waitFor();
  await checkPage(page);
  await page.getByRole('button', { name: 'Create URL key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Ida’s "offer" $5').first().waitFor();
  await dialog.getByLabel('Name').fill('Web site');
  await dialog.getByRole('button', { name: 'Create URL key' }).click();
  const secret = (await dialog.getByRole('region', { name: 'Secret' }).textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Done' }).click();

  // Choices are made with the keyboard.
  const address = page.getByRole('region', { name: 'URL', exact: true });
  await address.waitFor();
  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label }).press('Enter');
    const wanted = page.getByRole('option', { name: option, selected: false });
    await wanted.waitFor();
    // A list that opens marks its current option once more, a turn later.
    await page.evaluate('new Promise((done) => setTimeout(done, 0))');
    await waitUntil(async () => {
      await page.keyboard.press('ArrowDown');
      return (await wanted.getAttribute('data-combobox-selected')) !== null;
    });
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: option }).waitFor({ state: 'detached' });
  };
  await choose('Version', 'Version 1');
  await choose('Works', 'For a day');
  await page.getByText('JPEG', { exact: true }).click();
  const field = page.getByRole('textbox', { name: /^Product/ });
  await field.fill('');
  await page.getByText('The URL appears when the marked values are right.').waitFor();
  await checkPage(page);
  await field.fill(product);
  await page.getByText('The first request for this URL costs one render', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Copy URL' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = String(await page.evaluate('navigator.clipboard.readText()'));
  assert.equal(copied, await address.textContent());
  const { pathname, search, searchParams } = new URL(copied);
  assert.match(pathname, /\/1\/ida-s-offer-5\.jpg$/);
  assert.ok(Number(searchParams.get('exp')) > Date.now() / 1000);

  // It shows what the API renders; after that it is free.
  const shown = await studio.service.send('GET', pathname + search);
  const json = { variables: { product, price: 'Price' }, format: 'jpeg' };
  const rendered = await studio.service.send('POST', `/api/v1/templates/${templateId}/generate`, {
    key: studio.owner.apiKey,
    json,
  });
  assert.ok(rendered.bytes.byteLength > 0 && Buffer.from(shown.bytes).equals(rendered.bytes));
  await page.reload();
  await page.getByText('This picture was rendered before', { exact: false }).waitFor();
  // The code names the picture's size.
  await page.getByRole('img', { name: /^Picture of/ }).waitFor();

  // The picture stands in a page, and each program makes a URL of the same picture.
  assert.ok((await copyCode(page, 'img')).includes(`&amp;v.price=Price&amp;`));
  assert.ok((await copyCode(page, 'og:image')).startsWith('<meta property="og:image" content="http'));
  for (const [language, { file, words, needs }] of Object.entries(signers)) {
    if (!isThere(needs)) continue;
    const code = (await copyCode(page, language)).replace('@platen/client', client);
    await writeFile(path.join(folder, file), code);
    const [program = '', ...args] = words;
    const env = { ...process.env, PLATEN_URL_SECRET: secret };
    const { stdout } = await run(program, args, { cwd: folder, env });
    const signed = new URL(stdout.trim());
    const answer = await studio.service.send('HEAD', signed.pathname + signed.search);
    assert.equal(answer.status, 200, language);
    assert.equal(answer.headers.get('etag'), shown.headers.get('etag'), language);
  }

  // A key that does not allow it is said.
  const { urlKeyId } = await addUrlKey(studio.db, studio.owner, { formats: ['png'] });
  await page.reload();
  await page.getByText('This URL key does not allow it').waitFor();
  await checkPage(page);
  await choose('URL key', 'Web site');
  await address.waitFor();
  await studio.call('deleteUrlKey', { path: { urlKeyId } });
});

test('the pages', async (t) => {
  const page = await studio.open(t, `/templates/${templateId}/use`);
  await page.getByRole('region', { name: 'Code' }).waitFor();
  await page.getByText('Python', { exact: true }).click();
  await checkPageAtWidths(t, page);
  await page.getByRole('link', { name: 'Image URL' }).click();
  await page.getByRole('region', { name: 'URL', exact: true }).waitFor();
  await page.getByText('Go', { exact: true }).click();
  await checkPageAtWidths(t, page);
});

test('a key that shortens texts signs a long one, and the page says that it is shortened', async (t) => {
  const id = await addTemplate(studio.db, studio.owner, {
    variables: [{ name: 'title', type: 'text', label: 'Title', validation: { maxLength: 12 } }],
  });
  await addUrlKey(studio.db, studio.owner, { fit: true, templateIds: [id] });
  const page = await studio.open(t, `/templates/${id}/image-url`);
  await page.getByRole('region', { name: 'URL', exact: true }).waitFor();
  await page.getByRole('textbox', { name: /^Title/ }).fill('The harvest is in');
  await page.getByText('Too long, and shortened in the picture: “title”.').waitFor();
  await page.getByRole('img', { name: /^Picture of/ }).waitFor();
  await checkPage(page);
  assert.equal(await page.locator('[aria-invalid=true]').count(), 0);
});
