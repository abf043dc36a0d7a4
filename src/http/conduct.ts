import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { Problem, problems } from '../domain/errors.ts';
import type { AnyReply } from './api.ts';
import type { Exchange, LoggedFacts } from './exchange.ts';
import { commonHeaders } from './headers.ts';
import { letBodyPass } from './linger.ts';
import { ClientGoneError } from './read-body.ts';
import { requestAnswered } from '../telemetry/signals.ts';
import { sendProblem, sendReply } from './respond.ts';
import { readTarget } from './target.ts';
import { traceRequest } from './trace-request.ts';

/**
 * Takes a request from its id to its answer, whatever happens: the one place where an error becomes a response. The log
 * gets one line a request, with the route's pattern in place of the path, and nothing that came in the query or the body.
 */
export async function conduct(
  log: Logger,
  incoming: IncomingMessage,
  response: ServerResponse,
  answer: (exchange: Exchange) => Promise<AnyReply>,
): Promise<void> {
  const requestId = randomUUID();
  const requestLog = log.child({ requestId });
  const startedAt = performance.now();
  let facts: LoggedFacts = {};
  let isRateRefusal = false;

  const gone = new AbortController();
  response.on('close', () => {
    const finished = response.writableFinished;
    if (!finished) gone.abort(new ClientGoneError('the client closed the connection'));
    const status = response.headersSent ? response.statusCode : null;
    const durationMs = performance.now() - startedAt;
    const operation = facts.operation ?? facts.route ?? null;
    requestAnswered.tell({ operation, status, isRateRefusal, durationMs });
    requestLog.info(
      {
        method: incoming.method,
        ...facts,
        status,
        durationMs: Math.round(durationMs),
        ...(finished ? {} : { clientGone: true }),
        ...givenRequestId(incoming),
      },
      'request',
    );
  });

  for (const [name, value] of Object.entries(commonHeaders(requestId))) response.setHeader(name, value);
  try {
    // RFC 9112, 3.2: exactly one, since two parties could take different ones for true.
    const hosts = incoming.headersDistinct['host']?.length ?? 0;
    if (hosts > 1 || (hosts === 0 && incoming.httpVersion === '1.1')) {
      throw problems.unreadable('The Host header must be given once.');
    }
    const exchange: Exchange = {
      incoming,
      response,
      target: readTarget(incoming.url ?? '/'),
      requestId,
      log: requestLog,
      signal: gone.signal,
      note: (more) => {
        facts = { ...facts, ...more };
      },
    };
    const reply = await traceRequest(exchange, answer, () => facts);
    if (gone.signal.aborted) reply.stream?.destroy();
    else await sendReply(response, reply);
  } catch (error) {
    if (gone.signal.aborted || error instanceof ClientGoneError) {
      requestLog.debug({ err: error }, 'nobody is left to answer');
      return;
    }
    const problem = error instanceof Problem ? error : problems.internalError(error);
    isRateRefusal = problem.code === 'RATE_LIMIT_EXCEEDED';
    if (problem.facts.cause !== undefined) {
      const level = problem.status === 500 ? 'error' : 'warn';
      requestLog[level]({ code: problem.code, err: problem.facts.cause }, 'request failed');
    }
    await letBodyPass(incoming, response);
    sendProblem(response, problem, requestId);
  }
}

/** A request id that the client or a proxy made: only noted, since nothing vouches for its being unique. */
function givenRequestId({ headers }: IncomingMessage): { givenRequestId?: string } {
  const given = headers['x-request-id'];
  return typeof given === 'string' ? { givenRequestId: given.slice(0, 200) } : {};
}
