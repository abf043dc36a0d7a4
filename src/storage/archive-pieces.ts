import { Duplex, type TransformCallback } from 'node:stream';
import { freeMemory } from '../free-memory.ts';
import type { ReusedMemory } from './reused-memory.ts';

/** Pieces smaller than this are joined: some ten of them are the header in front of a file. */
const smallBytes = 16 * 1024;

/** So many bytes of them at most. */
const joinedBytes = 64 * 1024;

/**
 * An archive on its way into storage: the many small pieces of its headers together, and the contents of files one by one, as they
 * came. A content's memory is given back as soon as storage is done with it, which is once it has asked for what comes two pieces
 * later: left to the garbage collector, a hundred megabytes of them a second make it run all the time.
 */
export class ArchivePieces extends Duplex {
  readonly #small: Buffer[] = [];
  readonly #ready: Buffer[] = [];
  readonly #handedOn: Buffer[] = [];
  /** Tells the archive that there is room again. */
  #accept: (() => void) | null = null;
  #isAwaited = false;
  #isEnded = false;
  #heldBytes = 0;
  #takenBytes = 0;
  readonly #memory: ReusedMemory;

  /** @param memory that contents are in, or may be. */
  constructor(memory: ReusedMemory) {
    // Nothing is put in front of what is asked for: two pieces that wait together would be copied into one.
    super({ readableHighWaterMark: 1 });
    this.#memory = memory;
  }

  /** Bytes for which there was room. There is an event `taken` when there are more. */
  get takenBytes(): number {
    return this.#takenBytes;
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, accept: TransformCallback): void {
    const isSmall = piece.length < smallBytes;
    if (isSmall) {
      this.#small.push(piece);
      this.#heldBytes += piece.length;
    }
    if (isSmall && this.#heldBytes < joinedBytes) {
      this.#take(piece.length, accept);
      return;
    }
    this.#join();
    if (!isSmall) this.#ready.push(piece);
    this.#accept = () => this.#take(piece.length, accept);
    this.#handOn();
  }

  override _final(done: TransformCallback): void {
    this.#join();
    this.#isEnded = true;
    this.#handOn();
    done();
  }

  override _read(): void {
    // Later, since what is given at once would be joined to the piece that is being taken.
    process.nextTick(() => {
      this.#isAwaited = true;
      this.#handOn();
    });
  }

  #join(): void {
    const small = this.#small.splice(0);
    if (small.length > 0) this.#ready.push(Buffer.concat(small));
    for (const piece of small) this.#memory.giveBack(piece);
    this.#heldBytes = 0;
  }

  #take(bytes: number, accept: TransformCallback): void {
    this.#takenBytes += bytes;
    this.emit('taken');
    accept();
  }

  #handOn(): void {
    if (!this.#isAwaited || this.destroyed) return;
    const piece = this.#ready.shift();
    if (piece === undefined) {
      if (this.#isEnded) this.push(null);
      return;
    }
    this.#isAwaited = false;
    this.#handedOn.push(piece);
    if (this.#handedOn.length > 2) this.#free(this.#handedOn.shift());
    this.push(piece);
    if (this.#ready.length > 0) return;
    const accept = this.#accept;
    this.#accept = null;
    accept?.();
  }

  /** Gives a buffer's memory back, if it is nobody else's. */
  #free(piece: Buffer | undefined): void {
    if (piece !== undefined && !this.#memory.giveBack(piece)) freeMemory(piece);
  }
}
