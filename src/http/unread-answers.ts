import type { ServerResponse } from 'node:http';

export interface UnreadLimits {
  /** Max bytes of all answers that wait in memory until their clients have read them. */
  readonly maxBytes: number;
  /** A client that reads fewer than `minBytes` in `windowMs` is too slow. */
  readonly minBytes: number;
  readonly windowMs: number;
}

/**
 * The kernel's send buffer reports progress in steps of up to a megabyte, so a short window would end clients
 * that read slowly but steadily.
 */
const defaultLimits: UnreadLimits = {
  maxBytes: 256 * 1024 * 1024,
  minBytes: 64 * 1024,
  windowMs: 30_000,
};

interface UnreadAnswer {
  readonly response: ServerResponse;
  readonly owner: string;
  readonly bytes: number;
  readonly startedAt: number;
  readonly startBytes: number;
}

/** Closes responses to slow readers; with too many bytes in memory, the slowest first. */
export class UnreadAnswers {
  readonly #limits: UnreadLimits;
  readonly #answers = new Set<UnreadAnswer>();
  /** The sum of each owner's answers. */
  readonly #owners = new Map<string, number>();
  #bytes = 0;

  constructor(limits: UnreadLimits = defaultLimits) {
    this.#limits = limits;
  }

  /** Bytes of the watched answers. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Watches an answer that is being sent.
   *
   * @param owner the account or address that the bytes count for
   * @param bytes how much of it stays in memory until it is read
   * @returns ends the watch
   */
  watch(response: ServerResponse, owner: string, bytes: number): () => void {
    const startBytes = bytesSent(response);
    const answer = { response, owner, bytes, startedAt: performance.now(), startBytes };
    this.#answers.add(answer);
    this.#add(owner, bytes);

    let windowStartBytes = startBytes;
    const timer = setInterval(() => {
      const sent = bytesSent(response);
      // Without unsent bytes the answer waits for storage, not for the client.
      if (response.writableLength > 0 && sent - windowStartBytes < this.#limits.minBytes) {
        end(response, 'the client reads too slowly');
      }
      windowStartBytes = sent;
      // A response that waits for an earlier one of its connection is not closed with the connection.
      if (response.req.socket.destroyed) release();
    }, this.#limits.windowMs);
    const release = (): void => {
      clearInterval(timer);
      this.#remove(answer);
    };
    this.#makeRoom(answer);
    return release;
  }

  /**
   * Ends the slowest answers of the owner that holds most (longest queue drop) until the rest fits. An owner
   * within its fair share loses nothing, so only the newest answer may exceed the limit.
   */
  #makeRoom(newest: UnreadAnswer): void {
    while (this.#bytes > this.#limits.maxBytes) {
      const fairShare = this.#limits.maxBytes / this.#owners.size;
      const [slowest] = [...this.#answers]
        .filter((answer) => answer !== newest && answer.bytes > 0 && this.#held(answer) > fairShare)
        .sort((a, b) => this.#held(b) - this.#held(a) || readRate(a) - readRate(b));
      if (slowest === undefined) return;
      this.#remove(slowest);
      end(slowest.response, 'too many answers wait for their clients, and this one is read most slowly');
    }
  }

  #held({ owner }: UnreadAnswer): number {
    return this.#owners.get(owner) ?? 0;
  }

  #remove(answer: UnreadAnswer): void {
    if (this.#answers.delete(answer)) this.#add(answer.owner, -answer.bytes);
  }

  #add(owner: string, bytes: number): void {
    this.#bytes += bytes;
    const held = (this.#owners.get(owner) ?? 0) + bytes;
    if (held > 0) this.#owners.set(owner, held);
    else this.#owners.delete(owner);
  }
}

/** The bytes of a connection that the kernel has accepted. */
function bytesSent({ req: { socket } }: ServerResponse): number {
  return socket.bytesWritten - socket.writableLength;
}

function readRate({ response, startBytes, startedAt }: UnreadAnswer): number {
  return (bytesSent(response) - startBytes) / (performance.now() - startedAt);
}

function end(response: ServerResponse, reason: string): void {
  const error = new Error(reason);
  response.destroy(error);
  // A response that still waits for an earlier one of its connection has no socket.
  response.req.socket.destroy(error);
}
