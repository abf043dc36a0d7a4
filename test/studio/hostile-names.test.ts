/**
 * Names, descriptions, values and files that try to run in the app's pages, on every page that shows them:
 * all of them are shown as text. The console, where violations of the content policy are reported, stays
 * empty: `studio.open` checks that.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { goodDocument } from '../helpers/authoring.ts';
import { plainBatch, submitJob } from '../helpers/batch.ts';
import { makeZip } from '../helpers/zip.ts';
import { addShare } from '../helpers/shares.ts';
import { queryRows } from '../../src/store/database.ts';
import { startBrowserStudio, type BrowserStudio } from './browser.ts';
import { publish, saveChange } from './templates.ts';

const run = 'window.hasRun = true';
/** In text, in an attribute, in a script, and as a template of a client-side framework. */
const hostile =
  `"'><img src=x onerror="${run}"><script>${run}</script></title>` +
  `{{constructor.constructor('${run}')()}}`;
/** Names of files have no slash and no "{{". */
const hostileFile = `"'><img src=x onerror="window.hasRun=1">.png`;

let studio: BrowserStudio;
let templateId: string;
let projectId: string;
before(async () => {
  studio = await startBrowserStudio();
  const { workspaceId } = studio.owner;
  const named = { name: hostile, description: hostile };
  await queryRows(studio.db, 'update accounts set name = :hostile where workspace_id = :workspaceId', {
    hostile,
    workspaceId,
  });
  await queryRows(studio.db, 'update workspaces set name = :hostile where id = :workspaceId', {
    hostile,
    workspaceId,
  });
  const project = await studio.call('createProject', { json: { ...named, visibility: 'SHARED' } });
  assert.equal(project.status, 201, JSON.stringify(project.json));
  projectId = (project.json as { id: string }).id;
  const template = await studio.call('createTemplate', {
    path: { projectId },
    json: { name: hostile, source: { width: 400, height: 300 } },
  });
  assert.equal(template.status, 201, JSON.stringify(template.json));
  templateId = (template.json as { id: string }).id;
  await saveChange(studio, templateId, (document) => ({
    ...document,
    description: hostile,
    variables: [
      ...['title', 'constructor', 'toString'].map((name) => ({
        name,
        type: 'text',
        label: hostile,
        required: false,
        defaultValue: hostile,
      })),
      { name: 'kind', type: 'text', label: 'Kind', required: false, validation: { options: [hostile, 'b'] } },
    ],
    elements: [
      { type: 'text', id: 'words', x: 0, y: 0, width: 60, height: 12, text: '{{title}} {{constructor}}' },
    ],
  }));
  await publish(studio, templateId);
  await saveChange(studio, templateId, (document) => ({ ...document, background: '#ffeedd' }));
  // Files that no document names are only in the draft.
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
  for (const [path, body] of [
    [hostileFile, Buffer.from(svg)],
    ['plain.svg', Buffer.from(svg)],
  ] as const) {
    const uploaded = await studio.call('uploadFile', { path: { templateId }, query: { path }, body });
    assert.ok(uploaded.status < 300, JSON.stringify(uploaded.json));
  }
  await studio.call('updateTemplate', { path: { templateId }, json: { visibility: 'SHARED' } });
  await studio.call('createKey', { json: { name: hostile } });
  await studio.call('createUrlKey', { json: { name: hostile, templateIds: [templateId] } });
  await submitJob(studio.service, studio.owner, plainBatch(templateId, 1));
  await addShare(studio.service, studio.owner, templateId, { variables: { title: hostile } });
});
after(() => studio.close());

/** Nothing ran, and the words are on the page as they are. */
async function checkNothingRan(page: Page): Promise<void> {
  await page.getByText('<img src=x', { exact: false }).first().waitFor();
  assert.equal(await page.evaluate('window.hasRun'), undefined);
  const [images, scripts] = await Promise.all([
    page.locator('img[src="x"], [onerror], [onload]').count(),
    page.locator('script:not([src])').count(),
  ]);
  assert.deepEqual({ images, scripts }, { images: 0, scripts: 0 });
}

/** Pages that have hostile text in their content. */
const pages: readonly (readonly [name: string, target: () => string])[] = [
  ['Home', () => ''],
  ['a search', () => `?search=${encodeURIComponent('<img src=x onerror=alert(1)>')}`],
  ['a project', () => `?project=${projectId}`],
  ['Try it', () => `/templates/${templateId}`],
  ['the draft', () => `/templates/${templateId}?of=draft`],
  ['Use it', () => `/templates/${templateId}/use`],
  ['Image URL', () => `/templates/${templateId}/image-url`],
  ['Versions', () => `/templates/${templateId}/versions`],
  ['a comparison', () => `/templates/${templateId}/versions?compare=1,draft`],
  ['its jobs', () => `/templates/${templateId}/jobs`],
  ['its links', () => `/templates/${templateId}/links`],
  ['its files', () => `/templates/${templateId}/files`],
  ['Batch', () => `/templates/${templateId}/batch`],
  ['Jobs', () => '/jobs'],
  ['Links', () => '/links'],
  ['Keys', () => '/keys'],
  ['Members', () => '/members'],
  ['Activity', () => '/activity'],
];

