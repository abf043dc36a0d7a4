/** Nothing is lost: tabs, networks, services, databases and sessions that end between two edits. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { waitUntil } from '../../helpers/wait-until.ts';
import { createTestDatabase } from '../../helpers/database.ts';
import { createFleet } from '../../helpers/fleet.ts';
import { withFullStorage } from '../../helpers/full-workspace.ts';
import { addTemplate } from '../../helpers/http.ts';
import { createUser, expireSession, signIn, type StudioUser } from '../../helpers/studio.ts';
import { createCredentials } from '../../helpers/studio-accounts.ts';
import { startTcpProxy } from '../../helpers/tcp-proxy.ts';
import { checkPageAtWidths, startBrowserStudio, type BrowserStudio, type PageOptions } from '../browser.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const layers = (page: Page) => page.getByRole('treeitem');
const getStatus = (page: Page) => page.locator('[data-saving]').getAttribute('data-saving');
const isSaved = (page: Page) => waitUntil(async () => (await getStatus(page)) === 'saved');
const isUnsaved = (page: Page) => waitUntil(async () => (await getStatus(page)) === 'failed');

interface Opened {
  readonly page: Page;
  readonly user: Pick<StudioUser, 'token'>;
  readonly templateId: string;
}

/** Opens the designer of a template without elements. */
async function openDesigner(
  t: TestContext,
  options: PageOptions = {},
): Promise<Opened & { readonly user: StudioUser }> {
  const user = await createUser(studio.db, { plan: 'studio' });
  const templateId = await addTemplate(studio.db, user, { name: 'Card', elements: [], variables: [] });
  const page = await studio.open(t, `/templates/${templateId}/design`, { as: user, ...options });
  await page.getByText('An empty page').waitFor();
  return { page, user, templateId };
}

/** Adds an element; the page shows it at once. */
async function add(page: Page, type: 'rectangle' | 'ellipse' | 'line' | 'path'): Promise<void> {
  const count = await layers(page).count();
  await button(page, `Add ${type}`).click();
  await layers(page).nth(count).waitFor();
}

/**
 * Lets no save of a page reach the service. A request that only waits in the browser would be sent when the
 * page is closed.
 */
async function cutSaves(page: Page): Promise<void> {
  await page.route('**/draft', (route) => route.abort());
}

/** Opens the same address in another tab of the same browser. */
async function openAgain(page: Page, url = page.url()): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(url);
  await tab.getByRole('region', { name: 'Canvas' }).waitFor();
  return tab;
}

/** The names of the draft's elements, as the service has them. */
async function savedElements({ user, templateId }: Omit<Opened, 'page'>): Promise<string[]> {
  const { json } = await studio.call('getDraft', { as: user, path: { templateId } });
  const { document } = json as { readonly document: { readonly elements: readonly { id: string }[] } };
  return document.elements.map(({ id }) => id);
}

test('a save that the service refuses says why, for as long as it is refused', async (t) => {
  const { page, user, templateId } = await openDesigner(t, { expectedStatuses: [409] });
  const alert = page.getByRole('alert').filter({ hasText: 'Your changes are not saved' });
  await withFullStorage(studio.db, user, async () => {
    await add(page, 'rectangle');
    await alert.waitFor();
    assert.match((await alert.textContent()) ?? '', /store|room|remove/iu);
    await checkPageAtWidths(t, page);
  });
  await isSaved(page);
  await alert.waitFor({ state: 'detached' });
  assert.equal((await savedElements({ user, templateId })).length, 1);
});

