import { ApiError, type ProblemDocument } from '../../api/problem.ts';
import { Connection, type StreamState } from './connection.ts';
import { FrameReader, type Frame } from './frame.ts';
import { isExactFor, Lanes, type Lane, type Pending } from './lanes.ts';
import { Pace, WireSpeed } from './pace.ts';
import { PlainRequests } from './plain-requests.ts';
import { SentDocument } from './sent-document.ts';
import { lossyFormat, toPicture, type PreviewRequest, type StreamedPicture } from './preview-request.ts';

/** Somebody who has the template open. */
export interface Person {
  readonly name: string;
  readonly isYou: boolean;
}

export interface PreviewStreamOptions {
  readonly templateId: string;
  /** Called with everybody who has the template open, when that changes. */
  readonly onPeople?: (people: readonly Person[]) => void;
  readonly onState?: (state: StreamState) => void;
  /** Called when no WebSocket opens, so that pictures come by plain requests, and when one works again. */
  readonly onBlocked?: (isBlocked: boolean) => void;
}

/** A text message of the service. */
interface DownMessage {
  readonly type: 'problem' | 'resend' | 'people';
  readonly id?: number | null;
  readonly problem?: ProblemDocument;
  readonly retryAfterSeconds?: number;
  readonly people?: readonly Person[];
}

/** A lane gets its exact picture when it has not changed for this time. */
const quietMs = 300;
/** Before a plain request that the service could not take is sent again. */
const retryMs = 2_000;
/** Of pictures for a slow wire. */
const lossyQuality = 75;

/**
 * The stream of previews of one template: documents go up, pictures and reports come down. After a lost
 * connection it asks again for what is still wanted.
 *
 * In each lane one render runs at a time; of the requests that come meanwhile only the newest is sent.
 */
export class PreviewStream {
  readonly #options: PreviewStreamOptions;
  readonly #lanes = new Lanes();
  readonly #pace = new Pace();
  readonly #speed = new WireSpeed();
  readonly #document = new SentDocument();
  readonly #connection: Connection;
  readonly #requests: PlainRequests;
  #frames = new FrameReader();
  #id = 0;
  #isClosed = false;

