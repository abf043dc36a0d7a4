import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { storageKinds, type TestStorage } from '../../test/helpers/storages.ts';
import { DamagedFileError } from './checksums.ts';
import { findInArchive } from './read-archive.ts';
import { MissingFileError, readFileBytes, StorageUnavailableError, type Storage } from './storage.ts';
import { writeArchive, type ArchiveEntry } from './write-archive.ts';

const modifiedAt = new Date('2026-03-02T09:30:02Z');

for (const { kind, open } of storageKinds) {
  describe(`a file of an archive in ${kind}`, () => {
    let opened: TestStorage;
    let storage: Storage;
    /** What was read from storage: bytes for each range. */
    let ranges: number[] = [];
    before(async () => {
      opened = await open();
      const stored = opened.storage;
      storage = {
        ...stored,
        open: (key, part) => {
          ranges.push(part === undefined ? Infinity : part.end - part.start + 1);
          return stored.open(key, part);
        },
      };
    });
    after(() => opened.close());

    const write = async (key: string, files: ReadonlyMap<string, Buffer>, compress = false) => {
      const entries = async function* (): AsyncGenerator<ArchiveEntry> {
        for (const [name, bytes] of files) yield { name, bytes, modifiedAt };
      };
      const { bytes } = await writeArchive(opened.storage, key, entries(), { compress });
      return { key, bytes };
    };
    const read = async (archive: { key: string; bytes: number }, name: string) => {
      const found = await findInArchive(storage, archive, name);
      return found === null ? null : await buffer(await found.open());
    };

    for (const compress of [false, true]) {
      test(`is read by its name, ${compress ? 'deflated' : 'as it is stored'}`, async () => {
        const files = new Map([
          ['Grüße 🎉.pdf', Buffer.from('first '.repeat(1_000))],
          ['empty.pdf', Buffer.alloc(0)],
          [`${'x'.repeat(251)}.pdf`, randomBytes(3_000_000)],
          ['last.pdf', Buffer.from('last')],
        ]);
        const archive = await write(`names-${compress}.zip`, files, compress);
        for (const [name, content] of files) {
          assert.deepEqual(await read(archive, name), content, name);
          assert.equal((await findInArchive(storage, archive, name))?.bytes, content.length);
        }
        for (const unknown of ['first.pdf', 'grüße 🎉.pdf', ''])
          assert.equal(await read(archive, unknown), null);
      });
    }

    test('is read without the content of the others, in few requests', async () => {
      const files = new Map(
        Array.from({ length: 2_000 }, (_, row) => [
          `image-${String(row).padStart(3, '0')}.png`,
          randomBytes(1_000),
        ]),
      );
      const archive = await write('many.zip', files);
      ranges = [];
      assert.deepEqual(await read(archive, 'image-1999.png'), files.get('image-1999.png'));
      assert.ok(ranges.length <= 5, `${ranges.length} requests`);
      const total = ranges.reduce((sum, bytes) => sum + bytes, 0);
      assert.ok(total < 500_000, `${total} of ${archive.bytes} bytes`);
    });

    test('fails if the archive is missing or damaged', async () => {
      const content = randomBytes(1_000);
      const archive = await write('damaged.zip', new Map([['a.png', content]]));
      await assert.rejects(read({ key: 'none.zip', bytes: 1_000 }, 'a.png'), MissingFileError);
      const bytes = await readFileBytes(opened.storage, archive.key);
      const place = bytes.indexOf(content);
      bytes.writeUInt8(bytes.readUInt8(place + 500) ^ 1, place + 500);
      await opened.storage.write(archive.key, bytes);
      await assert.rejects(read(archive, 'a.png'), DamagedFileError);
      await opened.storage.write(archive.key, bytes.fill(0, place + 1_000));
      await assert.rejects(read(archive, 'a.png'), DamagedFileError);
    });

    test('fails as storage does', async () => {
      const archive = await write('away.zip', new Map([['a.png', randomBytes(1_000)]]));
      const away: Storage = {
        ...storage,
        open: () => Promise.reject(new StorageUnavailableError('no route')),
      };
      await assert.rejects(findInArchive(away, archive, 'a.png'), StorageUnavailableError);
    });

    test('never has more bytes than it announces', async () => {
      const content = Buffer.from('abc'.repeat(100_000));
      const archive = await write('longer.zip', new Map([['a.svg', content]]), true);
      const bytes = await readFileBytes(opened.storage, archive.key);
      const sum = Buffer.alloc(4);
      sum.writeUInt32LE(crc32(content));
      // The size follows the compressed size, which follows the checksum, in the list of files at the end.
      bytes.writeUInt32LE(10, bytes.lastIndexOf(sum) + 8);
      await opened.storage.write(archive.key, bytes);
      await assert.rejects(read(archive, 'a.svg'), DamagedFileError);
    });
  });
}
