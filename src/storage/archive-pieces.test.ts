import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ArchivePieces } from './archive-pieces.ts';
import { ReusedMemory } from './reused-memory.ts';

/** Takes what comes one by one, each for as long as `look` needs. */
async function take(
  pieces: Iterable<Buffer>,
  look: (piece: Buffer) => Promise<void>,
  memory = new ReusedMemory(),
): Promise<void> {
  const through = new ArchivePieces(memory);
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

  test('memory that is lent for contents serves for later ones, once nobody looks at them any more', async () => {
    const memory = new ReusedMemory();
    const used = new Set<ArrayBufferLike>();
    const contents = function* (): Generator<Buffer> {
      for (let index = 0; index < 40; index += 1) {
        const content = memory.take(100_000 + index).fill(index);
        used.add(content.buffer);
        yield content;
      }
    };
    let taken = 0;
    await take(
      contents(),
      async (piece) => {
        for (let turn = 0; turn < 20; turn += 1) await nextTurn();
        assert.deepEqual(piece, Buffer.alloc(100_000 + taken, taken));
        taken += 1;
      },
      memory,
    );
    assert.equal(taken, 40);
    // As many as may wait in the stream that they come from, and those that are handed on.
    assert.ok(used.size < 25, `${used.size} times memory was made`);
  });

  test('small contents give theirs back as they are joined', async () => {
    const memory = new ReusedMemory();
    const small = memory.take(1_000).fill('s');
    const { buffer } = small;
    await take(
      [small],
      (piece) => Promise.resolve(assert.deepEqual(piece, Buffer.alloc(1_000, 's'))),
      memory,
    );
    assert.equal(memory.take(2_000).buffer, buffer);
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
