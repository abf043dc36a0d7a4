import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { waitUntil } from '../../../test/helpers/wait-until.ts';
import { openStorage } from '../open-storage.ts';
import { readFileBytes, StorageUnavailableError, type Storage } from '../storage.ts';

describe('files in a folder', () => {
  let folder: string;
  let storage: Storage;

  before(async () => {
    folder = path.join(await mkdtemp(path.join(tmpdir(), 'platen-storage-')), 'new folder');
    storage = await openStorage(pathToFileURL(folder).href, 'me');
  });
  after(() => rm(path.dirname(folder), { recursive: true }));

  test('a folder is removed with its last file', async () => {
    await storage.write('gone/a/b/c', Buffer.from('x'));
    await storage.write('gone/d', Buffer.from('x'));
    await storage.delete('gone/a/b/c');
    assert.deepEqual(await readdir(path.join(folder, 'gone')), ['d']);
    await storage.delete('gone/d');
    assert.ok(!(await readdir(folder)).includes('gone'));
  });

  test('files can be written to a folder that is emptied all the time', async () => {
    const write = async (name: string) => {
      for (let round = 0; round < 100; round += 1) {
        await storage.write(`busy/folder/${name}`, Buffer.from('x'));
        await storage.delete(`busy/folder/${name}`);
      }
    };
    await Promise.all(['a', 'b', 'c', 'd'].map(write));
    assert.deepEqual(await Array.fromAsync(storage.list('busy/')), []);
  });

  test('removes unfinished files of dead processes, and nothing else', async () => {
    const leave = async (name: string, ageMs: number) => {
      const file = path.join(folder, 'tmp', name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, 'half');
      const time = new Date(Date.now() - ageMs);
      await utimes(file, time, time);
    };
    const day = 24 * 60 * 60 * 1000;
    await leave('gone/old', 15_000);
    await leave('gone/young', 1_000);
    await leave('dead/old', 15_000);
    await leave('alive/slow', 2 * day);
    await leave('me/slow', 2 * day);
    await leave('of-a-command', day / 2);
    await leave('of-a-dead-command', 2 * day);

    let asked: readonly string[] = [];
    const removed = await storage.removeLeftovers(async (owners) => {
      asked = owners;
      return new Set(['alive']);
    });
    assert.equal(removed, 3);
    assert.deepEqual(asked.toSorted(), ['alive', 'dead', 'gone']);
    const left = await readdir(path.join(folder, 'tmp'), { recursive: true });
    assert.deepEqual(left.sort(), [
      'alive',
      'alive/slow',
      'gone',
      'gone/young',
      'me',
      'me/slow',
      'of-a-command',
    ]);
    await rm(path.join(folder, 'tmp'), { recursive: true });
    await mkdir(path.join(folder, 'tmp'));
    await storage.write('anew', Buffer.from('x'));
  });

  test('files are readable for this user only, and a missing folder is noticed', async () => {
    await storage.write('mine', Buffer.from('x'));
    assert.equal((await stat(path.join(folder, 'mine'))).mode & 0o077, 0);
    await storage.check();
    const other = await openStorage(pathToFileURL(path.join(folder, 'other')).href, null);
    await rm(path.join(folder, 'other'), { recursive: true });
    await assert.rejects(other.check(), /ENOENT/);
  });

  test('an abandoned file is removed once its disk is back', async () => {
    const location = path.join(path.dirname(folder), 'disk');
    const disk = await openStorage(pathToFileURL(location).href, 'me');
    const content = new PassThrough();
    const writing = assert.rejects(disk.write('a/key', content), StorageUnavailableError);
    content.write('half');
    const listTemporary = () => readdirSync(path.join(location, 'tmp/me'));
    await waitUntil(() => existsSync(path.join(location, 'tmp/me')) && listTemporary().length === 1);
    await rename(location, `${location}-away`);
    content.end();
    await writing;
    await rename(`${location}-away`, location);
    assert.equal(listTemporary().length, 1);
    await waitUntil(() => listTemporary().length === 0);
  });

  for (const owner of ['me', null]) {
    test(`storage without its folder is unavailable, not empty (${owner ?? 'a command'})`, async () => {
      const lost = path.join(folder, 'lost');
      const storage = await openStorage(pathToFileURL(lost).href, owner);
      await storage.write('a/key', Buffer.from('x'));
      await rm(lost, { recursive: true });
      const uses = [
        () => storage.write('a/key', Buffer.from('x')),
        () => storage.open('a/key'),
        () => storage.sizeBytes('a/key'),
        () => storage.modifiedAt('a/key'),
        () => storage.delete('a/key'),
        () => Array.fromAsync(storage.list('a/')),
        () => storage.removeLeftovers(async () => new Set()),
        () => storage.check(),
      ];
      for (const use of uses) {
        await assert.rejects(use, (error: Error) => {
          assert.ok(error instanceof StorageUnavailableError, String(error));
          return /^The folder .*lost for files cannot be used \(ENOENT/.test(error.message);
        });
      }
      assert.ok(!(await readdir(folder)).includes('lost'), 'nothing is created in place of a missing mount');
    });
  }

  test('an error of one file does not make storage unavailable', async () => {
    await storage.write('in-the-way', Buffer.from('a file, not a folder'));
    await assert.rejects(
      storage.write('in-the-way/below', Buffer.from('x')),
      (error) => error instanceof Error && !(error instanceof StorageUnavailableError),
    );
    assert.equal((await readFileBytes(storage, 'in-the-way')).toString(), 'a file, not a folder');
  });
});
