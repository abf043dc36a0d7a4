import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LRUCache } from 'lru-cache';
import type { TurnQueue } from '../../../async/turn-queue.ts';
import { WebSocket, type RawData } from 'ws';
import { applyPatches } from '../../../domain/previews/apply-patches.ts';
import type { PreviewParts } from '../../../domain/previews/parts.ts';
import { renderPreview } from '../../../domain/previews/render-preview.ts';
import { findDraftSource } from '../../../domain/previews/sources.ts';
import { problems } from '../../../domain/problems/catalogue.ts';
import type { Problem } from '../../../domain/problems/problem.ts';
import { toAnyProblem } from '../../../domain/problems/to-problem.ts';
import { countRequest, findStudioTier } from '../../../domain/quota/request-rates.ts';
import { writeOnce } from '../../../common/text/written-json.ts';
import { maxJsonBytes } from '../../../domain/templates/import-zip.ts';
import type { JsonDocument } from '../../../store/authoring/working-copies.ts';
import type { StudioCaller } from '../../../store/sessions.ts';
import type { Logger } from '../../../telemetry/log.ts';
import type { ParseInWorker } from '../../body/parse-in-worker.ts';
import { describeFailure } from '../../failure-facts.ts';
import { problemBody } from '../../problem-response.ts';
import { documentLimits } from '../studio-api.ts';
import { FrameWriter } from './frames.ts';
import { checkMessage, readId, readMessage, type RenderMessage, type UpMessage } from './messages.ts';
import type { StreamRates } from './stream-rates.ts';

/** The last document of a connection. */
export interface StreamedDocument {
  readonly revision: number;
  readonly document: JsonDocument;
  /** About as many bytes as it has as JSON. */
  readonly bytes: number;
}

export interface ConnectionParts {
  readonly previews: PreviewParts;
  /** The documents of all connections. A page sends one again that was dropped for lack of room. */
  readonly documents: LRUCache<PreviewConnection, StreamedDocument>;
  /** Of all connections. */
  readonly rates: StreamRates;
  /** Large messages of all connections: one after the other, in turns of workspaces. */
  readonly turns: TurnQueue;
  /** Parses them in a thread. */
  readonly parseInWorker: ParseInWorker;
}

/** Whose connection it is, and to what. */
export interface ConnectionCall {
  readonly caller: StudioCaller;
  readonly tokenHash: Buffer;
  readonly templateId: string;
  readonly requestId: string;
  readonly log: Logger;
}

/** Close codes: those of RFC 6455, and our own from 4000. */
export const closeCodes = {
  goingAway: 1001,
  violation: 1008,
  tryAgain: 1013,
  sessionEnded: 4401,
  templateGone: 4404,
} as const;

/** A page that lets more pictures wait does not read any more. */
const maxWaitingBytes = 64 * 1024 * 1024;

/** Up to this size, a message takes some milliseconds at most. */
const maxInlineBytes = 64 * 1024;

/** What a thread checks of a message. The rest is checked by its type. */
const messageSchema = 'message';
export const messageSchemas = { [messageSchema]: { type: 'object' } };

/** One page of the designer: documents come up, pictures and reports go down. */
export class PreviewConnection {
  readonly id = randomUUID();
  readonly call: ConnectionCall;
  /** As the session was when it was last checked. */
  caller: StudioCaller;
  /** Whether it has answered the last ping. */
  isAlive = true;
  readonly #socket: WebSocket;
  readonly #parts: ConnectionParts;
  readonly #frames = new FrameWriter();
  readonly #gone = new AbortController();
  #people = '';
  /** Messages that wait for their turn. */
  #waiting = 0;

  constructor(socket: WebSocket, parts: ConnectionParts, call: ConnectionCall) {
    this.#socket = socket;
    this.#parts = parts;
    this.call = call;
    this.caller = call.caller;
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('pong', () => (this.isAlive = true));
    // A broken connection closes.
    socket.on('error', (error) => call.log.debug({ err: error }, 'a preview stream has failed'));
    socket.on('close', () => {
      this.#gone.abort(new Error('the page has closed the stream'));
      parts.documents.delete(this);
    });
  }

  /** Sends who has the template open, unless the page knows it. */
  sendPeople(people: readonly { readonly accountId: string; readonly name: string }[]): void {
    const named = people.map(({ accountId, name }) => ({ name, isYou: accountId === this.caller.accountId }));
    const text = JSON.stringify({ type: 'people', people: named });
    if (text === this.#people) return;
    this.#people = text;
    this.#sendText(text);
  }

  /** Closes a connection that has not answered since the last ping; pings the others. */
  ping(): void {
    if (!this.isAlive) this.#socket.terminate();
    else if (this.#isOpen) {
      this.isAlive = false;
      this.#socket.ping();
    }
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  terminate(): void {
    this.#socket.terminate();
  }

  #receive(data: RawData, isBinary: boolean): void {
    // What was under way when it was closed.
    if (!this.#isOpen) return;
    const { rates } = this.#parts;
    const message = data as Buffer;
    if (!rates.admit(this.caller, message.byteLength)) {
      this.close(closeCodes.violation, 'too many messages');
      return;
    }
    if (message.byteLength <= maxInlineBytes && this.#waiting === 0) {
      const read = this.#read(message, isBinary);
      if (read !== null) this.#accept(read, message.byteLength);
      return;
    }
    this.#waiting += 1;
    // Until its turn it is not kept with others in memory.
    this.#socket.pause();
    void this.#parts.turns.run(this.caller.workspaceId, async () => {
      const read = this.#isOpen ? await this.#readLarge(message, isBinary) : null;
      if (read !== null && this.#isOpen) this.#accept(read, message.byteLength);
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#socket.resume();
      await nextTurn();
    });
  }

  get #isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  /** Null: the message is refused. */
  #read(message: Buffer, isBinary: boolean): UpMessage | null {
    const startedAt = performance.now();
    const text = message.toString();
    try {
      if (isBinary) throw problems.unreadable('Expected a text message with JSON.');
      return readMessage(text);
    } catch (error) {
      this.#sendProblem(readId(text), toAnyProblem(error));
      return null;
    } finally {
      this.#parts.rates.addWork(this.caller, performance.now() - startedAt);
    }
  }

