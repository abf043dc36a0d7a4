import { archiveReply } from '../../handlers/archiveReply.ts';
import { openDownload, type ResultParts } from '../domain/batch/result.ts';
import { problems } from '../domain/errors.ts';
import type { AnyReply } from './api.ts';
import type { Exchange } from './exchange.ts';

/** Answers whoever has a signed address, key or not. */
export async function answerDownload(
  { incoming, target, note }: Exchange,
  parts: ResultParts,
): Promise<AnyReply> {
  note({ route: '/files/{jobId}.zip' });
  const { method = '', headers } = incoming;
  if (method !== 'GET' && method !== 'HEAD') throw problems.methodNotAllowed(method, ['GET', 'HEAD']);
  const archive = await openDownload(parts, target, {
    wantsContent: method === 'GET',
    range: headers.range,
    ifRange: incoming.headersDistinct['if-range']?.join(),
  });
  const reply = archiveReply(archive);
  // It never changes, and is nobody else's.
  return { ...reply, headers: { ...reply.headers, 'Cache-Control': 'private' } };
}
