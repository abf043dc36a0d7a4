import type { IncomingMessage, ServerResponse } from 'node:http';

/** Responses whose client was told to send its body. */
const continued = new WeakSet<ServerResponse>();

/** How long the rest of a refused body may delay the response, or an unused connection the stop. */
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

/**
 * Discards the rest of a refused body if the connection closes after the response. Closing it while the
 * client still sends resets it, and the client never reads the refusal. (Node does this itself for a
 * connection that stays open.)
 */
export function letBodyPass(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const closes = !response.shouldKeepAlive || response.getHeader('Connection') === 'close';
  // A client that expects a 100 sends nothing before it, and nothing after a refusal.
  const waits = expectsContinue(request) && !continued.has(response);
  const isOver = request.complete || request.destroyed || request.isPaused();
  if (!closes || waits || isOver) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, lingerMs);
    const pass = (): void => {
      clearTimeout(timer);
      resolve();
    };
    request.on('end', pass).on('close', pass).on('error', pass).resume();
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
