import type { IncomingMessage } from 'node:http';
import type { FileReply } from '../../handlers/operation.ts';
import type { DownloadableFile } from '../domain/files/downloadable-file.ts';
import { problems } from '../domain/problems/catalogue.ts';
import type { FieldError } from '../domain/problems/problem.ts';
import type { BodyMemory, BodyShare } from './body/body-memory.ts';
import { createBodyParser, type ParseInWorker } from './body/parse-in-worker.ts';
import {
  readContentType,
  readFileBody,
  readJsonBody,
  type BodyLimit,
  type ReadBody,
} from './body/read-body.ts';
import type { BodyType, ContractOperation } from './contract.ts';
import type { Answer, AnyReply, Exchange } from './exchange.ts';
import { fileReply } from './file-reply.ts';
import { templateInBody, templateInPath } from './logged-template.ts';
import { readQuery } from './target.ts';
import { invalidRequestCode } from './validation-errors.ts';

/** An API of the service: its contract, its handlers, and whom it answers. */
export interface Api<Caller, Parts> {
  readonly contract: readonly ContractOperation[];
  /** By operationId. */
  readonly handlers: Readonly<Record<string, AnyHandler<Parts>>>;
  readonly handlerParts: Parts;
  readonly bodyMemory: BodyMemory;
  /**
   * Finds the caller and counts the request against its rate limit, before the body is read.
   *
   * @throws Problem for a request that is not answered
   */
  readonly admit: (operation: ContractOperation, exchange: Exchange) => Promise<Caller>;
  /** Who the memory of a body counts for: a workspace, or an address. */
  readonly bodyOwner: (caller: Caller, exchange: Exchange) => string;
  readonly bodyLimit: (
    operation: ContractOperation,
    mediaType: BodyType,
    incoming: IncomingMessage,
  ) => BodyLimit;
  /** Is called with the error of a request whose body or parameters are refused, and throws it. */
  readonly refuse?: (
    error: unknown,
    operation: ContractOperation,
    exchange: Exchange,
    caller: Caller,
  ) => Promise<never>;
  /** More parts of a handler's call. */
  readonly callParts?: (exchange: Exchange) => object;
  /** Headers of a stored file that a handler replies with. */
  readonly fileHeaders?: (file: DownloadableFile) => Readonly<Record<string, string>>;
  /** Replies with such a file. Default: also in parts. */
  readonly replyWithFile?: (
    incoming: IncomingMessage,
    file: DownloadableFile,
    headers: Readonly<Record<string, string>> | undefined,
    options: { readonly isRevalidated: boolean },
  ) => Promise<AnyReply>;
}

/** A handler of any operation. The validation checks that the call has the operation's types. */
export type AnyHandler<Parts> = (call: never, parts: Parts) => Promise<AnyReply | FileReply>;

/** Returns how to answer requests for each path of the contract. */
export function createApi<Caller, Parts>(api: Api<Caller, Parts>): Map<string, Answer> {
  const schemas = api.contract.flatMap(({ id, bodySchema }) =>
    bodySchema === null ? [] : [[id, bodySchema] as const],
  );
  const parseInWorker = createBodyParser(Object.fromEntries(schemas));
  const paths = Map.groupBy(api.contract, ({ path }) => path);
  return new Map(
    [...paths].map(([path, operations]) => [
      path,
      async (exchange) => {
        const { method = '' } = exchange.incoming;
        exchange.note({ route: path, ...templateInPath(path, exchange.target.path) });
        const operation = operations.find((each) => each.method === method);
        if (operation === undefined) throw problems.methodNotAllowed(method, getMethods(operations));
        return await runOperation(operation, api, parseInWorker, exchange);
      },
    ]),
  );
}

