import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { writePastCache } from './direct-write.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'platen-direct-'));
});
after(() => rm(folder, { recursive: true }));

const mebibyte = 1024 * 1024;

/** Content in pieces of so many bytes; each is overwritten once the next one is asked for, as archives' are. */
async function* inPieces(content: Buffer, bytes: number): AsyncGenerator<Uint8Array> {
  const piece = Buffer.alloc(bytes);
  for (let at = 0; at < content.length; at += bytes) {
    const length = content.copy(piece, 0, at, at + bytes);
    yield piece.subarray(0, length);
    piece.fill(0xaa);
    await Promise.resolve();
  }
}

async function write(
  content: Buffer,
  pieceBytes: number,
  openPast?: (file: string) => Promise<FileHandle | null>,
): Promise<void> {
  const file = path.join(folder, 'file');
  const handle = await open(file, 'wx');
  try {
    await writePastCache({ path: file, handle }, inPieces(content, pieceBytes), openPast);
    assert.ok((await readFile(file)).equals(content), `${content.length} bytes by ${pieceBytes}`);
  } finally {
    await handle.close();
    await rm(file);
  }
}

test('a file is what was written, whatever its length and its pieces are', async () => {
  for (const length of [0, 1, 4095, 4096, 4097, 2 * mebibyte - 1, 2 * mebibyte, 7 * mebibyte + 12_345]) {
    for (const pieceBytes of [1_000, 700_001, 5 * mebibyte]) await write(randomBytes(length), pieceBytes);
  }
});

test('two files at a time do not meet', async () => {
  const write2 = async (name: string): Promise<void> => {
    const file = path.join(folder, name);
    const content = randomBytes(5 * mebibyte + 1);
    const handle = await open(file, 'wx');
    await writePastCache({ path: file, handle }, inPieces(content, 300_000));
    await handle.close();
    assert.ok((await readFile(file)).equals(content));
  };
  await Promise.all(['a', 'b', 'c'].map(write2));
});

test('it is written where it cannot be past the cache, and where the disk refuses it in that form', async () => {
  const content = randomBytes(5 * mebibyte + 1);
  await write(content, 100_000, () => Promise.resolve(null));
  // Nothing can be written by way of this one.
  await write(content, 100_000, (file) => open(file, 'r'));
});

test('what goes wrong with the content is told', async () => {
  const file = path.join(folder, 'broken');
  const handle = await open(file, 'wx');
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield randomBytes(3 * mebibyte);
    await Promise.resolve();
    throw new Error('no more');
  }
  await assert.rejects(writePastCache({ path: file, handle }, broken()), /no more/u);
  await handle.close();
  await assert.rejects(writePastCache({ path: file, handle }, inPieces(randomBytes(10), 3)), {
    code: 'EBADF',
  });
});
