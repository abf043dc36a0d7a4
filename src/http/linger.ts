import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers to requests that were told to go on with their body. */
const continued = new WeakSet<ServerResponse>();

/** How long a body that nobody wants any more may hold up the answer. */
const lingerMs = 2_000;

/** Tells a client that waits for it (`Expect: 100-continue`) to send its body. */
export function askForBody(request: IncomingMessage, response: ServerResponse): void {
  if (!expectsContinue(request)) return;
  continued.add(response);
  response.writeContinue();
}

function expectsContinue({ headers }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === '100-continue';
}

/**
 * Lets the rest of a refused body pass unread where the connection is to end with the answer. Closing it while the client
 * still sends resets it: the client fails at writing and never reads why it was refused. (A connection that stays open needs
 * none of this: there Node reads on behind the answer.)
 */
export function letBodyPass(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const closes = !response.shouldKeepAlive || response.getHeader('Connection') === 'close';
  // Whoever expects a 100 sends nothing before it, and after a refusal nothing at all.
  const waits = expectsContinue(request) && !continued.has(response);
  if (!closes || waits || request.complete || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, lingerMs);
    const pass = (): void => {
      clearTimeout(timer);
      resolve();
    };
    request.on('end', pass).on('close', pass).on('error', pass).resume();
  });
}
