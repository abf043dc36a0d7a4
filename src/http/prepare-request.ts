import type { Operation, Request } from 'openapi-backend';
import type { OperationId } from '../../handlers/operation.ts';
import { problems } from '../domain/errors.ts';
import type { Authenticated, CallerRules } from './authenticate.ts';
import type { Exchange } from './exchange.ts';
import { findRepeatedHeaders, headerParameters } from './header-parameters.ts';
import { tellRate } from './rate-limits.ts';
import { readJsonBody, type BodyLimit } from './read-body.ts';
import { readQuery, type QueryParameter } from './target.ts';
import { invalidRequestCode } from './validation-errors.ts';

/** What decides whether a request is let in. */
export interface AdmissionRules extends CallerRules {
  readonly maxBodyBytes: number;
}

/**
 * All that happens to a request between authentication and validation: it is refused where its caller's rate is used up, its query
 * is read strictly and its body within its bounds. Both are put into `request`, which the validation looks at next.
 */
export async function prepareRequest(
  rules: AdmissionRules,
  operation: Operation,
  { caller, counted }: Authenticated,
  { incoming, response, target }: Exchange,
  request: Request,
): Promise<void> {
  const operationId = operation.operationId as OperationId;
  if (counted !== null) tellRate(counted.limits, caller, counted.rate, response);
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
