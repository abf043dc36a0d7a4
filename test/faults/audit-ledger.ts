/** Compares the quota ledger with the answers that the clients got. */
import { queryRows, type Database } from '../../src/store/database.ts';
import type { Observations } from './observations.ts';

interface Entry {
  readonly workspaceId: string;
  readonly cause: string;
  readonly renders: number;
  readonly state: string;
  readonly refunded: number;
  readonly strayRefunds: number;
}

/** The cause of a charge for a request, as in the ledger. */
export function getCause(requestId: string): string {
  return `request ${requestId}`;
}

/**
 * Checks that each 200 is charged once, nothing else is, and the totals equal the sum of the entries. Returns
 * the breaches.
 */
export async function auditLedger(
  db: Database,
  observed: Observations,
  limits: ReadonlyMap<string, number>,
): Promise<string[]> {
  const entries = await queryRows<Entry>(
    db,
    `select e.workspace_id as "workspaceId", e.cause, e.renders, e.state,
       coalesce((select -sum(r.renders)::int from quota_entries r where r.refund_of = e.id), 0) as refunded,
       (select count(*)::int from quota_entries r where r.refund_of = e.id
          and (r.starts_at <> e.starts_at or r.workspace_id <> e.workspace_id)) as "strayRefunds"
     from quota_entries e where e.renders > 0`,
    {},
  );
  return [
    ...checkEntries(entries),
    ...checkRenders(entries, observed),
    ...checkBatches(entries, observed),
    ...(await checkTotals(db, limits)),
  ];
}

function checkEntries(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ cause, renders, state, refunded, strayRefunds }) => [
    ...(state === 'RESERVED' ? [`${cause}: still reserved`] : []),
    ...(state === 'REFUNDED' && refunded !== renders ? [`${cause}: ${refunded} of ${renders} refunded`] : []),
    ...(refunded > renders ? [`${cause}: ${refunded} refunded of ${renders}`] : []),
    ...(strayRefunds > 0 ? [`${cause}: refunded in another month or workspace`] : []),
  ]);
}

function checkRenders(entries: readonly Entry[], { renders }: Observations): string[] {
  const breaches: string[] = [];
  const byCause = new Map(entries.map((entry) => [entry.cause, entry]));
  const charged = new Set(
    entries
      .filter((entry) => entry.cause.startsWith('request ') && entry.state === 'SETTLED')
      .map(({ cause }) => cause),
  );
  const lost = new Map<string, number>();
  for (const { requestId, status, workspaceId } of renders) {
    if (requestId === null) {
      lost.set(workspaceId, (lost.get(workspaceId) ?? 0) + 1);
      continue;
    }
    const cause = getCause(requestId);
    const entry = byCause.get(cause);
    if (status !== 200) {
      if (charged.delete(cause)) breaches.push(`${cause}: answered ${status}, but charged`);
    } else if (entry?.workspaceId !== workspaceId || entry.renders !== 1 || !charged.delete(cause)) {
      breaches.push(`${cause}: answered 200, but charged ${entry?.renders ?? 0}, ${entry?.state ?? 'hang'}`);
    }
  }
  // The remaining charges belong to answers that the network lost: only their number can be compared.
  const unseen = new Map<string, number>();
  for (const cause of charged) {
    const { workspaceId = '' } = byCause.get(cause) ?? {};
    unseen.set(workspaceId, (unseen.get(workspaceId) ?? 0) + 1);
  }
  for (const [workspaceId, count] of unseen) {
    const answers = lost.get(workspaceId) ?? 0;
    if (count > answers)
      breaches.push(`workspace ${workspaceId}: ${count} charges for ${answers} lost answers`);
  }
  return breaches;
}

function checkBatches(entries: readonly Entry[], { jobs }: Observations): string[] {
  const known = new Map(jobs.map((job) => [`batch ${job.jobId}`, job]));
  const breaches = entries
    .filter(({ cause }) => !cause.startsWith('request ') && !known.has(cause))
    .map(({ cause }) => `${cause}: charged without a known job`);
  const charged = new Map(entries.map((entry) => [entry.cause, entry]));
  for (const [cause, { rows, workspaceId }] of known) {
    const entry = charged.get(cause);
    if (entry?.renders !== rows.length || entry.workspaceId !== workspaceId)
      breaches.push(`${cause}: ${rows.length} rows, but charged ${entry?.renders ?? 0}`);
  }
  return breaches;
}

async function checkTotals(db: Database, limits: ReadonlyMap<string, number>): Promise<string[]> {
  const totals = await queryRows<{ workspaceId: string; startsAt: Date; used: number; sum: number }>(
    db,
    `select workspace_id as "workspaceId", starts_at as "startsAt", coalesce(p.used, 0) as used,
       coalesce(e.sum, 0)::int as sum
     from quota_periods p full join (
       select workspace_id, starts_at, sum(renders) as sum from quota_entries group by workspace_id, starts_at
     ) e using (workspace_id, starts_at)`,
    {},
  );
  return totals.flatMap(({ workspaceId, startsAt, used, sum }) => {
    const place = `workspace ${workspaceId} from ${startsAt.toISOString()}`;
    const limit = limits.get(workspaceId) ?? Infinity;
    return [
      ...(used === sum ? [] : [`${place}: used ${used}, but the entries add up to ${sum}`]),
      ...(used <= limit ? [] : [`${place}: used ${used} of ${limit}`]),
    ];
  });
}
