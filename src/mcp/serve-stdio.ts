import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { createMcpServer, type Connection } from './server.ts';
import type { McpParts } from './tool.ts';

/** A larger message is no document, and no batch, that would be accepted. */
const maxMessageBytes = 16 * 1024 * 1024;

/** Serves the client at the other end of standard input and output, until it closes its end. */
export async function serveOverStdio(
  parts: Promise<McpParts>,
  connection: Connection,
  {
    input,
    output,
    signal,
  }: { readonly input: Readable; readonly output: Writable; readonly signal: AbortSignal },
): Promise<void> {
  const transport = new StdioServerTransport(input, output, { maxBufferSize: maxMessageBytes });
  const served = serveStdio(() => createMcpServer(parts, connection), {
    transport,
    maxSubscriptions: 0,
    onerror: (error) => connection.log.warn({ err: error }, 'a message could not be read'),
  });
  try {
    await once(input, 'end', { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await served.close();
  }
}
