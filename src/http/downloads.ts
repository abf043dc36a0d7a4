import { findDownloadFile, type ResultParts } from '../domain/batches/find-result.ts';
import { resultMediaTypes } from '../domain/files/batch-files.ts';
import type { AnyReply, Exchange } from './exchange.ts';
import { fileReply } from './file-reply.ts';
import { requireReading } from './resident-file.ts';

/** Sends a batch archive, or the file of a single render, to anyone who has its signed URL. */
export async function answerDownload(
  { incoming, target, note }: Exchange,
  parts: ResultParts,
): Promise<AnyReply> {
  const extension = target.path.slice(target.path.lastIndexOf('.') + 1);
  note({ route: `/files/{jobId}.${extension in resultMediaTypes ? extension : 'zip'}` });
  requireReading(incoming.method);
  const file = await findDownloadFile(parts, target);
  // The archive never changes, and it belongs to one account.
  return await fileReply(incoming, file, { 'Cache-Control': 'private' }, { isRevalidated: true });
}
