/** Documents of many pages in the designer: groups and totals of tables, breaks, directions, titles. */
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { waitUntil } from '../../helpers/wait-until.ts';
import { checkPage, checkPageAtWidths, startBrowserStudio, type BrowserStudio } from '../browser.ts';
import { makeFromSample, saveChange } from '../templates.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

const fields = [
  { name: 'customer', type: 'text' },
  { name: 'amount', type: 'number' },
];
const entry = (customer: string, amount: string) => ({ customer, amount });
const orders = {
  name: 'orders',
  type: 'list',
  fields,
  defaultValue: [entry('Ines', '3'), entry('Mateus', '4'), entry('Ines', '5')],
};
const columns = [{ header: 'Customer', value: '{{ item.customer }}' }, { value: '{{ item.amount }}' }];
const table = { type: 'table', id: 'table', width: 'fill', rows: '{{ orders }}', columns };
const heading = {
  type: 'text',
  id: 'heading',
  width: 'fill',
  height: 'hug',
  text: 'Orders',
  fontSize: 20,
  role: 'h1',
};
const document = {
  schemaVersion: 1,
  name: 'Orders',
  viewport: { width: 400, height: 300 },
  background: '#ffffff',
  variables: [orders],
  layout: { direction: 'column' },
  elements: [heading, table],
};

type Saved = Readonly<Record<string, unknown>> & {
  readonly elements: readonly Readonly<Record<string, unknown>>[];
};

async function open(t: TestContext) {
  const templateId = await makeFromSample(studio, 'social-card', { versions: 0 });
  await saveChange(studio, templateId, () => document);
  const page = await studio.open(t, `/templates/${templateId}/design`);
  await page.locator('canvas[data-layer=page][data-shown]').waitFor();
  /** Waits until what `read` takes of the draft is as expected, and has no problems. */
  const saved = async (read: (document: Saved) => unknown, expected: unknown) => {
    let seen: unknown;
    await waitUntil(async () => {
      const { json } = await studio.call('getDraft', { path: { templateId } });
      const draft = json as { readonly document: Saved; readonly problems: readonly unknown[] };
      seen = [read(draft.document), draft.problems];
      return isDeepStrictEqual(seen, [expected, []]);
    }).catch(() => assert.deepEqual(seen, [expected, []]));
  };
  return { page, saved };
}

const properties = (page: Page) => page.getByRole('region', { name: 'Properties' });
const box = (page: Page, name: string) => properties(page).getByRole('textbox', { name, exact: true });
const enter = async (page: Page, name: string, text: string) => {
  await box(page, name).fill(text);
  await page.keyboard.press('Enter');
};
const pick = async (page: Page, id: string) =>
  await page.getByRole('treeitem', { name: id }).getByText(id, { exact: true }).click();

test('rows of a table get groups, each with a row above and below, and further totals', async (t) => {
  const { page, saved } = await open(t);
  await pick(page, 'table');
  await enter(page, 'Group by', '{{ item.customer }}');
  await properties(page).getByText('= Ines').waitFor();
  await properties(page).getByRole('switch', { name: 'Group header', exact: true }).click();
  await enter(page, 'Group header span', '2');
  await properties(page).getByRole('switch', { name: 'Group total', exact: true }).click();
  await properties(page)
    .getByRole('textbox', { name: 'Group total of column 2' })
    .fill('{{ sum(group.map(x, x.amount)) }}');
  await page.keyboard.press('Enter');
  await properties(page).getByText('= 8', { exact: true }).waitFor();
  await properties(page).getByRole('button', { name: 'Add total' }).click();
  const further = properties(page).getByRole('group', { name: 'Further total 1', exact: true });
  await further.getByRole('textbox', { name: 'Further total 1 of column 2' }).fill('{{ orders.size() }}');
  await page.keyboard.press('Enter');
  // What a paint is not set to is none, and has its own heading in a row of a list.
  await further.getByRole('radiogroup', { name: 'Further total 1 fill type' }).getByText('Color').click();
  await further.getByText('Fill', { exact: true }).waitFor();
  assert.equal(await further.getByText('As text').count(), 0);
  await checkPageAtWidths(t, page, [1440, 1024]);
  const read = ({ elements }: Saved) => {
    const { groupBy, groupHeader, groupTotal, totals } = elements[1]!;
    return {
      groupBy,
      groupHeader,
      groupTotal,
      cells: (totals as { cells: unknown }[] | undefined)?.[0]?.cells,
    };
  };
  await saved(read, {
    groupBy: '{{ item.customer }}',
    groupHeader: { cells: ['{{ item.customer }}'], span: [2] },
    groupTotal: { cells: ['Total', '{{ sum(group.map(x, x.amount)) }}'] },
    cells: ['', '{{ orders.size() }}'],
  });
});

test('columns are hidden by an expression, and keep amounts in one line', async (t) => {
  const { page, saved } = await open(t);
  await pick(page, 'table');
  const column = properties(page).getByRole('group', { name: 'Column 2', exact: true });
  await column.getByRole('button', { name: 'Settings of column 2' }).click();
  await column.getByRole('combobox', { name: 'Column 2 wrap' }).selectOption({ label: 'No' });
  await column.getByRole('combobox', { name: 'Column 2 overflow' }).selectOption('shrink');
  await column.getByRole('button', { name: 'Bind column 2 visible' }).click();
  await page.getByRole('menuitem', { name: 'Write an expression' }).click();
  await waitUntil(async () => (await page.evaluate<string>('getSelection().toString()')) === 'true');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('{{ orders.size() > 5 }}');
  await page.keyboard.press('Enter');
  await checkPage(page);
  await saved(({ elements }) => (elements[1]!['columns'] as readonly unknown[])[1], {
    value: '{{ item.amount }}',
    wrap: false,
    overflow: 'shrink',
    visible: '{{ orders.size() > 5 }}',
  });
});

test('breaks and the direction of a document are chosen, and its files get a title', async (t) => {
  const { page, saved } = await open(t);
  await box(page, 'Title').fill('Orders,\n{{ orders.size() }}');
  // A title is one line: Enter adds none.
  await page.keyboard.press('Enter');
  await properties(page).getByText('= Orders, 3').waitFor();
  await box(page, 'Author').fill('Lake Software');
  await properties(page)
    .getByRole('combobox', { name: 'Direction', exact: true })
    .first()
    .selectOption('rtl');
  await checkPage(page);
  await pick(page, 'heading');
  await properties(page).getByRole('combobox', { name: 'Keep with next' }).selectOption({ label: 'No' });
  await properties(page).getByRole('switch', { name: 'Break before' }).click();
  await checkPage(page);
  const read = ({ title, author, direction, elements: [first] }: Saved) => {
    return {
      title,
      author,
      direction,
      keepWithNext: first!['keepWithNext'],
      breakBefore: first!['breakBefore'],
    };
  };
  await saved(read, {
    title: 'Orders, {{ orders.size() }}',
    author: 'Lake Software',
    direction: 'rtl',
    keepWithNext: false,
    breakBefore: true,
  });
});
