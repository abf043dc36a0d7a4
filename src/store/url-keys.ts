/**
 * URL keys, which sign image URLs. Their secrets are sealed: only a process with the same SIGNING_SECRET can
 * read them.
 */
import type { PlanName } from '../config/plans.ts';
import { recordActivity, type Person } from './activity.ts';
import type { KeyDeletion } from './keys.ts';
import { queryRow, queryRows, type Database } from './database.ts';
import { readPrepared, readRows, retryOnLostConnection } from './lost-connection.ts';
import { reserveRenders, type Reservation, type ReservationResult } from './quota.ts';
import { visibleTo } from './templates.ts';

/** What the URLs of a key may ask for. Null: anything. */
export interface UrlKeyRestrictions {
  readonly templateIds: readonly string[] | null;
  readonly formats: readonly string[] | null;
  /** Of the picture, in pixels. */
  readonly maxSidePx: number | null;
  /** Where pictures of variables may come from: `host`, `host:port` or `*.host`. */
  readonly imageHosts: readonly string[] | null;
  readonly rendersADay: number | null;
  /** Whether a problem is answered with the template's default picture. */
  readonly hasFallback: boolean;
  /** Whether texts that are longer than the `maxLength` of their variable are shortened. */
  readonly fit: boolean;
}

export interface UrlKey extends UrlKeyRestrictions {
  readonly urlKeyId: string;
  readonly name: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  /** Identifies the SIGNING_SECRET that its secret was sealed with. */
  readonly sealedWith: Buffer;
}

/** A secret as it is stored. */
export interface SealedSecret {
  readonly sealedSecret: Buffer;
  readonly sealedWith: Buffer;
}

export interface NewUrlKey extends UrlKeyRestrictions, SealedSecret {
  readonly urlKeyId: string;
  readonly accountId: string;
  readonly name: string;
  /** Who creates it. Null: the operator. */
  readonly actor: Person | null;
}

/** URL keys of a workspace. */
export const maxUrlKeys = 100;

/**
 * Stores a key.
 *
 * @returns `full` if the workspace has as many keys as it may
 */
export async function insertUrlKey(
  db: Database,
  key: NewUrlKey,
): Promise<'inserted' | 'unknown-account' | 'full'> {
  return await db.transaction(async (transaction) => {
    // Locked, so that the count of keys does not change before the insert is committed.
    const [workspace] = await queryRows<{ id: string }>(
      transaction,
      `select w.id from workspaces w join accounts a on a.workspace_id = w.id
       where a.id = :accountId and a.removed_at is null for no key update of w`,
      { accountId: key.accountId },
    );
    if (workspace === undefined) return 'unknown-account';
    const inserted = await queryRows(
      transaction,
      `insert into url_keys (
         id, workspace_id, account_id, name, sealed_secret, sealed_with, template_ids, formats, max_side_px,
         image_hosts, renders_a_day, has_fallback, fit
       )
       select :urlKeyId, :workspaceId, :accountId, :name, :sealedSecret, :sealedWith,
              cast(:templateIds as uuid[]), cast(:formats as text[]), :maxSidePx, cast(:imageHosts as text[]),
              :rendersADay, :hasFallback, :fit
       where (select count(*) from url_keys where workspace_id = :workspaceId) < :maxUrlKeys
       returning id`,
      { ...key, workspaceId: workspace.id, maxUrlKeys },
    );
    if (inserted.length === 0) return 'full';
    const { actor, accountId, name: subject } = key;
    await recordActivity(transaction, {
      workspaceId: workspace.id,
      actor,
      action: 'URL_KEY_CREATED',
      accountId,
      subject,
    });
    return 'inserted';
  });
}

/**
 * The URL keys of a workspace, oldest first.
 *
 * @param accountId only the keys of this account
 */
export async function listUrlKeys(
  db: Database,
  workspaceId: string,
  accountId: string | null = null,
): Promise<UrlKey[]> {
  return await readRows<UrlKey>(
    db,
    `select k.id as "urlKeyId", k.name, k.account_id as "accountId", a.name as "accountName",
            ${restrictionColumns}, k.created_at as "createdAt", k.last_used_at as "lastUsedAt",
            k.sealed_with as "sealedWith"
     from url_keys k join accounts a on a.id = k.account_id
     where k.workspace_id = :workspaceId and k.account_id = coalesce(:accountId, k.account_id)
     order by k.created_at, k.id`,
    { workspaceId, accountId },
  );
}

