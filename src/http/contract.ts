import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  OpenAPIBackend,
  ValidationContext,
  type AjvCustomizer,
  type Document,
  type Operation,
  type Request,
} from 'openapi-backend';
import type { OperationId } from '../../handlers/operation.ts';
import { problems } from '../domain/problems/catalogue.ts';
import { createContractAjv } from './ajv.ts';
import { createBodyCheck } from './body/check-body.ts';
import type { QueryParameter } from './target.ts';
import { invalidRequestCode, toFieldErrors } from './validation-errors.ts';

/** An operation of the contract. */
export interface ContractOperation {
  readonly id: OperationId;
  /** In upper case. */
  readonly method: string;
  /** With parameters in braces, as in the contract. */
  readonly path: string;
  /** Without references; null if the operation takes no body. */
  readonly bodySchema: object | null;
  /** Whether it takes a .zip, which is not checked against a schema. */
  readonly takesZip: boolean;
  readonly headerParameters: readonly string[];
  readonly queryParameters: readonly QueryParameter[];
  /**
   * Checks a request and returns its parameters with their types and defaults.
   *
   * @throws Problem with all invalid fields
   */
  validate(request: UncheckedRequest): ValidRequest;
}

export interface UncheckedRequest {
  /** Not decoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly query: Record<string, string | string[]>;
  readonly body: unknown;
}

interface ValidRequest {
  readonly path: unknown;
  readonly query: unknown;
}

/** Reads the contract and compiles its validators, which is most of the time that the API needs to start. */
export async function compileContract(): Promise<readonly ContractOperation[]> {
  const file = new URL('../../generated/openapi.json', import.meta.url);
  const backend = new OpenAPIBackend({
    definition: JSON.parse(readFileSync(file, 'utf8')) as Document,
    // openapi-backend's own check refuses OpenAPI 3.1; the gate lints the document instead.
    quick: true,
    strict: true,
    customizeAjv,
    coerceTypes: true,
  });
  await backend.init();
  const operations = backend.router.getOperations();
  for (const { operationId = '' } of operations) {
    // Other parts of the process start between two operations.
    await nextTurn();
    backend.validator.getRequestValidatorsForOperation(operationId);
  }
  return operations.map((operation) => describeOperation(backend, operation));
}

function describeOperation({ validator }: OpenAPIBackend, operation: Operation): ContractOperation {
  const id = operation.operationId as OperationId;
  const method = operation.method.toUpperCase();
  const parameters = (operation.parameters ?? []).flatMap((each) => ('in' in each ? [each] : []));
  const headerParameters = parameters.filter((each) => each.in === 'header').map(({ name }) => name);
  const bodySchema = bodySchemaOf(operation);
  const checkBody = bodySchema === null ? null : createBodyCheck(bodySchema);
  return {
    id,
    method,
    path: operation.path,
    bodySchema,
    takesZip: takesZip(operation),
    headerParameters,
    queryParameters: parameters
      .filter((each) => each.in === 'query')
      .map(({ name, schema }) => ({ name, type: typeOf(schema) })),
    validate(request) {
      const { errors, coerced } = validator.validateRequest({ method, ...request } as Request, operation);
      if (errors === null || errors === undefined) {
        const { params, query } = coerced as { params?: unknown; query?: unknown };
        return { path: params ?? {}, query: query ?? {} };
      }
      // All errors of the body, so that its author can correct them at once.
      const more = request.body === undefined ? [] : (checkBody?.(request.body, 'all') ?? []);
      const fields = toFieldErrors([...errors, ...more], headerParameters);
      throw problems.invalidRequest(fields, invalidRequestCode(id, fields));
    },
  };
}

function typeOf(schema: unknown): QueryParameter['type'] {
  const { type } = (schema ?? {}) as { type?: unknown };
  return type === 'integer' || type === 'array' ? type : 'other';
}

function takesZip({ requestBody }: Operation): boolean {
  return (
    requestBody !== undefined && 'content' in requestBody && 'application/octet-stream' in requestBody.content
  );
}

function bodySchemaOf({ requestBody }: Operation): object | null {
  if (requestBody === undefined || '$ref' in requestBody) return null;
  return requestBody.content['application/json']?.schema ?? null;
}

/**
 * Replaces the draft-07 validators of openapi-backend by the contract's dialect (JSON Schema 2020-12). Only
 * parameters are converted from text; values of bodies must have the declared types.
 */
const customizeAjv: AjvCustomizer = (_draft07, _options, context) => {
  const isParameters = context === ValidationContext.Params;
  return createContractAjv({
    coerceTypes: isParameters,
    allErrors: isParameters,
    validateSchema: false,
  });
};
