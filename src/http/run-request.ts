import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { problems } from '../domain/problems/catalogue.ts';
import { toAnyProblem } from '../domain/problems/to-problem.ts';
import { requestAnswered } from '../telemetry/events.ts';
import { clientAddress } from './client-address.ts';
import type { Answer, Exchange, LoggedFacts } from './exchange.ts';
import { describeFailure, type FailureFacts } from './failure-facts.ts';
import { commonHeaders } from './headers.ts';
import type { RefusedBodies } from './linger.ts';
import { ClientGoneError } from './body/receive-bytes.ts';
import type { RefusalPace } from './refusal-pace.ts';
import { sendProblem, sendReply, setHeaders } from './respond.ts';
import { readTarget } from './target.ts';
import { traceRequest } from './trace-request.ts';
import type { UnreadAnswers } from './unread-answers.ts';

export interface RequestParts {
  readonly log: Logger;
  readonly unread: UnreadAnswers;
  readonly refused: RefusedBodies;
  /** Null: rates are off. */
  readonly refusalPace: RefusalPace | null;
  /** Whether the parts of the service are being closed, although requests are in progress. */
  readonly isEnding: () => boolean;
}

/**
 * Runs one request: assigns an id, calls `answer`, sends its reply or the problem for its error, and logs one
 * line: an error if the status is 5xx. It logs the path's pattern, never the path itself, the query or the
 * body.
 */
export async function runRequest(
  { log, unread, refused, refusalPace, isEnding }: RequestParts,
  incoming: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
): Promise<void> {
  const requestId = randomUUID();
  let childLog: Logger | null = null;
  // Most requests log nothing but their one line, and a child costs more than that.
  const requestLog = (): Logger => (childLog ??= log.child({ requestId }));
  const startedAt = performance.now();
  let facts: LoggedFacts = {};
  let failure: FailureFacts | null = null;
  let isTakenOver = false;

  const gone = new AbortController();
  response.on('close', () => {
    const finished = response.writableFinished || isTakenOver;
    if (!finished) gone.abort(new ClientGoneError('the client closed the connection'));
    const status = response.headersSent || isTakenOver ? response.statusCode : null;
    const durationMs = performance.now() - startedAt;
    const operation = facts.operation ?? facts.route ?? null;
    const isRateRefusal = failure?.code === 'RATE_LIMIT_EXCEEDED';
    const isOriginFailure = failure?.reason === 'origin';
    requestAnswered.record({ operation, status, isRateRefusal, isOriginFailure, durationMs });
    log[status !== null && status >= 500 ? 'error' : 'info'](
      {
        requestId,
        method: incoming.method,
        ...facts,
        ...failure,
        status,
        durationMs: Math.round(durationMs),
        ...(finished ? {} : { clientGone: true, goneBecause: response.errored?.message }),
        ...givenRequestId(incoming),
      },
      'request',
    );
  });

  const watch = (waiting: ServerResponse, bytes: number) =>
    unread.watch(waiting, facts.accountId ?? clientAddress(incoming), bytes);
  setHeaders(response, commonHeaders(requestId));
  try {
    requireOneHost(incoming);
    requireKnownTransferCoding(incoming);
    const exchange: Exchange = {
      incoming,
      response,
      target: readTarget(incoming.url ?? '/'),
      requestId,
      get log() {
        return requestLog();
      },
      signal: gone.signal,
      note: (more) => {
        facts = { ...facts, ...more };
      },
    };
    const reply = await traceRequest(exchange, answer, () => facts);
    if (gone.signal.aborted) reply.stream?.destroy();
    else if (reply.takeOver !== undefined) {
      isTakenOver = true;
      response.statusCode = reply.status;
      reply.takeOver();
    } else await sendReply(response, reply, watch);
  } catch (error) {
    if (gone.signal.aborted || error instanceof ClientGoneError) {
      requestLog().debug({ err: error }, 'the client has gone');
      return;
    }
    const found = toAnyProblem(error);
    // Whatever failed, it failed since the service ends: another process can answer.
    const problem = isEnding() && found.status >= 500 ? problems.serviceEnding(error) : found;
    failure = describeFailure(problem);
    await refused.drain(incoming, response);
    if ((await refusalPace?.wait(problem, clientAddress(incoming), gone.signal)) === false) {
      incoming.socket.destroy();
      return;
    }
    await sendProblem(response, problem, requestId, watch);
  }
}

/** RFC 9112, 3.2: with several Host headers, two servers on the way could each use a different one. */
function requireOneHost({ headersDistinct, httpVersion }: IncomingMessage): void {
  const hosts = headersDistinct['host']?.length ?? 0;
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) {
    throw problems.unreadable('The Host header must be given once.');
  }
}

/** RFC 9112, 6.1: Node removes the chunks of `gzip, chunked`, and leaves the gzip in the body. */
function requireKnownTransferCoding({ headers }: IncomingMessage): void {
  const codings = headers['transfer-encoding'];
  if (codings !== undefined && codings.trim().toLowerCase() !== 'chunked') {
    throw problems.transferCodingUnknown(codings);
  }
}

/** A request id of the client or a proxy. It is only logged, because it may not be unique. */
function givenRequestId({ headers }: IncomingMessage): { givenRequestId?: string } {
  const given = headers['x-request-id'];
  return typeof given === 'string' ? { givenRequestId: given.slice(0, 200) } : {};
}
