/** Files of drafts, in the transaction of `changeWorkingCopy`. Their contents are blobs. */
import { queryRows, type Database } from '../database.ts';
import type { TemplateFile } from './versions.ts';

/** Adds a file to a draft, or replaces the one at its path. `recordBlobs` has recorded its blob before. */
export async function putDraftFile(
  transaction: Database,
  templateId: string,
  { path, hash, mediaType }: Omit<TemplateFile, 'bytes'>,
): Promise<void> {
  await queryRows(
    transaction,
    `insert into template_draft_files (template_id, path, hash, media_type)
     values (:templateId, :path, decode(:hash, 'hex'), :mediaType)
     on conflict (template_id, path) do update
     set hash = excluded.hash, media_type = excluded.media_type`,
    { templateId, path, hash, mediaType },
  );
}

/** Removes a file from a draft. */
export async function removeDraftFile(
  transaction: Database,
  templateId: string,
  path: string,
): Promise<void> {
  await queryRows(
    transaction,
    'delete from template_draft_files where template_id = :templateId and path = :path',
    { templateId, path },
  );
}