/** Deletes a key: its URLs are refused at once. False if there is no such key. */
export async function deleteUrlKey(
  db: Database,
  urlKeyId: string,
  { actor = null, workspaceId = null, accountId = null }: KeyDeletion = {},
): Promise<boolean> {
  return await db.transaction(async (transaction) => {
    const [key] = await queryRows<{ name: string; workspaceId: string; accountId: string }>(
      transaction,
      `delete from url_keys
       where id = :urlKeyId and workspace_id = coalesce(:workspaceId, workspace_id)
         and account_id = coalesce(:accountId, account_id)
       returning name, workspace_id as "workspaceId", account_id as "accountId"`,
      { urlKeyId, workspaceId, accountId },
    );
    if (key === undefined) return false;
    const { name, ...owner } = key;
    await recordActivity(transaction, { ...owner, actor, action: 'URL_KEY_DELETED', subject: name });
    return true;
  });
}

/** How many keys were sealed with another SIGNING_SECRET. */
export async function countUnreadableKeys(db: Database, sealedWith: Buffer): Promise<number> {
  const { count } = await queryRow<{ count: number }>(
    db,
    'select cast(count(*) as integer) as count from url_keys where sealed_with <> :sealedWith',
    { sealedWith },
  );
  return count;
}

/** What a signed URL names: its key, and the version if the key's account sees it. */
export interface UrlTarget extends UrlKeyRestrictions, SealedSecret {
  readonly urlKeyId: string;
  readonly accountId: string;
  readonly workspaceId: string;
  readonly plan: PlanName;
  /** Whether the use of the key should be recorded. */
  readonly isUseDue: boolean;
  /** Null: the account sees no such template, or it has no such version. */
  readonly versionId: string | null;
  /** The current version, for the default picture. */
  readonly liveVersionId: string | null;
}

/**
 * Finds a URL key and the template's version in one statement: it runs at every request, so that a deleted
 * key is refused at once.
 *
 * @param version null: the current one
 */
export async function findUrlTarget(
  db: Database,
  target: {
    readonly urlKeyId: string;
    readonly templateId: string | null;
    readonly version: number | null;
  },
): Promise<UrlTarget | null> {
  const [found] = await readPrepared<UrlTarget>(
    db,
    `select k.id as "urlKeyId", k.account_id as "accountId", k.workspace_id as "workspaceId", w.plan,
            k.sealed_secret as "sealedSecret", k.sealed_with as "sealedWith", ${restrictionColumns},
            (k.last_used_at is null or k.last_used_at < now() - interval '1 minute') as "isUseDue",
            v.id as "versionId", t.version_id as "liveVersionId"
     from url_keys k
     join workspaces w on w.id = k.workspace_id
     left join templates t on t.id = cast(:templateId as uuid) and t.version_id is not null
       and ${visibleTo('k.workspace_id', 'k.account_id')}
     left join template_versions v on v.template_id = t.id
       and v.number = coalesce(
         cast(:version as integer), (select number from template_versions where id = t.version_id)
       )
     where k.id = cast(:urlKeyId as uuid)`,
    { ...target },
  );
  return found ?? null;
}

/**
 * Reserves quota for a render of a key with a daily limit (UTC), unless the limit is reached. Its row is
 * locked, so that concurrent renders cannot exceed it. Refunded renders do not count.
 */
export async function reserveWithinDay(
  db: Database,
  reservation: Reservation,
  { urlKeyId, rendersADay }: { readonly urlKeyId: string; readonly rendersADay: number },
): Promise<ReservationResult | 'day-full'> {
  return await db.transaction(async (transaction) => {
    await queryRows(transaction, 'select id from url_keys where id = :urlKeyId for no key update', {
      urlKeyId,
    });
    const { workspaceId } = reservation;
    const renders = await readRendersToday(transaction, { urlKeyId, workspaceId });
    return renders < rendersADay ? await reserveRenders(transaction, reservation) : 'day-full';
  });
}

/** Renders that a key has caused today, in UTC. */
export async function readRendersToday(
  db: Database,
  { urlKeyId, workspaceId }: { readonly urlKeyId: string; readonly workspaceId: string },
): Promise<number> {
  const { renders } = await queryRow<{ renders: number }>(
    db,
    `select coalesce(sum(renders), 0)::float8 as renders from usage_by_day
     where workspace_id = :workspaceId and api_key_id = :urlKeyId
       and day = cast(now() at time zone 'UTC' as date)`,
    { workspaceId, urlKeyId },
  );
  return renders;
}

/** Records the use of a key, at most once a minute. */
export async function recordUrlKeyUse(db: Database, urlKeyId: string): Promise<void> {
  await retryOnLostConnection(db, () =>
    queryRows(
      db,
      `with due as (
         select id from url_keys
         where id = :urlKeyId and (last_used_at is null or last_used_at < now() - interval '1 minute')
         for no key update skip locked
       )
       update url_keys set last_used_at = now() from due where url_keys.id = due.id`,
      { urlKeyId },
    ),
  );
}

const restrictionColumns = `k.template_ids as "templateIds", k.formats, k.max_side_px as "maxSidePx",
  k.image_hosts as "imageHosts", k.renders_a_day as "rendersADay", k.has_fallback as "hasFallback",
  k.fit`;
