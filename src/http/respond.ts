import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { attachmentDisposition } from '../domain/files/attachment.ts';
import type { Problem } from '../domain/problems/problem.ts';
import type { AnyReply } from './exchange.ts';
import { endResponse } from './linger.ts';
import { problemBody, problemHeaders, problemMediaType, rateHeaders } from './problem-response.ts';

/** Larger content is written in slices: only between writes is it known how much the client has read. */
const sliceBytes = 64 * 1024;

/**
 * Slices that are written in a turn of the event loop. The system takes four megabytes of an answer at once,
 * which it copies in the main thread: several answers took 40 ms of one turn.
 */
const slicesInTurn = 4;

/** Watches an answer that is being sent, with the bytes that it keeps in memory. Returns what ends that. */
type Watch = (response: ServerResponse, bytes: number) => () => void;

/**
 * Sends a reply. Resolves once the client, or a buffer on the way to it, has all of it.
 *
 * @throws the error of the reply's stream. The connection is closed then, so that the client does not take a
 * part for the whole.
 */
export async function sendReply(response: ServerResponse, reply: AnyReply, watch: Watch): Promise<void> {
  setHeaders(response, reply.headers);
  if (reply.saveAs !== undefined) {
    const { name, extension } = reply.saveAs;
    setHeaders(response, { 'Content-Disposition': attachmentDisposition(name, extension) });
  }
  if (reply.setCookies !== undefined) response.setHeader('Set-Cookie', reply.setCookies);
  if (reply.rate) setHeaders(response, rateHeaders(reply.rate));
  if (reply.bytes !== undefined) {
    await send(response, reply.status, reply.mediaType ?? 'application/octet-stream', reply.bytes, watch);
  } else if (reply.stream !== undefined) {
    await sendStream(response, reply, reply.stream, watch);
  } else if (reply.body !== undefined) {
    const json = Buffer.from(JSON.stringify(reply.body));
    await send(response, reply.status, 'application/json', json, watch);
  } else {
    response.writeHead(reply.status).end();
  }
}

async function sendStream(
  response: ServerResponse,
  { status, mediaType, contentLength, isLive = false }: AnyReply,
  stream: Readable | null,
  watch: Watch,
): Promise<void> {
  const length = contentLength === undefined ? {} : { 'Content-Length': contentLength };
  response.writeHead(status, { 'Content-Type': mediaType, ...length });
  if (stream === null) {
    response.end();
    return;
  }
  const release = isLive ? () => undefined : watch(response, 0);
  await pipeline(stream, response).finally(release);
}

/** Sends a problem, unless the response has started or the client has gone. */
export async function sendProblem(
  response: ServerResponse,
  problem: Problem,
  requestId: string,
  watch: Watch,
): Promise<void> {
  if (response.headersSent || response.destroyed) return;
  setHeaders(response, problemHeaders(problem));
  const json = Buffer.from(problemBody(problem, requestId));
  await send(response, problem.status, problemMediaType, json, watch);
}

/** Sets headers, except those without a value. */
export function setHeaders(
  response: ServerResponse,
  headers: Readonly<Record<string, string | number | undefined>>,
): void {
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value !== undefined) response.setHeader(name, String(value));
  }
}

async function send(
  response: ServerResponse,
  status: number,
  mediaType: string,
  bytes: Uint8Array,
  watch: Watch,
): Promise<void> {
  response.writeHead(status, { 'Content-Type': mediaType, 'Content-Length': bytes.byteLength });
  if (bytes.byteLength > sliceBytes) {
    response.on('close', watch(response, bytes.byteLength));
    await sendSlices(response, bytes);
    return;
  }
  endResponse(response, bytes);
  if (response.writableLength > 0) response.on('close', watch(response, bytes.byteLength));
}

/** Without `pipeline`, whose streams cost more than the bytes of a picture. */
async function sendSlices(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  for (let start = 0; !response.destroyed; start += sliceBytes) {
    const slice = bytes.subarray(start, start + sliceBytes);
    if (start + sliceBytes >= bytes.byteLength) {
      endResponse(response, slice);
      return;
    }
    if (!response.write(slice)) await waitForDrain(response);
    if ((start / sliceBytes) % slicesInTurn === slicesInTurn - 1) await nextTurn();
  }
}

/** Resolves when more can be written, or when the response is closed. */
function waitForDrain(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      response.off('drain', end).off('close', end);
      resolve();
    };
    response.on('drain', end).on('close', end);
  });
}
