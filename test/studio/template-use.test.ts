/** “Use it” in a real browser: the programs run as pasted. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { checkPage, looks, startBrowserStudio, type BrowserStudio } from './browser.ts';
import { makeFromSample } from './templates.ts';

const run = promisify(execFile);

let studio: BrowserStudio;
let templateId: string;
let folder: string;
before(async () => {
  studio = await startBrowserStudio();
  templateId = await makeFromSample(studio, 'shop-offer', { name: 'Ida’s "offer" $5' });
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
        ...{ key: studio.owner.apiKey, json },
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

for (const { name, ...look } of looks) {
  test(`the page (${name})`, async (t) => {
    const page = await studio.open(t, `/templates/${templateId}/use`, look);
    await page.getByRole('region', { name: 'Code' }).waitFor();
    await page.getByText('Python', { exact: true }).click();
    await checkPage(page);
  });
}
