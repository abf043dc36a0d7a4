import type { IncomingMessage, ServerResponse } from 'node:http';
import { problems } from '../../domain/problems/catalogue.ts';
import { Problem } from '../../domain/problems/problem.ts';
import { hashContent } from '../../async/hash-content.ts';
import { askForBody } from '../linger.ts';
import { smallBodyBytes, type BodyShare } from './body-memory.ts';
import type { JsonLimits } from './json-body.ts';
import { parseBody, type JsonObject } from './parse-body.ts';
import type { ParseInWorker } from './parse-in-worker.ts';
import { receiveBytes } from './receive-bytes.ts';

export interface BodyLimit extends JsonLimits {
  readonly maxBytes: number;
  /** The whole body is a document, which is kept as it is: no part of it has a meaning for the contract. */
  readonly isDocument?: boolean;
  /** Whether the handler needs the hash of the body. Default: no. */
  readonly isHashed?: boolean;
  /** The problem for a larger body. */
  readonly tooLarge: (maxBytes: number) => Problem;
}

interface BodyReading {
  readonly operationId: string;
  /** Whose body it is: large bodies of different owners are parsed in turns. */
  readonly owner: string;
  readonly limit: BodyLimit;
  readonly share: BodyShare;
  readonly parseInWorker: ParseInWorker;
}

export interface ReadBody {
  readonly body: JsonObject;
  /** SHA-256 of the body as it was sent, in hex. Null: it was not asked for. */
  readonly bodyHash: string | null;
  /** The body; without its values if a thread has already checked them against the contract. */
  readonly toCheck: JsonObject;
}

/**
 * Reads the JSON object in a request's body.
 *
 * @throws Problem of the limit, REQUEST_TIMEOUT, SERVICE_UNAVAILABLE, or VALIDATION_ERROR; ClientGoneError
 */
export async function readJsonBody(
  request: IncomingMessage,
  response: ServerResponse,
  { operationId: id, owner, limit, share, parseInWorker }: BodyReading,
): Promise<ReadBody> {
  const {
    maxMembers,
    maxDepth,
    acceptsExponents,
    maxDocumentBytes,
    isDocument = false,
    isHashed = false,
  } = limit;
  const rules = { maxMembers, maxDepth, acceptsExponents };
  const blocks = await readBlocks(request, response, { limit, share });
  // Before the parse: a thread takes the blocks.
  const bodyHash = isHashed ? await hashContent(...blocks) : null;
  const bytes = blocks.reduce((sum, { length }) => sum + length, 0);
  if (bytes <= smallBodyBytes) {
    const body = parseBody(blocks, rules);
    return { body, bodyHash, toCheck: body };
  }
  const body = await parseInWorker(owner, { id, blocks, ...rules, maxDocumentBytes, isDocument });
  return { body, bodyHash, toCheck: isDocument ? body : withoutValues(body) };
}

/**
 * Reads the file that is a request's body.
 *
 * @throws Problem as `readJsonBody`
 */
export async function readFileBody(
  request: IncomingMessage,
  response: ServerResponse,
  reading: Pick<BodyReading, 'limit' | 'share'>,
): Promise<Uint8Array> {
  return Buffer.concat(await readBlocks(request, response, reading));
}

async function readBlocks(
  request: IncomingMessage,
  response: ServerResponse,
  { limit: { maxBytes, tooLarge }, share }: Pick<BodyReading, 'limit' | 'share'>,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > maxBytes) throw tooLarge(maxBytes);
  // Only now: a client that waits for it does not send a body that the headers already forbid.
  askForBody(request, response);
  return await receiveBytes(request, { maxBytes, tooLarge, share }).catch((error: unknown) => {
    // The connection would have to bring the rest of the body, however slowly, before its next request.
    if (error instanceof Problem && [408, 503].includes(error.status)) {
      response.setHeader('Connection', 'close');
    }
    throw error;
  });
}

/** A valid body stays valid without its values. */
function withoutValues(body: JsonObject): JsonObject {
  return {
    ...body,
    ...('rows' in body ? { rows: [{}] } : {}),
    ...('variables' in body ? { variables: {} } : {}),
    ...('values' in body ? { values: {} } : {}),
  };
}

/**
 * Returns the media type of a body, one of those that the operation accepts.
 *
 * @throws Problem UNSUPPORTED_MEDIA_TYPE
 */
export function readContentType<Accepted extends string>(
  request: IncomingMessage,
  accepted: readonly Accepted[],
): Accepted {
  const given = request.headers['content-type'];
  const [type = '', ...parameters] = (given ?? '').split(';').map((part) => part.trim());
  const known = accepted.find((each) => each === type.toLowerCase());
  if (known === undefined) {
    const received =
      given === undefined ? 'none was given' : `received ${JSON.stringify(given.slice(0, 100))}`;
    throw problems.unsupportedMediaType(`Expected Content-Type ${accepted.join(' or ')}, but ${received}.`);
  }
  for (const parameter of parameters) {
    if (parameter === '' || /^charset\s*=\s*"?utf-?8"?$/i.test(parameter)) continue;
    if (!/^charset\s*=/i.test(parameter)) continue;
    throw problems.unsupportedMediaType(
      `Expected JSON in UTF-8, but received ${JSON.stringify(parameter.slice(0, 100))}.`,
    );
  }
  // Bodies are never decompressed: a small one could become huge.
  const coding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (coding !== 'identity' && coding !== '') {
    throw problems.unsupportedMediaType(
      `Expected a body without Content-Encoding, but received ${JSON.stringify(coding.slice(0, 100))}.`,
    );
  }
  return known;
}