describe('a tab', { timeout: 240_000 }, () => {
  test('that is closed right after an edit has kept it', async (t) => {
    const opened = await openDesigner(t, { expectedStatuses: [0] });
    const { page } = opened;
    const url = page.url();
    await add(page, 'rectangle');
    await isSaved(page);
    // The service never gets the second edit from this tab.
    await cutSaves(page);
    await add(page, 'ellipse');
    const other = await page.context().newPage();
    await page.close({ runBeforeUnload: false });
    assert.deepEqual(await savedElements(opened), ['Rectangle']);
    await other.goto(url);
    await other.getByText('Your last changes were restored').waitFor();
    await layers(other).getByText('Ellipse').waitFor();
    await isSaved(other);
    assert.deepEqual(await savedElements(opened), ['Rectangle', 'Ellipse']);
    // That is said once.
    await other.reload();
    await layers(other).getByText('Ellipse').waitFor();
    assert.equal(await other.getByText('Your last changes were restored').count(), 0);
  });

  test('that ends while the next one opens has kept the edit', async (t) => {
    const opened = await openDesigner(t, { expectedStatuses: [0] });
    const { page } = opened;
    const url = page.url();
    await cutSaves(page);
    await add(page, 'ellipse');
    const other = await page.context().newPage();
    // The first tab ends only when the next one waits for its lock.
    const ended = waitUntil(async () => {
      const pending = await page.evaluate<number>(
        'navigator.locks.query().then((all) => all.pending.length)',
      );
      return pending > 0;
    }).then(() => page.close({ runBeforeUnload: false }));
    await Promise.all([other.goto(url), ended]);
    await other.getByText('Your last changes were restored').waitFor();
    await layers(other).getByText('Ellipse').waitFor();
  });

  test('whose process crashes right after an edit has kept it', async (t) => {
    const opened = await openDesigner(t, { expectedStatuses: [0] });
    const { page } = opened;
    const url = page.url();
    await cutSaves(page);
    await add(page, 'rectangle');
    await add(page, 'ellipse');
    const session = await page.context().newCDPSession(page);
    const crashed = page.waitForEvent('crash');
    session.send('Page.crash').catch(() => undefined);
    await crashed;
    const other = await openAgain(page, url);
    await other.getByText('Your last changes were restored').waitFor();
    await isSaved(other);
    assert.deepEqual(await savedElements(opened), ['Rectangle', 'Ellipse']);
  });

  test('that is left by the link back saves the edit before it', async (t) => {
    const opened = await openDesigner(t);
    const { page } = opened;
    await add(page, 'rectangle');
    await page.getByRole('link', { name: 'Back to the template' }).click();
    // Both pages have the heading.
    await page.getByRole('region', { name: 'Canvas' }).waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1, name: 'Card' }).waitFor();
    await waitUntil(async () => (await savedElements(opened)).join() === 'Rectangle');
    // Going back finds it, without a question.
    await page.goBack();
    await layers(page).getByText('Rectangle').waitFor();
    assert.equal(await page.getByText('Your last changes were restored').count(), 0);
    await add(page, 'ellipse');
    await isSaved(page);
    assert.deepEqual(await savedElements(opened), ['Rectangle', 'Ellipse']);
  });

  test('asks before it is left only while something is unsaved', async (t) => {
    const { page } = await openDesigner(t, { expectedStatuses: [0] });
    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.type());
      void dialog.accept();
    });
    await page.route('**/draft', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await add(page, 'rectangle');
    await page.reload();
    assert.deepEqual(questions, ['beforeunload']);
    await page.unroute('**/draft');
    await page.getByText('Your last changes were restored').waitFor();
    await isSaved(page);
    await page.reload();
    await layers(page).getByText('Rectangle').waitFor();
    assert.deepEqual(questions, ['beforeunload']);
  });
});

