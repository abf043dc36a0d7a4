/** `kill -9` between the writes of a cached picture: never a wrong or torn picture, never charged twice. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Knex } from 'knex';
import sharp from 'sharp';
import type { Database } from '../../src/store/database.ts';
import { addTemplate } from '../helpers/http.ts';
import { countCharges, createImageFleet, type ImageFleet } from '../helpers/image-fleet.ts';
import { signedTarget } from '../helpers/image-urls.ts';
import { checkedFetch } from '../helpers/requests.ts';
import { waitUntil } from '../helpers/wait-until.ts';

const sidePx = 2_000;

let images: ImageFleet;
before(async () => {
  images = await createImageFleet();
});
after(() => images.close());

interface Shown {
  readonly bytes: Buffer;
  /** The hash of the picture, in hex. */
  readonly hash: string;
}

async function get(url: string): Promise<Shown> {
  const response = await checkedFetch(url);
  assert.equal(response.status, 200);
  return { bytes: Buffer.from(await response.arrayBuffer()), hash: getHash(response) };
}

function getHash({ headers }: Response): string {
  return Buffer.from((headers.get('etag') ?? '').slice(1, -1), 'base64url').toString('hex');
}

/** How many sessions of the database wait for a lock. */
async function countBlocked(db: Database): Promise<number> {
  const { rows } = await db.raw<{ rows: readonly unknown[] }>(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

/** Resolves once a file begins to be written after the call, however soon it is complete. */
async function waitForWrite(folder: string): Promise<void> {
  const begun = Promise.withResolvers<void>();
  const watcher = watch(path.join(folder, 'files/tmp'), { recursive: true }, () => begun.resolve());
  await begun.promise;
  watcher.close();
}

test('a process is killed at each step of storing and charging a picture', { timeout: 180_000 }, async () => {
  const { folder, fleet, origin, tenant, key } = images;
  const { db } = images.database;
  const [victim, survivor] = await Promise.all([fleet.serve(), fleet.serve()]);
  const photo = (side: number) => ({
    viewport: { width: side, height: side },
    variables: [{ name: 'photo', type: 'image' as const, label: 'Photo', required: true }],
    elements: [
      { type: 'image' as const, id: 'photo', x: 0, y: 0, width: side, height: side, src: '{{photo}}' },
    ],
  });
  const small = await addTemplate(db, tenant, photo(8));
  const large = await addTemplate(db, tenant, photo(sidePx));
  const noise = await sharp(randomBytes(sidePx * sidePx * 3), {
    raw: { width: sidePx, height: sidePx, channels: 3 },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const released = Promise.withResolvers<void>();
  for (const name of ['record', 'settle', 'end']) {
    origin.answer(`/${name}`, (response) => void released.promise.then(() => response.end(origin.image)));
  }
  origin.answer('/small', (response) => response.end(origin.image));
  for (const name of ['write', 'large']) origin.answer(`/${name}`, (response) => response.end(noise));
  const getTarget = (name: string, templateId = small) =>
    signedTarget(key, { templateId, query: `v.photo=${encodeURIComponent(`${origin.url}/${name}`)}` });
  const targets = {
    record: getTarget('record'),
    settle: getTarget('settle'),
    end: getTarget('end'),
    write: getTarget('write', large),
  };
  const right = {
    small: (await get(survivor.url + getTarget('small'))).bytes,
    large: (await get(survivor.url + getTarget('large', large))).bytes,
  };
  const hashes = Object.fromEntries(
    await Promise.all(
      Object.entries(targets).map(async ([name, target]) => {
        const response = await checkedFetch(survivor.url + target, { method: 'HEAD' });
        return [name, Buffer.from(getHash(response), 'hex')] as const;
      }),
    ),
  );

  // Locks hold each picture at a step of its own.
  const locks: Knex.Transaction[] = [];
  const lock = async (sql: string, bindings: Readonly<Record<string, Buffer>> = {}) => {
    const transaction = await db.transaction();
    locks.push(transaction);
    await transaction.raw(sql, bindings);
  };
  const lost = [checkedFetch(victim.url + targets.settle).catch(() => null)];
  await waitUntil(async () => (await countCharges(db))['RESERVED'] === 1);
  await lock(`select from quota_entries where state = 'RESERVED' for update`);
  await lock(`insert into cached_images (hash, media_type, bytes, crc32) values (:hash, 'image/png', 1, 1)`, {
    hash: hashes['record'] ?? Buffer.alloc(0),
  });
  lost.push(
    ...[targets.record, targets.end].map((target) => checkedFetch(victim.url + target).catch(() => null)),
  );
  await waitUntil(async () => (await countCharges(db))['RESERVED'] === 3);
  await lock('select from image_flights where hash = :hash for update', {
    hash: hashes['end'] ?? Buffer.alloc(0),
  });
  released.resolve();
  await waitUntil(async () => (await countBlocked(db)) >= 3);
  assert.equal((await countCharges(db))['SETTLED'], 3, 'the picture whose flight cannot end is charged');
  const isWriting = waitForWrite(folder);
  const cutShort = checkedFetch(victim.url + targets.write).catch(() => null);
  await isWriting;
  await victim.kill();
  await Promise.all(locks.map((transaction) => transaction.rollback()));
  assert.deepEqual(await Promise.all(lost), [null, null, null]);
  // Whole or not: the file may have been complete a moment before.
  await cutShort;

  for (const [name, target] of Object.entries(targets)) {
    const { bytes, hash } = await get(survivor.url + target);
    assert.ok(bytes.equals(name === 'write' ? right.large : right.small), name);
    assert.ok(bytes.equals(await readFile(path.join(folder, 'files/images', hash.slice(0, 2), hash))), name);
  }
  await waitUntil(async () => ((await countCharges(db))['RESERVED'] ?? 0) <= 0);
  const { SETTLED: settled, REFUNDED: refunded, refund } = await countCharges(db);
  assert.equal(settled, 6, 'each picture is charged once');
  assert.equal(refunded, refund);
});
