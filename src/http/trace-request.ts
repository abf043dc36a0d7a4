import { Problem } from '../domain/problems/problem.ts';
import { toAnyProblem } from '../domain/problems/to-problem.ts';
import { inSpan } from '../telemetry/tracing.ts';
import type { Answer, AnyReply, Exchange, LoggedFacts } from './exchange.ts';
import { ClientGoneError } from './body/receive-bytes.ts';

type Outcome = { readonly reply: AnyReply } | { readonly error: unknown };

/** Paths that are requested every few seconds and are not traced. */
const untraced = new Set(['/healthz', '/readyz']);

/**
 * Answers a request in a span that continues the client's trace, if traces are on.
 *
 * @param facts returns the request's facts, once it is answered
 */
export async function traceRequest(
  exchange: Exchange,
  answer: Answer,
  facts: () => LoggedFacts,
): Promise<AnyReply> {
  const { incoming, requestId, target } = exchange;
  if (untraced.has(target.path)) return await answer(exchange);
  const { method = '' } = incoming;
  const { traceparent } = incoming.headers;
  const parent = typeof traceparent === 'string' ? traceparent : null;
  const outcome = await inSpan(method, { kind: 'server', parent }, async (span): Promise<Outcome> => {
    if (span === null) return { reply: await answer(exchange) };
    exchange.note({ traceId: span.traceId });
    const finish = (status: number | null): void => {
      const { route, operation, workspaceId } = facts();
      span.update({
        ...(route === undefined ? {} : { name: `${method} ${route}` }),
        isFailure: status !== null && status >= 500,
        attributes: {
          'http.request.method': method,
          'platen.request_id': requestId,
          ...(status === null ? {} : { 'http.response.status_code': status }),
          ...(route === undefined ? {} : { 'http.route': route }),
          ...(operation === undefined ? {} : { 'platen.operation': operation }),
          ...(workspaceId === undefined ? {} : { 'platen.workspace_id': workspaceId }),
        },
      });
    };
    try {
      const reply = await answer(exchange);
      finish(reply.status);
      return { reply };
    } catch (error) {
      // A refusal is an answer, not a failure of the span.
      const isAnswered = error instanceof Problem || !hasClientGone(exchange, error);
      finish(isAnswered ? toAnyProblem(error).status : null);
      return { error };
    }
  });
  if ('error' in outcome) throw outcome.error;
  return outcome.reply;
}

function hasClientGone({ signal }: Exchange, error: unknown): boolean {
  return signal.aborted || error instanceof ClientGoneError;
}
