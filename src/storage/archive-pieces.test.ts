import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ArchivePieces } from './archive-pieces.ts';

/** Takes what comes one by one, each for as long as `look` needs. */
async function take(pieces: readonly Buffer[], look: (piece: Buffer) => Promise<void>): Promise<void> {
  const through = new ArchivePieces();
  const piped = pipeline(Readable.from(pieces), through);
  for await (const piece of through) await look(piece as Buffer);
  await piped;
}

describe('the pieces of an archive', () => {
  test('small ones are joined, and contents stay as they are', async () => {
    const content = Buffer.alloc(100_000, 'c');
    const taken: Buffer[] = [];
    await take([Buffer.from('he'), Buffer.from('ader'), content, Buffer.from('end')], (piece) => {
      taken.push(Buffer.from(piece));
      return Promise.resolve();
    });
    assert.deepEqual(taken, [Buffer.from('header'), content, Buffer.from('end')]);
  });

  test('small ones alone do not gather without end', async () => {
    const small = Array.from({ length: 1_000 }, (_, index) => Buffer.alloc(1_000, index % 256));
    const taken: Buffer[] = [];
    await take(small, (piece) => {
      assert.ok(piece.length < 80_000);
      taken.push(Buffer.from(piece));
      return Promise.resolve();
    });
    assert.deepEqual(Buffer.concat(taken), Buffer.concat(small));
  });

  test('a content keeps its memory while it is looked at, and no longer', async () => {
    const contents = Array.from({ length: 8 }, (_, index) => Buffer.alloc(100_000, index));
    const seen: Buffer[] = [];
    await take(contents, async (piece) => {
      for (let turn = 0; turn < 20; turn += 1) await nextTurn();
      assert.deepEqual(piece, Buffer.alloc(100_000, seen.length));
      seen.push(piece);
    });
    assert.equal(seen.length, contents.length);
    assert.deepEqual(
      seen.slice(0, 6).map(({ length }) => length),
      [0, 0, 0, 0, 0, 0],
    );
  });

  test('of memory that is shared nothing is given back', async () => {
    const all = Buffer.alloc(600_000, 'x');
    const parts = Array.from({ length: 6 }, (_, index) =>
      all.subarray(100_000 * index, 100_000 * (index + 1)),
    );
    await take(parts, () => Promise.resolve());
    assert.deepEqual(all, Buffer.alloc(600_000, 'x'));
  });
});
