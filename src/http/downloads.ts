import { findDownloadFile, type ResultParts } from '../domain/batches/find-result.ts';
import type { AnyReply, Exchange } from './exchange.ts';
import { fileReply } from './file-reply.ts';
import { requireReading } from './resident-file.ts';

/** Sends a batch archive to anyone who has its signed URL. */
export async function answerDownload(
  { incoming, target, note }: Exchange,
  parts: ResultParts,
): Promise<AnyReply> {
  note({ route: target.path.endsWith('.pdf') ? '/files/{jobId}.pdf' : '/files/{jobId}.zip' });
  requireReading(incoming.method);
  const file = await findDownloadFile(parts, target);
  // The archive never changes, and it belongs to one account.
  return await fileReply(incoming, file, { 'Cache-Control': 'private' }, { isRevalidated: true });
}
