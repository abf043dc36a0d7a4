import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import {
  OpenAPIBackend,
  type Context,
  type Document,
  type Handler,
  type OpenAPIRouter,
  type Operation,
  type Request,
} from 'openapi-backend';
import type { HandlerParts, Handlers, OperationId } from '../../handlers/operation.ts';
import { problems } from '../domain/errors.ts';
import { customizeAjv } from './ajv.ts';
import { authenticate, type Authenticated } from './authenticate.ts';
import type { Exchange } from './exchange.ts';
import { headerParameters, readHeaders } from './header-parameters.ts';
import { prepareRequest, type AdmissionRules } from './prepare-request.ts';
import { submissionRate, unlimitedSubmissions } from './rate-limits.ts';
import { findAllBodyErrors } from './body-errors.ts';
import { invalidRequestCode, toFieldErrors } from './validation-errors.ts';

/** An answer as handlers give it, without its operation's types. */
export interface AnyReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
  /** JSON; or else `mediaType` with `bytes`, or with `stream` and `contentLength`; or nothing. */
  readonly body?: unknown;
  readonly mediaType?: string;
  readonly bytes?: Uint8Array;
  /** Whether nobody else has the bytes: their memory is freed once they are sent. */
  readonly givesBytesAway?: boolean;
  /** Null: only its length is told. */
  readonly stream?: Readable | null;
  readonly contentLength?: number;
}

/** Answers a request to the API; throws the problem where there is one. */
export type Api = (exchange: Exchange) => Promise<AnyReply>;

type AnyHandler = (call: unknown, parts: HandlerParts) => Promise<AnyReply>;

const methods = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'trace'];

/** The contract's operations, routed and with their validators made, which takes most of the time of an API's start. */
export interface CompiledContract {
  readonly backend: OpenAPIBackend;
  /** The name of the one way to authenticate. */
  readonly scheme: string;
}

/** Compiles the contract. Needs nothing, so that it can be done while other parts are waited for. */
export async function compileContract(): Promise<CompiledContract> {
  const definition = readContract();
  const [scheme = ''] = Object.keys(definition.components?.securitySchemes ?? {});
  const backend = new OpenAPIBackend({
    definition,
    // Its own check of the document refuses OpenAPI 3.1; the gate lints the document instead.
    quick: true,
    strict: true,
    ignoreTrailingSlashes: false,
    customizeAjv,
    coerceTypes: true,
  });
  await backend.init();
  // The router builds this list anew each time, and asks for it several times a request.
  const operations = backend.router.getOperations();
  backend.router.getOperations = () => operations;
  rememberMatches(backend.router);
  for (const { operationId = '' } of operations) {
    // One after the other, and whatever else is under way in between.
    await nextTurn();
    backend.validator.getRequestValidatorsForOperation(operationId);
  }
  return { backend, scheme };
}

/**
 * The contract's operations behind openapi-backend, every guard of it set. What it does not look at (media type, rate,
 * size, form of the query) is looked at in `prepareRequest`, which runs between authentication and validation.
 */
export function createApi(
  { backend, scheme }: CompiledContract,
  rules: AdmissionRules,
  handlers: Handlers,
  parts: HandlerParts,
): Api {
  backend.registerSecurityHandler(scheme, async ({ operation, request }, exchange: Exchange) => {
    exchange.note({ route: operation.path, operation: operation.operationId ?? '' });
    const { templateId } = request.params as Record<string, unknown>;
    return await authenticate(rules, operation.operationId as OperationId, exchange.incoming, templateId);
  });
  backend.register({
    ...operationHandlers(rules, handlers, parts, scheme),
    postSecurityHandler: async (context, exchange: Exchange, request: Request) => {
      const authenticated = authenticatedOf(context, scheme);
      const { keyId, accountId, workspaceId } = authenticated.caller;
      exchange.note({ keyId, accountId, workspaceId });
      await prepareRequest(rules, context.operation, authenticated, exchange, request);
    },
    unauthorizedHandler: () => {
      throw problems.keyMissing();
    },
    validationFail: ({ operation, validation }, { incoming }: Exchange, request: Request) => {
      const all = findAllBodyErrors(operation, request.body, incoming);
      const errors = toFieldErrors([...(validation.errors ?? []), ...all], headerParameters(operation));
      throw problems.invalidRequest(errors, invalidRequestCode(operation.operationId ?? '', errors));
    },
    notFound: (_context, _exchange: Exchange, request: Request) => {
      throw problems.notFound(request.path);
    },
    methodNotAllowed: (_context, _exchange: Exchange, request: Request) => {
      const allow = methods.filter((method) => backend.router.matchOperation({ ...request, method }));
      throw problems.methodNotAllowed(
        request.method,
        allow.map((method) => method.toUpperCase()),
      );
    },
  });

  return async (exchange) => {
    const { method = '', headers } = exchange.incoming;
    const { path } = exchange.target;
    const request: Request = { method, path, headers: headers as Request['headers'], query: {} };
    return (await backend.handleRequest(request, exchange, request)) as AnyReply;
  };
}

/** Paths that are asked for again and again; the router would make and try a regular expression for each operation each time. */
const rememberedPaths = 10_000;

function rememberMatches(router: OpenAPIRouter): void {
  const matches = new LRUCache<string, Operation>({ max: rememberedPaths });
  const match = router.matchOperation.bind(router);
  const matchOnce = (request: Request, strict = false): Operation | undefined => {
    const key = `${request.method} ${request.path}`;
    const known = matches.get(key);
    if (known !== undefined) return known;
    // What matches nothing throws, or is told, each time.
    const operation: Operation | undefined = match(request, strict);
    if (operation !== undefined) matches.set(key, operation);
    return operation;
  };
  router.matchOperation = matchOnce as OpenAPIRouter['matchOperation'];
}

function readContract(): Document {
  const file = new URL('../../generated/openapi.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Document;
}

/** The handlers as openapi-backend calls them: its context becomes a typed call. */
function operationHandlers(
  rules: AdmissionRules,
  handlers: Handlers,
  parts: HandlerParts,
  scheme: string,
): Record<string, Handler> {
  return Object.fromEntries(
    Object.entries(handlers).map(([operationId, handler]) => [
      operationId,
      (context: Context, { incoming, response, requestId, signal, log }: Exchange) => {
        const {
          params: path,
          query,
          requestBody: body,
        } = context.request as unknown as Record<string, unknown>;
        const { caller, template } = authenticatedOf(context, scheme);
        const header = readHeaders(headerParameters(context.operation), incoming);
        const rate =
          rules.limits === null ? unlimitedSubmissions : submissionRate({ db: rules.db, caller, response });
        const request = { path, query, header, body, requestId, signal, log };
        const call = { ...request, caller, template, submissionRate: rate };
        // The validation has just made these the operation's own types.
        return (handler as AnyHandler)(call, parts);
      },
    ]),
  );
}

/** Who was authenticated. Whatever the security handler threw is thrown again: openapi-backend keeps it to itself. */
function authenticatedOf(context: Context, scheme: string): Authenticated {
  const outcome = context.security[scheme] as Authenticated | { error: unknown } | undefined;
  if (outcome === undefined) throw new Error('The operation asks for no key, which no operation may.');
  if ('error' in outcome) throw outcome.error;
  return outcome;
}
