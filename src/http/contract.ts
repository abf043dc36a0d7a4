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
import { problems } from '../domain/problems/catalogue.ts';
import { createContractAjv } from './ajv.ts';
import { createBodyCheck } from './body/check-body.ts';
import { integerError, type QueryParameter } from './target.ts';
import { invalidRequestCode, toFieldErrors } from './validation-errors.ts';

/** The contracts that the service serves: the public API's, and that of the app. */
export type ContractName = 'openapi' | 'studio';

/** An operation of a contract. */
export interface ContractOperation {
  readonly id: string;
  /** In upper case. */
  readonly method: string;
  /** With parameters in braces, as in the contract. */
  readonly path: string;
  /** Without references; null if the operation takes no body. */
  readonly bodySchema: object | null;
  /** The media types of its body, one of which a request must have; empty if it takes none. */
  readonly bodyTypes: readonly BodyType[];
  /** Whether it answers everybody: `security` is empty. */
  readonly isOpen: boolean;
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
  readonly query: Readonly<Record<string, string | string[] | Readonly<Record<string, string | string[]>>>>;
  readonly body: unknown;
}

interface ValidRequest {
  readonly path: unknown;
  readonly query: unknown;
}

/** Reads a contract and compiles its validators, which is most of the time that the API needs to start. */
export async function compileContract(name: ContractName): Promise<readonly ContractOperation[]> {
  const operations = await openContract(name);
  for (const { compile } of operations) {
    // Other parts of the process start between two operations.
    await nextTurn();
    compile();
  }
  return operations;
}

type CompilableOperation = ContractOperation & { readonly compile: () => void };

const contracts = new Map<ContractName, Promise<readonly CompilableOperation[]>>();

/**
 * Reads a contract, once in a process. The validators of an operation are compiled when its first request
 * arrives.
 */
export function openContract(name: ContractName): Promise<readonly CompilableOperation[]> {
  const contract = contracts.get(name) ?? readContract(name);
  contracts.set(name, contract);
  return contract;
}

async function readContract(name: ContractName): Promise<readonly CompilableOperation[]> {
  const file = new URL(`../../generated/${name}.json`, import.meta.url);
  const backend = new OpenAPIBackend({
    definition: JSON.parse(readFileSync(file, 'utf8')) as Document,
    // openapi-backend's own check refuses OpenAPI 3.1; the gate lints the document instead.
    quick: true,
    strict: true,
    customizeAjv,
    coerceTypes: true,
  });
  await backend.init();
  return backend.router.getOperations().map((operation) => ({
    ...describeOperation(backend, operation),
    compile: () => void backend.validator.getRequestValidatorsForOperation(operation.operationId ?? ''),
  }));
}

function describeOperation({ validator }: OpenAPIBackend, operation: Operation): ContractOperation {
  const { operationId: id = '' } = operation;
  const method = operation.method.toUpperCase();
  const parameters = (operation.parameters ?? []).flatMap((each) => ('in' in each ? [each] : []));
  const headerParameters = parameters.filter((each) => each.in === 'header').map(({ name }) => name);
  const bodySchema = getBodySchema(operation);
  const checkBody = bodySchema === null ? null : createBodyCheck(bodySchema);
  const bodyTypes = getBodyTypes(operation);
  const checkPathIntegers = createPathIntegerCheck(operation.path, parameters);
  // With a file instead, there is no JSON to check.
  if (bodyTypes.length > 1) Object.assign(operation.requestBody ?? {}, { required: false });
  return {
    id,
    method,
    path: operation.path,
    bodySchema,
    bodyTypes,
    isOpen: operation.security?.length === 0,
    headerParameters,
    queryParameters: parameters
      .filter((each) => each.in === 'query')
      .map(({ name, schema }) => ({ name, type: getType(schema) })),
    validate(request) {
      checkPathIntegers(request.path);
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

/**
 * Returns a check of the integers in paths: they have only digits. JavaScript, and so the validator, would
 * accept `1e2`.
 */
function createPathIntegerCheck(
  pattern: string,
  parameters: readonly { readonly name: string; readonly in: string; readonly schema?: unknown }[],
): (path: string) => void {
  const integers = parameters
    .filter(({ in: place, schema }) => place === 'path' && getType(schema) === 'integer')
    .map(({ name }) => ({ name, at: pattern.split('/').indexOf(`{${name}}`) }));
  if (integers.length === 0) return () => undefined;
  return (path) => {
    const parts = path.split('/');
    const errors = integers.flatMap(({ name, at }) => {
      const detail = integerError(parts[at] ?? '');
      return detail === null ? [] : [{ pointer: `/path/${name}`, detail }];
    });
    if (errors.length > 0) throw problems.invalidRequest(errors);
  };
}

function getType(schema: unknown): QueryParameter['type'] {
  const { type } = (schema ?? {}) as { type?: unknown };
  return type === 'integer' || type === 'array' ? type : 'other';
}

/** The media types of bodies: JSON, and files, which are not checked against a schema. */
const knownBodyTypes = ['application/json', 'application/octet-stream'] as const;
export type BodyType = (typeof knownBodyTypes)[number];

function getBodyTypes({ requestBody }: Operation): readonly BodyType[] {
  if (requestBody === undefined || '$ref' in requestBody) return [];
  return knownBodyTypes.filter((type) => type in requestBody.content);
}

function getBodySchema({ requestBody }: Operation): object | null {
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
