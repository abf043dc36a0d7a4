/** Processes that answer image URLs, with an origin of pictures; and what pictures were charged. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { queryRows, type Database } from '../../src/store/database.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createFleet, type Fleet } from './fleet.ts';
import { createTenant, type Tenant } from './http.ts';
import { startImageOrigin, type ImageOrigin } from './image-origin.ts';
import { addUrlKey, type TestUrlKey } from './image-urls.ts';

export interface ImageFleet {
  readonly database: TestDatabase;
  /** Where the processes keep their files. */
  readonly folder: string;
  readonly fleet: Fleet;
  readonly origin: ImageOrigin;
  readonly tenant: Tenant;
  readonly key: TestUrlKey;
  close(): Promise<void>;
}

/** Prepares a fleet whose processes may fetch pictures of this machine; none is started yet. */
export async function createImageFleet(): Promise<ImageFleet> {
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-images-'));
  const database = await createTestDatabase();
  const origin = await startImageOrigin();
  const fleet = createFleet(database, folder, { OUTBOUND_ALLOW: '127.0.0.0/8' });
  const tenant = await createTenant(database.db, { plan: 'enterprise' });
  const key = await addUrlKey(database.db, tenant);
  return {
    database,
    folder,
    fleet,
    origin,
    tenant,
    key,
    async close() {
      await fleet.close();
      origin.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** How many charges of each state the ledger has; refunds apart. */
export async function countCharges(db: Database): Promise<Readonly<Record<string, number>>> {
  const rows = await queryRows<{ name: string; count: number }>(
    db,
    `select case when renders < 0 then 'refund' else state end as name, cast(count(*) as integer) as count
     from quota_entries group by 1`,
    {},
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}
