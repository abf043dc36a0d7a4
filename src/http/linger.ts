import type { IncomingMessage, ServerResponse } from 'node:http';
import { TokenBucket } from '../async/token-bucket.ts';

/** Responses whose client was told to send its body. */
const continued = new WeakSet<ServerResponse>();

const mebibyte = 1024 * 1024;

/** How long a connection stays open so that its client can read a refusal, or end by itself before a stop. */
export const lingerMs = 2_000;

/** Tells a client that sent `Expect: 100-continue` to send its body. */
export function askForBody(request: IncomingMessage, response: ServerResponse): void {
  if (!expectsContinue(request)) return;
  continued.add(response);
  response.writeContinue();
}

function expectsContinue({ headers }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === '100-continue';
}

/** Bytes of refused bodies that are read and discarded. */
const discards = { perSecond: 16 * mebibyte, burst: 128 * mebibyte };

/**
 * Discards the rest of refused bodies: closing a connection while its client still sends resets it, and the
 * client never reads the refusal. Many large bodies would take the time of the other clients: beyond a budget
 * they are not read, and their connections close.
 */
export class RefusedBodies {
  readonly #budget = new TokenBucket(discards);

  /** Resolves when the refusal can be sent. */
  async drain(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A client that expects a 100 sends nothing before it, and nothing after a refusal.
    const waits = expectsContinue(request) && !continued.has(response);
    if (waits || request.complete || request.destroyed || request.isPaused()) return;
    if (this.#budget.take(0) > 0) {
      request.pause();
      response.setHeader('Connection', 'close');
      return;
    }
    request.on('data', ({ length }: Buffer) => {
      if (this.#budget.take(length) === 0) return;
      request.pause();
      setTimeout(() => request.destroy(), lingerMs);
    });
    // On a connection that stays open, the client reads the refusal whenever it wants to.
    const closes = !response.shouldKeepAlive || response.getHeader('Connection') === 'close';
    if (closes) await getEnd(request);
  }
}

/** Resolves at the end of a body, or after `lingerMs`. */
function getEnd(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, lingerMs);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    request.on('end', end).on('close', end).on('error', end);
  });
}

/**
 * Ends a response. If the rest of its request's body is not read (`pause`), the connection stays open for a
 * while: the client still sends, and closing at once would reset it. Reading the rest of many bodies would
 * take the time of the other clients.
 */
export function endResponse(response: ServerResponse, bytes: Uint8Array): void {
  const { req: request } = response;
  if (request.complete || request.destroyed || !request.isPaused()) {
    response.end(bytes);
    return;
  }
  response.write(bytes);
  setTimeout(() => response.end(), lingerMs);
}
