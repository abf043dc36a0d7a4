/** Published versions. They are immutable but for their picture. Old ones are thinned (`thinVersions`). */
import type { TemplateDocument } from '../../../generated/template.ts';
import { queryRow, queryRows, type Database } from '../database.ts';
import { readRows } from '../lost-connection.ts';
import type { Page } from '../projects.ts';
import { readDocument } from '../read-document.ts';
import { emitPublished } from '../webhooks/published.ts';

/** A file of a template. `path` is as its document names it. */
export interface TemplateFile {
  readonly path: string;
  /** SHA-256 of the content, hex. */
  readonly hash: string;
  readonly bytes: number;
  readonly mediaType: string;
}

/** An account as others see it. */
export interface Person {
  readonly id: string;
  readonly name: string;
}

/** SQL: the account with the given alias as a Person; null without one. */
export function selectPerson(alias: string): string {
  return `case when ${alias}.id is not null
               then jsonb_build_object('id', ${alias}.id, 'name', ${alias}.name) end`;
}

/** SQL: the part of a document that describes its page. A draft's may hold anything. */
export function selectPage(document: string): string {
  return `json_build_object('viewport', ${document}->'viewport', 'viewportUnit', ${document}->'viewportUnit',
                            'viewportExportDpi', ${document}->'viewportExportDpi')`;
}

/** SQL: the files of a version, by path. */
export function filesOfVersion(versionId: string): string {
  return `coalesce(
    (select jsonb_agg(jsonb_build_object('path', f.path, 'hash', encode(f.hash, 'hex'), 'bytes', b.bytes,
                                         'mediaType', f.media_type) order by f.path)
     from template_files f join blobs b on b.hash = f.hash where f.version_id = ${versionId}),
    '[]')`;
}

/** What a version consists of. */
export interface VersionContent {
  readonly document: TemplateDocument;
  /** `recordBlobs` has recorded their blobs before. */
  readonly files: readonly Omit<TemplateFile, 'bytes'>[];
  /** Null: imported from outside the app. */
  readonly publishedBy: string | null;
}

/**
 * Adds a version and makes it the one that is rendered. The template gets the name and the description of the
 * document. Returns the number of the version. The transaction holds a lock on the template's row, or has
 * inserted it: otherwise two versions could get the same number, and one of the transactions would fail.
 */
export async function publishVersion(
  transaction: Database,
  templateId: string,
  { document, files, publishedBy }: VersionContent,
): Promise<number> {
  const { versionId, number } = await queryRow<{ versionId: string; number: number }>(
    transaction,
    `insert into template_versions (template_id, document, source, published_by)
     values (:templateId, cast(:document as jsonb), cast(:document as json), :publishedBy)
     returning id as "versionId", number`,
    { templateId, document: JSON.stringify(document), publishedBy },
  );
  await queryRows(
    transaction,
    `insert into template_files (version_id, path, hash, media_type)
     select :versionId, f.path, decode(f.hash, 'hex'), f."mediaType"
     from jsonb_to_recordset(cast(:files as jsonb)) as f (path text, hash text, "mediaType" text)`,
    { versionId, files: JSON.stringify(files) },
  );
  const { name, description = '' } = document;
  await queryRows(
    transaction,
    `update templates
     set version_id = :versionId, name = :name, description = :description, updated_at = now(),
         edited_at = now()
     where id = :templateId`,
    { templateId, versionId, name, description },
  );
  await emitPublished(transaction, templateId);
  return number;
}

/** A version without its content. */
export interface VersionSummary {
  readonly id: string;
  readonly number: number;
  /** Whether it is the one that is rendered. */
  readonly isPublished: boolean;
  readonly publishedAt: Date;
  readonly publishedBy: Person | null;
  /** Parts of the document. */
  readonly page: Pick<TemplateDocument, 'viewport' | 'viewportUnit' | 'viewportExportDpi'>;
}

/** A version with its files. */
interface VersionState extends VersionSummary {
  readonly files: readonly TemplateFile[];
}

/** A version with its document, its keys in the author's order where that is known. */
export interface StoredVersion extends VersionState {
  readonly document: TemplateDocument;
  /** Whether the order of keys in the document is the author's. */
  readonly isInOrder: boolean;
}

const columns = `v.id, v.number, v.id = t.version_id as "isPublished", v.created_at as "publishedAt",
  ${selectPerson('a')} as "publishedBy", ${selectPage('v.document')} as page`;

const source = `from template_versions v join templates t on t.id = v.template_id
  left join accounts a on a.id = v.published_by`;

/** A page of the versions of a template, newest first. */
export async function listVersions(
  db: Database,
  templateId: string,
  { limit, offset }: Page,
): Promise<VersionSummary[]> {
  return await readRows<VersionSummary>(
    db,
    `select ${columns} ${source}
     where v.template_id = :templateId
     order by v.number desc
     limit :limit offset :offset`,
    { templateId, limit, offset },
  );
}

/** How many versions a template has. */
export async function countVersions(db: Database, templateId: string): Promise<number> {
  const [row] = await readRows<{ count: number }>(
    db,
    'select cast(count(*) as integer) as count from template_versions where template_id = :templateId',
    { templateId },
  );
  return row?.count ?? 0;
}

/**
 * A version of a template, or null.
 *
 * @param number null: the one that is rendered
 */
export async function findVersion(
  db: Database,
  templateId: string,
  number: number | null,
): Promise<StoredVersion | null> {
  const document = `cast(coalesce(v.source, cast(v.document as json)) as text) as document,
    t.workspace_id as "workspaceId", v.source is not null as "isInOrder",`;
  const found = await selectVersion<
    Omit<StoredVersion, 'document'> & { readonly document: string; readonly workspaceId: string }
  >(db, templateId, number, document);
  if (found === null) return null;
  const { workspaceId, ...version } = found;
  return { ...version, document: await readDocument(workspaceId, version.document) };
}

/** As `findVersion`, without the document. */
export async function findVersionState(
  db: Database,
  templateId: string,
  number: number | null,
): Promise<VersionState | null> {
  return await selectVersion<VersionState>(db, templateId, number, '');
}

async function selectVersion<Version extends VersionState>(
  db: Database,
  templateId: string,
  number: number | null,
  moreColumns: string,
): Promise<Version | null> {
  const [version] = await readRows<Version>(
    db,
    `select ${columns}, ${moreColumns} ${filesOfVersion('v.id')} as files
     ${source}
     where v.template_id = :templateId
       and case when cast(:number as integer) is null then v.id = t.version_id else v.number = :number end`,
    { templateId, number },
  );
  return version ?? null;
}

/**
 * The number of the published version if it has the document and the files of another one, or null. The
 * database compares them: here, documents of 2 MB would hold the event loop.
 */
export async function findEqualPublished(
  db: Database,
  templateId: string,
  number: number,
): Promise<number | null> {
  const [equal] = await readRows<{ number: number }>(
    db,
    `select p.number
     from templates t join template_versions p on p.id = t.version_id
       join template_versions v on v.template_id = t.id and v.number = :number
     where t.id = :templateId and v.document = p.document
       and ${filesOfVersion('v.id')} = ${filesOfVersion('p.id')}`,
    { templateId, number },
  );
  return equal?.number ?? null;
}
