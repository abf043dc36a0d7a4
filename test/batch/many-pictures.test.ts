/** A batch of 300 rows with a picture each. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { strToU8, unzipSync, zipSync } from 'fflate';
import sharp from 'sharp';
import type { PlanName } from '../../src/config/plans.ts';
import { queryRow, type Database } from '../../src/store/database.ts';
import { createProject } from '../../src/store/projects.ts';
import { runCommand } from '../helpers/cli.ts';
import { createCaller, createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { addTemplate } from '../helpers/http.ts';
import { createUser, startOwnStudio, type Studio } from '../helpers/studio.ts';
import { listZip } from '../helpers/zip.ts';
import { waitUntil } from '../helpers/wait-until.ts';

const count = 300;
const indexes = Array.from({ length: count }, (_, index) => index);

/** The colour of the picture of a row: that of no other one. */
const getColor = (index: number) => ({ r: index % 256, g: 100 * Math.floor(index / 256), b: 90 });

const getPicture = (index: number) =>
  sharp({ create: { width: 12, height: 12, channels: 3, background: getColor(index) } })
    .png()
    .toBuffer();

const parts = {
  viewport: { width: 12, height: 12 },
  variables: [{ name: 'photo', type: 'image' as const, label: 'Photo' }],
  elements: [{ type: 'image' as const, id: 'photo', x: 0, y: 0, width: 12, height: 12, src: '{{photo}}' }],
};

/** Fails unless the file of each row shows the row's own picture. */
async function assertOwnPictures(archive: Buffer): Promise<void> {
  const files = await listZip(archive);
  assert.equal(files.length, count);
  for (const [index, { content }] of files.entries()) {
    const pixel = sharp(content).extract({ left: 6, top: 6, width: 1, height: 1 }).removeAlpha().raw();
    const { r, g, b } = getColor(index);
    assert.deepEqual([...(await pixel.toBuffer())], [r, g, b], `row ${index}`);
  }
}

/** A workbook with pictures that float over the cells of its first column. */
async function workbookWithPictures(): Promise<Uint8Array> {
  const files = unzipSync(await readFile(new URL('workbooks/over-cells.xlsx', import.meta.url)));
  const rels = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const cell = (name: string, text: string) => `<c r="${name}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const anchors = indexes.map(
    (index) =>
      `<oneCellAnchor><from><col>0</col><colOff>0</colOff><row>${index + 1}</row><rowOff>0</rowOff></from>` +
      `<ext cx="95250" cy="95250"/><pic>` +
      `<nvPicPr><cNvPr id="${index + 1}" name="Image ${index}"/><cNvPicPr/></nvPicPr>` +
      `<blipFill><a:blip r:embed="rId${index}"/></blipFill><spPr/></pic><clientData/></oneCellAnchor>`,
  );
  const drawing = 'http://schemas.openxmlformats.org/drawingml/2006';
  const changed: Record<string, string> = {
    'xl/drawings/drawing1.xml':
      `<wsDr xmlns:a="${drawing}/main" xmlns:r="${rels}" xmlns="${drawing}/spreadsheetDrawing">` +
      `${anchors.join('')}</wsDr>`,
    'xl/drawings/_rels/drawing1.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
      indexes
        .map(
          (index) => `<Relationship Type="${rels}/image" Target="../media/p${index}.png" Id="rId${index}"/>`,
        )
        .join('') +
      '</Relationships>',
    'xl/worksheets/sheet1.xml':
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${rels}"><sheetData>` +
      `<row r="1">${cell('A1', 'photo')}${cell('B1', 'name')}</row>` +
      indexes
        .map((index) => `<row r="${index + 2}">${cell(`B${index + 2}`, `Guest ${index}`)}</row>`)
        .join('') +
      '</sheetData><drawing r:id="rId1"/></worksheet>',
  };
  for (const [name, text] of Object.entries(changed)) files[name] = strToU8(text);
  for (const index of indexes) files[`xl/media/p${index}.png`] = await getPicture(index);
  return zipSync(files);
}

async function countUploads(db: Database): Promise<number> {
  return (await queryRow<{ count: number }>(db, 'select count(*)::int as count from uploaded_pictures', {}))
    .count;
}

