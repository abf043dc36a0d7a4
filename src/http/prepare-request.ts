import type { ServerResponse } from 'node:http';
import type { Operation, Request } from 'openapi-backend';
import type { OperationId } from '../../handlers/operation.ts';
import { problems } from '../domain/errors.ts';
import type { Plans } from '../domain/plans.ts';
import type { Database } from '../store/database.ts';
import type { Caller } from '../store/keys.ts';
import type { Exchange } from './exchange.ts';
import { findRepeatedHeaders, headerParameters } from './header-parameters.ts';
import { limitRate, type RateSubject } from './rate-limits.ts';
import { readJsonBody, type BodyLimit } from './read-body.ts';
import { readQuery, type QueryParameter } from './target.ts';
import { invalidRequestCode } from './validation-errors.ts';

/** What decides whether a request is let in. */
export interface AdmissionRules {
  readonly db: Database;
  readonly plans: Plans;
  /** Whether rates are limited at all. */
  readonly rateLimits: boolean;
  readonly maxBodyBytes: number;
}

/**
 * All that happens to a request between authentication and validation: it is counted against its rate limit, its query is
 * read strictly and its body within its bounds. Both are put into `request`, which the validation looks at next.
 */
export async function prepareRequest(
  rules: AdmissionRules,
  operation: Operation,
  caller: Caller,
  { incoming, response, target }: Exchange,
  request: Request,
): Promise<void> {
  const operationId = operation.operationId as OperationId;
  const isKeyed = incoming.headers['idempotency-key'] !== undefined;
  if (rules.rateLimits) await limitRate(operationId, isKeyed, rateSubject(rules, caller, response));
  const repeated = findRepeatedHeaders(headerParameters(operation), incoming);
  if (repeated.length > 0) throw problems.invalidRequest(repeated);

  if (operation.requestBody !== undefined) {
    const limit = bodyLimit(operationId, rules.maxBodyBytes);
    request.body = await readJsonBody(incoming, response, limit);
  }

  const { values, errors } = readQuery(target.query, queryParameters(operation));
  if (errors.length > 0) throw problems.invalidRequest(errors, invalidRequestCode(operationId, errors));
  request.query = values;
}

/** Who counts a request's rate, and where it is told. */
export function rateSubject(
  { db, plans }: AdmissionRules,
  caller: Caller,
  response: ServerResponse,
): RateSubject {
  return { db, caller, plan: plans[caller.plan], response };
}

/** One render takes the values of one template; a batch takes them many times over. */
function bodyLimit(operationId: OperationId, maxBytes: number): BodyLimit {
  return operationId === 'submitBatchJob'
    ? { maxBytes, maxMembers: Infinity, tooLarge: problems.bodyOverBatchCeiling }
    : { maxBytes, maxMembers: 10_000, tooLarge: problems.payloadTooLarge };
}

const known = new WeakMap<Operation, readonly QueryParameter[]>();

function queryParameters(operation: Operation): readonly QueryParameter[] {
  let parameters = known.get(operation);
  if (parameters === undefined) {
    parameters = (operation.parameters ?? [])
      .filter((parameter) => 'in' in parameter && parameter.in === 'query')
      .map((parameter) => {
        const { name, schema } = parameter as { name: string; schema?: { type?: unknown } };
        const type = schema?.type;
        return { name, type: type === 'integer' || type === 'array' ? type : 'other' };
      });
    known.set(operation, parameters);
  }
  return parameters;
}
