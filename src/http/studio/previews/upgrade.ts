import type { IncomingMessage } from 'node:http';
import { WebSocketServer } from 'ws';
import { findWorkingState } from '../../../domain/authoring/drafts.ts';
import { problems } from '../../../domain/problems/catalogue.ts';
import { findStudioTier } from '../../../domain/quota/request-rates.ts';
import { maxJsonBytes } from '../../../domain/templates/import-zip.ts';
import { hashToken } from '../../../store/tokens.ts';
import { uuid } from '../../ajv.ts';
import type { Answer } from '../../exchange.ts';
import { readQuery } from '../../target.ts';
import type { Upgrade } from '../../upgrades.ts';
import { readCookies } from '../cookies.ts';
import { requireOwnOrigin } from '../own-origin.ts';
import { admitSession, usesTls, withPrivateHeaders, type StudioApiParts } from '../studio-api.ts';
import type { PreviewStreams } from './preview-streams.ts';

/** Where the designer opens its stream of previews. */
export const previewsPath = '/studio/previews';

/** Room for the largest document and what is around it. */
const maxMessageBytes = maxJsonBytes + 64 * 1024;

/** Opens a WebSocket for previews of a template, or throws the Problem that answers the request. */
export function answerPreviewUpgrade(
  parts: StudioApiParts,
  streams: PreviewStreams,
): (upgrade: Upgrade) => Answer {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    // Each message has a turn of the event loop.
    allowSynchronousEvents: false,
    maxPayload: maxMessageBytes,
  });
  return ({ socket, head }) =>
    withPrivateHeaders(async (exchange) => {
      const { incoming, note, target, requestId, log } = exchange;
      note({ route: target.path });
      requireOwnOrigin(incoming, parts.publicUrl());
      const { session: token } = readCookies(incoming, usesTls(parts.publicUrl()));
      const caller = await admitSession(parts, exchange, { token, tier: findStudioTier('previews') });
      requireHandshake(incoming);
      const templateId = readTemplateId(target.query);
      note({ templateId });
      await findWorkingState(parts.handlerParts.db, caller, templateId);
      streams.requireRoom(caller);
      const call = { caller, templateId, requestId, log, tokenHash: hashToken(token ?? '') };
      return {
        status: 101,
        headers: {},
        takeOver: () => server.handleUpgrade(incoming, socket, head, (opened) => streams.open(opened, call)),
      };
    });
}

/** Answers a request for the stream's address that does not ask for a WebSocket. */
export const answerWithoutUpgrade: Answer = ({ note, target }) => {
  note({ route: target.path });
  throw problems.unreadable('This address takes only WebSockets: send Upgrade: websocket.');
};

/** Whether a request asks for a stream. */
export function isPreviewUpgrade({ method, url = '', headers }: IncomingMessage): boolean {
  const [path] = url.split('?', 1);
  return method === 'GET' && path === previewsPath && headers.upgrade?.toLowerCase() === 'websocket';
}

function requireHandshake({ headers }: IncomingMessage): void {
  const errors = [
    ...(headers['sec-websocket-version'] === '13'
      ? []
      : [{ pointer: '/header/Sec-WebSocket-Version', detail: 'Expected 13.' }]),
    ...(/^[+/0-9A-Za-z]{22}==$/u.test(headers['sec-websocket-key'] ?? '')
      ? []
      : [{ pointer: '/header/Sec-WebSocket-Key', detail: 'Expected 16 bytes in base64.' }]),
  ];
  if (errors.length > 0) throw problems.invalidRequest(errors);
}

function readTemplateId(query: string): string {
  const { values, errors } = readQuery(query, [{ name: 'template', type: 'other' }]);
  const { template } = values;
  if (errors.length === 0 && typeof template === 'string' && uuid.test(template)) return template;
  const missing = { pointer: '/query/template', detail: 'Expected a UUID, the id of a template.' };
  throw problems.invalidRequest(errors.length > 0 ? errors : [missing]);
}
