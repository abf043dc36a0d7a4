import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Problem } from '../domain/problems/problem.ts';
import type { LoggedFacts } from '../http/exchange.ts';
import { describeFailure } from '../http/failure-facts.ts';
import type { McpAnswer, McpMessage } from '../http/mcp.ts';
import { createMcpServer } from './server.ts';
import type { McpParts } from './tool.ts';

/** The transport only looks at the path's headers; the address is not that of the client. */
const url = 'http://platen.invalid/mcp';

/**
 * Answers one message over HTTP, with a server of its own: there are no sessions, and every answer is one
 * JSON object. Clients of the revisions of 2025 and of 2026 are served (see the SDK's `isLegacyRequest`).
 */
export async function answerMessage(
  parts: McpParts,
  { message, headers, caller, requestId, log, signal, note }: McpMessage,
): Promise<McpAnswer> {
  const request = new Request(url, { method: 'POST', headers: protocolHeaders(headers) });
  const create = () =>
    createMcpServer(parts, {
      mayAuthor: caller.mayAuthor,
      findCaller: () => Promise.resolve(caller),
      areTextsChecked: true,
      requestId,
      log,
      signal,
      onCall: (tool, problem) => note({ operation: `mcp:${tool}`, ...(problem && getReason(problem)) }),
    });
  const response = (await isLegacyRequest(request, message))
    ? await answerLegacy(request, message, create)
    : await createMcpHandler(create, modern).fetch(request, { parsedBody: message });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, mediaType: response.headers.get('content-type'), bytes };
}

/** Nothing changes without being asked for, so there is nothing to subscribe to. */
const modern = { legacy: 'reject', maxSubscriptions: 0 } as const;

async function answerLegacy(
  request: Request,
  message: unknown,
  create: () => ReturnType<typeof createMcpServer>,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = create();
  try {
    await server.connect(transport);
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

/** The headers that the protocol reads. The key is not among them. */
function protocolHeaders(headers: McpMessage['headers']): Headers {
  const read = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    /^(?:accept|content-type|mcp-[\w-]+)$/.test(name) && typeof value === 'string' ? [[name, value]] : [],
  );
  return new Headers(read);
}

/** The answer is a success for HTTP, whatever the tool says. */
function getReason(problem: Problem): LoggedFacts {
  const { code, cause } = describeFailure(problem);
  return { code, cause };
}
