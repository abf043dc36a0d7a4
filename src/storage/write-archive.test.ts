import assert from 'node:assert/strict';
import type { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { crc32 } from 'node:zlib';
import { storageKinds, type TestStorage } from '../../test/helpers/storages.ts';
import { listZip, streamZip } from '../../test/helpers/zip.ts';
import { readFileBytes, type Storage } from './storage.ts';
import { writeArchive, type ArchiveEntry } from './write-archive.ts';

const modifiedAt = new Date('2026-03-02T09:30:02Z');

async function* each(entries: readonly ArchiveEntry[]): AsyncGenerator<ArchiveEntry> {
  yield* entries;
}

for (const { kind, open } of storageKinds) {
  describe(`an archive in ${kind}`, () => {
    let opened: TestStorage;
    let storage: Storage;
    before(async () => {
      opened = await open();
      ({ storage } = opened);
    });
    after(() => opened.close());

    const contents = [Buffer.from('first'), Buffer.alloc(0), Buffer.alloc(3_000_000, 'x')];
    const names = ['Grüße.png', 'empty.png', `${'x'.repeat(251)}.png`];
    const entries = async (): Promise<ArchiveEntry[]> => {
      for (const [index, content] of contents.entries()) await storage.write(`rows/${index}`, content);
      return names.map((name, index) => {
        const content = contents[index] ?? Buffer.alloc(0);
        // As rows of older releases, whose checksum was not recorded.
        const known = index === 1 ? null : { bytes: content.length, crc32: crc32(content) };
        return { name, key: `rows/${index}`, modifiedAt, content: known };
      });
    };
    const archive = async (compress: boolean) => {
      const { bytes } = await writeArchive(storage, 'out.zip', each(await entries()), { compress });
      const written = await readFileBytes(storage, 'out.zip');
      assert.equal(written.length, bytes);
      return written;
    };

    test('stored entries can be read with the central directory and as a stream', async () => {
      const written = await archive(false);
      assert.deepEqual(
        await listZip(written),
        names.map((name, index) => ({ name, content: contents[index], isStored: true, modifiedAt })),
      );
      assert.deepEqual(
        streamZip(written),
        names.map((name, index) => ({ name, content: contents[index] })),
      );
    });

    test('compressed archives are smaller', async () => {
      const written = await archive(true);
      assert.ok(written.length < 10_000);
      const listed = await listZip(written);
      assert.deepEqual(
        listed.map(({ name, content }) => ({ name, content })),
        names.map((name, index) => ({ name, content: contents[index] })),
      );
    });

    test('files of many sizes', async () => {
      const sizes = [20_000, 900_000, 100, 900_001, 9_000_000, 300_000, 16_384, 0, 850_000, 17_000, 700_000];
      const files = sizes.map((bytes, index) => Buffer.alloc(bytes, index));
      for (const [index, file] of files.entries()) await storage.write(`rows/${index}`, file);
      const rows = files.map((file, index) => ({
        name: `${index}`,
        key: `rows/${index}`,
        modifiedAt,
        content: { bytes: file.length, crc32: crc32(file) },
      }));
      for (const compress of [false, true]) {
        await writeArchive(storage, 'sizes.zip', each(rows), { compress });
        const listed = await listZip(await readFileBytes(storage, 'sizes.zip'));
        assert.deepEqual(
          listed.map(({ content }) => content),
          files,
        );
      }
    });

    test('an archive without entries', async () => {
      await writeArchive(storage, 'none.zip', each([]), { compress: false });
      assert.deepEqual(await listZip(await readFileBytes(storage, 'none.zip')), []);
    });

    for (const compress of [false, true]) {
      test(`a failing source leaves nothing, ${compress ? 'compressed' : 'stored'}`, async () => {
        const [first, ...others] = await entries();
        assert.ok(first !== undefined);
        const missing = { ...first, key: 'rows/none' };
        const shorter = { ...first, content: { bytes: 4, crc32: crc32('first') } };
        const other = { ...first, content: { bytes: 5, crc32: crc32('other') } };
        const failures: [AsyncIterable<ArchiveEntry>, RegExp][] = [
          [each([first, missing, ...others]), /rows\/none is not in storage/],
          [each([missing]), /rows\/none is not in storage/],
          [each([first, shorter]), /rows\/0 in storage is damaged/],
          [each([other, ...others]), /rows\/0 in storage is damaged/],
          [
            (async function* () {
              yield first;
              throw new Error('the rows cannot be read');
            })(),
            /the rows cannot be read/,
          ],
        ];
        for (const [source, reason] of failures) {
          await assert.rejects(writeArchive(storage, 'failed.zip', source, { compress }), reason);
          assert.equal(await storage.sizeBytes('failed.zip'), null);
          assert.equal(await opened.countUnfinished(), 0);
        }
      });
    }

    test('failing storage ends the reading', async () => {
      let started = 0;
      const full: Storage = {
        ...storage,
        read: (key) => {
          started += 1;
          return storage.read(key);
        },
        write: async (_key, content) => {
          for await (const chunk of content as Readable) if ((chunk as Buffer).length > 1_000) break;
          throw new Error('the disk is full');
        },
      };
      const [, , large] = await entries();
      assert.ok(large !== undefined);
      const endless = (async function* () {
        for (;;) yield large;
      })();
      await assert.rejects(writeArchive(full, 'out.zip', endless, { compress: false }), /the disk is full/);
      assert.ok(started < 10, `${started} files were read`);
    });
  });
}

describe('memory', () => {
  const megabyte = 1_000_000;
  const sumOfXs = crc32(Buffer.alloc(megabyte, 'x'));

  /** Storage that invents its files and discards what is written, no faster than `take` allows. */
  function endlessStorage(take: (taken: number) => Promise<void>, opened: () => void): Storage {
    const unused = () => assert.fail('not used here');
    return {
      read: async () => {
        opened();
        return Buffer.allocUnsafeSlow(megabyte).fill('x');
      },
      write: async (_key, content) => {
        let bytes = 0;
        for await (const chunk of content as Readable) {
          bytes += (chunk as Buffer).length;
          await take(bytes);
        }
        return { bytes };
      },
      writeUnsynced: unused,
      open: unused,
      sizeBytes: unused,
      modifiedAt: unused,
      list: unused,
      delete: unused,
      removeLeftovers: unused,
      check: unused,
      signUrl: unused,
    };
  }

  async function* rows(count: number): AsyncGenerator<ArchiveEntry> {
    for (let index = 0; index < count; index += 1)
      yield {
        name: `${index}.png`,
        key: `${index}`,
        modifiedAt,
        content: { bytes: megabyte, crc32: sumOfXs },
      };
  }

  test('reads files no faster than storage takes the archive', async () => {
    let opened = 0;
    let maxAhead = 0;
    const slow = endlessStorage(
      async (taken) => {
        // Long enough to read all files.
        for (let turn = 0; turn < 20; turn += 1) await nextTurn();
        maxAhead = Math.max(maxAhead, opened - taken / megabyte);
      },
      () => (opened += 1),
    );
    await writeArchive(slow, 'slow.zip', rows(100), { compress: false });
    assert.equal(opened, 100);
    assert.ok(maxAhead < 4, `${maxAhead} files were ahead`);
  });

  test('is the same for 40 and 2,000 rows', async () => {
    setFlagsFromString('--expose_gc');
    const collect = runInNewContext('gc') as () => void;
    // Memory in use after garbage collection, some of which takes effect only a moment later.
    const inUse = async (): Promise<number> => {
      let min = Infinity;
      for (let round = 0; round < 5; round += 1) {
        collect();
        min = Math.min(min, process.memoryUsage().arrayBuffers);
        await sleep(5);
      }
      return min;
    };
    const measure = async (count: number): Promise<number> => {
      let peak = 0;
      let opened = 0;
      let measured = 0;
      const storage = endlessStorage(
        async () => {
          if (opened - measured < count / 20) return;
          measured = opened;
          peak = Math.max(peak, await inUse());
        },
        () => (opened += 1),
      );
      const { bytes } = await writeArchive(storage, 'flat.zip', rows(count), { compress: false });
      assert.ok(bytes > count * megabyte);
      return peak;
    };
    await measure(20);
    const [few, many] = [await measure(40), await measure(2_000)];
    assert.ok(Math.abs(many - few) < 4 * megabyte, `${few} bytes for 40, ${many} for 2,000`);
    assert.ok(many < 12 * megabyte, `${many} bytes`);
  });
});
