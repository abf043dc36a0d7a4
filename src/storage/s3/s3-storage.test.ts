import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { startFaultyProxy, type Fate, type FaultyProxy } from '../../../test/helpers/faulty-proxy.ts';
import { startObjectStore, type ObjectStore } from '../../../test/helpers/object-store.ts';
import { parseBucketUrl, type BucketLocation } from '../bucket-url.ts';
import { openStorage } from '../open-storage.ts';
import { createS3Storage } from './s3-storage.ts';
import { readFileBytes, StorageUnavailableError, type Storage } from '../storage.ts';
import { fetchExternal } from '../../../test/helpers/requests.ts';

const mebibyte = 1024 * 1024;
const large = randomBytes(20 * mebibyte);

let store: ObjectStore;
let proxy: FaultyProxy;
/** What the proxy does with each request. */
let fate: (method: string, target: string) => Fate;
before(async () => {
  store = await startObjectStore();
  proxy = await startFaultyProxy(store.endpoint, (method, target) => fate(method, target));
});
after(async () => {
  await proxy.close();
  await store.close();
});

let location: BucketLocation;
/** Goes through the proxy, with timeouts that are long enough for a busy machine. */
let storage: Storage;
beforeEach(async () => {
  fate = () => 'pass';
  location = locate(await store.createBucket(proxy.url));
  storage = createS3Storage(location, { limits: { connectMs: 30_000, silenceMs: 30_000, maxAttempts: 3 } });
});

function locate(url: string): BucketLocation {
  const parsed = parseBucketUrl(url);
  assert.ok(parsed !== null);
  return parsed;
}

/** Yields chunks that do not fit into whole parts. */
function getStream(content: Buffer): Readable {
  const chunks = function* () {
    for (let at = 0; at < content.length; at += 777_777) yield content.subarray(at, at + 777_777);
  };
  return Readable.from(chunks());
}

