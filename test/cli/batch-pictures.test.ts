/** `platen batch submit --pictures`, and pictures in the cells of a workbook. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { createProject } from '../../src/store/projects.ts';
import { runCommand, type CommandResult } from '../helpers/cli.ts';
import { createCaller, createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { heic, tiffOfPages } from '../helpers/pictures.ts';
import { listZip, makeZip } from '../helpers/zip.ts';

const template = {
  schemaVersion: 1,
  name: 'Badge',
  viewport: { width: 40, height: 20 },
  variables: [
    { name: 'name', type: 'text', label: 'Name' },
    { name: 'photo', type: 'image', label: 'Photo' },
  ],
  elements: [
    { type: 'image', id: 'photo', x: 0, y: 0, width: 20, height: 20, src: '{{photo}}' },
    { type: 'text', id: 'name', x: 20, y: 0, width: 20, height: 20, text: '{{name}}', fontSize: 6 },
  ],
};

/** A picture of one colour. */
const picture = (index: number) =>
  sharp({ create: { width: 30, height: 30, channels: 3, background: { r: 5 * index, g: 100, b: 200 } } })
    .png()
    .toBuffer();

/** The files of an archive by their names, in its order. */
async function readArchive(file: string): Promise<Map<string, Buffer>> {
  const entries = await listZip(await readFile(file));
  return new Map(entries.map(({ name, content }) => [name, content]));
}

describe('platen batch submit with pictures', { timeout: 900_000 }, () => {
  let folder: string;
  let database: TestDatabase;
  let environment: Record<string, string>;
  let templateId: string;
  const platen = (...words: string[]): Promise<CommandResult> => runCommand(words, environment);
  const submit = (file: string, ...words: string[]) =>
    platen('batch', 'submit', file, '--template', templateId, '--names', '{index}', ...words);
  const put = async (name: string, content: string | Uint8Array): Promise<string> => {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
    return file;
  };
  /** The colour of the photo in a file of an archive. */
  const colorIn = async (entry: Uint8Array | undefined, place = 10) => {
    const pixel = sharp(entry).extract({ left: place, top: place, width: 1, height: 1 }).removeAlpha().raw();
    return [...(await pixel.toBuffer())];
  };

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'platen-pictures-'));
    database = await createTestDatabase();
    environment = { DATABASE_URL: database.url, DATA_DIR: path.join(folder, 'data'), RENDER_THREADS: '1' };
    const caller = await createCaller(database.db, { plan: 'studio' });
    const { accountId } = caller;
    const given = { accountId, name: 'Badges', description: '', visibility: 'PRIVATE' } as const;
    const project = String(await createProject(database.db, given));
    const document = await put('badge/template.json', JSON.stringify(template));
    const words = ['--project', project, '--account', accountId, '--json'];
    const { stdout, stderr } = await platen('template', 'import', path.dirname(document), ...words);
    assert.notEqual(stdout, '', stderr);
    ({ templateId } = JSON.parse(stdout) as { templateId: string });
  });
  after(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('takes HEIC and TIFF, and says of which pages it takes the first', async () => {
    await put('scans/IMG_1.HEIC', heic.rotated);
    await put('scans/page.tiff', await tiffOfPages(2));
    const file = await put('scans.csv', 'name,photo\nAnn,img_1\nBob,page.tiff\n');
    const out = path.join(folder, 'scans.zip');
    const words = ['--pictures', path.join(folder, 'scans'), '--watch', '--out', out];
    const { code, stderr } = await submit(file, ...words);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^page\.tiff: It has 2 pages; the first one is taken\.$/m);
    const [upright, page] = [...(await readArchive(out)).values()];
    // Of the corners, blue is at the top left of the one, and red of the other.
    const [red, , blue] = await colorIn(upright, 3);
    assert.ok((red ?? 255) < 100 && (blue ?? 0) > 200);
    const [redOfPage, , blueOfPage] = await colorIn(page, 3);
    assert.ok((redOfPage ?? 0) > 200 && (blueOfPage ?? 255) < 100);
  });

  test('takes thirty photos of a folder, by their names', async () => {
    for (let index = 0; index < 30; index += 1) {
      await put(`fotos/2026/P${index}.PNG`, await picture(index));
    }
    await put('fotos/extra.png', await picture(40));
    const spellings = (index: number) => [`p${index}`, `p${index}.png`, `fotos\\P${index}.PNG`][index % 3];
    const lines = Array.from({ length: 30 }, (_, index) => `Guest ${index},${spellings(index)}`);
    const file = await put('guests.csv', `name,photo\n${lines.join('\n')}\n`);
    const out = path.join(folder, 'guests.zip');
    const pictures = path.join(folder, 'fotos');
    const { code, stderr } = await submit(file, '--pictures', pictures, '--watch', '--out', out);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^No row names these pictures: extra\.png\.$/m);
    const entries = [...(await readArchive(out)).values()];
    assert.equal(entries.length, 30);
    for (const [index, entry] of entries.entries()) {
      assert.deepEqual(await colorIn(entry), [5 * index, 100, 200], `file ${index}`);
    }
  });

  test('takes pictures of a .zip, and those in and over the cells of a workbook', async () => {
    const zip = await put('p.zip', makeZip([{ name: 'a/p1.png', content: await picture(1) }]));
    const file = await put('one.csv', 'name,photo\nAda,p1\n');
    const out = path.join(folder, 'one.zip');
    const { code, stderr } = await submit(file, '--pictures', zip, '--watch', '--out', out);
    assert.equal(code, 0, stderr);
    assert.deepEqual(await colorIn([...(await readArchive(out)).values()][0]), [5, 100, 200]);
    for (const name of ['over-cells.xlsx', 'in-cell.xlsx']) {
      const workbook = await readFile(new URL(`../batch/workbooks/${name}`, import.meta.url));
      const result = await submit(
        await put(name, workbook),
        '--watch',
        '--out',
        path.join(folder, `${name}.zip`),
      );
      assert.equal(result.code, 0, result.stderr);
      const drawn = [...(await readArchive(path.join(folder, `${name}.zip`))).values()];
      for (const entry of drawn) assert.notDeepEqual(await colorIn(entry), [255, 255, 255], name);
    }
  });

  test('submits nothing if a cell names no picture, or several', async () => {
    for (const name of ['p1.jpg', 'p1.png', 'x/p2.png']) await put(`two/${name}`, await picture(1));
    const file = await put('bad.csv', 'name,photo\nAda,p1\nBen,p9\n');
    const { code, stderr } = await submit(file, '--pictures', path.join(folder, 'two'));
    assert.equal(code, 1);
    assert.match(stderr, /2 cells do not name a picture\. Nothing was submitted\./);
    assert.match(stderr, /2 +photo.* +"p1" may be "p1\.jpg" or "p1\.png"\./);
    assert.match(stderr, /3 +photo.* +"p9" is none of the pictures\./);
    const broken = await put('broken/p1.png', 'no picture');
    const refused = await submit(
      await put('b.csv', 'name,photo\nAda,p1\n'),
      '--pictures',
      path.dirname(broken),
    );
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /p1\.png/);
    const missing = await submit(file, '--pictures', path.join(folder, 'none'));
    assert.match(missing.stderr, /--pictures: .*none cannot be read/);
  });
});
