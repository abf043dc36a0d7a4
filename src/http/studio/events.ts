import { problems } from '../../domain/problems/catalogue.ts';
import { findStudioTier } from '../../domain/quota/request-rates.ts';
import { hashToken } from '../../store/tokens.ts';
import type { Answer } from '../exchange.ts';
import { readCookies } from './cookies.ts';
import type { LiveStreams } from './live-streams.ts';
import { admitSession, usesTls, withPrivateHeaders, type StudioApiParts } from './studio-api.ts';

/** Answers with a stream of events for the account of the session. */
export function answerEvents(parts: StudioApiParts, streams: LiveStreams): Answer {
  return withPrivateHeaders(async (exchange) => {
    const { incoming, note, target } = exchange;
    note({ route: target.path });
    if (incoming.method !== 'GET') throw problems.methodNotAllowed(incoming.method ?? '', ['GET']);
    const { session: token } = readCookies(incoming, usesTls(parts.publicUrl()));
    const caller = await admitSession(parts, exchange, { token, tier: findStudioTier('events') });
    const stream = streams.open(caller, hashToken(token ?? ''));
    // Proxies would else keep events until there are many of them.
    const headers = { 'X-Accel-Buffering': 'no' };
    return { status: 200, headers, mediaType: 'text/event-stream', stream, isLive: true };
  });
}