  /** As `#read`, in a thread. */
  async #readLarge(message: Buffer, isBinary: boolean): Promise<UpMessage | null> {
    const startedAt = performance.now();
    try {
      if (isBinary) throw problems.unreadable('Expected a text message with JSON.');
      const request = { id: messageSchema, blocks: [new Uint8Array(message)], ...documentLimits };
      return checkMessage(await this.#parts.parseInWorker(this.caller.workspaceId, request));
    } catch (error) {
      this.#sendProblem(null, toAnyProblem(error));
      return null;
    } finally {
      this.#parts.rates.addWork(this.caller, performance.now() - startedAt);
    }
  }

  /** @param messageBytes its size, which is about that of what it holds */
  #accept(message: UpMessage, messageBytes: number): void {
    const startedAt = performance.now();
    try {
      this.#apply(message, messageBytes);
    } catch (error) {
      this.#sendProblem(message.type === 'render' ? message.id : null, toAnyProblem(error));
    } finally {
      this.#parts.rates.addWork(this.caller, performance.now() - startedAt);
    }
  }

  #apply(message: UpMessage, messageBytes: number): void {
    const { documents } = this.#parts;
    if (message.type === 'render') {
      const shown = documents.get(this);
      if (shown?.revision === message.revision) void this.#render(message, shown.document);
      else this.#sendText(JSON.stringify({ type: 'resend', id: message.id }));
      return;
    }
    if (message.type === 'document') {
      this.#keep(message.revision, message.document, messageBytes);
      return;
    }
    const base = documents.get(this);
    if (base?.revision !== message.base) {
      this.#sendText(JSON.stringify({ type: 'resend' }));
      return;
    }
    documents.delete(this);
    const document = applyPatches(base.document, message.patches);
    this.#keep(message.revision, document, base.bytes + messageBytes);
  }

  /** @param most the bytes that the document has at most; where those are too many, they are counted */
  #keep(revision: number, document: JsonDocument, most: number): void {
    const bytes = most > maxJsonBytes ? Buffer.byteLength(writeOnce(document).text) : most;
    if (bytes > maxJsonBytes) throw problems.payloadTooLarge(maxJsonBytes);
    this.#parts.documents.set(this, { revision, document, bytes });
  }

  async #render(message: RenderMessage, document: JsonDocument): Promise<void> {
    const { previews, rates } = this.#parts;
    const { caller } = this;
    const { log, templateId } = this.call;
    const { values, format, options, elements, pageOf, lane, id } = message;
    const startedAt = performance.now();
    // The checks need it. It is written once for each document.
    void writeOnce(document).depth;
    rates.addWork(caller, performance.now() - startedAt);
    try {
      if (previews.limitsRates)
        await countRequest(previews.db, findStudioTier('previewDraft'), caller.accountId);
      const preview = await renderPreview(
        previews,
        () => findDraftSource(previews, caller, templateId, document),
        { values, format, options, elements, pageOf, tab: `${this.id} ${lane}` },
        { caller, log, signal: this.#gone.signal },
      );
      const tookMs = Math.round(performance.now() - startedAt);
      const { head, picture } = this.#frames.write(message, preview, { tookMs });
      if (this.#socket.bufferedAmount > maxWaitingBytes) return this.terminate();
      this.#socket.send(head, { binary: true, fin: picture.byteLength === 0 });
      if (picture.byteLength > 0) this.#socket.send(picture, { binary: true, fin: true });
      log.debug({ lane, durationMs: tookMs }, 'streamed preview');
    } catch (error) {
      if (!this.#gone.signal.aborted) this.#sendProblem(id, toAnyProblem(error));
    }
  }

  #sendProblem(id: number | null, problem: Problem): void {
    const { log, requestId } = this.call;
    if (problem.status >= 500) log.error(describeFailure(problem), 'streamed preview');
    const { retryAfterSeconds } = problem.facts;
    const fields = JSON.stringify({ type: 'problem', id, retryAfterSeconds });
    this.#sendText(`${fields.slice(0, -1)},"problem":${problemBody(problem, requestId)}}`);
  }

  #sendText(text: string): void {
    if (this.#socket.bufferedAmount > maxWaitingBytes) this.terminate();
    else if (this.#isOpen) this.#socket.send(text);
  }
}
