/**
 * Makes the example files of openapi.yaml: the card of examples/social-card in each format and as a .zip to
 * import, and a batch archive of two cards. Run it after a change of that template and copy the new sizes to
 * openapi.yaml; contract-tests/openapi-document.test.ts compares them.
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SheetDocument } from '../src/render/sheets/sheet-document.ts';
import { withSheetDefaults } from '../src/common/sheets/sheet-grid.ts';
import { readTemplate } from '../src/cli/template/read-template.ts';
import { packZip } from '../src/storage/pack-zip.ts';
import { openFileStorage } from '../src/storage/files/file-storage.ts';
import { writeArchive, type ArchiveEntry } from '../src/storage/write-archive.ts';

const root = join(import.meta.dirname, '..');
const examples = join(root, 'examples');

/** The rows of the submission example in openapi.yaml. */
const cards = [
  { name: 'card-000-the-harvest-is-in.jpg', values: { title: 'The harvest is in', section: 'News' } },
  { name: 'card-001-rain-at-last.jpg', values: { title: 'Rain at last', section: 'Culture' } },
];
const [first] = cards;

/** Renders the card to a file; its extension selects the format. */
async function render(file: string, values: Readonly<Record<string, string>> = {}): Promise<void> {
  const args = ['template', 'render', join(examples, 'social-card'), '--vars', JSON.stringify(values)];
  await promisify(execFile)(process.execPath, [join(root, 'src/main.ts'), ...args, '--out', file]);
}

for (const extension of ['png', 'jpg', 'webp', 'avif', 'svg', 'pdf', 'zpl']) {
  await render(join(examples, `social-card.${extension}`), first?.values);
}

const { templateJson, files } = await readTemplate(join(examples, 'social-card'));
const card = new Map([['template.json', templateJson ?? new Uint8Array()], ...files]);
await writeFile(join(examples, 'social-card.zip'), await packZip(card));

const folder = await mkdtemp(join(tmpdir(), 'platen-examples-'));
try {
  for (const { name, values } of cards) await render(join(folder, name), values);
  const storage = await openFileStorage(folder, null);
  const entries = async function* (): AsyncGenerator<ArchiveEntry> {
    for (const { name } of cards) {
      const modifiedAt = new Date('2026-03-02T09:30:02.000Z');
      yield await Promise.resolve({ name, key: name, modifiedAt, content: null });
    }
  };
  await writeArchive(storage, 'cards.zip', entries(), { compress: false });
  await copyFile(join(folder, 'cards.zip'), join(examples, 'social-cards.zip'));

  const sheets = new SheetDocument({
    title: 'Social card',
    grid: withSheetDefaults({ columns: 1, rows: 2, margin: 1, paper: 'SRA3' }),
    labels: cards.length,
  });
  const parts: Uint8Array[] = [];
  for (const { name, values } of cards) {
    const page = join(folder, `${name}.pdf`);
    await render(page, values);
    parts.push(...(await sheets.add(await readFile(page))));
  }
  await writeFile(join(examples, 'social-cards.pdf'), Buffer.concat([...parts, ...sheets.end()]));
} finally {
  await rm(folder, { recursive: true, force: true });
}
