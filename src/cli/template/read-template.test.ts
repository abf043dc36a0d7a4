import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { makeZip, type ZipEntry } from '../../../test/helpers/zip.ts';
import { FOLDER_LIMITS } from '../../domain/templates/template-folder.ts';
import { readTemplate } from './read-template.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'platen-read-'));
after(() => rm(folder, { recursive: true }));

async function readEntries(entries: readonly ZipEntry[]) {
  const file = path.join(folder, 'template.zip');
  await writeFile(file, makeZip(entries));
  return await readTemplate(file);
}

const document: ZipEntry = { name: 'template.json', content: '{}' };

describe('readTemplate', () => {
  test('reads only the document, images, fonts and PDFs of a folder', async () => {
    const place = path.join(folder, 'good');
    await mkdir(path.join(place, 'fonts'), { recursive: true });
    await mkdir(path.join(place, '.git'));
    await writeFile(path.join(place, 'template.json'), '{"a": 1}');
    await writeFile(path.join(place, 'photo.JPG'), 'photo');
    await writeFile(path.join(place, 'fonts', 'a.woff2'), 'font');
    await writeFile(path.join(place, 'README.md'), 'text');
    await writeFile(path.join(place, '.hidden.png'), 'hidden');
    await writeFile(path.join(place, '.git', 'x.png'), 'hidden');
    await writeFile(path.join(folder, 'secret.png'), 'secret');
    await symlink('../secret.png', path.join(place, 'link.png'));
    await symlink('nowhere.png', path.join(place, 'dangling.png'));
    // As Kubernetes mounts a ConfigMap.
    await mkdir(path.join(place, '..2026'));
    await writeFile(path.join(place, '..2026', 'mounted.png'), 'mounted');
    await symlink('..2026', path.join(place, '..data'));
    await symlink('..data/mounted.png', path.join(place, 'mounted.png'));
    const { templateJson, files } = await readTemplate(place);
    assert.equal(Buffer.from(templateJson ?? []).toString(), '{"a": 1}');
    assert.deepEqual([...files].map(([name, bytes]) => [name, Buffer.from(bytes).toString()]).sort(), [
      ['fonts/a.woff2', 'font'],
      ['mounted.png', 'mounted'],
      ['photo.JPG', 'photo'],
    ]);
  });

  test('reads a .zip of a folder and a .zip of its content', async () => {
    for (const prefix of ['', 'my card/']) {
      const { templateJson, files } = await readEntries([
        { name: `${prefix}template.json`, content: '{}' },
        { name: `${prefix}img/`, content: '' },
        { name: `${prefix}img/a.png`, content: 'a' },
        { name: `__MACOSX/${prefix}img/._a.png`, content: 'x' },
      ]);
      assert.equal(Buffer.from(templateJson ?? []).toString(), '{}', prefix);
      assert.deepEqual([...files.keys()], ['img/a.png'], prefix);
    }
  });

  test('reports a missing document', async () => {
    assert.equal((await readEntries([{ name: 'a.png', content: 'a' }])).templateJson, null);
  });

  test('refuses a .zip with a wrong checksum', async () => {
    await assert.rejects(
      readEntries([document, { name: 'a.png', content: 'a', declaredCrc32: 1 }]),
      /"a\.png" in the \.zip is damaged/,
    );
  });

  test('refuses a .zip that plays tricks', async () => {
    const png = (name: string): ZipEntry => ({ name, content: 'x' });
    const tricks: [string, ZipEntry[], RegExp][] = [
      ['leads up', [png('../evil.png')], /invalid relative path/],
      ['is absolute', [png('/etc/evil.png')], /absolute path/],
      ['has backslashes', [png('a\\evil.png')], /invalid characters/],
      ['comes twice', [png('a.png'), png('a.png')], /"a\.png" is in the \.zip twice/],
      ['is a link', [{ ...png('a.png'), mode: 0o120777 }], /"a\.png" in the \.zip is a link/],
      ['is encrypted', [{ ...png('a.png'), isEncrypted: true }], /"a\.png" in the \.zip is encrypted/],
      [
        'is larger than it says',
        [{ name: 'a.png', content: Buffer.alloc(100_000), declaredBytes: 10 }],
        /too many bytes in the stream/,
      ],
      [
        'is too large',
        [{ name: 'a.png', content: 'x', declaredBytes: FOLDER_LIMITS.totalBytes + 1 }],
        /at most \d+ are accepted/,
      ],
      [
        'has a document that is too large',
        [{ ...document, declaredBytes: FOLDER_LIMITS.templateJsonBytes + 1 }],
        /template\.json has \d+ bytes/,
      ],
      [
        'has too many files',
        Array.from({ length: FOLDER_LIMITS.files + 1 }, (_, index) => png(`${index}.png`)),
        /1001 images, fonts, PDFs and colour profiles; at most 1000/,
      ],
      [
        'has too many entries',
        Array.from({ length: 10_001 }, (_, index) => png(`${index}.txt`)),
        /10002 entries; at most 10000/,
      ],
    ];
    for (const [name, entries, message] of tricks) {
      const isWhole = entries.some((entry) => entry.name === document.name);
      await assert.rejects(
        readEntries(isWhole ? entries : [document, ...entries]),
        { name: 'UnreadableTemplate', message },
        name,
      );
    }
  });

  test('names the path that is not a template', async () => {
    const file = path.join(folder, 'plain.txt');
    await writeFile(file, 'plain text');
    await assert.rejects(readTemplate(file), { message: /plain\.txt is neither a folder nor a \.zip/ });
    const document = path.join(folder, 'template.json');
    await writeFile(document, '{}');
    await assert.rejects(readTemplate(document), {
      message: /template\.json is one file .* name its folder/,
    });
    await assert.rejects(readTemplate(path.join(folder, 'nowhere')), {
      message: /nowhere cannot be read: no such file/,
    });
  });
});
