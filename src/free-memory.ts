/**
 * Gives a buffer's memory back at once; it is empty from then on, and nothing may use what was in it. Garbage collection would take
 * too long to notice it: it sees a small object, and megabytes pile up behind it until all of the heap is looked through for them.
 * Does nothing where the memory is not all the buffer's own: Node keeps many small ones in one piece.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached && buffer.byteLength === byteLength)
    buffer.transfer(0);
}
