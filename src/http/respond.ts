import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { freeMemory } from '../free-memory.ts';
import type { Problem } from '../domain/errors.ts';
import type { AnyReply } from './api.ts';
import { problemBody, problemHeaders, problemMediaType } from './problem-response.ts';

/** A client that takes nothing of a file for so long is taken for gone. */
const idleTimeoutMs = 120_000;

/**
 * Writes a handler's answer.
 *
 * @throws what the stream throws that it is sent from; the connection is cut then, so that nobody takes the part for all.
 */
export async function sendReply(response: ServerResponse, reply: AnyReply): Promise<void> {
  for (const [name, value] of Object.entries(reply.headers)) {
    if (value !== undefined) response.setHeader(name, String(value));
  }
  if (reply.bytes !== undefined) {
    if (reply.givesBytesAway === true) freeOnceSent(response, reply.bytes);
    send(response, reply.status, reply.mediaType ?? 'application/octet-stream', reply.bytes);
  } else if (reply.stream !== undefined) {
    await sendStream(response, reply, reply.stream);
  } else if (reply.body !== undefined) {
    send(response, reply.status, 'application/json', Buffer.from(JSON.stringify(reply.body)));
  } else {
    response.writeHead(reply.status).end();
  }
}

/** A finished answer has been handed to the system; of one that was cut off, the system may just be reading. */
function freeOnceSent(response: ServerResponse, bytes: Uint8Array): void {
  const { socket } = response;
  response.once('finish', () => {
    if (socket?.destroyed === false) freeMemory(bytes);
  });
}

async function sendStream(
  response: ServerResponse,
  { status, mediaType, contentLength }: AnyReply,
  stream: Readable | null,
): Promise<void> {
  response.writeHead(status, { 'Content-Type': mediaType, 'Content-Length': contentLength });
  if (stream === null) {
    response.end();
    return;
  }
  response.setTimeout(idleTimeoutMs, () => response.destroy());
  await pipeline(stream, response);
}

/** Writes a problem. Does nothing where an answer has begun or nobody is there to read one. */
export function sendProblem(response: ServerResponse, problem: Problem, requestId: string): void {
  if (response.headersSent || response.destroyed) return;
  for (const [name, value] of Object.entries(problemHeaders(problem))) response.setHeader(name, value);
  send(response, problem.status, problemMediaType, Buffer.from(problemBody(problem, requestId)));
}

function send(response: ServerResponse, status: number, mediaType: string, bytes: Uint8Array): void {
  response.writeHead(status, { 'Content-Type': mediaType, 'Content-Length': bytes.byteLength });
  response.end(bytes);
}