describe('as text', () => {
  for (const [name, target] of pages) {
    test(name, async (t) => {
      const page = await studio.open(t, target());
      await page.getByRole('main').getByText('<img src=x', { exact: false }).first().waitFor();
      await checkNothingRan(page);
    });
  }

  // There, such names are in fields, or only in the navigation.
  for (const target of ['/new', '/account', '/usage', '/callbacks', '/reference']) {
    test(`beside ${target}`, async (t) => {
      const page = await studio.open(t, target);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await checkNothingRan(page);
    });
  }

  test('in menus, dialogs and notifications', async (t) => {
    const page = await studio.open(t, `/templates/${templateId}`);
    const menu = page.getByRole('button', { name: /^Actions for/ });
    for (const item of [/^Duplicate/, /^Move/, /^Rename/, /^Delete/]) {
      await menu.click();
      await page.getByRole('menuitem', { name: item }).click();
      await page.getByRole('dialog').waitFor();
      await checkNothingRan(page);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await menu.click();
    await page.getByRole('menuitem', { name: /^Stop sharing/ }).click();
    await page.getByText(/^Only you see “/).waitFor();
    await checkNothingRan(page);
  });

  test('as values of variables, also where they are refused', async (t) => {
    const page = await studio.open(t, `/templates/${templateId}`, { expectedStatuses: [400] });
    await page.getByRole('img', { name: /^Picture of/ }).waitFor();
    await page.locator('#value-title').fill(`${hostile} again`);
    await page.getByRole('button', { name: 'Share' }).waitFor();
    await page.getByRole('link', { name: 'Use it' }).click();
    await page.getByRole('region', { name: 'Code' }).getByText('again', { exact: false }).waitFor();
    await checkNothingRan(page);
  });
});

describe('files', () => {
  test('an SVG that could run something is refused, with its name as text', async (t) => {
    const page = await studio.open(t, `/templates/${templateId}/files`, {
      expectedStatuses: [400, 415, 422],
    });
    await page.getByRole('link', { name: 'Get plain.svg' }).waitFor();
    const svg = (inner: string, attributes = '') =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" ${attributes}>${inner}</svg>`;
    const files = {
      'script.svg': svg(`<script>${run}</script>`),
      'onload.svg': svg('<rect width="9" height="9"/>', `onload="${run}"`),
      'foreign.svg': svg(
        `<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="${run}"/></foreignObject>`,
      ),
      [`<img src=x onerror=${run.replaceAll(' ', '')}>.svg`]: svg(`<a href="javascript:${run}"><rect/></a>`),
    };
    await page.locator('input[type=file]').setInputFiles(
      Object.entries(files).map(([name, content]) => ({
        name,
        mimeType: 'image/svg+xml',
        buffer: Buffer.from(content),
      })),
    );
    const refused = page.getByRole('listitem').filter({ hasText: 'Not uploaded' });
    await refused.nth(Object.keys(files).length - 1).waitFor();
    await checkNothingRan(page);
  });

  test('are saved and never shown as a page', async (t) => {
    for (const path of ['plain.svg', hostileFile]) {
      const { status, headers } = await studio.call('getFile', { path: { templateId }, query: { path } });
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'application/octet-stream');
      assert.match(headers.get('content-disposition') ?? '', /^attachment;/);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
    }
    const page = await studio.open(t, `/templates/${templateId}/files`);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: `Get ${hostileFile}` }).click(),
    ]);
    assert.match(file.suggestedFilename(), /\.png$/);
  });

  test('a broken .zip with such names is refused as text', async (t) => {
    const page = await studio.open(t, '/new?from=import', { expectedStatuses: [400, 409] });
    const document = { ...goodDocument, [hostile]: 1, elements: [{ type: hostile, id: hostile }] };
    await page.locator('input[type=file]').setInputFiles({
      name: `${hostileFile}.zip`,
      mimeType: 'application/zip',
      buffer: makeZip([{ name: 'template.json', content: JSON.stringify(document) }]),
    });
    await checkNothingRan(page);
    await page.getByRole('button', { name: 'Create template' }).click();
    await page.getByRole('region', { name: 'State of the draft' }).getByText('problems').first().waitFor();
    await checkNothingRan(page);
  });
});