/** Admits, reads and validates a request, then calls the operation's handler. */
async function runOperation<Caller, Parts>(
  operation: ContractOperation,
  api: Api<Caller, Parts>,
  parseInWorker: ParseInWorker,
  exchange: Exchange,
): Promise<AnyReply> {
  const { id, headerParameters } = operation;
  const { incoming, requestId, signal, log } = exchange;
  exchange.note({ operation: id });
  const caller = await api.admit(operation, exchange);

  const owner = api.bodyOwner(caller, exchange);
  const share = api.bodyMemory.open(owner);
  try {
    const reading = { owner, share, parseInWorker, bodyLimit: api.bodyLimit };
    const request = await readRequest(operation, exchange, reading).catch((error: unknown) => {
      if (api.refuse === undefined) throw error;
      return api.refuse(error, operation, exchange, caller);
    });
    const header = readHeaders(headerParameters, incoming);
    const call = { ...request, header, caller, requestId, signal, log, ...api.callParts?.(exchange) };
    const handle = api.handlers[id] as (call: unknown, parts: Parts) => Promise<AnyReply | FileReply>;
    const reply = await handle(call, api.handlerParts);
    if (!('file' in reply)) return reply;
    const isRevalidated = headerParameters.includes('If-None-Match');
    const replyWithFile = api.replyWithFile ?? fileReply;
    return await replyWithFile(incoming, reply.file, api.fileHeaders?.(reply.file), { isRevalidated });
  } finally {
    share.release();
  }
}

/** What reading a request needs. */
interface Reading {
  readonly owner: string;
  readonly share: BodyShare;
  readonly parseInWorker: ParseInWorker;
  readonly bodyLimit: Api<never, never>['bodyLimit'];
}

interface ValidRequest extends Pick<ReadBody, 'bodyHash'> {
  readonly path: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Reads and validates the parts of a request that its operation declares. */
async function readRequest(
  operation: ContractOperation,
  { incoming, target, note, response }: Exchange,
  reading: Reading,
): Promise<ValidRequest> {
  const { id, headerParameters } = operation;
  const repeated = findRepeatedHeaders(headerParameters, incoming);
  if (repeated.length > 0) throw problems.invalidRequest(repeated);
  const read = await readBody(operation, incoming, response, reading);
  note(templateInBody(read.toCheck));
  const { values, errors } = readQuery(target.query, operation.queryParameters);
  if (errors.length > 0) throw problems.invalidRequest(errors, invalidRequestCode(id, errors));
  const { headers } = incoming;
  const valid = operation.validate({ path: target.path, headers, query: values, body: read.toCheck });
  return { ...valid, body: read.body, bodyHash: read.bodyHash ?? null };
}

/** Reads the JSON object or the file in a body, if the operation takes one. */
async function readBody(
  operation: ContractOperation,
  incoming: IncomingMessage,
  response: Exchange['response'],
  { owner, share, parseInWorker, bodyLimit }: Reading,
): Promise<Partial<Omit<ReadBody, 'body'>> & { readonly body?: unknown }> {
  const { id, bodyTypes } = operation;
  if (bodyTypes.length === 0) return {};
  const mediaType = readContentType(incoming, bodyTypes);
  const limit = bodyLimit(operation, mediaType, incoming);
  if (mediaType === 'application/octet-stream')
    return { body: await readFileBody(incoming, response, { limit, share }) };
  return await readJsonBody(incoming, response, { operationId: id, owner, limit, share, parseInWorker });
}

/** In the order that clients have always seen in `Allow`. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

function getMethods(operations: readonly ContractOperation[]): string[] {
  return methods.filter((method) => operations.some((operation) => operation.method === method));
}

/** Values of header fields, with the names of the contract. */
function readHeaders(names: readonly string[], { headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name.toLowerCase()];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

/** Node joins the values of a repeated header field; the joined value is not what the client means. */
function findRepeatedHeaders(names: readonly string[], { headersDistinct }: IncomingMessage): FieldError[] {
  return names
    .filter((name) => (headersDistinct[name.toLowerCase()]?.length ?? 0) > 1)
    .map((name) => ({
      pointer: `/header/${name}`,
      detail: 'Is given more than once; expected one value.',
    }));
}
