import type { Dispatcher } from 'undici';
import { abortable } from '../async/abortable.ts';
import type { AddressRules } from './address-rules.ts';
import { createGuardedConnector } from './guarded-connector.ts';
import { OutboundError } from './outbound-error.ts';
import type { Resolver } from './system-resolver.ts';

/** What a connection has to obey. */
export interface Guard {
  readonly rules: AddressRules;
  readonly resolve: Resolver;
  /** The deadline. Closes the connection; its reason is the error. */
  readonly signal: AbortSignal;
}

export interface OutboundRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ResponseReader {
  /** Gets the status and the headers of the final response. False: the body is not read. May throw. */
  onHead(status: number, headers: Dispatcher.ResponseData['headers']): boolean;
  /**
   * Gets a part of the body. Returns the milliseconds to wait before the next one is read, or null: the rest
   * is not read. May throw.
   */
  onData(chunk: Buffer): number | null;
}

/** RFC 9110, section 15.2: a client accepts any number of interim responses (1xx); real servers send two. */
const maxInterimResponses = 32;

/**
 * Bytes besides the body's: headers, interim responses, sizes and extensions of chunks (RFC 9112, section
 * 7.1.1). Parsing them takes longer than reading a body.
 */
const maxFramingBytes = 32 * 1024;
const framingShare = 1 / 16;

/** A body may come in this many small pieces. All others have `minChunkBytes` on average. */
const smallChunks = 512;
const minChunkBytes = 128;

const maxHeaderBytes = 16 * 1024;

/** Loads the client; else the first request does. Commands without requests do not need it. */
export async function loadClient(): Promise<Pick<typeof import('undici'), 'Client'>> {
  return await import('undici');
}

/**
 * Sends one request on a new connection, which is always closed afterwards. Resolves when the reader has all
 * that it wants.
 *
 * @throws OutboundError; the reader's error; the signal's reason; errors of the connection and of HTTP
 */
export async function sendRequest(
  url: URL,
  { method, headers, body }: OutboundRequest,
  reader: ResponseReader,
  guard: Guard,
): Promise<void> {
  let [bodyBytes, chunks] = [0, 0];
  const connect = createGuardedConnector(guard);
  const { Client } = await loadClient();
  const client = new Client(url.origin, {
    connect: (options, callback) =>
      connect(options, (...[error, socket]) => {
        if (error !== null) return callback(error, null);
        callback(null, socket);
        // Later than undici's own listener, so that what it has read is counted in `bodyBytes`.
        setImmediate(() => {
          socket.on('readable', () => {
            const framingBytes = socket.bytesRead - socket.readableLength - bodyBytes;
            if (framingBytes > maxFramingBytes + framingShare * bodyBytes) socket.destroy(tooMuchFraming());
          });
        });
      }),
    allowH2: false,
    pipelining: 1,
    maxHeaderSize: maxHeaderBytes,
    // undici's timeouts are for silence, which interim responses break. The signal is the deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const read = Promise.withResolvers<void>();
  // Closing the client rejects it once more, when nobody waits any longer.
  read.promise.catch(() => undefined);
  let interimResponses = 0;
  try {
    client.dispatch(
      // `reset`: no other request follows on this connection.
      { method, path: url.pathname + url.search, headers, body: body ?? null, reset: true },
      {
        // undici requires it.
        onRequestStart: () => undefined,
        onResponseStart(_controller, status, responseHeaders) {
          if (status >= 200) {
            if (!reader.onHead(status, responseHeaders)) read.resolve();
          } else if ((interimResponses += 1) > maxInterimResponses) throw tooMuchFraming();
        },
        onResponseData(controller, chunk) {
          bodyBytes += chunk.byteLength;
          chunks += 1;
          if (chunks > smallChunks + bodyBytes / minChunkBytes) throw tooMuchFraming();
          const waitMs = reader.onData(chunk);
          if (waitMs === null) return read.resolve();
          if (waitMs === 0) return;
          controller.pause();
          setTimeout(() => controller.resume(), waitMs);
        },
        onResponseEnd: () => read.resolve(),
        onResponseError: (_controller, error) => read.reject(error),
      },
    );
    await abortable(read.promise, guard.signal);
  } finally {
    await client.destroy().catch(() => undefined);
  }
}

function tooMuchFraming(): OutboundError {
  return new OutboundError(
    'connect',
    'leads to a server that sends too much besides the content: headers, interim responses or tiny chunks.',
  );
}
