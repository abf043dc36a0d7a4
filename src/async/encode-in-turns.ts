import { setImmediate as nextTurn } from 'node:timers/promises';

/** Characters that are encoded in one turn of the event loop: they take a millisecond. */
const encodedInTurn = 256 * 1024;

/** A text as UTF-8. Reports of large documents have ten megabytes, which would hold up other requests. */
export async function encodeInTurns(text: string): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  let written = 0;
  for (let start = 0; start < text.length;) {
    if (start > 0) await nextTurn();
    const end = start + encodedInTurn;
    // A pair of surrogates is one character.
    const isPair = text.codePointAt(end - 1) !== text.charCodeAt(end - 1);
    const piece = text.slice(start, isPair ? end + 1 : end);
    written += bytes.write(piece, written);
    start += piece.length;
  }
  return bytes;
}