  constructor(options: PreviewStreamOptions) {
    this.#options = options;
    const { templateId, onState } = options;
    this.#requests = new PlainRequests(templateId);
    this.#connection = new Connection({
      templateId,
      onState,
      onOpen: () => this.#sendAll(),
      onMessage: (message) => this.#receive(message),
      onLost: (isTooLarge) => this.#pause(isTooLarge),
      onBlocked: (isBlocked) => {
        options.onPeople?.([]);
        options.onBlocked?.(isBlocked);
        if (isBlocked) this.#sendAll();
      },
    });
  }

  /**
   * Shows something in a lane, such as `page`, `moving` or `behind`. Null: a newer request of the lane has
   * replaced this one, or the stream was closed.
   *
   * @throws ApiError for what the service refuses, such as an invalid document or value
   */
  show(lane: string, request: PreviewRequest): Promise<StreamedPicture | null> {
    return this.#enqueue(lane, request, false);
  }

  /** Closes the stream. Open requests resolve to null. */
  close(): void {
    this.#isClosed = true;
    this.#lanes.close();
    this.#requests.close();
    this.#connection.close();
  }

  #enqueue(name: string, request: PreviewRequest, isFollowUp: boolean): Promise<StreamedPicture | null> {
    if (this.#isClosed) return Promise.resolve(null);
    const lane = this.#lanes.get(name);
    clearTimeout(lane.followUp);
    lane.next?.resolve(null);
    const { promise, resolve, reject } = Promise.withResolvers<StreamedPicture | null>();
    const unsent = { id: 0, revision: 0, format: 'png', sentAt: 0 } as const;
    lane.next = { ...unsent, request, isFollowUp, resolve, reject };
    this.#pump(name);
    return promise;
  }

  /** Sends the next request of a lane, if nothing is in its way. */
  #pump(name: string): void {
    const lane = this.#lanes.get(name);
    const { current, next } = lane;
    const isUnderWay = current !== null && current.id !== 0;
    if (next === null || (isUnderWay && next.request.isUrgent !== true)) return;
    current?.resolve(null);
    lane.current = next;
    lane.next = null;
    this.#send(name, next);
  }

  /** Sends the current request of a lane, now or as soon as the service accepts one more. */
  #send(name: string, pending: Pending, waitMs = 0): void {
    const lane = this.#lanes.get(name);
    clearTimeout(lane.timer);
    const connection = this.#connection;
    if (!(connection.isOpen || connection.isBlocked) || lane.current !== pending) return;
    const ms = waitMs > 0 ? waitMs : this.#pace.take();
    if (ms > 0) {
      pending.id = 0;
      lane.timer = setTimeout(() => this.#send(name, pending), ms);
      return;
    }
    if (!connection.isOpen) {
      void this.#request(name, pending);
      return;
    }
    const { request } = pending;
    pending.revision = this.#document.send(request.document, (message) => connection.send(message));
    pending.id = this.#id += 1;
    pending.format = request.format ?? (this.#mayBeLossy(name, pending) ? lossyFormat(request) : 'png');
    pending.sentAt = performance.now();
    const { values = {}, elements, pageOf } = request;
    const options = isExactFor(pending) ? {} : { quality: lossyQuality };
    connection.send({
      type: 'render',
      id: pending.id,
      lane: name,
      revision: pending.revision,
      values,
      elements,
      pageOf,
      format: pending.format,
      options: { ...options, ...request.options },
    });
  }

  /** Asks for a picture by a plain request, for as long as no WebSocket opens. */
  async #request(name: string, pending: Pending): Promise<void> {
    pending.id = this.#id += 1;
    pending.format = pending.request.format ?? 'png';
    pending.sentAt = performance.now();
    const { id } = pending;
    const isCurrent = () => this.#lanes.get(name).current === pending && pending.id === id;
    try {
      const frame = await this.#requests.fetch(name, id, pending.request);
      // The WebSocket may have opened meanwhile: the request was sent again.
      if (!this.#isClosed && isCurrent()) this.#receiveFrame(frame, frame.bytes.byteLength);
    } catch (error) {
      if (this.#isClosed || !isCurrent()) return;
      if (error instanceof ApiError && (error.isOutage || error.status === 429)) {
        this.#send(name, pending, retryMs);
        return;
      }
      this.#lanes.get(name).current = null;
      if (error instanceof ApiError && error.code === 'PREVIEW_REPLACED') pending.resolve(null);
      else pending.reject(error);
      this.#pump(name);
    }
  }

  /** Pictures of parts are for the time of a gesture; others are followed by the exact one. */
  #mayBeLossy(lane: string, { request, isFollowUp }: Pending): boolean {
    const isPassing = request.elements !== undefined || request.onExact !== undefined;
    return isPassing && !isFollowUp && this.#speed.isTooSlowFor(lane);
  }

  /** Sends the open requests again, on a new connection. */
  #sendAll(): void {
    this.#frames = new FrameReader();
    this.#document.forget();
    for (const [name, { current }] of this.#lanes.entries()) {
      if (current !== null) this.#send(name, current);
    }
  }

  /** The connection was lost: what was sent waits for the next one. */
  #pause(isTooLarge: boolean): void {
    for (const [, { current }] of this.#lanes.entries()) if (current !== null) current.id = 0;
    if (isTooLarge) this.#rejectAll(new ApiError({ status: 413, code: 'PAYLOAD_TOO_LARGE' }), () => true);
    if (this.#connection.isBlocked) this.#sendAll();
  }

  #receive(message: string | ArrayBuffer): void {
    if (typeof message !== 'string') {
      this.#receiveFrame(this.#frames.read(message), message.byteLength);
      return;
    }
    const down = JSON.parse(message) as DownMessage;
    if (down.type === 'people') this.#options.onPeople?.(down.people ?? []);
    else if (down.type === 'problem') this.#receiveProblem(down);
    else if (down.id !== undefined) this.#sendAgain(down.id);
  }

  #receiveFrame(frame: Frame, bytes: number): void {
    const lane = this.#lanes.get(frame.lane);
    const pending = lane.current;
    // A picture that was replaced on its way.
    if (pending?.id !== frame.id) return;
    const isExact = isExactFor(pending);
    if (!frame.unchanged)
      this.#speed.measure(frame.lane, bytes, performance.now() - pending.sentAt - frame.tookMs, isExact);
    lane.current = null;
    lane.decoding = lane.decoding.then(async () => {
      try {
        pending.resolve(await toPicture(frame, isExact));
      } catch (error) {
        pending.reject(error);
      }
    });
    if (!isExact && lane.next === null && pending.request.onExact !== undefined)
      this.#followUp(frame.lane, lane, pending.request);
    this.#pump(frame.lane);
  }

  /** Asks for the exact picture once the lane is quiet. */
  #followUp(name: string, lane: Lane, request: PreviewRequest): void {
    lane.followUp = setTimeout(() => {
      // Where it is refused, the next request says so.
      void this.#enqueue(name, request, true).then(
        (picture) => picture !== null && request.onExact?.(picture),
        () => undefined,
      );
    }, quietMs);
  }

  #receiveProblem({ id, problem, retryAfterSeconds }: DownMessage): void {
    const error = new ApiError(problem ?? { status: 500 });
    // A document that is refused has no id: what was to be rendered of it is refused.
    if (id === null || id === undefined) {
      const { revision } = this.#document;
      this.#document.forget();
      this.#rejectAll(error, (pending) => pending.revision === revision);
      return;
    }
    for (const [name, lane] of this.#lanes.entries()) {
      const pending = lane.current;
      if (pending?.id !== id) continue;
      if (retryAfterSeconds !== undefined && lane.next === null) {
        this.#send(name, pending, retryAfterSeconds * 1_000);
        return;
      }
      lane.current = null;
      if (error.code === 'PREVIEW_REPLACED' || retryAfterSeconds !== undefined) pending.resolve(null);
      else pending.reject(error);
      this.#pump(name);
    }
  }

  /** The service does not have the document of a render: it gets the whole one. */
  #sendAgain(id: number | null): void {
    for (const [name, { current }] of this.#lanes.entries()) {
      if (current?.id !== id) continue;
      if (this.#document.revision === current.revision) this.#document.forget();
      this.#send(name, current);
    }
  }

  #rejectAll(error: ApiError, isMeant: (pending: Pending) => boolean): void {
    for (const [name, lane] of this.#lanes.entries()) {
      if (lane.current === null || !isMeant(lane.current)) continue;
      lane.current.reject(error);
      lane.current = null;
      this.#pump(name);
    }
  }
}
