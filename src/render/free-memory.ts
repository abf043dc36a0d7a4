/**
 * Frees a buffer's memory at once by detaching it; it is empty from then on, so nothing may use its content.
 * Garbage collection notices it too late: it sees a small object, not the megabytes behind it. Does nothing
 * to a view of a shared buffer, such as Node's pool.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached && buffer.byteLength === byteLength)
    buffer.transfer(0);
}
