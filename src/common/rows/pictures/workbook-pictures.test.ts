import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { makeZip } from '../../../../test/helpers/zip.ts';
import { readWorkbook } from '../read-workbook.ts';
import { refuseFaults } from '../table.ts';
import { PICTURE_LIMITS } from './picture-names.ts';
import { readPictureZip } from './read-picture-zip.ts';

const workbook = (name: string) =>
  readFile(new URL(`../../../../test/batch/workbooks/${name}`, import.meta.url));

/** A workbook with changed parts. */
async function change(name: string, changes: Readonly<Record<string, (text: string) => string>>) {
  const parts = unzipSync(await workbook(name));
  for (const [path, edit] of Object.entries(changes)) {
    const text = edit(strFromU8(parts[path] ?? new Uint8Array()));
    parts[path] = strToU8(text);
  }
  return zipSync(parts);
}

const drawing = 'xl/drawings/drawing1.xml';

describe('pictures of a workbook', () => {
  test('placed in a cell by Excel are the value of the cell', async () => {
    const table = await readWorkbook(await workbook('in-cell.xlsx'), null);
    assert.deepEqual(table.records, [{ line: 2, cells: ['Ada', 'pictures/Sheet1-B2.png'] }]);
    assert.deepEqual(table.faults, []);
    assert.equal(table.pictures?.files.get('Sheet1-B2.png')?.[1], 0x50);
  });

  test('floating over cells belong to the cell under their corner', async () => {
    const table = await readWorkbook(await workbook('over-cells.xlsx'), null);
    assert.deepEqual(table.records, [
      { line: 2, cells: ['pictures/Sheet-A2.jpeg', 'Ada'] },
      { line: 3, cells: ['pictures/Sheet-A3.jpeg', 'Grace'] },
    ]);
    assert.deepEqual([...(table.pictures?.files.keys() ?? [])], ['Sheet-A2.jpeg', 'Sheet-A3.jpeg']);
  });

  test('are refused with the cell if two are over one', async () => {
    const bytes = await change('over-cells.xlsx', {
      [drawing]: (text) => text.replaceAll('<row>2<', '<row>1<'),
    });
    const table = await readWorkbook(bytes, null);
    assert.throws(() => refuseFaults(table, () => true), /Cell A2 of the sheet "Sheet" has two pictures/);
  });

  test('are noted where no row can have them', async () => {
    const notes = async (edit: (text: string) => string) => {
      const table = await readWorkbook(await change('over-cells.xlsx', { [drawing]: edit }), null);
      return table.pictures?.notes;
    };
    assert.deepEqual(await notes((text) => text.replace('<row>1<', '<row>0<')), [
      'The picture over A1 is not used: it is not below the header.',
    ]);
    assert.deepEqual(await notes((text) => text.replace('<col>0<', '<col>7<')), [
      'The picture over H2 is not used: its column has no heading.',
    ]);
    assert.deepEqual(await notes((text) => text.replace('<col>0<', '<col>1<')), [
      'The picture over B2 is not used: the cell has a text, which is its value.',
    ]);
    assert.deepEqual(await notes((text) => text.replace(/<from>.*?<\/from>/u, '')), [
      'A picture of the sheet "Sheet" is bound to no cell, so that no row has it.',
    ]);
  });

  test('of one content are one file', async () => {
    const bytes = await change('over-cells.xlsx', { [drawing]: (text) => text.replace('rId2', 'rId1') });
    const table = await readWorkbook(bytes, null);
    assert.deepEqual([...(table.pictures?.files.keys() ?? [])], ['Sheet-A2.jpeg']);
    assert.deepEqual(
      table.records.map(({ cells }) => cells[0]),
      ['pictures/Sheet-A2.jpeg', 'pictures/Sheet-A2.jpeg'],
    );
  });

  test('of WPS are found by the name in DISPIMG', async () => {
    const parts = unzipSync(await workbook('in-cell.xlsx'));
    const sheet = 'xl/worksheets/sheet1.xml';
    const cell = '<c r="B2" t="str"><f>_xlfn.DISPIMG("ID_1",1)</f><v>=DISPIMG("ID_1",1)</v></c>';
    parts[sheet] = strToU8(strFromU8(parts[sheet] ?? new Uint8Array()).replace(/<c r="B2".*?<\/c>/u, cell));
    parts['xl/cellimages.xml'] = strToU8(
      '<e:cellImages xmlns:e="e" xmlns:x="x" xmlns:a="a" xmlns:r="r"><e:cellImage><x:pic><x:nvPicPr>' +
        '<x:cNvPr name="ID_1"/></x:nvPicPr><x:blipFill><a:blip r:embed="rId1"/></x:blipFill></x:pic>' +
        '</e:cellImage></e:cellImages>',
    );
    parts['xl/_rels/cellimages.xml.rels'] = strToU8(
      '<Relationships><Relationship Id="rId1" Type="t/image" Target="media/image1.png"/></Relationships>',
    );
    const table = await readWorkbook(zipSync(parts), null);
    assert.deepEqual(table.records, [{ line: 2, cells: ['Ada', 'pictures/Sheet1-B2.png'] }]);
  });
});

describe('readPictureZip', () => {
  test('reads pictures by their paths, and ignores everything else', () => {
    const zip = makeZip([
      { name: 'fotos/p1.JPG', content: 'one' },
      { name: 'fotos/M\u00fcller.png', content: 'two' },
      { name: '__MACOSX/fotos/._p1.JPG', content: 'x' },
      { name: 'fotos/Thumbs.db', content: 'x' },
    ]);
    assert.deepEqual([...readPictureZip(zip).keys()], ['fotos/p1.JPG', 'fotos/M\u00fcller.png']);
  });

  test('reads names in the code page of older programs', () => {
    const zip = Buffer.from(makeZip([{ name: 'Maller.jpg', content: 'x' }]));
    for (let at = zip.indexOf('Maller'); at >= 0; at = zip.indexOf('Maller')) zip[at + 1] = 0x81;
    // Not marked as UTF-8.
    for (const start of ['PK\u0003\u0004', 'PK\u0001\u0002']) {
      const at = zip.indexOf(start, 0, 'latin1') + (start.endsWith('\u0004') ? 6 : 8);
      zip.writeUInt16LE(zip.readUInt16LE(at) & ~0x800, at);
    }
    assert.deepEqual([...readPictureZip(zip).keys()], ['M\u00fcller.jpg']);
  });

  test('refuses bombs and files that are not .zip, before they are in memory', () => {
    const declaredBytes = PICTURE_LIMITS.totalBytes + 1;
    const bomb = makeZip([{ name: 'a.png', content: 'x', declaredBytes }]);
    assert.throws(() => readPictureZip(bomb), /Unpacked, its files are larger than 1024 MiB/);
    const many = makeZip(
      Array.from({ length: 2_001 }, (_, index) => ({ name: `${index}.png`, content: 'x' })),
    );
    assert.throws(() => readPictureZip(many), /more than 2000 files/);
    assert.throws(() => readPictureZip(Buffer.from('no zip')), /cannot be unpacked/);
  });
});
