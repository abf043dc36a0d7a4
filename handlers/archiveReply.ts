import { attachmentDisposition } from '../src/domain/attachment.ts';
import type { OpenedArchive } from '../src/domain/batch/result.ts';

/** The answer that an archive, or a part of one, is sent as. */
export function archiveReply(archive: OpenedArchive) {
  const { bytes, part, stream } = archive;
  const headers = {
    'Content-Disposition': attachmentDisposition(archive.templateName, 'zip'),
    'Accept-Ranges': 'bytes',
    ETag: archive.etag,
    'Last-Modified': archive.lastModified.toUTCString(),
  } as const;
  const file = { mediaType: 'application/zip', stream } as const;
  if (part === null) return { status: 200, headers, ...file, contentLength: bytes } as const;
  const { start, end } = part;
  const contentRange = { 'Content-Range': `bytes ${start}-${end}/${bytes}` };
  return {
    status: 206,
    headers: { ...headers, ...contentRange },
    ...file,
    contentLength: end - start + 1,
  } as const;
}