describe('what is gone for a while', { timeout: 240_000 }, () => {
  test('the network: it says so, and saves everything afterwards', async (t) => {
    const opened = await openDesigner(t, { expectedStatuses: [0] });
    const { page } = opened;
    await add(page, 'rectangle');
    await isSaved(page);
    await page.context().setOffline(true);
    await add(page, 'ellipse');
    await page.getByText('Offline. Changes are kept in this browser.').waitFor();
    await add(page, 'line');
    assert.deepEqual(await savedElements(opened), ['Rectangle']);
    await page.context().setOffline(false);
    await isSaved(page);
    assert.deepEqual(await savedElements(opened), ['Rectangle', 'Ellipse', 'Line']);
    await add(page, 'path');
    await isSaved(page);
    assert.deepEqual(await savedElements(opened), ['Rectangle', 'Ellipse', 'Line', 'Path']);
  });

  test("the answer to a save: what this tab has saved is nobody else's", async (t) => {
    const opened = await openDesigner(t, { expectedStatuses: [0, 412] });
    const { page } = opened;
    let isLost = false;
    await page.route('**/draft', async (route) => {
      if (isLost || route.request().method() !== 'PUT') {
        await route.continue();
        return;
      }
      isLost = true;
      await route.fetch();
      await route.abort();
    });
    await add(page, 'rectangle');
    await waitUntil(() => isLost);
    await add(page, 'ellipse');
    await isSaved(page);
    assert.deepEqual(await savedElements(opened), ['Rectangle', 'Ellipse']);
    assert.equal(await page.getByText('changed this draft meanwhile').count(), 0);
  });

  /** Starts a process of its own, whose database is behind a proxy. */
  async function openElsewhere(t: TestContext) {
    const own = await createTestDatabase();
    const folder = await mkdtemp(path.join(tmpdir(), 'platen-designer-'));
    const proxy = await startTcpProxy(own.url);
    const fleet = createFleet({ url: proxy.url }, folder);
    t.after(async () => {
      await fleet.close();
      await proxy.close();
      await own.close();
      await rm(folder, { recursive: true, force: true });
    });
    const user = await createUser(own.db, { plan: 'studio' });
    const templateId = await addTemplate(own.db, user, { name: 'Card', elements: [], variables: [] });
    const first = await fleet.serve();
    const page = await studio.open(t, `/templates/${templateId}/design`, {
      as: user,
      process: first,
      expectedStatuses: [0, 500, 503],
    });
    await page.getByText('An empty page').waitFor();
    const elements = async () => {
      const { rows } = await own.db.raw<{ rows: { names: string[] | null }[] }>(
        `select (select array_agg(e ->> 'id') from json_array_elements(document -> 'elements') e) as names
         from template_drafts`,
      );
      return rows[0]?.names ?? [];
    };
    return { page, proxy, fleet, first, elements };
  }

  test('the service, killed between two edits: the page goes on when it is back', async (t) => {
    const { page, fleet, first, elements } = await openElsewhere(t);
    await add(page, 'rectangle');
    await isSaved(page);
    await first.kill();
    await add(page, 'ellipse');
    await isUnsaved(page);
    await page.getByText('Offline. Changes are kept in this browser.').waitFor();
    const second = await fleet.serve({ PORT: new URL(first.url).port });
    await isSaved(page);
    assert.deepEqual(await elements(), ['Rectangle', 'Ellipse']);
    // Killed while it may be saving.
    await add(page, 'line');
    await second.kill();
    await add(page, 'path');
    await fleet.serve({ PORT: new URL(first.url).port });
    await isSaved(page);
    assert.deepEqual(await elements(), ['Rectangle', 'Ellipse', 'Line', 'Path']);
    assert.equal(await page.getByText('changed this draft meanwhile').count(), 0);
  });

  test('the database: it says so, and saves everything afterwards', async (t) => {
    const { page, proxy, elements } = await openElsewhere(t);
    await add(page, 'rectangle');
    await isSaved(page);
    proxy.cut();
    await add(page, 'ellipse');
    await isUnsaved(page);
    await add(page, 'line');
    proxy.mend();
    await isSaved(page);
    assert.deepEqual(await elements(), ['Rectangle', 'Ellipse', 'Line']);
  });

  test('the session: the person signs in again, and the edit is saved', async (t) => {
    const ada = await createCredentials(studio.db);
    const session = await signIn(studio.db, ada);
    const user = await createUser(studio.db, { workspaceId: ada.workspaceId });
    const templateId = await addTemplate(
      studio.db,
      user,
      { name: 'Card', elements: [], variables: [] },
      { visibility: 'SHARED' },
    );
    const page = await studio.open(t, `/templates/${templateId}/design`, {
      as: session,
      expectedStatuses: [401],
      hasEvents: false,
    });
    await page.getByText('An empty page').waitFor();
    // It ends between the edit and its save.
    await page.route('**/draft', async (route) => {
      await expireSession(studio.db, session);
      await page.unroute('**/draft');
      await route.continue();
    });
    await add(page, 'rectangle');
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password', { exact: true }).fill(ada.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await isSaved(page);
    const again = await signIn(studio.db, ada);
    assert.deepEqual(await savedElements({ user: again, templateId }), ['Rectangle']);
  });
});

