/**
 * A connection that listens for notifications. PostgreSQL keeps none for a listener that is away: after each
 * reconnection, listeners must assume that something was announced.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { abortable, sleep } from '../async/abortable.ts';
import { withTimeout } from '../async/timeout.ts';
import type { Logger } from '../telemetry/log.ts';
import { readUrl, type Database } from './database.ts';
import { pinSettings } from './session.ts';

/** The channel of the triggers that announce changes. */
export const EVENT_CHANNEL = 'platen_events';

export interface ListenerOptions {
  readonly channel: string;
  readonly onMessage: (payload: string) => void;
  /** Called each time that listening begins. Earlier messages may have been missed. */
  readonly onListening: () => void;
  readonly log: Logger;
}

export interface Listener {
  /** False while there is no connection, or notifications do not come through. */
  readonly isListening: boolean;
  close(): Promise<void>;
}

/** The first wait is short: a lost connection can usually be opened again at once. */
const firstDelayMs = 100;
const maxDelayMs = 5_000;

/** How often a notification of our own is sent, and how long it may take until it comes. */
const checkEveryMs = 15_000;
const answerMs = 6_000;

/** Starts to listen to a channel, over a connection of its own to the database of a pool. */
export function startListener(db: Database, options: ListenerOptions): Listener {
  const { log } = options;
  const closing = new AbortController();
  let isListening = false;
  const supervise = async (): Promise<void> => {
    let delayMs = firstDelayMs;
    while (!closing.signal.aborted) {
      try {
        await listenOnce(db, options, closing.signal, () => {
          isListening = true;
          delayMs = firstDelayMs;
          options.onListening();
        });
      } catch (error) {
        if (!closing.signal.aborted) log.warn({ err: error }, 'live events are interrupted; listening again');
      }
      isListening = false;
      await sleep(delayMs, closing.signal);
      delayMs = Math.min(maxDelayMs, 2 * delayMs);
    }
  };
  const supervision = supervise();
  return {
    get isListening() {
      return isListening;
    },
    async close() {
      closing.abort();
      await supervision;
    },
  };
}

/**
 * Listens over one connection until it is lost or the signal aborts.
 *
 * A notification of our own, sent every few seconds, shows that they come through: a server that is gone
 * without a word, and a pooler that lends the session to others, would else look like nothing to announce.
 */
async function listenOnce(
  db: Database,
  { channel, onMessage }: ListenerOptions,
  closing: AbortSignal,
  onListening: () => void,
): Promise<void> {
  const ownChannel = `platen_check_${randomUUID()}`;
  const client = new pg.Client({
    connectionString: readUrl(db),
    application_name: 'platen events',
    keepAlive: true,
    connectionTimeoutMillis: answerMs,
  });
  const lost = Promise.withResolvers<never>();
  lost.promise.catch(() => undefined);
  client.on('error', lost.reject).on('end', () => lost.reject(new Error('the connection has ended')));
  let checked = Promise.withResolvers<void>();
  client.on('notification', ({ channel: from, payload = '' }) => {
    if (from === channel) onMessage(payload);
    else checked.resolve();
  });
  const soon = <Result>(promise: Promise<Result>): Promise<Result> =>
    abortable(withTimeout(Promise.race([promise, lost.promise]), answerMs), closing);
  const check = async (): Promise<void> => {
    checked = Promise.withResolvers();
    await soon(client.query('select pg_notify($1, $2)', [ownChannel, '']));
    await soon(checked.promise);
  };
  try {
    await soon(client.connect());
    await soon(pinSettings(client, { statementTimeoutMs: answerMs }));
    await soon(client.query(`listen ${channel}; listen "${ownChannel}"`));
    await check();
    onListening();
    for (;;) {
      await abortable(Promise.race([lost.promise, sleep(checkEveryMs, closing)]), closing);
      await check();
    }
  } finally {
    await withTimeout(client.end(), 1_000).catch(() => undefined);
  }
}
