import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { problems, type Problem } from '../domain/errors.ts';
import { commonHeaders } from './headers.ts';
import { problemBody, problemHeaders, problemMediaType } from './problem-response.ts';

/** How long a connection stays after such an answer, so that the client can read it. */
const lingerMs = 1_000;

/**
 * Answers what Node's HTTP parser gives up on, and so never becomes a request: a header section that is too large, a
 * message that is no HTTP or ends early, a request that does not arrive in time. As problem+json, like everything else.
 */
export function answerBrokenRequests(server: Server, log: Logger): void {
  const underWay = new WeakMap<Duplex, ServerResponse>();
  const answered = new WeakSet<Duplex>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    underWay.set(request.socket, response);
    response.on('close', () => underWay.delete(request.socket));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // The parser goes on complaining about whatever else arrives.
    if (answered.has(socket)) return;
    answered.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable || underWay.get(socket)?.headersSent === true) {
      socket.destroy();
      return;
    }
    const requestId = randomUUID();
    const problem = problemOf(error.code ?? '');
    log.info({ requestId, status: problem.status, parserCode: error.code }, 'request could not be read');
    socket.end(rawResponse(problem, requestId));
    setTimeout(() => socket.destroy(), lingerMs).unref();
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    const problem = problems.methodNotAllowed('CONNECT', ['GET', 'POST', 'DELETE']);
    socket.on('error', () => undefined);
    socket.end(rawResponse(problem, randomUUID()));
  });
}

function problemOf(parserCode: string): Problem {
  switch (parserCode) {
    case 'HPE_HEADER_OVERFLOW':
      return problems.headersTooLarge();
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return problems.unreadable('The extensions of a chunk are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return problems.requestTimeout();
    default:
      return problems.unreadable('The request is not valid HTTP/1.1, or ended before it was complete.');
  }
}

/** There is no response object at this point: the bytes are written by hand. */
function rawResponse(problem: Problem, requestId: string): string {
  const body = problemBody(problem, requestId);
  const headers = {
    ...commonHeaders(requestId),
    ...problemHeaders(problem),
    Date: new Date().toUTCString(),
    'Content-Type': problemMediaType,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${problem.status} ${problem.title}\r\n${lines.join('')}\r\n${body}`;
}