describe('two tabs on one draft', { timeout: 240_000 }, () => {
  test('of one person: both say so, and an edit of one appears in the other', async (t) => {
    const opened = await openDesigner(t);
    const { page } = opened;
    const other = await openAgain(page);
    const note = 'You have this template open in another tab, too.';
    await page.getByText(note).waitFor();
    await other.getByText(note).waitFor();
    await add(page, 'rectangle');
    await other.bringToFront();
    await layers(other).getByText('Rectangle').waitFor();
    await other.getByText('Somebody else changed this draft. You now see their changes.').waitFor();
    // What was taken over is not saved again: tabs would answer each other for ever.
    await isSaved(other);
    let saves = 0;
    page.context().on('request', (request) => {
      if (request.method() === 'PUT') saves += 1;
    });
    await add(other, 'ellipse');
    await isSaved(other);
    await layers(page).getByText('Ellipse').waitFor();
    await layers(page).getByText('Rectangle').waitFor();
    await isSaved(page);
    assert.deepEqual(await savedElements(opened), ['Rectangle', 'Ellipse']);
    assert.equal(saves, 1);
    await other.close();
    await page.getByText(note).waitFor({ state: 'hidden' });
  });

  test('of two people: each sees the name of the other', async (t) => {
    const { owner, member } = studio;
    const templateId = await addTemplate(
      studio.db,
      owner,
      { name: 'Card', elements: [], variables: [] },
      { visibility: 'SHARED' },
    );
    const place = `/templates/${templateId}/design`;
    const [page, other] = [await studio.open(t, place), await studio.open(t, place, { as: member })];
    await page.getByText(/ has this template open, too\./).waitFor();
    await other.getByText(/ has this template open, too\./).waitFor();
  });

  test('with an edit in each: both are saved, and undo takes back only its own', async (t) => {
    const opened = await openDesigner(t, { expectedStatuses: [0, 412] });
    const { page } = opened;
    const other = await openAgain(page);
    // The second tab cannot save, and so does not take over what the first one saves.
    await other.route('**/draft', (route) => route.abort());
    await add(other, 'ellipse');
    await isUnsaved(other);
    await add(page, 'rectangle');
    await isSaved(page);
    assert.deepEqual(await savedElements(opened), ['Rectangle']);
    await add(other, 'line');
    await other.unroute('**/draft');
    await other.bringToFront();
    await isSaved(other);
    assert.deepEqual(await savedElements(opened), ['Rectangle', 'Ellipse', 'Line']);
    await layers(other).getByText('Rectangle').waitFor();
    for (const left of [['Rectangle', 'Ellipse'], ['Rectangle']]) {
      await button(other, 'Undo').click();
      await isSaved(other);
      assert.deepEqual(await savedElements(opened), left);
    }
    assert.ok(await button(other, 'Undo').isDisabled(), 'what the other tab did cannot be undone here');
    await button(other, 'Redo').click();
    await isSaved(other);
    assert.deepEqual(await savedElements(opened), ['Rectangle', 'Ellipse']);
  });

  test('a text that is typed in stays, with what both type; its keys never are commands', async (t) => {
    const { page, user, templateId } = await openDesigner(t, { expectedStatuses: [412] });
    await button(page, 'Add text').click();
    const editor = page.getByRole('textbox', { name: /^Text of / });
    await editor.waitFor();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Hello');
    await isSaved(page);
    const other = await openAgain(page);
    const text = async () => {
      const { json } = await studio.call('getDraft', { as: user, path: { templateId } });
      const { document } = json as { readonly document: { readonly elements: readonly { text?: string }[] } };
      return document.elements.map((each) => each.text).join();
    };
    // The other tab types in front of it: the caret stays behind what was typed here.
    await layers(other).first().click();
    const field = other
      .getByRole('region', { name: 'Properties' })
      .getByRole('textbox', { name: 'Text', exact: true });
    await field.fill('Oh, Hello');
    await isSaved(other);
    await page.bringToFront();
    await waitUntil(async () => (await editor.inputValue()) === 'Oh, Hello');
    await page.keyboard.type(' people');
    await isSaved(page);
    assert.equal(await text(), 'Oh, Hello people');
    // It is removed there while it is typed in here.
    await other.bringToFront();
    await waitUntil(async () => (await field.inputValue()) === 'Oh, Hello people');
    await layers(other).first().click();
    // The tab that types would bring it back, perhaps before the draft is asked for.
    const { promise: isSeen, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/draft', async (route) => {
      await isSeen;
      await route.continue();
    });
    await other.keyboard.press('Delete');
    await waitUntil(async () => (await text()) === '');
    release();
    await page.bringToFront();
    await waitUntil(async () => (await text()) !== '');
    await page.keyboard.type(' rt');
    await isSaved(page);
    assert.equal(await text(), 'Oh, Hello people rt');
    assert.equal(await layers(page).count(), 1);
  });

  test('that crashes with a conflict keeps its edit, whatever the other tab saves', async (t) => {
    const opened = await openDesigner(t, { expectedStatuses: [0, 412] });
    const { page } = opened;
    const other = await openAgain(page);
    await other.route('**/draft', (route) => route.abort());
    await add(other, 'ellipse');
    await isUnsaved(other);
    await add(page, 'rectangle');
    await isSaved(page);
    const url = other.url();
    await other.close({ runBeforeUnload: false });
    const third = await openAgain(page, url);
    const alert = third.getByRole('alert').filter({ hasText: 'This browser has unsaved changes' });
    await alert.waitFor();
    await alert.getByRole('button', { name: 'Keep mine' }).click();
    await layers(third).getByText('Ellipse').waitFor();
    await isSaved(third);
    // What the other tab saved stays.
    assert.deepEqual(await savedElements(opened), ['Rectangle', 'Ellipse']);
  });
});
