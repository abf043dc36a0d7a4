/** Compares files with records, and published files with what the clients were answered. */
import { blobKey } from '../../src/storage/storage.ts';
import { queryRows, type Database } from '../../src/store/database.ts';
import { checkedFetch } from '../helpers/requests.ts';
import { hasColor } from './client.ts';
import type { Disk } from './disk.ts';
import type { Observations } from './observations.ts';

/** Checks that each file has a record and each record its file. Returns the breaches. */
export async function auditFiles(db: Database, disk: Disk): Promise<string[]> {
  const { keys, unfinished } = await disk.list();
  const stored = new Set(keys);
  const recorded = new Set(await readRecords(db));
  return [
    ...[...stored]
      .filter((key) => !recorded.has(key) && !key.startsWith('installations/'))
      .map((key) => `file ${key}: no record`),
    ...[...recorded].filter((key) => !stored.has(key)).map((key) => `file ${key}: recorded, but missing`),
    ...unfinished.map((key) => `file ${key}: left unfinished`),
  ];
}

async function readRecords(db: Database): Promise<string[]> {
  const keys = await queryRows<{ key: string }>(
    db,
    `select archive_key as key from batch_jobs where archive_key is not null
     union all select file_key from share_links
     union all select 'answers/' || left(request_id::text, 2) || '/' || request_id
       from generate_keys where file_bytes > 0`,
    {},
  );
  const blobs = await queryRows<{ hash: string }>(db, `select encode(hash, 'hex') as hash from blobs`, {});
  return [...keys.map(({ key }) => key), ...blobs.map(({ hash }) => blobKey(hash))];
}

/**
 * Checks that published files are served until they are revoked, and not afterwards. Returns the breaches.
 */
export async function auditShares(db: Database, observed: Observations, url: string): Promise<string[]> {
  const rows = await queryRows<{ id: string; isActive: boolean }>(
    db,
    `select id, expires_at > now() as "isActive" from share_links`,
    {},
  );
  const links = new Map(rows.map(({ id, isActive }) => [id, isActive]));
  const breaches: string[] = [];
  for (const { id, path, color, revoked } of observed.shares) {
    const answer = await checkedFetch(url + path);
    const isServed =
      answer.status === 200 && (await hasColor(new Uint8Array(await answer.arrayBuffer()), color));
    const place = `share ${id}, revoked: ${revoked}`;
    if (isServed !== (links.get(id) ?? false))
      breaches.push(`${place}: recorded ${links.get(id)}, answered ${answer.status}`);
    if (revoked === 'yes' && isServed) breaches.push(`${place}: still served`);
    if (revoked === 'no' && !isServed) breaches.push(`${place}: answered ${answer.status}`);
  }
  return breaches;
}
