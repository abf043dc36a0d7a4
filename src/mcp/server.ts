/** The server of the Model Context Protocol, for one connection or one request. Transports are elsewhere. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
} from '@modelcontextprotocol/server';
import type { Logger } from 'pino';
import type { Problem } from '../domain/problems/problem.ts';
import type { ApiCaller } from '../store/callers.ts';
import { describeFailure } from '../http/failure-facts.ts';
import { callTool } from './call-tool.ts';
import { formatResources, partTemplate, readFormatResource } from './format/resources.ts';
import { instructionsFor } from './instructions.ts';
import type { McpParts } from './tool.ts';
import { listTools, tools } from './tools/index.ts';

/** Who is connected, and how calls are logged. */
export interface Connection {
  /** Whether tools for authors are listed. */
  readonly mayAuthor: boolean;
  /** Whom a call acts for; asked again for each. */
  readonly findCaller: () => Promise<ApiCaller>;
  /** Whether messages come from HTTP, which has checked their texts. Default: no. */
  readonly areTextsChecked?: boolean;
  /** Of the request that brings the call. Default: a new one for each call. */
  readonly requestId?: string;
  /** Aborts when the client has gone. */
  readonly signal?: AbortSignal;
  readonly log: Logger;
  /** A tool was called; the problem is why it refuses or has failed. */
  readonly onCall: (tool: string, problem: Problem | undefined) => void;
}

const packageFile = new URL('../../package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };

/**
 * Builds a server; it keeps nothing between two messages.
 *
 * @param parts calls of tools wait for them
 */
export function createMcpServer(parts: McpParts | Promise<McpParts>, connection: Connection): Server {
  const server = new Server(
    { name: 'platen', title: 'Platen', version },
    { capabilities: { tools: {}, resources: {} }, instructions: instructionsFor(connection) },
  );
  server.setRequestHandler('tools/list', () => ({ tools: listTools(connection) }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    const { requestId = randomUUID(), findCaller, areTextsChecked = false, signal } = connection;
    const call = {
      findCaller,
      areTextsChecked,
      requestId,
      signal: signal === undefined ? mcpReq.signal : AbortSignal.any([signal, mcpReq.signal]),
      log: connection.log.child({ tool: tool.name }),
    };
    const {
      content,
      isError = false,
      problem,
    } = await callTool(await parts, tool, params.arguments ?? {}, call);
    connection.onCall(tool.name, problem);
    if (problem !== undefined && problem.status >= 500)
      call.log.error({ requestId, ...describeFailure(problem) }, 'a tool has failed');
    return { content: [...content], ...(isError && { isError }) };
  });
  server.setRequestHandler('resources/list', () => ({ resources: [...formatResources] }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [partTemplate] }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const resource = readFormatResource(uri);
    if (resource === null) throw new ResourceNotFoundError(uri);
    return { contents: [resource] };
  });
  return server;
}
