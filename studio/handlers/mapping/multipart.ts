import { randomBytes } from 'node:crypto';

interface BodyPart {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** A body of several parts, as `multipart/mixed` (RFC 2046, 5.1). Each part has its Content-Length. */
export function multipartBody(parts: readonly BodyPart[]) {
  // Of 128 random bits: none of the parts has it.
  const boundary = `part-${randomBytes(16).toString('hex')}`;
  const pieces = parts.flatMap(({ mediaType, bytes }) => {
    const head = `--${boundary}\r\nContent-Type: ${mediaType}\r\nContent-Length: ${bytes.byteLength}\r\n\r\n`;
    return [Buffer.from(head), bytes, Buffer.from('\r\n')];
  });
  return {
    mediaType: `multipart/mixed; boundary=${boundary}`,
    bytes: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  } as const;
}