const getUploads = async (Bucket = location.bucket) =>
  (await store.client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads ?? [];
const keysIn = async () =>
  ((await store.client.send(new ListObjectsV2Command({ Bucket: location.bucket }))).Contents ?? []).map(
    ({ Key }) => Key,
  );
const isPart = (target: string) => target.includes('partNumber=');
const isCompletion = (method: string, target: string) => method === 'POST' && target.includes('uploadId=');
/** Applies a fate to the first matching requests; the others pass. */
function first(times: number, matches: (method: string, target: string) => boolean, what: Fate) {
  let left = times;
  return (method: string, target: string): Fate =>
    matches(method, target) && (left -= 1) >= 0 ? what : 'pass';
}

describe('a large file', () => {
  test('is written in parts under the prefix, and read whole or in part', async () => {
    assert.deepEqual(await storage.write('large.zip', getStream(large)), { bytes: large.length });
    assert.ok((await readFileBytes(storage, 'large.zip')).equals(large));
    assert.equal(proxy.seen.filter((each) => isPart(each)).length, 3);
    assert.deepEqual(await keysIn(), ['some/prefix/large.zip']);
    assert.deepEqual(await getUploads(), []);
    const part = await storage.open('large.zip', { start: 8 * mebibyte - 5, end: 8 * mebibyte + 4 });
    assert.equal(part?.bytes, large.length);
    assert.deepEqual(
      Buffer.concat((await part.stream.toArray()) as Buffer[]),
      large.subarray(8 * mebibyte - 5, 8 * mebibyte + 5),
    );
  });

  test('of exactly one part, or two', async () => {
    for (const bytes of [8 * mebibyte, 16 * mebibyte]) {
      const content = large.subarray(0, bytes);
      assert.deepEqual(await storage.write('exact', getStream(content)), { bytes });
      assert.ok((await readFileBytes(storage, 'exact')).equals(content));
    }
  });

  test('whose source fails leaves neither file nor upload', async () => {
    const broken = Readable.from(
      (async function* () {
        yield large;
        throw new Error('the source broke');
      })(),
    );
    await assert.rejects(storage.write('large.zip', broken), /^Error: the source broke$/);
    assert.deepEqual(await keysIn(), []);
    assert.deepEqual(await getUploads(), []);
  });

  test('that the store refuses halfway leaves nothing, and its source is not read further', async () => {
    fate = (_method, target) => (target.includes('partNumber=2') ? 500 : 'pass');
    let taken = 0;
    const endless = Readable.from(
      (async function* () {
        for (;;) {
          yield large.subarray(0, mebibyte);
          taken += 1;
        }
      })(),
    );
    await assert.rejects(storage.write('large.zip', endless), (error: Error) => {
      assert.ok(!(error instanceof StorageUnavailableError));
      return /^The bucket files-\d+ for files answered with an error \(InternalError, 500: not now\)\.$/.test(
        error.message,
      );
    });
    assert.ok(taken < 64, `${taken} MiB were taken`);
    assert.ok(endless.destroyed);
    assert.deepEqual(await keysIn(), []);
    assert.deepEqual(await getUploads(), []);
  });

  test('needs no more memory than three parts and network buffers', { timeout: 120_000 }, async () => {
    let peak = 0;
    const bytes = 200 * mebibyte;
    const chunk = large.subarray(0, mebibyte);
    const source = Readable.from(
      (function* () {
        for (let sent = 0; sent < bytes; sent += mebibyte) {
          peak = Math.max(peak, process.memoryUsage().arrayBuffers);
          yield Buffer.from(chunk);
        }
      })(),
    );
    const direct = createS3Storage({ ...location, endpoint: store.endpoint });
    assert.deepEqual(await direct.write('huge', source), { bytes });
    assert.equal(await direct.sizeBytes('huge'), bytes);
    assert.ok(peak < 150 * mebibyte, `${peak} bytes at once`);
  });
});

describe('lost responses', () => {
  test('a part is sent again', async () => {
    fate = first(2, (_method, target) => isPart(target), 'lose answer');
    await storage.write('large.zip', getStream(large));
    assert.ok((await readFileBytes(storage, 'large.zip')).equals(large));
  });

  test('a completed upload is a file, even if the response was lost', async () => {
    fate = first(1, isCompletion, 'lose answer');
    assert.deepEqual(await storage.write('large.zip', getStream(large)), { bytes: large.length });
    fate = () => 'pass';
    assert.ok((await readFileBytes(storage, 'large.zip')).equals(large));
  });

  test('an incomplete upload does not replace the old file', async () => {
    await storage.write('large.zip', getStream(large.subarray(0, 9 * mebibyte)));
    fate = (method, target) => (isCompletion(method, target) ? 'reset' : 'pass');
    await assert.rejects(storage.write('large.zip', getStream(large)), StorageUnavailableError);
    fate = () => 'pass';
    assert.equal(await storage.sizeBytes('large.zip'), 9 * mebibyte);
    assert.deepEqual(await getUploads(), []);
  });

  test('a transfer continues where it was interrupted', async () => {
    await storage.write('large.zip', large);
    fate = first(3, (method) => method === 'GET', 'break off');
    assert.ok((await readFileBytes(storage, 'large.zip')).equals(large));
    fate = first(1, (method) => method === 'GET', 'break off');
    const part = await storage.open('large.zip', { start: 1_000, end: 9_000_000 });
    assert.ok(
      Buffer.concat((await part?.stream.toArray()) as Buffer[]).equals(large.subarray(1_000, 9_000_001)),
    );
  });

  test('a reader may pause for longer than the store may be silent', async () => {
    await storage.write('large.zip', large);
    const before = proxy.seen.length;
    const impatient = createS3Storage(location, {
      limits: { connectMs: 30_000, silenceMs: 2_000, maxAttempts: 3 },
    });
    const file = await impatient.open('large.zip');
    assert.ok(file !== null);
    const chunks: Buffer[] = [];
    for await (const chunk of file.stream) {
      chunks.push(chunk as Buffer);
      // Waits until the transfer was interrupted.
      const cutOff = Date.now() + 60_000;
      while (chunks.length === 1 && proxy.brokenOff === 0 && Date.now() < cutOff) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
    assert.ok(Buffer.concat(chunks).equals(large));
    assert.ok(proxy.seen.length - before > 1, 'it was asked for the rest');
  });

  test('a reader that stops early ends the transfer', async () => {
    await storage.write('large.zip', large);
    const file = await storage.open('large.zip');
    assert.ok(file !== null);
    for await (const _chunk of file.stream) break;
    assert.ok(file.stream.destroyed);
    const before = proxy.seen.length;
    assert.equal(await storage.sizeBytes('large.zip'), large.length);
    assert.equal(proxy.seen.length - before, 1, 'nothing else was asked for');
  });

  test('a transfer does not continue in another version of the file', async () => {
    await storage.write('large.zip', large);
    fate = first(1, (method) => method === 'GET', 'break off');
    const file = await storage.open('large.zip');
    await storage.write('large.zip', randomBytes(large.length));
    await assert.rejects(file?.stream.toArray() ?? Promise.resolve(), /PreconditionFailed/);
  });

  test('faults in a tenth of all requests do no harm', async () => {
    let count = 0;
    const faults: Fate[] = ['reset', 500, 'lose answer', 503, 'break off'];
    fate = () => ((count += 1) % 10 === 0 ? (faults[(count / 10) % faults.length] ?? 'pass') : 'pass');
    for (let index = 0; index < 60; index += 1) {
      const content = Buffer.from(`file ${index}`);
      await storage.write(`f/${index}`, index % 2 === 0 ? content : Readable.from([content]));
      assert.deepEqual(await readFileBytes(storage, `f/${index}`), content);
    }
    await storage.write('large.zip', getStream(large));
    assert.ok((await readFileBytes(storage, 'large.zip')).equals(large));
    assert.equal((await Array.fromAsync(storage.list('f/'))).length, 60);
    for (let index = 0; index < 60; index += 1) await storage.delete(`f/${index}`);
    assert.deepEqual(await keysIn(), ['some/prefix/large.zip']);
    assert.ok(count > 200);
  });
});

describe('an unavailable store', () => {
  const uses: Record<string, (storage: Storage) => Promise<unknown>> = {
    write: (storage) => storage.write('a', Buffer.from('x')),
    'write a stream': (storage) => storage.write('a', Readable.from([Buffer.from('x')])),
    open: (storage) => storage.open('a'),
    sizeBytes: (storage) => storage.sizeBytes('a'),
    modifiedAt: (storage) => storage.modifiedAt('a'),
    list: (storage) => Array.fromAsync(storage.list('a/')),
    delete: (storage) => storage.delete('a'),
    removeLeftovers: (storage) => storage.removeLeftovers(async () => new Set()),
    check: (storage) => storage.check(),
  };
  const assertUnavailable = async (storage: Storage, reason: RegExp, only = Object.keys(uses)) => {
    for (const name of only) {
      await assert.rejects(
        async () => await uses[name]?.(storage),
        (error: Error) => {
          assert.ok(error instanceof StorageUnavailableError, `${name}: ${String(error)}`);
          assert.match(error.message, reason, name);
          assert.ok(!error.message.includes('\n'));
          return true;
        },
      );
    }
  };

  test('nothing listens at its port', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    await assertUnavailable(
      createS3Storage({ ...location, endpoint: `http://127.0.0.1:${port}` }),
      /ECONNREFUSED/,
    );
  });

  test('it does not answer', async () => {
    fate = () => 'hang';
    const impatient = createS3Storage(location, {
      limits: { connectMs: 30_000, silenceMs: 500, maxAttempts: 3 },
    });
    await assertUnavailable(impatient, /TimeoutError/, ['write', 'open', 'delete']);
    // `check` has a timeout that does not depend on the limits.
    const patient = createS3Storage(location, {
      limits: { connectMs: 60_000, silenceMs: 60_000, maxAttempts: 9 },
    });
    await assertUnavailable(patient, /AbortError|TimeoutError/, ['check']);
  });

  test('it is overloaded', async () => {
    fate = () => 503;
    await assertUnavailable(storage, /ServiceUnavailable, 503/, ['write', 'open', 'delete', 'check']);
  });

  test('it has no such bucket', async () => {
    await assertUnavailable(createS3Storage({ ...location, bucket: 'nobodys' }), /NoSuchBucket, 404/, [
      'write',
      'open',
      'sizeBytes',
      'modifiedAt',
      'list',
      'check',
    ]);
  });

  test('it refuses the credentials', async () => {
    const { AWS_SECRET_ACCESS_KEY: secret } = process.env;
    process.env['AWS_SECRET_ACCESS_KEY'] = 'another';
    try {
      await assertUnavailable(createS3Storage(location), /SignatureDoesNotMatch, 403/, [
        'write',
        'open',
        'check',
      ]);
    } finally {
      process.env['AWS_SECRET_ACCESS_KEY'] = secret;
    }
  });

  test('is reported in one line at start-up', async () => {
    const url = `s3://nobodys?endpoint=${store.endpoint}&forcePathStyle=true`;
    await assert.rejects(openStorage(url, null), (error: Error) => {
      assert.match(
        error.message,
        /^The bucket nobodys for files cannot be used \(NoSuchBucket, 404: .*STORAGE_URL/,
      );
      return !error.message.includes('\n');
    });
  });

  test('is not reported for an error about one file', async () => {
    fate = (method) => (method === 'DELETE' ? 500 : 'pass');
    await assert.rejects(storage.delete('a'), (error) => !(error instanceof StorageUnavailableError));
  });
});

describe('abandoned uploads', () => {
  const begin = async (Key: string) =>
    await store.client.send(new CreateMultipartUploadCommand({ Bucket: location.bucket, Key }));

  test('are aborted once they are old, within the prefix', async () => {
    await begin('some/prefix/old');
    await begin('others/old');
    const none = async () => new Set<string>();
    // The test store reports 2010 as the start of every upload.
    const patient = createS3Storage(location, { leftoverAgeMs: 100 * 365 * 86_400_000 });
    assert.equal(await patient.removeLeftovers(none), 0, 'it may still be in progress');
    assert.equal(await storage.removeLeftovers(none), 1);
    assert.deepEqual(
      (await getUploads()).map(({ Key }) => Key),
      ['others/old'],
    );
  });
});

test('abandoned uploads are left to a store that lists none', async () => {
  fate = () => 501;
  assert.equal(await storage.removeLeftovers(async () => new Set()), 0);
});

describe('signed URLs', () => {
  const options = {
    contentDisposition: `attachment; filename="Gr__e.zip"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.zip`,
    contentType: 'application/zip',
  };
  const sign = async (until: Date) => await storage.signUrl('signed.zip', { ...options, until });

  test('serve the file without credentials, with name and type, whole or in part', async () => {
    await storage.write('signed.zip', Buffer.from('0123456789'));
    const signed = await sign(new Date(Date.now() + 60_000));
    assert.ok(signed !== null);
    const whole = await fetchExternal(signed.url);
    assert.equal(whole.status, 200);
    assert.equal(await whole.text(), '0123456789');
    assert.equal(whole.headers.get('content-disposition'), options.contentDisposition);
    assert.equal(whole.headers.get('content-type'), 'application/zip');
    const part = await fetchExternal(signed.url, { headers: { Range: 'bytes=2-4' } });
    assert.equal(part.status, 206);
    assert.equal(await part.text(), '234');
    assert.equal(part.headers.get('content-range'), 'bytes 2-4/10');
  });

  test('are valid for whole seconds, never longer than asked, and for a week at most', async () => {
    for (const ms of [1_999, 2_000, 59_001, 3_600_000]) {
      const until = new Date(Date.now() + ms);
      const signed = await sign(until);
      assert.ok(signed !== null);
      const { url, expiresAt } = signed;
      assert.equal(expiresAt.getMilliseconds(), 0);
      assert.ok(expiresAt <= until && expiresAt.getTime() > until.getTime() - 1_000);
      const query = new URL(url).searchParams;
      const [, date = '', time = ''] = /^(\d{8})T(\d{6})Z$/.exec(query.get('X-Amz-Date') ?? '') ?? [];
      const signedAt = Date.parse(
        `${date.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`,
      );
      assert.equal(signedAt + Number(query.get('X-Amz-Expires')) * 1_000, expiresAt.getTime());
    }
    const longest = await sign(new Date(Date.now() + 30 * 86_400_000));
    assert.equal(new URL(longest?.url ?? '').searchParams.get('X-Amz-Expires'), '604800');
    assert.equal(await sign(new Date()), null);
  });

  test('expire, and cannot be changed', async () => {
    await storage.write('signed.zip', Buffer.from('0123456789'));
    const signed = await sign(new Date(Date.now() + 2_000));
    assert.ok(signed !== null);
    const changed = signed.url.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=3600');
    assert.equal((await fetchExternal(changed)).status, 403);
    while (Date.now() < signed.expiresAt.getTime()) await new Promise((resolve) => setTimeout(resolve, 50));
    const late = await fetchExternal(signed.url);
    assert.equal(late.status, 403);
    assert.match(await late.text(), /Request has expired/);
  });
});

test('refuses names that are not keys', async () => {
  await assert.rejects(storage.open('../other/key'), /is not a key/);
  assert.deepEqual(await keysIn(), []);
  await storage.write('a', Buffer.from('x'));
  const { Body } = await store.client.send(
    new GetObjectCommand({ Bucket: location.bucket, Key: 'some/prefix/a' }),
  );
  assert.equal(await Body?.transformToString(), 'x');
});
