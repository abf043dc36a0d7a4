import { archiveKey } from '../../src/domain/files/batch-files.ts';
import { finishBatchJob } from '../../src/store/batches/terminal-states.ts';
import { plainBatch, recordOutcomes } from '../../test/helpers/batch.ts';
import type { Studio, StudioUser } from '../../test/helpers/studio.ts';
import { makeZip } from '../../test/helpers/zip.ts';
import { addJob } from './add-job.ts';

export type Format = 'png' | 'jpeg' | 'webp' | 'avif' | 'svg' | 'pdf' | 'zpl';

/** First bytes of files: nothing more of them is read. */
const beginnings: Record<Format, Buffer> = {
  png: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  jpeg: Buffer.from('\xff\xd8\xff', 'latin1'),
  webp: Buffer.from('RIFF\0\0\0\0WEBP'),
  avif: Buffer.from('\0\0\0\x1cftypavif'),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">'),
  pdf: Buffer.from('%PDF-1.7'),
  zpl: Buffer.from('^XA\n'),
};

/** The content of a row, counted from 0, in the archives of `addRowFiles`. */
export function rowContent(format: Format, row = 0): Buffer {
  return Buffer.concat([beginnings[format], Buffer.from(` the file of row ${row}`)]);
}

/**
 * Adds a completed job of three rows, whose archive has files that no renderer has made. The last row has
 * failed. Returns the job's id.
 */
export async function addRowFiles(
  studio: Studio,
  user: StudioUser,
  {
    templateId,
    format = 'png',
    retentionMs = 86_400_000,
    archive,
    kind = 'zip',
  }: {
    readonly templateId: string;
    readonly format?: Format;
    readonly retentionMs?: number;
    /** Default: one with both files. */
    readonly archive?: Buffer;
    readonly kind?: 'zip' | 'pdf';
  },
): Promise<string> {
  const { db, service } = studio;
  const jobId = await addJob(studio, user, {
    ...plainBatch(templateId, 3),
    template: { templateId, format, output: { filenamePattern: 'Grüße {title}' } },
  });
  await recordOutcomes(db, jobId, { succeeded: [0, 1], failed: [2] });
  const rows = await db('batch_rows').where({ job_id: jobId }).orderBy('row_index').select('filename');
  const names = rows.map(({ filename }: { filename: string }) => filename);
  const entries = [0, 1].map((row) => ({ name: names[row] ?? '', content: rowContent(format, row) }));
  const key = archiveKey(jobId, 0, kind);
  const { bytes } = await service.app.storage.write(key, archive ?? makeZip(entries));
  const stored = { key, bytes, retentionMs, attempt: 0 };
  await finishBatchJob(db, jobId, { status: 'COMPLETED', archive: stored });
  return jobId;
}
