/**
 * Links to published renders. A link is there once its file is, and becomes valid together with the charge for its render, in
 * one transaction: whoever finds no link and the charge not under way any more knows that there will be none.
 */
import { queryRow, queryRows, type Database } from './database.ts';
import { refundCause, settleCharge } from './quota.ts';

export interface ShareLink {
  readonly id: string;
  /** Null once the template was deleted. */
  readonly templateId: string | null;
  /** When the link was made. */
  readonly templateName: string;
  readonly source: 'API' | 'DESIGNER';
  readonly token: string;
  /** Of the public address, without its dot. */
  readonly extension: string;
  readonly mediaType: ShareMediaType;
  readonly fileBytes: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export type ShareMediaType = 'image/png' | 'image/jpeg' | 'image/webp' | 'application/pdf';

/** A link to be made, and the rules for it. */
export interface NewShareLink extends Pick<
  ShareLink,
  'templateName' | 'source' | 'token' | 'extension' | 'mediaType' | 'fileBytes'
> {
  readonly workspaceId: string;
  readonly accountId: string;
  /** Shown as null where it was deleted meanwhile. */
  readonly templateId: string;
  readonly chargeId: string;
  readonly fileKey: string;
  readonly lifetimeMs: number;
  /** Links that the workspace may have active at a time. */
  readonly mostActive: number;
}

/** Made; or not made since the workspace has all that it may have, or since the charge had been given back. */
export type InsertOutcome =
  { readonly kind: 'made'; readonly link: ShareLink } | { readonly kind: 'full' | 'charge-given-back' };

const columns = `id, template_id as "templateId", template_name as "templateName", source, token, extension,
  media_type as "mediaType", file_bytes::float8 as "fileBytes", created_at as "createdAt", expires_at as "expiresAt"`;

/**
 * Makes a link and settles its charge. The workspace's row is locked meanwhile, so that it never has more active links than it may.
 *
 * Where this rejects, the link may have been made or not: `resolveShareLink` tells.
 */
export async function insertShareLink(db: Database, link: NewShareLink): Promise<InsertOutcome> {
  return await db.transaction(async (transaction) => {
    const { workspaceId, mostActive } = link;
    await queryRows(transaction, 'select id from workspaces where id = :workspaceId for no key update', {
      workspaceId,
    });
    if (await hasActiveLinks(transaction, workspaceId, mostActive)) return { kind: 'full' };
    if (!(await settleCharge(transaction, link.chargeId))) return { kind: 'charge-given-back' };
    const made = await queryRow<ShareLink>(
      transaction,
      // The clock, not the transaction's beginning: that was before the links that this one has waited for.
      `insert into share_links (
         workspace_id, account_id, template_id, template_name, source, token, extension, media_type, charge_id,
         file_key, file_bytes, created_at, expires_at
       )
       select :workspaceId, :accountId, (select id from templates where id = :templateId for key share),
         :templateName, :source, :token, :extension, :mediaType, :chargeId, :fileKey, :fileBytes, clock.now,
         clock.now + cast(:lifetimeMs as double precision) * interval '1 millisecond'
       from (select cast(clock_timestamp() as timestamptz(3)) as now) clock
       returning ${columns}`,
      {
        workspaceId,
        accountId: link.accountId,
        templateId: link.templateId,
        templateName: link.templateName,
        source: link.source,
        token: link.token,
        extension: link.extension,
        mediaType: link.mediaType,
        chargeId: link.chargeId,
        fileKey: link.fileKey,
        fileBytes: link.fileBytes,
        lifetimeMs: link.lifetimeMs,
      },
    );
    return { kind: 'made', link: made };
  });
}

/** Whether a workspace has so many active links, or more. */
export async function hasActiveLinks(db: Database, workspaceId: string, count: number): Promise<boolean> {
  const { active } = await queryRow<{ active: number }>(
    db,
    `select cast(count(*) as integer) as active from (
       select from share_links where workspace_id = :workspaceId and expires_at > clock_timestamp() limit :count
     ) links`,
    { workspaceId, count },
  );
  return active >= count;
}

/**
 * The link that a charge has paid for, or null where there is none and will be none. Waits for a transaction that may be about to
 * make it, its connection lost or not.
 */
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

/** Gives back the charge of a cause, as `refundCause` does, and removes the link that it may have paid for. */
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

/** One page of an account's links, the newest first, and how many there are; expired ones are there until they are removed. */
export async function listShareLinks(
  db: Database,
  accountId: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly links: ShareLink[]; readonly total: number }> {
  // One statement, so that the total fits the page.
  const rows = await queryRows<{ total: number } & (ShareLink | Record<keyof ShareLink, null>)>(
    db,
    `with counted as (
       select cast(count(*) as integer) as total from share_links where account_id = :accountId
     )
     select counted.total, page.*
     from counted left join lateral (
       select ${columns} from share_links
       where id in (
         -- Read from the index alone, however many pages come before.
         select id from share_links
         where account_id = :accountId and cast(:offset as bigint) < (select total from counted)
         order by created_at desc, id
         limit :limit offset :offset
       )
     ) page on true
     order by page."createdAt" desc, page.id`,
    { accountId, offset, limit },
  );
  const links = rows.flatMap(({ total: _total, ...link }) => (link.id === null ? [] : [link]));
  return { links, total: rows[0]?.total ?? 0 };
}

/** What the public address of a link leads to. */
export interface PublishedFile {
  readonly id: string;
  readonly mediaType: ShareMediaType;
  readonly fileKey: string;
  readonly fileBytes: number;
  readonly createdAt: Date;
  /** Whole seconds until it expires, rounded down. */
  readonly secondsLeft: number;
}

/** The file at a public address, or null where there is none or its time is over. */
export async function findPublishedFile(
  db: Database,
  { token, extension }: Pick<ShareLink, 'token' | 'extension'>,
): Promise<PublishedFile | null> {
  const [file] = await queryRows<PublishedFile>(
    db,
    `select id, media_type as "mediaType", file_key as "fileKey", file_bytes::float8 as "fileBytes",
       created_at as "createdAt", cast(floor(extract(epoch from expires_at - now())) as integer) as "secondsLeft"
     from share_links where token = :token and extension = :extension and expires_at > now()`,
    { token, extension },
  );
  return file ?? null;
}

export interface SharedFile {
  readonly id: string;
  readonly fileKey: string;
}

/** The file of a link of an account, or null. */
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

/**
 * Ends the time of a link whose file is about to go, so that a sweep finishes what a process has begun and not ended. Returns when
 * its time would have been over, or null where there is no such link any more.
 */
export async function endShareLink(db: Database, id: string): Promise<Date | null> {
  const [ended] = await queryRows<{ expiresAt: Date }>(
    db,
    `with link as (select id, expires_at from share_links where id = :id for update)
     update share_links l set expires_at = least(l.expires_at, greatest(l.created_at, now()))
     from link where l.id = link.id
     returning link.expires_at as "expiresAt"`,
    { id },
  );
  return ended?.expiresAt ?? null;
}

/** Gives a link its time back, since its file could not be deleted. */
export async function resumeShareLink(db: Database, id: string, expiresAt: Date): Promise<void> {
  await queryRows(db, 'update share_links set expires_at = :expiresAt where id = :id', { id, expiresAt });
}

/** Links whose time is over; those that were over first come first. */
export async function listExpiredShareLinks(
  db: Database,
  { limit }: { readonly limit: number },
): Promise<SharedFile[]> {
  return await queryRows(
    db,
    `select id, file_key as "fileKey" from share_links where expires_at <= now() order by expires_at limit :limit`,
    { limit },
  );
}

/** Forgets links, whose files are gone already. */
export async function deleteShareLinks(db: Database, ids: readonly string[]): Promise<void> {
  await queryRows(db, 'delete from share_links where id = any(cast(:ids as uuid[]))', { ids });
}

/**
 * Which of some files, each named by the charge for it, no link has nor will have.
 *
 * @param files keys and the ids of charges.
 */
export async function findUnsharedFiles(
  db: Database,
  files: readonly { readonly fileKey: string; readonly chargeId: string }[],
): Promise<string[]> {
  const rows = await queryRows<{ fileKey: string }>(
    db,
    `select f.file_key as "fileKey"
     from unnest(cast(:keys as text[]), cast(:chargeIds as uuid[])) f (file_key, charge_id)
     where not exists (select from share_links l where l.file_key = f.file_key)
       and not exists (select from quota_entries e where e.id = f.charge_id and e.state = 'RESERVED')`,
    { keys: files.map(({ fileKey }) => fileKey), chargeIds: files.map(({ chargeId }) => chargeId) },
  );
  return rows.map(({ fileKey }) => fileKey);
}
