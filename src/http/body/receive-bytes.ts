import type { IncomingMessage } from 'node:http';
import { problems } from '../../domain/problems/catalogue.ts';
import { Problem } from '../../domain/problems/problem.ts';
import type { BodyShare } from './body-memory.ts';

/** The client closed the connection: no answer can be sent. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}

export interface Reception {
  readonly maxBytes: number;
  /** The problem for a larger body. */
  readonly tooLarge: (maxBytes: number) => Problem;
  readonly share: BodyShare;
  /** In each such period, the body must end or bring `minWindowBytes`. */
  readonly windowMs?: number;
}

/** Received bytes are copied to blocks of this size: each chunk of a body may have one byte. */
const blockBytes = 64 * 1024;

const defaultWindowMs = 10_000;
const minWindowBytes = 64 * 1024;

/**
 * Receives a body, with or without Content-Length, as blocks that own their memory. What follows a refusal is
 * discarded, or not read.
 *
 * @throws Problem of `tooLarge` or of the share, REQUEST_TIMEOUT for a body that arrives too slowly;
 *   ClientGoneError
 */
export function receiveBytes(
  request: IncomingMessage,
  { maxBytes, tooLarge, share, windowMs = defaultWindowMs }: Reception,
): Promise<Uint8Array<ArrayBuffer>[]> {
  return new Promise((resolve, reject) => {
    const blocks = new Blocks(Number(request.headers['content-length'] ?? blockBytes));
    let lengthBefore = 0;
    const window = setInterval(() => {
      if (blocks.length - lengthBefore < minWindowBytes) refuse(problems.requestTimeout());
      lengthBefore = blocks.length;
    }, windowMs);
    const settle = (act: () => void): void => {
      clearInterval(window);
      request.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
      // A broken connection may still emit an error, which must have a listener.
      request.on('error', () => undefined);
      act();
    };
    const refuse = (error: Error): void =>
      settle(() => {
        // Under load the rest is not read: discarding many bodies would take the time of the other clients.
        if (error instanceof Problem && [408, 503].includes(error.status)) request.pause();
        else request.resume();
        reject(error);
      });
    const onData = (chunk: Buffer): void => {
      try {
        if (blocks.length + chunk.length > maxBytes) throw tooLarge(maxBytes);
        share.grow(chunk.length);
        blocks.add(chunk);
      } catch (error) {
        refuse(error as Error);
      }
    };
    const onEnd = (): void => settle(() => resolve(blocks.list()));
    const onGone = (): void => settle(() => reject(new ClientGoneError('the body ended early')));
    request.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  });
}

/** Bytes in blocks, none of which is larger than the announced length needs. */
class Blocks {
  readonly #blocks: Uint8Array<ArrayBuffer>[] = [];
  readonly #sizeBytes: number;
  #block = new Uint8Array(0);
  #used = 0;
  length = 0;

  constructor(announcedBytes: number) {
    this.#sizeBytes = Math.min(blockBytes, Math.max(1, announcedBytes));
  }

  add(chunk: Uint8Array): void {
    for (let rest = chunk; rest.length > 0;) {
      if (this.#used === this.#block.length) {
        this.#block = new Uint8Array(this.#sizeBytes);
        this.#blocks.push(this.#block);
        this.#used = 0;
      }
      const part = rest.subarray(0, this.#block.length - this.#used);
      this.#block.set(part, this.#used);
      this.#used += part.length;
      this.length += part.length;
      rest = rest.subarray(part.length);
    }
  }

  list(): Uint8Array<ArrayBuffer>[] {
    const last = this.#blocks.pop();
    return last === undefined ? [] : [...this.#blocks, last.subarray(0, this.#used)];
  }
}
