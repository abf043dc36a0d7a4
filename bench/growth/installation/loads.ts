/** The loads: requests to generate, rows of batch jobs, and charges alone. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, queryRow, type Database } from '../../../src/store/database.ts';
import { reserveRenders, settleCharge } from '../../../src/store/quota.ts';
import { openClient, sendInSequence, type Outcome } from '../../shared/load.ts';
import type { SeededTenant } from '../seed-database.ts';

/** Requests in flight, over all processes. With more processes than this, one in each. */
export const requestsInFlight = 64;
export const rowsPerJob = 100;

/**
 * Opens clients that send requests to generate in turn, each to one process and for one workspace.
 *
 * @returns a load that lasts `ms`, and a way to close the clients
 */
export function openLoad(
  origins: readonly string[],
  tenants: readonly SeededTenant[],
): { readonly send: (ms: number) => Promise<Outcome[]>; readonly close: () => Promise<void> } {
  const clients = Array.from({ length: Math.max(requestsInFlight, origins.length) }, (_, at) => {
    const { apiKey, templateId } = takeTurn(tenants, at);
    return { client: openClient(takeTurn(origins, at), apiKey), templateId };
  });
  return {
    async send(ms) {
      const body = JSON.stringify({ variables: { title: 'Growth' }, format: 'png' });
      const sent = clients.map(({ client, templateId }) => {
        const path = `/api/v1/templates/${templateId}/generate`;
        return sendInSequence(client.send, () => ({ method: 'POST', path, body }), { sequences: 1, ms });
      });
      return (await Promise.all(sent)).flat();
    },
    async close() {
      await Promise.all(clients.map(({ client }) => client.close()));
    },
  };
}

/**
 * Submits a batch job for each workspace.
 *
 * @throws Error if one is refused
 */
export async function submitJobs(origin: string, tenants: readonly SeededTenant[]): Promise<void> {
  const rows = Array.from({ length: rowsPerJob }, (_, row) => ({ title: `Row ${row}` }));
  for (const { apiKey, templateId } of tenants) {
    const client = openClient(origin, apiKey);
    const body = JSON.stringify({ template: { templateId }, rows });
    const { status } = await client.send({ method: 'POST', path: '/api/v1/batch-jobs', body });
    await client.close();
    if (status !== 202) throw new Error(`A batch job was answered with ${status}.`);
  }
}

/** Rows of all jobs that have an outcome. */
export async function countRows(db: Database): Promise<number> {
  const { rows } = await queryRow<{ rows: number }>(
    db,
    'select coalesce(sum(completed_items + failed_items), 0)::float8 as rows from batch_jobs',
    {},
  );
  return rows;
}

/** Waits until no job is active. */
export async function waitForJobs(db: Database): Promise<void> {
  for (;;) {
    const { active } = await queryRow<{ active: number }>(
      db,
      `select count(*)::float8 as active from batch_jobs where status in ('PENDING', 'PROCESSING')`,
      {},
    );
    if (active === 0) return;
    await sleep(100);
  }
}

/**
 * Reserves and settles charges of one render for `ms`, without HTTP and without a render: the statements of a
 * request that write.
 *
 * @param sessions of the database, each with one charge at a time
 * @returns the number of charges
 */
export async function chargeRenders(
  databaseUrl: string,
  tenants: readonly SeededTenant[],
  { sessions, ms }: { readonly sessions: number; readonly ms: number },
): Promise<number> {
  const db = openDatabase(() => databaseUrl, { poolSize: sessions });
  const instanceId = randomUUID();
  const endsAt = performance.now() + ms;
  let charges = 0;
  const charge = async (session: number): Promise<void> => {
    const { caller, templateId } = takeTurn(tenants, session);
    const { workspaceId, accountId, keyId } = caller;
    while (performance.now() < endsAt) {
      const reserved = await reserveRenders(db, {
        workspaceId,
        accountId,
        templateId,
        keyId,
        cause: `request ${randomUUID()}`,
        renders: 1,
        limit: 1e12,
        now: new Date(),
        instanceId,
      });
      if (!reserved.granted || !(await settleCharge(db, reserved.chargeId)))
        throw new Error('A charge was refused.');
      charges += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: sessions }, (_, session) => charge(session)));
    return charges;
  } finally {
    await db.destroy();
  }
}

function takeTurn<Item>(items: readonly Item[], turn: number): Item {
  const item = items[turn % items.length];
  if (item === undefined) throw new Error('There is nothing to take turns with.');
  return item;
}
