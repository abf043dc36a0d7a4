import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TrailingReads } from './trailing-reads.ts';
import { waitUntil } from '../../test/helpers/wait-until.ts';

/** Reads that the test ends. */
function manualReads() {
  const reads: { resolve: (value: number) => void; reject: (error: Error) => void }[] = [];
  const read = () =>
    new Promise<number>((resolve, reject) => {
      reads.push({ resolve, reject });
    });
  return { reads, read };
}

test('callers that come during a read share the next one', async () => {
  const { reads, read } = manualReads();
  const trailing = new TrailingReads<number>();
  const first = trailing.join('a', read);
  const later = [trailing.join('a', read), trailing.join('a', read)];
  assert.equal(reads.length, 1);
  reads[0]?.resolve(1);
  assert.equal(await first, 1);
  assert.equal(reads.length, 2);
  const third = trailing.join('a', read);
  reads[1]?.resolve(2);
  assert.deepEqual(await Promise.all(later), [2, 2]);
  reads[2]?.resolve(3);
  assert.equal(await third, 3);
  assert.equal(reads.length, 3);
});

test('a failed read does not stop the next one, and keys do not wait for each other', async () => {
  const { reads, read } = manualReads();
  const trailing = new TrailingReads<number>();
  const first = trailing.join('a', read);
  const second = trailing.join('a', read);
  const other = trailing.join('b', read);
  assert.equal(reads.length, 2);
  reads[1]?.resolve(5);
  assert.equal(await other, 5);
  reads[0]?.reject(new Error('lost'));
  await assert.rejects(first, /lost/);
  reads[2]?.resolve(2);
  assert.equal(await second, 2);
  const fourth = trailing.join('a', read);
  reads[3]?.resolve(4);
  assert.equal(await fourth, 4);
});

test('a shared read waits for more callers; the first one of a key does not', async () => {
  const { reads, read } = manualReads();
  const trailing = new TrailingReads<number>({ restMs: 1 });
  const first = trailing.join('a', read);
  assert.equal(reads.length, 1);
  const second = trailing.join('a', read);
  reads[0]?.resolve(1);
  await first;
  assert.equal(reads.length, 1);
  const third = trailing.join('a', read);
  await waitUntil(() => reads.length !== 1);
  reads[1]?.resolve(2);
  assert.deepEqual(await Promise.all([second, third]), [2, 2]);
  assert.equal(reads.length, 2);
});
