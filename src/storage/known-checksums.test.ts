import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { ZipArchive } from 'archiver';
import javascript from 'crc-32';
import { noteChecksum } from './known-checksums.ts';

/** Where an entry's header has its checksum. */
const checksumAt = 14;

async function archive(content: Buffer, options: { store: boolean }): Promise<Buffer> {
  const zip = new ZipArchive(options);
  zip.append(content, { name: 'entry' });
  void zip.finalize();
  return await buffer(zip);
}

test('archiver takes a checksum that is known, and does not reckon it', async () => {
  const content = Buffer.from('some content');
  noteChecksum(content, 0x89abcdef);
  const written = await archive(content, { store: true });
  assert.equal(written.readUInt32LE(checksumAt), 0x89abcdef);
});

test('what is not known is reckoned right, at once and part by part', async () => {
  const content = Buffer.from('other content');
  assert.equal((await archive(content, { store: true })).readUInt32LE(checksumAt), crc32(content));
  const deflated = await archive(content, { store: false });
  assert.equal(deflated.readUInt32LE(deflated.indexOf('PK\x01\x02') + 16), crc32(content));
  assert.equal(javascript.buf(content), crc32(content) | 0);
  const half = javascript.buf(content.subarray(0, 5));
  assert.equal(javascript.buf(content.subarray(5), half), crc32(content) | 0);
});
