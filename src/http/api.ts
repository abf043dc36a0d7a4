import type { IncomingMessage } from 'node:http';
import type { FileReply, HandlerParts, Handlers } from '../../handlers/operation.ts';
import type { Plans } from '../config/plans.ts';
import { problems } from '../domain/problems/catalogue.ts';
import type { FieldError } from '../domain/problems/problem.ts';
import { admitSubmission, countRefusal } from '../domain/batches/submission-rate.ts';
import { countRequest, tierOf } from '../domain/quota/request-rates.ts';
import type { Caller } from '../store/callers.ts';
import type { Database } from '../store/database.ts';
import { authenticate } from './authenticate.ts';
import { createBodyMemory, type BodyMemory, type BodyShare } from './body/body-memory.ts';
import { createBodyParser, type BodySchemas, type ParseInThread } from './body/parse-in-thread.ts';
import { readJsonBody, readZipBody, type BodyLimit, type ReadBody } from './body/read-body.ts';
import type { ContractOperation } from './contract.ts';
import type { Answer, AnyReply, Exchange } from './exchange.ts';
import { fileReply } from './file-reply.ts';
import { templateInBody, templateInPath } from './logged-template.ts';
import { rateHeaders } from './problem-response.ts';
import { setHeaders } from './respond.ts';
import { readQuery } from './target.ts';
import { invalidRequestCode } from './validation-errors.ts';

export interface ApiParts {
  readonly db: Database;
  readonly plans: Plans;
  /** Whether requests count against rate limits. */
  readonly limitsRates: boolean;
  readonly maxBodyBytes: number;
  readonly handlers: Handlers;
  readonly handlerParts: HandlerParts;
}

/** A handler of any operation. */
type AnyHandler = (call: unknown, parts: HandlerParts) => Promise<AnyReply | FileReply>;

/** What reading a body needs. */
interface BodyParts {
  readonly memory: BodyMemory;
  readonly parseInThread: ParseInThread;
}

/** Returns how to answer requests for each path of the contract. */
export function createApi(contract: readonly ContractOperation[], parts: ApiParts): Map<string, Answer> {
  const schemas = contract.flatMap(({ id, bodySchema }) => (bodySchema === null ? [] : [[id, bodySchema]]));
  const bodies: BodyParts = {
    memory: createBodyMemory(parts.maxBodyBytes),
    parseInThread: createBodyParser(Object.fromEntries(schemas) as BodySchemas),
  };
  const paths = Map.groupBy(contract, ({ path }) => path);
  return new Map(
    [...paths].map(([path, operations]) => [
      path,
      async (exchange) => {
        const { method = '' } = exchange.incoming;
        exchange.note({ route: path, ...templateInPath(path, exchange.target.path) });
        const operation = operations.find((each) => each.method === method);
        if (operation === undefined) throw problems.methodNotAllowed(method, methodsOf(operations));
        return await runOperation(operation, { ...parts, ...bodies }, exchange);
      },
    ]),
  );
}

/** Authenticates, counts, reads and validates a request, then calls the operation's handler. */
async function runOperation(
  operation: ContractOperation,
  parts: ApiParts & BodyParts,
  exchange: Exchange,
): Promise<AnyReply> {
  const { id, headerParameters } = operation;
  const { incoming, response, requestId, signal, log } = exchange;
  const { headers } = incoming;
  exchange.note({ operation: id });

  const caller = await authenticate(parts.db, incoming);
  const { keyId, accountId, workspaceId } = caller;
  exchange.note({ keyId, accountId, workspaceId });

  if (parts.limitsRates) {
    const tier = tierOf(id, parts.plans[caller.plan], headers['idempotency-key'] !== undefined);
    // At once: refusals that follow carry these headers, too.
    setHeaders(response, rateHeaders(await countRequest(parts.db, tier, accountId)));
  }

  const share = parts.memory.open(workspaceId);
  try {
    const request = await countRefusals(parts, operation, exchange, caller, () =>
      readRequest(operation, parts, exchange, { workspaceId, share }),
    );
    const header = readHeaders(headerParameters, incoming);
    const call = { ...request, header, caller, requestId, signal, log };
    // The validation has checked that the call has the operation's types.
    const reply = await (parts.handlers[id] as AnyHandler)(call, parts.handlerParts);
    return 'file' in reply ? await fileReply(incoming, reply.file) : reply;
  } finally {
    share.release();
  }
}

/**
 * A submission with an idempotency key was counted as a read, because it may be a repetition. If it is none,
 * its refusal counts as a submission.
 */
async function countRefusals<Result>(
  { db, limitsRates }: ApiParts,
  { id }: ContractOperation,
  { incoming }: Exchange,
  caller: Caller,
  read: () => Promise<Result>,
): Promise<Result> {
  const key = incoming.headers['idempotency-key'];
  if (!limitsRates || id !== 'submitBatchJob' || typeof key !== 'string') return await read();
  await admitSubmission(db, caller, key);
  return await read().catch((error: unknown) => countRefusal(db, caller, error));
}

/** Reads and validates the parts of a request that its operation declares. */
async function readRequest(
  operation: ContractOperation,
  { maxBodyBytes, handlerParts, parseInThread }: ApiParts & BodyParts,
  { incoming, response, target, note }: Exchange,
  { workspaceId, share }: { readonly workspaceId: string; readonly share: BodyShare },
): Promise<{ readonly path: unknown; readonly query: unknown; readonly body: unknown }> {
  const { id, headerParameters, bodySchema, takesZip } = operation;
  const repeated = findRepeatedHeaders(headerParameters, incoming);
  if (repeated.length > 0) throw problems.invalidRequest(repeated);
  const limit = bodyLimit(operation, maxBodyBytes, handlerParts.submit.batchMaxRows);
  const zip = takesZip ? await readZipBody(incoming, response, { limit, share }) : undefined;
  const read: Partial<ReadBody> =
    bodySchema === null
      ? {}
      : await readJsonBody(incoming, response, { operationId: id, workspaceId, limit, share, parseInThread });
  note(templateInBody(read.body));
  const { values, errors } = readQuery(target.query, operation.queryParameters);
  if (errors.length > 0) throw problems.invalidRequest(errors, invalidRequestCode(id, errors));
  const { headers } = incoming;
  const valid = operation.validate({ path: target.path, headers, query: values, body: read.toCheck });
  return { ...valid, body: zip ?? read.body };
}

/** In the order that clients have always seen in `Allow`. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

function methodsOf(operations: readonly ContractOperation[]): string[] {
  return methods.filter((method) => operations.some((operation) => operation.method === method));
}

/** Values of one template; a row of a batch has fewer on average. */
const maxValues = 10_000;
const maxValuesPerRow = 250;

function bodyLimit({ id }: ContractOperation, maxBytes: number, maxRows: number): BodyLimit {
  return id === 'submitBatchJob'
    ? { maxBytes, maxMembers: maxRows * maxValuesPerRow, tooLarge: problems.batchBodyTooLarge }
    : { maxBytes, maxMembers: maxValues, tooLarge: problems.payloadTooLarge };
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
