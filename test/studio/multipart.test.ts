import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMultipart } from '../../studio/web/src/api/read-multipart.ts';
import { multipartBody } from '../../studio/handlers/mapping/multipart.ts';

const read = (mediaType: string, bytes: Uint8Array) => readMultipart(mediaType, new Uint8Array(bytes));

test('the browser reads the parts that the service writes', () => {
  const report = Buffer.from('{"title":"Grüße\\r\\n"}');
  const file = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256);
  const { mediaType, bytes } = multipartBody([
    { mediaType: 'application/json', bytes: report },
    { mediaType: 'image/png', bytes: file },
    { mediaType: 'text/plain', bytes: new Uint8Array() },
  ]);
  const parts = read(mediaType, bytes);
  assert.deepEqual(
    parts.map(({ headers }) => Object.fromEntries(headers)),
    [
      { 'content-type': 'application/json', 'content-length': String(report.length) },
      { 'content-type': 'image/png', 'content-length': '70000' },
      { 'content-type': 'text/plain', 'content-length': '0' },
    ],
  );
  assert.deepEqual(
    parts.map((part) => Buffer.from(part.bytes)),
    [report, Buffer.from(file), Buffer.of()],
  );
});

test('no part contains the boundary, nor changes what is read', () => {
  const boundaries = new Set<string>();
  for (let round = 0; round < 20; round += 1) {
    const { mediaType, bytes } = multipartBody([
      { mediaType: 'text/plain', bytes: Buffer.from('\r\n--part-') },
    ]);
    boundaries.add(mediaType);
    const [part] = read(mediaType, bytes);
    assert.equal(Buffer.from(part?.bytes ?? []).toString(), '\r\n--part-');
  }
  assert.equal(boundaries.size, 20);
});

test('an answer that was cut off, or is another, is refused', () => {
  const { mediaType, bytes } = multipartBody([{ mediaType: 'text/plain', bytes: Buffer.from('hello') }]);
  for (let length = 0; length < bytes.length - 2; length += 1)
    assert.throws(() => read(mediaType, bytes.subarray(0, length)), Error, `${length}`);
  assert.throws(() => read('text/html', bytes), /The answer is text\/html/u);
});
