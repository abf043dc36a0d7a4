import { Problem } from '../domain/errors.ts';
import { inSpan } from '../telemetry/tracing.ts';
import type { AnyReply } from './api.ts';
import type { Exchange, LoggedFacts } from './exchange.ts';
import { ClientGoneError } from './read-body.ts';

type Outcome = { readonly reply: AnyReply } | { readonly error: unknown };

/** Asked every few seconds, and of no interest in a trace. */
const unseen = new Set(['/healthz', '/readyz']);

/**
 * Answers a request in a span that goes on with the caller's trace, where spans are made.
 *
 * @param facts what is known of the request once it has its answer
 */
export async function traceRequest(
  exchange: Exchange,
  answer: (exchange: Exchange) => Promise<AnyReply>,
  facts: () => LoggedFacts,
): Promise<AnyReply> {
  const { incoming, requestId, target } = exchange;
  if (unseen.has(target.path)) return await answer(exchange);
  const { method = '' } = incoming;
  const { traceparent } = incoming.headers;
  const parent = typeof traceparent === 'string' ? traceparent : null;
  const outcome = await inSpan(method, { kind: 'server', parent }, async (span): Promise<Outcome> => {
    if (span === null) return { reply: await answer(exchange) };
    exchange.note({ traceId: span.traceId });
    const finish = (status: number | null): void => {
      const { route, operation, workspaceId } = facts();
      span.note({
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
      // A refusal is an answer, and no failure of the span.
      finish(error instanceof Problem ? error.status : isOfClient(exchange, error) ? null : 500);
      return { error };
    }
  });
  if ('error' in outcome) throw outcome.error;
  return outcome.reply;
}

function isOfClient({ signal }: Exchange, error: unknown): boolean {
  return signal.aborted || error instanceof ClientGoneError;
}
