import { Readable } from 'node:stream';
import { isSeenBy, parseLiveEvent, type LiveEvent } from '../../domain/live/live-events.ts';
import { studioProblems } from '../../domain/problems/studio-problems.ts';
import type { StudioCaller } from '../../store/sessions.ts';
import { StreamPlaces } from './stream-places.ts';

export interface LiveStreamsOptions {
  /** The caller of a session as it is now; null if it has ended. */
  readonly findCaller: (tokenHash: Buffer) => Promise<StudioCaller | null>;
  /** Starts to listen to the database, with the first stream. */
  readonly listen: (handlers: {
    readonly onMessage: (payload: string) => void;
    readonly onListening: () => void;
  }) => { readonly isListening: boolean; close(): Promise<void> };
  readonly timing?: LiveTiming;
}

export interface LiveTiming {
  /** How often a comment is sent, and sessions are checked. */
  readonly heartbeatMs: number;
  /** How often pages read everything again while nothing can be announced. */
  readonly resetMs: number;
  /** Progress is announced at most once a second; after this time it is sent once more. */
  readonly followMs: number;
}

const defaultTiming: LiveTiming = { heartbeatMs: 15_000, resetMs: 5_000, followMs: 1_500 };

/** A client that lets more wait is ended; it connects again and reads everything again. */
const maxWaitingBytes = 64 * 1024;

/** Milliseconds after which a client connects again. */
const retryMs = 2_000;

interface Stream {
  readonly body: Readable;
  readonly tokenHash: Buffer;
  caller: StudioCaller;
}

/** The streams of server-sent events of this process, one for each open tab. */
export class LiveStreams {
  readonly #options: LiveStreamsOptions;
  readonly #timing: LiveTiming;
  readonly #streams = new Set<Stream>();
  readonly #places = new StreamPlaces();
  /** Timers of jobs whose progress is sent once more. */
  readonly #following = new Map<string, NodeJS.Timeout>();
  readonly #timers: NodeJS.Timeout[] = [];
  #listener: ReturnType<LiveStreamsOptions['listen']> | null = null;
  /** Whether the check of a heartbeat is in progress. */
  #isChecking = false;
  #isClosed = false;

  constructor(options: LiveStreamsOptions) {
    this.#options = options;
    this.#timing = options.timing ?? defaultTiming;
  }

  /**
   * Opens a stream for a session. It ends with the session, or when this process stops.
   *
   * @throws Problem SERVICE_UNAVAILABLE if too many are open
   */
  open(caller: StudioCaller, tokenHash: Buffer): Readable {
    if (this.#isClosed) throw studioProblems.tooManyStreams();
    const stream: Stream = { body: new Readable({ read: () => undefined }), tokenHash, caller };
    const place = this.#places.take(caller, () => this.#end(stream));
    this.#streams.add(stream);
    stream.body.on('close', () => {
      this.#streams.delete(stream);
      place.release();
    });
    this.#send(stream, `retry: ${retryMs}\n\n`);
    this.#start();
    return stream.body;
  }

  /** Ends all streams. Their clients connect to another process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of [...this.#timers, ...this.#following.values()]) clearTimeout(timer);
    for (const stream of this.#streams) this.#end(stream);
    await this.#listener?.close();
  }

  /** Most processes have no stream, and so no connection for it. */
  #start(): void {
    if (this.#listener !== null) return;
    this.#listener = this.#options.listen({
      onMessage: (payload) => this.#announce(parseLiveEvent(payload)),
      // Whatever was announced before did not come.
      onListening: () => {
        this.#reset();
        void this.#checkSessions([...this.#streams]);
      },
    });
    const { heartbeatMs, resetMs } = this.#timing;
    this.#timers.push(
      setInterval(() => this.#beat(), heartbeatMs).unref(),
      setInterval(() => {
        if (this.#listener?.isListening === false) this.#reset();
      }, resetMs).unref(),
    );
  }

  #announce(event: LiveEvent | null): void {
    if (event === null) return;
    if (event.event === 'rights') {
      const { accountId, workspaceId } = event.data;
      const isAffected = ({ caller }: Stream) =>
        caller.accountId === accountId || caller.workspaceId === workspaceId;
      void this.#checkSessions([...this.#streams].filter(isAffected));
      return;
    }
    this.#sendToViewers(event);
    if (event.event !== 'job') return;
    const key = JSON.stringify(event.data);
    clearTimeout(this.#following.get(key));
    this.#following.delete(key);
    if (!event.follows) return;
    const followUp = setTimeout(() => {
      this.#following.delete(key);
      this.#sendToViewers(event);
    }, this.#timing.followMs);
    this.#following.set(key, followUp.unref());
  }

  #sendToViewers(event: LiveEvent): void {
    const text = `event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`;
    for (const stream of this.#streams) if (isSeenBy(event, stream.caller)) this.#send(stream, text);
  }

  #reset(): void {
    for (const stream of this.#streams) this.#send(stream, 'event: reset\ndata: {}\n\n');
  }

  #beat(): void {
    for (const stream of this.#streams) this.#send(stream, ': \n\n');
    if (!this.#isChecking) {
      this.#isChecking = true;
      void this.#checkSessions([...this.#streams]).finally(() => (this.#isChecking = false));
    }
  }

  /**
   * Ends the streams of sessions that have ended. While the database is away, nobody knows. Each session is
   * read once, one after the other: a thousand at once would keep other requests from the database.
   */
  async #checkSessions(streams: readonly Stream[]): Promise<void> {
    for (const ofSession of Map.groupBy(streams, ({ caller }) => caller.sessionId).values()) {
      const [{ tokenHash, caller: before }] = ofSession as [Stream, ...Stream[]];
      const caller = await this.#options.findCaller(tokenHash).catch(() => before);
      for (const stream of ofSession) {
        if (caller === null) this.#end(stream);
        else stream.caller = caller;
      }
    }
  }

  #send(stream: Stream, text: string): void {
    if (stream.body.readableLength > maxWaitingBytes) stream.body.destroy();
    else stream.body.push(text);
  }

  /** Nothing may be pushed after the end. */
  #end(stream: Stream): void {
    if (this.#streams.delete(stream)) stream.body.push(null);
  }
}
