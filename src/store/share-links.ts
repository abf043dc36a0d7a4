/**
 * Links to published renders. After the file is written, one transaction inserts the link and settles the
 * charge for the render. So a charge that is not RESERVED and has no link will never have one.
 */
import { queryRow, queryRows, type Database } from './database.ts';
import { refundCause, settleCharge } from './quota.ts';
import type { Admit } from './stored-data.ts';

export interface ShareLink {
  readonly id: string;
  /** Null if the template was deleted. */
  readonly templateId: string | null;
  /** At the time of publication. */
  readonly templateName: string;
  readonly source: ShareSource;
  readonly token: string;
  /** Of the public URL, without the dot. */
  readonly extension: string;
  readonly mediaType: ShareMediaType;
  readonly fileBytes: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Where a link was made: with a key, or in the app. */
export type ShareSource = 'API' | 'DESIGNER';

export type ShareMediaType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/webp'
  | 'image/avif'
  | 'image/svg+xml'
  | 'application/pdf'
  | 'application/zpl';

/** A link to insert, and its limits. */
export interface NewShareLink extends Pick<
  ShareLink,
  'templateName' | 'source' | 'token' | 'extension' | 'mediaType' | 'fileBytes'
> {
  readonly workspaceId: string;
  readonly accountId: string;
  /** Stored as null if the template was deleted meanwhile. */
  readonly templateId: string;
  /** Null: the file was paid for before. */
  readonly chargeId: string | null;
  readonly fileKey: string;
  readonly lifetimeMs: number;
  /** Max active links of the workspace. */
  readonly maxActive: number;
}

/** As `Admit`, with the inserted link. */
export type AdmitLink = (...parameters: [...Parameters<Admit>, inserted: ShareLink]) => Promise<void>;

export type InsertOutcome =
  | { readonly kind: 'inserted'; readonly link: ShareLink }
  | { readonly kind: 'full' | 'charge-refunded' };

const columns = `id, template_id as "templateId", template_name as "templateName", source, token, extension,
  media_type as "mediaType", file_bytes::float8 as "fileBytes", created_at as "createdAt",
  expires_at as "expiresAt"`;

/**
 * Inserts a link and settles its charge. Locks the workspace's row, so that concurrent calls cannot exceed
 * its limit. If this rejects, the link may exist or not: `resolveShareLink` finds out. There is none if
 * `admit` throws.
 */
export async function insertShareLink(
  db: Database,
  link: NewShareLink,
  admit: AdmitLink,
): Promise<InsertOutcome> {
  return await db.transaction(async (transaction) => {
    const { workspaceId, maxActive } = link;
    await queryRows(transaction, 'select id from workspaces where id = :workspaceId for no key update', {
      workspaceId,
    });
    if (await hasActiveLinks(transaction, workspaceId, maxActive)) return { kind: 'full' };
    const isPaid = link.chargeId === null || (await settleCharge(transaction, link.chargeId));
    if (!isPaid) return { kind: 'charge-refunded' };
    const inserted = await queryRow<ShareLink>(
      transaction,
      // clock_timestamp(), not now(): the transaction started before it waited for the lock.
      `insert into share_links (
         workspace_id, account_id, template_id, template_name, source, token, extension, media_type,
         charge_id, file_key, file_bytes, created_at, expires_at
       )
       select :workspaceId, :accountId, (select id from templates where id = :templateId for key share),
         :templateName, :source, :token, :extension, :mediaType, :chargeId, :fileKey, :fileBytes, clock.now,
         clock.now + cast(:lifetimeMs as double precision) * interval '1 millisecond'
       from (select cast(clock_timestamp() as timestamptz(3)) as now) clock
       returning ${columns}`,
      { ...link },
    );
    await admit(transaction, workspaceId, inserted);
    return { kind: 'inserted', link: inserted };
  });
}

/**
 * Gives a link, which has not expired, another lifetime from now on. Null if it has expired, or is gone:
 * then a sweep may have removed its file.
 */
export async function extendShareLink(
  db: Database,
  { id, lifetimeMs }: { readonly id: string; readonly lifetimeMs: number },
): Promise<ShareLink | null> {
  const [link] = await queryRows<ShareLink>(
    db,
    `update share_links
     set expires_at = cast(now() as timestamptz(3)) +
       cast(:lifetimeMs as double precision) * interval '1 millisecond'
     where id = :id and expires_at > now()
     returning ${columns}`,
    { id, lifetimeMs },
  );
  return link ?? null;
}

/** Whether a workspace has `count` active links or more. */
export async function hasActiveLinks(db: Database, workspaceId: string, count: number): Promise<boolean> {
  const { active } = await queryRow<{ active: number }>(
    db,
    `select cast(count(*) as integer) as active from (
       select from share_links where workspace_id = :workspaceId and expires_at > clock_timestamp()
       limit :count
     ) links`,
    { workspaceId, count },
  );
  return active >= count;
}

/** The link of a charge; null if it will never have one. Waits for a transaction that may insert it. */
export async function resolveShareLink(db: Database, chargeId: string): Promise<ShareLink | null> {
  return await db.transaction(async (transaction) => {
    await queryRows(transaction, 'select id from quota_entries where id = :chargeId for update', {
      chargeId,
    });
    const [link] = await queryRows<ShareLink>(
      transaction,
      `select ${columns} from share_links where charge_id = :chargeId`,
      { chargeId },
    );
    return link ?? null;
  });
}

/** Refunds the charge of a cause, as `refundCause` does, and deletes its link, if any. */
export async function refundShareLink(db: Database, cause: string): Promise<number | null> {
  return await db.transaction(async (transaction) => {
    const used = await refundCause(transaction, cause);
    await queryRows(
      transaction,
      'delete from share_links where charge_id = (select id from quota_entries where cause = :cause)',
      { cause },
    );
    return used;
  });
}

/**
 * A page of an account's links, newest first, and the total. Expired links count until they are removed.
 *
 * @param templateId null: of all templates
 */
export async function listShareLinks(
  db: Database,
  { accountId, templateId }: { readonly accountId: string; readonly templateId: string | null },
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly links: ShareLink[]; readonly total: number }> {
  const wanted = `account_id = :accountId ${templateId === null ? '' : 'and template_id = :templateId'}`;
  // One statement, so that page and total are consistent.
  const rows = await queryRows<{ total: number } & (ShareLink | Record<keyof ShareLink, null>)>(
    db,
    `with counted as (
       select cast(count(*) as integer) as total from share_links where ${wanted}
     )
     select counted.total, page.*
     from counted left join lateral (
       select ${columns} from share_links
       where id in (
         -- An index-only scan, so that late pages are cheap.
         select id from share_links
         where ${wanted} and cast(:offset as bigint) < (select total from counted)
         order by created_at desc, id
         limit :limit offset :offset
       )
     ) page on true
     order by page."createdAt" desc, page.id`,
    { accountId, templateId, offset, limit },
  );
  const links = rows.flatMap(({ total: _total, ...link }) => (link.id === null ? [] : [link]));
  return { links, total: rows[0]?.total ?? 0 };
}

/** The file that a public URL serves. */
export interface PublishedFile {
  readonly id: string;
  readonly mediaType: ShareMediaType;
  readonly fileKey: string;
  readonly fileBytes: number;
  readonly createdAt: Date;
  /** Whole seconds until it expires, rounded down. */
  readonly secondsLeft: number;
}

/** The file of a public URL, or null if there is no such link or it has expired. */
export async function findPublishedFile(
  db: Database,
  { token, extension }: Pick<ShareLink, 'token' | 'extension'>,
): Promise<PublishedFile | null> {
  const [file] = await queryRows<PublishedFile>(
    db,
    `select id, media_type as "mediaType", file_key as "fileKey", file_bytes::float8 as "fileBytes",
       created_at as "createdAt",
       cast(floor(extract(epoch from expires_at - now())) as integer) as "secondsLeft"
     from share_links where token = :token and extension = :extension and expires_at > now()`,
    { token, extension },
  );
  return file ?? null;
}

export interface SharedFile {
  readonly id: string;
  readonly fileKey: string;
}

/** The file of an account's link, or null. */
export async function findOwnShareLink(
  db: Database,
  { id, accountId }: { readonly id: string; readonly accountId: string },
): Promise<SharedFile | null> {
  const [file] = await queryRows<SharedFile>(
    db,
    'select id, file_key as "fileKey" from share_links where id = :id and account_id = :accountId',
    { id, accountId },
  );
  return file ?? null;
}
