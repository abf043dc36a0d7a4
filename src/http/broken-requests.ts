import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { problems } from '../domain/problems/catalogue.ts';
import { causes } from '../domain/problems/codes.ts';
import type { Problem } from '../domain/problems/problem.ts';
import { commonHeaders } from './headers.ts';
import { lingerMs } from './linger.ts';
import { problemBody, problemHeaders, problemMediaType } from './problem-response.ts';

/** Answers in one turn of the event loop to requests whose time is over: often there are a thousand. */
const maxOfTurn = 20;
const timeoutCode = 'ERR_HTTP_REQUEST_TIMEOUT';

/**
 * Answers requests that Node's HTTP parser refuses: too large headers, invalid or incomplete HTTP, a request
 * that does not arrive in time. The answer is problem+json, as for other requests.
 */
export function answerBrokenRequests(server: Server, log: Logger): void {
  const underWay = new WeakMap<Duplex, ServerResponse>();
  const answered = new WeakSet<Duplex>();
  const late = inSlices(maxOfTurn);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    underWay.set(request.socket, response);
    response.on('close', () => underWay.delete(request.socket));
  });
  const answer = (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || !socket.writable || underWay.get(socket)?.headersSent === true) {
      socket.destroy();
      return;
    }
    const requestId = randomUUID();
    const problem = getProblem(error.code ?? '');
    const cause = error.code ?? 'not valid HTTP';
    log.info({ requestId, status: problem.status, code: problem.code, cause }, 'request could not be read');
    sendAndClose(socket, problem, requestId);
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // The parser emits more errors for the bytes that follow.
    if (answered.has(socket)) return;
    answered.add(socket);
    if (error.code === timeoutCode) late(() => answer(error, socket));
    else answer(error, socket);
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    const problem = problems.methodNotAllowed('CONNECT', ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']);
    socket.on('error', () => undefined);
    const requestId = randomUUID();
    const { status, code } = problem;
    log.info({ requestId, status, code, cause: causes[code] }, 'request could not be read');
    sendAndClose(socket, problem, requestId);
  });
}

/** Runs short actions in the order of their calls, a limited number in each turn of the event loop. */
function inSlices(maxOfSlice: number): (act: () => void) => void {
  const waiting: (() => void)[] = [];
  const work = (): void => {
    for (const act of waiting.splice(0, maxOfSlice)) act();
    if (waiting.length > 0) setImmediate(work);
  };
  return (act) => {
    if (waiting.push(act) === 1) setImmediate(work);
  };
}

/** Does not wait for the client to close its side: Node no longer limits the time of this connection. */
function sendAndClose(socket: Duplex, problem: Problem, requestId: string): void {
  socket.end(rawResponse(problem, requestId));
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

function getProblem(parserCode: string): Problem {
  switch (parserCode) {
    case 'HPE_HEADER_OVERFLOW':
      return problems.headersTooLarge();
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return problems.unreadable('The extensions of a chunk are too large.');
    case timeoutCode:
      return problems.requestTimeout();
    default:
      return problems.unreadable('The request is not valid HTTP/1.1, or ended before it was complete.');
  }
}

/** The response as text, because Node has no response object for such a request. */
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
