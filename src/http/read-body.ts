import type { IncomingMessage, ServerResponse } from 'node:http';
import { problems, type Problem } from '../domain/errors.ts';
import { parseJsonObject } from './json-body.ts';
import { askForBody } from './linger.ts';

/** The client went away, or stopped sending: there is nobody to answer. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}

export interface BodyLimit {
  readonly maxBytes: number;
  /** Members and entries that the whole of it may have. */
  readonly maxMembers: number;
  /** What to answer to a body beyond it. */
  readonly tooLarge: (maxBytes: number) => Problem;
}

/**
 * Reads the JSON object in a request's body.
 *
 * @throws Problem UNSUPPORTED_MEDIA_TYPE, the limit's own problem, or VALIDATION_ERROR; ClientGoneError.
 */
export async function readJsonBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: BodyLimit,
): Promise<Record<string, unknown>> {
  checkContentType(request);
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limit.maxBytes) throw limit.tooLarge(limit.maxBytes);
  // Only now: a client that asked first has not sent a body that would have been refused for its headers.
  askForBody(request, response);
  const bytes = await readBytes(request, limit);
  if (bytes.length === 0) throw problems.unreadable('The body is empty: expected a JSON object.');
  let text: string;
  try {
    // A byte order mark stays in the text, where it is no JSON: RFC 8259, 8.1 forbids senders to add one.
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw problems.unreadable('The body is not valid UTF-8.');
  }
  return parseJsonObject(text, limit.maxMembers);
}

function checkContentType(request: IncomingMessage): void {
  const given = request.headers['content-type'];
  const [type = '', ...parameters] = (given ?? '').split(';').map((part) => part.trim());
  if (type.toLowerCase() !== 'application/json') {
    const received =
      given === undefined ? 'none was given' : `received ${JSON.stringify(given.slice(0, 100))}`;
    throw problems.unsupportedMediaType(`Expected Content-Type application/json, but ${received}.`);
  }
  for (const parameter of parameters) {
    if (parameter === '' || /^charset\s*=\s*"?utf-?8"?$/i.test(parameter)) continue;
    if (!/^charset\s*=/i.test(parameter)) continue;
    throw problems.unsupportedMediaType(
      `Expected JSON in UTF-8, but received ${JSON.stringify(parameter.slice(0, 100))}.`,
    );
  }
  // Never unpacked, so that nothing small can become something large.
  const coding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (coding !== 'identity' && coding !== '') {
    throw problems.unsupportedMediaType(
      `Expected a body without Content-Encoding, but received ${JSON.stringify(coding.slice(0, 100))}.`,
    );
  }
}

/** Collects at most the limit's bytes, however the body is framed; what is beyond is let go by unread. */
function readBytes(request: IncomingMessage, limit: BodyLimit): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (act: () => void): void => {
      request.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
      // A broken connection may still report: nobody is interested any more, but an error must have a listener.
      request.on('error', () => undefined);
      act();
    };
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= limit.maxBytes) return;
      settle(() => {
        request.resume();
        reject(limit.tooLarge(limit.maxBytes));
      });
    };
    const onEnd = (): void => settle(() => resolve(Buffer.concat(chunks, length)));
    const onGone = (): void => settle(() => reject(new ClientGoneError('the body ended early')));
    request.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  });
}