describe('platen batch submit', { timeout: 1_200_000 }, () => {
  let folder: string;
  let database: TestDatabase;
  let environment: Record<string, string>;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'platen-many-'));
    database = await createTestDatabase();
    environment = { DATABASE_URL: database.url, DATA_DIR: path.join(folder, 'data'), RENDER_THREADS: '1' };
    await mkdir(path.join(folder, 'badge'));
    const document = { schemaVersion: 1, name: 'Badge', ...parts };
    await writeFile(path.join(folder, 'badge/template.json'), JSON.stringify(document));
    await writeFile(path.join(folder, 'guests.xlsx'), await workbookWithPictures());
  });
  after(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  const submit = async (plan: PlanName, ...words: string[]) => {
    const { accountId } = await createCaller(database.db, { plan });
    const given = { accountId, name: 'Badges', description: '', visibility: 'PRIVATE' } as const;
    const project = String(await createProject(database.db, given));
    const imported = await runCommand(
      [
        'template',
        'import',
        path.join(folder, 'badge'),
        '--project',
        project,
        '--account',
        accountId,
        '--json',
      ],
      environment,
    );
    const { templateId } = JSON.parse(imported.stdout) as { templateId: string };
    const command = ['batch', 'submit', path.join(folder, 'guests.xlsx'), '--template', templateId];
    return await runCommand([...command, '--ignore-columns', '--names', '{index}', ...words], environment);
  };

  test('draws in each row the picture over its cell', async () => {
    const out = path.join(folder, 'guests.zip');
    const { code, stderr } = await submit('team', '--watch', '--out', out);
    assert.equal(code, 0, stderr);
    await assertOwnPictures(await readFile(out));
  });

  test('uploads nothing if the plan has fewer rows', async () => {
    const uploads = await countUploads(database.db);
    const { code, stderr } = await submit('personal');
    assert.equal(code, 1);
    assert.match(stderr, /A batch may have at most 100 rows on the plan "personal", but has 300\./u);
    assert.equal(await countUploads(database.db), uploads);
  });
});

describe('the operations of Studio', { timeout: 1_200_000 }, () => {
  let studio: Studio;
  before(async () => {
    studio = await startOwnStudio({ worksOnBatches: true });
  });
  after(() => studio.close());

  test('take 300 pictures, and draw in each row its own', async () => {
    const user = await createUser(studio.db, { plan: 'team' });
    const templateId = await addTemplate(studio.db, user, parts);
    const call = async (id: string, given: Parameters<Studio['call']>[1]) => {
      const { status, json } = await studio.call(id, { as: user, ...given });
      assert.ok(status < 300, `${id}: ${JSON.stringify(json)}`);
      return json as Record<string, unknown>;
    };
    const pictures: { name: string; id: string }[] = [];
    const waiting = indexes.values();
    const upload = async () => {
      for (const index of waiting) {
        const { id } = await call('uploadPicture', { body: await getPicture(index) });
        pictures[index] = { name: `guests/p${index}.png`, id: String(id) };
      }
    };
    // Files that are uploaded at once are decoded together.
    await Promise.all(Array.from({ length: 16 }, upload));
    assert.equal(new Set(pictures.map(({ id }) => id)).size, count);
    const rows = pictures.map(({ name }) => ({ photo: `pictures/${name}` }));
    const at = { path: { templateId } };
    for (let start = 0; start < count; start += 50) {
      const end = start + 50;
      const json = { rows: rows.slice(start, end), pictures: pictures.slice(start, end) };
      const { cost } = await call('checkBatch', { ...at, json });
      assert.equal(cost, 50);
    }
    const submission = { rows, pictures, filenamePattern: '{index}' };
    const { jobId } = await call('submitBatch', { ...at, json: submission });
    const job = () =>
      queryRow<{ completed: boolean; archive: string | null }>(
        studio.db,
        `select completed_at is not null as completed, archive_key as archive from batch_jobs
         where id = :jobId`,
        { jobId: String(jobId) },
      );
    await waitUntil(async () => (await job()).completed);
    const { archive } = await job();
    await assertOwnPictures(await readFile(path.join(studio.service.filesFolder, archive ?? '')));
  });
});
