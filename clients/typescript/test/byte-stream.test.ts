import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toByteStream, type Bytes } from '../src/byte-stream.ts';

/** A stream as in a browser whose streams cannot be iterated. */
function createStream({ failsWith }: { readonly failsWith?: Error } = {}) {
  const cancelled: unknown[] = [];
  const chunks = ['a', 'b', 'c'].map((text) => new TextEncoder().encode(text));
  const stream = new ReadableStream<Bytes>(
    {
      pull(controller) {
        const next = chunks.shift();
        if (next !== undefined) controller.enqueue(next);
        else if (failsWith === undefined) controller.close();
        else controller.error(failsWith);
      },
      cancel: (reason) => void cancelled.push(reason),
    },
    { highWaterMark: 0 },
  );
  Object.defineProperty(stream, Symbol.asyncIterator, { value: undefined, writable: true });
  return { stream, cancelled };
}

test('a stream is iterated where the platform cannot do it', async () => {
  const { stream, cancelled } = createStream();
  assert.throws(() => stream[Symbol.asyncIterator](), TypeError);
  const chunks = await Array.fromAsync(toByteStream(stream));
  assert.equal(Buffer.concat(chunks).toString(), 'abc');
  assert.equal(stream.locked, false);
  assert.deepEqual(cancelled, []);
});

test('leaving the loop cancels the stream', async () => {
  const { stream, cancelled } = createStream();
  for await (const chunk of toByteStream(stream)) {
    assert.equal(chunk.length, 1);
    break;
  }
  assert.deepEqual([cancelled.length, stream.locked], [1, false]);
});

test('an error of the stream reaches the loop', async () => {
  const failsWith = new Error('cut');
  const { stream } = createStream({ failsWith });
  await assert.rejects(Array.fromAsync(toByteStream(stream)), failsWith);
});

test('the iterator of the platform stays', () => {
  const stream = new ReadableStream<Bytes>();
  const own = stream[Symbol.asyncIterator];
  assert.equal(toByteStream(stream)[Symbol.asyncIterator], own);
});
