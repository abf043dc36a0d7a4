import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { problems } from '../domain/problems/catalogue.ts';
import type { RateRefusals } from '../domain/quota/rate-refusals.ts';
import { agentMessages } from '../domain/quota/request-rates.ts';
import { maxJsonBytes } from '../domain/templates/import-zip.ts';
import type { Caller } from '../store/callers.ts';
import type { Database } from '../store/database.ts';
import { admitKey } from './authenticate.ts';
import type { BodyMemory } from './body/body-memory.ts';
import { createBodyParser } from './body/parse-in-worker.ts';
import { readContentType, readJsonBody } from './body/read-body.ts';
import type { Answer, Exchange } from './exchange.ts';
import { documentLimits } from './studio/studio-api.ts';

export interface McpRouteParts {
  readonly db: Database;
  readonly limitsRates: boolean;
  readonly rateRefusals: RateRefusals;
  readonly maxBodyBytes: number;
  /** The origin that clients see; called once there are requests. */
  readonly publicUrl: () => string;
  /** Answers one message of the protocol. */
  readonly answer: (message: McpMessage) => Promise<McpAnswer>;
}

/** A message of an agent. */
export interface McpMessage extends Pick<Exchange, 'requestId' | 'log' | 'signal' | 'note'> {
  readonly message: object;
  readonly headers: IncomingHttpHeaders;
  readonly caller: Caller;
}

/** An answer to one message. */
export interface McpAnswer {
  readonly status: number;
  /** Null: without content. */
  readonly mediaType: string | null;
  readonly bytes: Uint8Array;
}

/** Where agents send their messages. */
export const mcpPath = '/mcp';

/** A message holds a document at most, and what is around it. */
const maxMessageBytes = maxJsonBytes + 64 * 1024;

/** Of the message, around a document or values. */
const maxMessageDepth = 4;

/** Answers messages of the Model Context Protocol: streamable HTTP without sessions. */
export function answerMcp(parts: McpRouteParts, bodyMemory: BodyMemory): Answer {
  const limit = {
    maxBytes: Math.min(parts.maxBodyBytes, maxMessageBytes),
    ...documentLimits,
    maxDepth: documentLimits.maxDepth + maxMessageDepth,
    // The protocol checks it.
    isDocument: true,
    tooLarge: problems.payloadTooLarge,
  };
  const parseInWorker = createBodyParser({});
  return async (exchange) => {
    const { incoming, response, requestId, log, signal, note } = exchange;
    note({ route: mcpPath });
    // Without sessions there is nothing to listen to (GET), and nothing to end (DELETE).
    const { method = '' } = incoming;
    if (method !== 'POST') throw problems.methodNotAllowed(method, ['POST']);
    refusePages(incoming, parts.publicUrl());
    const caller = await admit(parts, exchange);
    readContentType(incoming, ['application/json']);
    const owner = caller.workspaceId;
    const share = bodyMemory.open(owner);
    try {
      const reading = { operationId: 'mcp', owner, limit, share, parseInWorker };
      const { body: message } = await readJsonBody(incoming, response, reading);
      const { headers } = incoming;
      const answer = await parts.answer({ message, headers, caller, requestId, log, signal, note });
      const { status, mediaType, bytes } = answer;
      return mediaType === null ? { status, headers: {} } : { status, headers: {}, mediaType, bytes };
    } finally {
      share.release();
    }
  };
}

/**
 * Browsers send `Origin`, programs do not. A page could come from a name that now leads to this machine (DNS
 * rebinding), so the `Host` that it names proves nothing.
 */
function refusePages({ headers: { origin } }: IncomingMessage, publicUrl: string): void {
  if (origin !== undefined && origin !== publicUrl) throw problems.pageRefused();
}

/** Finds the caller by the key, and counts the message. */
async function admit(parts: McpRouteParts, exchange: Exchange): Promise<Caller> {
  return await admitKey(parts, exchange, {
    key: readBearer(exchange.incoming),
    tierName: agentMessages.name,
    findTier: () => agentMessages,
    unknown: problems.bearerUnknown,
  });
}

/** RFC 6750, 2.1. */
function readBearer({ headersDistinct }: IncomingMessage): string {
  const [given, ...more] = headersDistinct['authorization'] ?? [];
  const [, key] = /^Bearer +(\S+) *$/i.exec(given ?? '') ?? [];
  if (key === undefined || more.length > 0) throw problems.bearerMissing();
  return key;
}
