import { randomBytes } from 'node:crypto';

interface BodyPart {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** A body of several parts, as `multipart/mixed` (RFC 2046, 5.1). Each part has its Content-Length. */
export function multipartBody(parts: readonly BodyPart[]) {
  const boundary = boundaryBeside(parts);
  const pieces = parts.flatMap(({ mediaType, bytes }) => {
    const head = `--${boundary}\r\nContent-Type: ${mediaType}\r\nContent-Length: ${bytes.byteLength}\r\n\r\n`;
    return [Buffer.from(head), bytes, Buffer.from('\r\n')];
  });
  return {
    mediaType: `multipart/mixed; boundary=${boundary}`,
    bytes: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  } as const;
}

/** A boundary that is in none of the parts. */
function boundaryBeside(parts: readonly BodyPart[]): string {
  for (;;) {
    const boundary = `part-${randomBytes(16).toString('hex')}`;
    const isFree = parts.every(
      ({ bytes: { buffer, byteOffset, byteLength } }) =>
        !Buffer.from(buffer, byteOffset, byteLength).includes(boundary),
    );
    if (isFree) return boundary;
  }
}
