/** One of several bodies in one answer. */
export interface Part {
  /** Names are in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Reads the parts of a `multipart/mixed` body (RFC 2046, 5.1). Each has a Content-Length, so that nothing has
 * to be searched for in a picture.
 *
 * @throws Error if the body is not what the service sends: a part of it was lost
 */
export function readMultipart(contentType: string, body: Uint8Array<ArrayBuffer>): Part[] {
  const boundary = /^multipart\/mixed; *boundary="?([^";]+)"?$/iu.exec(contentType)?.[1];
  if (boundary === undefined) throw new Error(`The answer is ${contentType}, not multipart/mixed.`);
  const decoder = new TextDecoder();
  const parts: Part[] = [];
  let at = 0;
  const take = (text: string): boolean => {
    const isNext = decoder.decode(body.subarray(at, at + text.length)) === text;
    if (isNext) at += text.length;
    return isNext;
  };
  while (take(`--${boundary}\r\n`)) {
    const headers = new Map<string, string>();
    for (let end = body.indexOf(10, at); !take('\r\n'); end = body.indexOf(10, at)) {
      if (end < 0) throw new Error('The answer ends in the headers of a part.');
      const line = decoder.decode(body.subarray(at, end)).trim();
      const colon = line.indexOf(':');
      headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
      at = end + 1;
    }
    const length = Number(headers.get('content-length') ?? Number.NaN);
    parts.push({ headers, bytes: body.subarray(at, at + length) });
    at += length;
    if (!take('\r\n')) throw new Error('A part of the answer does not have its length.');
  }
  if (!take(`--${boundary}--`)) throw new Error('The answer does not end with its last boundary.');
  return parts;
}
