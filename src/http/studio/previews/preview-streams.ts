import { LRUCache } from 'lru-cache';
import type { WebSocket } from 'ws';
import type { Place } from '../../../async/places.ts';
import type { PreviewParts } from '../../../domain/previews/parts.ts';
import { parseLiveEvent, type LiveEvent } from '../../../domain/live/live-events.ts';
import { studioProblems } from '../../../domain/problems/studio-problems.ts';
import type { SettleTokens } from '../../../domain/quota/approximate-rate.ts';
import type { Listener } from '../../../store/listener.ts';
import type { StudioCaller } from '../../../store/sessions.ts';
import type { ListenerHandlers } from '../../../store/shared-listener.ts';
import type { PresentAccount, TemplateViewer } from '../../../store/template-viewers.ts';
import type { Logger } from '../../../telemetry/log.ts';
import { createBodyParser } from '../../body/parse-in-worker.ts';
import { StreamPlaces } from '../stream-places.ts';
import { TurnQueue } from '../../../async/turn-queue.ts';
import { StreamRates } from './stream-rates.ts';
import {
  closeCodes,
  messageSchemas,
  PreviewConnection,
  type ConnectionCall,
  type StreamedDocument,
} from './connection.ts';

export interface PreviewStreamsOptions {
  readonly previews: PreviewParts;
  /** The caller of a session as it is now; null if it has ended. */
  readonly findCaller: (tokenHash: Buffer) => Promise<StudioCaller | null>;
  /** Whether an account may see a template (still). */
  readonly maySee: (caller: StudioCaller, templateId: string) => Promise<boolean>;
  /** Starts to listen to the database, with the first stream. */
  readonly listen: (handlers: ListenerHandlers) => Listener;
  /** Who has templates open, over all processes. */
  readonly viewers: {
    readonly touch: (viewers: readonly TemplateViewer[]) => Promise<void>;
    readonly remove: (connectionIds: readonly string[]) => Promise<void>;
    readonly list: (templateIds: readonly string[]) => Promise<readonly PresentAccount[]>;
  };
  /** Counts what streams of all processes send. */
  readonly settleTokens: SettleTokens;
  readonly log: Logger;
}

/** How often connections are pinged, sessions checked, and viewers recorded as present. */
const heartbeatMs = 15_000;

/** Total size of the documents of all streams, as JSON. */
const maxDocumentBytes = 256 * 1024 * 1024;

/** How long a page may take to close its end of a stream. */
const closingMs = 1_000;

