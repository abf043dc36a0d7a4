/**
 * Files against records, and published files against what the clients were told.
 */
import { blobKey } from '../../src/storage/storage.ts';
import { queryRows, type Database } from '../../src/store/database.ts';
import { checkedFetch } from '../helpers/requests.ts';
import { hasColor } from './client.ts';
import type { Disk } from './disk.ts';
import type { Witness } from './witness.ts';

/** No file without a record, no record without its file. Returns the breaches. */
export async function auditFiles(db: Database, disk: Disk): Promise<string[]> {
  const { keys, unfinished } = await disk.list();
  const there = new Set(keys);
  const recorded = new Set(await readRecords(db));
  return [
    ...[...there].filter((key) => !recorded.has(key)).map((key) => `file ${key}: nothing knows of it`),
    ...[...recorded].filter((key) => !there.has(key)).map((key) => `file ${key}: recorded, and not there`),
    ...unfinished.map((key) => `file ${key}: left half written`),
  ];
}

async function readRecords(db: Database): Promise<string[]> {
  const keys = await queryRows<{ key: string }>(
    db,
    `select archive_key as key from batch_jobs where archive_key is not null
     union all select file_key from share_links`,
    {},
  );
  const blobs = await queryRows<{ hash: string }>(db, `select encode(hash, 'hex') as hash from blobs`, {});
  return [...keys.map(({ key }) => key), ...blobs.map(({ hash }) => blobKey(hash))];
}

/** What was published is there, unless it was taken back; then it is not. Returns the breaches. */
export async function auditShares(db: Database, witness: Witness, url: string): Promise<string[]> {
  const rows = await queryRows<{ id: string; isActive: boolean }>(
    db,
    `select id, expires_at > now() as "isActive" from share_links`,
    {},
  );
  const links = new Map(rows.map(({ id, isActive }) => [id, isActive]));
  const breaches: string[] = [];
  for (const { id, path, color, revoked } of witness.shares) {
    const answer = await checkedFetch(url + path);
    const isThere =
      answer.status === 200 && (await hasColor(new Uint8Array(await answer.arrayBuffer()), color));
    const place = `share ${id}, revoked: ${revoked}`;
    if (isThere !== (links.get(id) ?? false))
      breaches.push(`${place}: recorded ${links.get(id)}, answered ${answer.status}`);
    if (revoked === 'yes' && isThere) breaches.push(`${place}: still there`);
    if (revoked === 'no' && !isThere) breaches.push(`${place}: answered ${answer.status}`);
  }
  return breaches;
}