/** The streams of previews of this process, one for each open designer. */
export class PreviewStreams {
  readonly #options: PreviewStreamsOptions;
  readonly #connections = new Set<PreviewConnection>();
  readonly #places = new StreamPlaces();
  readonly #rates: StreamRates;
  readonly #turns = new TurnQueue();
  readonly #parseInWorker = createBodyParser(messageSchemas);
  readonly #documents = new LRUCache<PreviewConnection, StreamedDocument>({
    maxSize: maxDocumentBytes,
    sizeCalculation: ({ bytes }) => 1 + bytes,
  });
  /** Writes of viewers in progress. */
  readonly #writes = new Set<Promise<void>>();
  /** Templates whose viewers are read next. */
  readonly #changed = new Set<string>();
  #reading: Promise<void> | null = null;
  #listener: Listener | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** Whether the check of a heartbeat is in progress. */
  #isChecking = false;
  #isClosed = false;

  constructor(options: PreviewStreamsOptions) {
    this.#options = options;
    this.#rates = new StreamRates(options.settleTokens);
  }

  /**
   * Checks that a session may open one more.
   *
   * @throws Problem SERVICE_UNAVAILABLE if too many are open
   */
  requireRoom(caller: StudioCaller): void {
    if (this.#isClosed) throw studioProblems.tooManyStreams();
    this.#places.requireRoom(caller);
  }

  /** Serves a stream until it closes: with its page, with its session, or when this process stops. */
  open(socket: WebSocket, call: ConnectionCall): void {
    const { previews } = this.#options;
    const connection = new PreviewConnection(
      socket,
      {
        previews,
        documents: this.#documents,
        rates: this.#rates,
        turns: this.#turns,
        parseInWorker: this.#parseInWorker,
      },
      call,
    );
    if (this.#isClosed) {
      connection.close(closeCodes.goingAway, 'the service stops');
      return;
    }
    const place = this.#takePlace(connection);
    if (place === null) return;
    this.#connections.add(connection);
    this.#start();
    const entered = this.#write(this.#options.viewers.touch([getViewer(connection)]));
    void entered.then(() => this.#announce([call.templateId]));
    socket.on('close', () => {
      this.#connections.delete(connection);
      place.release();
      // Not before it was added.
      void this.#write(entered.then(() => this.#options.viewers.remove([connection.id])));
    });
  }

  /** Null: there is none any more, and the connection closes. */
  #takePlace(connection: PreviewConnection): Pick<Place, 'release'> | null {
    const close = () => connection.close(closeCodes.tryAgain, 'too many streams');
    try {
      return this.#places.take(connection.caller, close);
    } catch {
      close();
      return null;
    }
  }

  /** Closes all streams. Their pages connect to another process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    const open = [...this.#connections];
    for (const connection of open) connection.close(closeCodes.goingAway, 'the service stops');
    const deadline = Date.now() + closingMs;
    while (this.#connections.size > 0 && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 20));
    for (const connection of this.#connections) connection.terminate();
    while (this.#connections.size > 0) await new Promise((resolve) => setImmediate(resolve));
    while (this.#writes.size > 0) await Promise.all(this.#writes);
    await this.#reading;
    await this.#listener?.close();
  }

  /** Most processes have no stream. */
  #start(): void {
    if (this.#listener !== null) return;
    this.#listener = this.#options.listen({
      onMessage: (payload) => {
        const event = parseLiveEvent(payload);
        if (event?.event === 'viewers') this.#announce([String(event.data['templateId'])]);
        if (event?.event === 'rights') this.#checkAffected(event);
      },
      // Whatever was announced before did not come.
      onListening: () => {
        this.#announce(this.#templateIds());
        void this.#checkRights([...this.#connections]);
      },
    });
    this.#timer = setInterval(() => this.#beat(), heartbeatMs).unref();
  }

  #templateIds(): string[] {
    return [...new Set([...this.#connections].map(({ call }) => call.templateId))];
  }

  #beat(): void {
    for (const connection of this.#connections) connection.ping();
    if (!this.#isChecking) {
      this.#isChecking = true;
      void this.#checkRights([...this.#connections]).finally(() => (this.#isChecking = false));
    }
    void this.#write(this.#options.viewers.touch([...this.#connections].map(getViewer))).then(() =>
      // Those of a process that is gone have become silent.
      this.#announce(this.#templateIds()),
    );
  }

  /** Checks the streams of an account or of a template whose rights have changed. */
  #checkAffected({ data: { accountId, workspaceId, templateId } }: LiveEvent): void {
    const isAffected = ({ caller, call }: PreviewConnection) =>
      caller.accountId === accountId || caller.workspaceId === workspaceId || call.templateId === templateId;
    void this.#checkRights([...this.#connections].filter(isAffected));
  }

  /** One after the other: a thousand at once would keep other requests from the database. */
  async #checkRights(connections: readonly PreviewConnection[]): Promise<void> {
    for (const connection of connections) await this.#checkRightsOf(connection);
  }

  /**
   * Ends the stream of a session that has ended, and of a template that its account may not see any more.
   * While the database is away, nobody knows.
   */
  async #checkRightsOf(connection: PreviewConnection): Promise<void> {
    const { call, caller } = connection;
    const found = await this.#options.findCaller(call.tokenHash).catch(() => caller);
    if (found === null) {
      connection.close(closeCodes.sessionEnded, 'the session has ended');
      return;
    }
    connection.caller = found;
    if (!(await this.#options.maySee(found, call.templateId).catch(() => true)))
      connection.close(closeCodes.templateGone, 'the template is gone');
  }

  /** Reads who has these templates open, and sends it to those who do. One read runs at a time. */
  #announce(templateIds: readonly string[]): void {
    const open = new Set(this.#templateIds());
    for (const id of templateIds) if (open.has(id)) this.#changed.add(id);
    if (this.#changed.size === 0 || this.#reading !== null) return;
    this.#reading = this.#readViewers().finally(() => {
      this.#reading = null;
      this.#announce([]);
    });
  }

  async #readViewers(): Promise<void> {
    const ids = [...this.#changed];
    this.#changed.clear();
    try {
      const present = await this.#options.viewers.list(ids);
      for (const connection of this.#connections) {
        const { templateId } = connection.call;
        if (!ids.includes(templateId)) continue;
        const here = present.filter((each) => each.templateId === templateId);
        // Who is not there yet hears of everybody as soon as they are.
        if (here.some(({ accountId }) => accountId === connection.caller.accountId))
          connection.sendPeople(here);
      }
    } catch (error) {
      // The next heartbeat reads them again.
      this.#options.log.debug({ err: error }, 'who has templates open cannot be read');
    }
  }

  /** Waits for a write of viewers. One that fails is repeated by the next heartbeat, or by maintenance. */
  async #write(writing: Promise<void>): Promise<void> {
    const settled = writing.catch((error: unknown) => {
      this.#options.log.debug({ err: error }, 'who has templates open cannot be written');
    });
    this.#writes.add(settled);
    await settled;
    this.#writes.delete(settled);
  }
}

function getViewer({ id, call, caller }: PreviewConnection): TemplateViewer {
  return { connectionId: id, templateId: call.templateId, accountId: caller.accountId };
}
