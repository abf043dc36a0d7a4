import { api, data, type Schema } from '../../api/client.ts';
import { ApiError, type ProblemDocument } from '../../api/problem.ts';
import { FrameReader, type Frame } from './frame.ts';
import { findPatches } from './document-patches.ts';
import { Pace, WireSpeed } from './pace.ts';

/** Somebody who has the template open. */
export interface Person {
  readonly name: string;
  readonly isYou: boolean;
}

export type StreamState = 'connecting' | 'open' | 'offline';

export interface PreviewStreamOptions {
  readonly templateId: string;
  /** Called with everybody who has the template open, when that changes. */
  readonly onPeople?: (people: readonly Person[]) => void;
  readonly onState?: (state: StreamState) => void;
}

/** What to show. */
export interface PreviewWish {
  /** Immutable: a document that changes is another object, which shares what did not change. */
  readonly document: object;
  readonly values?: Readonly<Record<string, string>>;
  /** Without it, an exact PNG; on a slow wire a smaller picture first if there is `onExact`. */
  readonly format?: 'png' | 'jpeg' | 'webp';
  readonly options?: Schema<'RenderOptions'>;
  /** Only these elements on a transparent page, or all but these. */
  readonly elements?: Schema<'ElementSelection'>;
  /** Does not wait for the picture that the lane is rendering, but replaces it: for the end of a gesture. */
  readonly isUrgent?: boolean;
  /** Called with the exact picture where `show` has returned a smaller one, once the lane is quiet. */
  readonly onExact?: (picture: StreamedPicture) => void;
}

/** A picture of the document, with the boxes of its elements. */
export interface StreamedPicture {
  /** Belongs to the caller, who may close it. */
  readonly bitmap: ImageBitmap;
  readonly blob: Blob;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly warnings: readonly Schema<'RenderWarning'>[];
  /** With all elements. */
  readonly report: Schema<'LayoutReport'>;
  readonly revision: number;
  /** The bytes that the API would render. False: a smaller picture for a slow wire. */
  readonly isExact: boolean;
  /** The bytes are those of the lane's last picture. */
  readonly isUnchanged: boolean;
}

/** A wish that has not been answered. */
interface Pending {
  readonly wish: PreviewWish;
  /** Whether it asks for the exact picture after a smaller one. */
  readonly isFollowUp: boolean;
  readonly resolve: (picture: StreamedPicture | null) => void;
  readonly reject: (error: unknown) => void;
  /** Of its last request. 0: it waits to be sent. */
  id: number;
  revision: number;
  format: NonNullable<PreviewWish['format']>;
  sentAt: number;
}

interface Lane {
  current: Pending | null;
  next: Pending | null;
  /** Pictures are decoded one after the other. */
  decoding: Promise<void>;
  timer: ReturnType<typeof setTimeout> | undefined;
  followUp: ReturnType<typeof setTimeout> | undefined;
}

/** A text message of the service. */
interface DownMessage {
  readonly type: 'problem' | 'resend' | 'people';
  readonly id?: number | null;
  readonly problem?: ProblemDocument;
  readonly retryAfterSeconds?: number;
  readonly people?: readonly Person[];
}

const firstPauseMs = 250;
const maxPauseMs = 5_000;
/** A lane that nobody changes for so long gets its exact picture. */
const quietMs = 300;
/** So many changes are another document. */
const maxPatches = 2_000;
/** Close codes of the service. */
const closeCodes = { sessionEnded: 4401, tooLarge: 1009 };
/** Of pictures for a slow wire. */
const lossyQuality = 75;

/**
 * The stream of previews of one template: documents go up, pictures and reports come down. It connects again
 * by itself, and asks again for what is still wished for.
 *
 * In each lane one render runs at a time; of the wishes that come meanwhile only the newest is sent.
 */
export class PreviewStream {
  readonly #options: PreviewStreamOptions;
  readonly #lanes = new Map<string, Lane>();
  readonly #pace = new Pace();
  readonly #speed = new WireSpeed();
  #socket: WebSocket | null = null;
  #frames = new FrameReader();
  /** The last document that the service has. */
  #sent: { readonly document: object; readonly revision: number } | null = null;
  #revision = 0;
  #id = 0;
  #pauseMs = firstPauseMs;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(options: PreviewStreamOptions) {
    this.#options = options;
    this.#connect();
    window.addEventListener('online', this.#connectNow);
  }

  /**
   * Shows something in a lane, such as `page`, `moving` or `behind`. Null: a newer wish of the lane has
   * replaced this one, or the stream was closed.
   *
   * @throws ApiError for what the service refuses, such as an invalid document or value
   */
  show(lane: string, wish: PreviewWish): Promise<StreamedPicture | null> {
    return this.#enqueue(lane, wish, false);
  }

  /** Closes the stream. What was wished for is answered with null. */
  close(): void {
    this.#isClosed = true;
    window.removeEventListener('online', this.#connectNow);
    clearTimeout(this.#timer);
    for (const lane of this.#lanes.values()) {
      clearTimeout(lane.timer);
      clearTimeout(lane.followUp);
      lane.current?.resolve(null);
      lane.next?.resolve(null);
    }
    this.#lanes.clear();
    this.#socket?.close();
  }

  #enqueue(name: string, wish: PreviewWish, isFollowUp: boolean): Promise<StreamedPicture | null> {
    if (this.#isClosed) return Promise.resolve(null);
    const lane = this.#lane(name);
    clearTimeout(lane.followUp);
    lane.next?.resolve(null);
    const { promise, resolve, reject } = Promise.withResolvers<StreamedPicture | null>();
    const unsent = { id: 0, revision: 0, format: 'png', sentAt: 0 } as const;
    lane.next = { ...unsent, wish, isFollowUp, resolve, reject };
    this.#pump(name);
    return promise;
  }

  #lane(name: string): Lane {
    let lane = this.#lanes.get(name);
    if (lane === undefined) {
      const decoding = Promise.resolve();
      lane = { current: null, next: null, timer: undefined, followUp: undefined, decoding };
      this.#lanes.set(name, lane);
    }
    return lane;
  }

  /** Sends the next wish of a lane, if nothing is in its way. */
  #pump(name: string): void {
    const lane = this.#lane(name);
    const { current, next } = lane;
    const isUnderWay = current !== null && current.id !== 0;
    if (next === null || (isUnderWay && next.wish.isUrgent !== true)) return;
    current?.resolve(null);
    lane.current = next;
    lane.next = null;
    this.#send(name, next);
  }

  /** Sends the current wish of a lane, now or as soon as the service accepts one more. */
  #send(name: string, pending: Pending, waitMs = 0): void {
    const lane = this.#lane(name);
    clearTimeout(lane.timer);
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN || lane.current !== pending) return;
    const ms = waitMs > 0 ? waitMs : this.#pace.take();
    if (ms > 0) {
      pending.id = 0;
      lane.timer = setTimeout(() => this.#send(name, pending), ms);
      return;
    }
    const { wish } = pending;
    pending.revision = this.#sendDocument(socket, wish.document);
    pending.id = this.#id += 1;
    pending.format = wish.format ?? (this.#mayBeLossy(name, pending) ? lossyFormat(wish) : 'png');
    pending.sentAt = performance.now();
    const { values = {}, elements } = wish;
    const options = isExactFor(pending) ? {} : { quality: lossyQuality };
    const render = {
      ...{ type: 'render', id: pending.id, lane: name, revision: pending.revision, values, elements },
      ...{ format: pending.format, options: { ...options, ...wish.options } },
    };
    socket.send(JSON.stringify(render));
  }

  /** Pictures of parts are for the time of a gesture; others are followed by the exact one. */
  #mayBeLossy(lane: string, { wish, isFollowUp }: Pending): boolean {
    const isPassing = wish.elements !== undefined || wish.onExact !== undefined;
    return isPassing && !isFollowUp && this.#speed.isTooSlowFor(lane);
  }

  /** Sends a document, or how it differs from the last one. Returns its revision. */
  #sendDocument(socket: WebSocket, document: object): number {
    const sent = this.#sent;
    if (sent?.document === document) return sent.revision;
    const revision = (this.#revision += 1);
    const patches = sent === null ? [] : findPatches(sent.document, document);
    const message =
      sent === null || patches.length > maxPatches
        ? { type: 'document', revision, document }
        : { type: 'patches', base: sent.revision, revision, patches };
    this.#sent = { document, revision };
    socket.send(JSON.stringify(message));
    return revision;
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
    const lane = this.#lane(frame.lane);
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
    if (!isExact && lane.next === null && pending.wish.onExact !== undefined)
      this.#followUp(frame.lane, lane, pending.wish);
    this.#pump(frame.lane);
  }

  /** Asks for the exact picture once the lane is quiet. */
  #followUp(name: string, lane: Lane, wish: PreviewWish): void {
    lane.followUp = setTimeout(() => {
      // Where it is refused, the next wish says so.
      void this.#enqueue(name, wish, true).then(
        (picture) => picture !== null && wish.onExact?.(picture),
        () => undefined,
      );
    }, quietMs);
  }

  #receiveProblem({ id, problem, retryAfterSeconds }: DownMessage): void {
    const error = new ApiError(problem ?? { status: 500 });
    // A document that is refused has no id: what was to be rendered of it is refused.
    if (id === null || id === undefined) {
      const revision = this.#sent?.revision;
      this.#sent = null;
      this.#rejectAll(error, (pending) => pending.revision === revision);
      return;
    }
    for (const [name, lane] of this.#lanes) {
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
    for (const [name, { current }] of this.#lanes) {
      if (current?.id !== id) continue;
      if (this.#sent?.revision === current.revision) this.#sent = null;
      this.#send(name, current);
    }
  }

  #rejectAll(error: ApiError, isMeant: (pending: Pending) => boolean): void {
    for (const [name, lane] of this.#lanes) {
      if (lane.current === null || !isMeant(lane.current)) continue;
      lane.current.reject(error);
      lane.current = null;
      this.#pump(name);
    }
  }

  readonly #connectNow = (): void => {
    if (this.#isClosed || this.#socket !== null) return;
    this.#connect();
  };

  #connect(): void {
    clearTimeout(this.#timer);
    const { templateId, onState } = this.#options;
    if (this.#pauseMs === firstPauseMs) onState?.('connecting');
    const url = new URL(`/studio/previews?template=${encodeURIComponent(templateId)}`, window.location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new WebSocket(url);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      this.#pauseMs = firstPauseMs;
      this.#frames = new FrameReader();
      this.#sent = null;
      onState?.('open');
      for (const [name, lane] of this.#lanes) {
        if (lane.current !== null) this.#send(name, lane.current);
      }
    };
    socket.onmessage = ({ data: message }: MessageEvent<string | ArrayBuffer>) => this.#receive(message);
    socket.onclose = ({ code }) => {
      this.#socket = null;
      if (this.#isClosed) return;
      for (const { current } of this.#lanes.values()) if (current !== null) current.id = 0;
      onState?.('offline');
      if (code === closeCodes.tooLarge)
        this.#rejectAll(new ApiError({ status: 413, code: 'PAYLOAD_TOO_LARGE' }), () => true);
      void this.#reconnect(!wasOpen || code === closeCodes.sessionEnded);
    };
  }

  /** Connects again after a pause; if the session has ended, after signing in again. */
  async #reconnect(mayBeSignedOut: boolean): Promise<void> {
    // Without a session this opens the dialog "Sign in again", and waits for it.
    if (mayBeSignedOut) await data(api.GET('/session')).catch(() => undefined);
    if (this.#isClosed) return;
    // Many pages lose their service at the same time.
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
    const pauseMs = this.#pauseMs * (0.75 + random / 512);
    this.#pauseMs = Math.min(maxPauseMs, this.#pauseMs * 2);
    this.#timer = setTimeout(this.#connectNow, pauseMs);
  }
}

/** Whether the picture is what was asked for, or the exact PNG. */
function isExactFor({ format, wish }: Pending): boolean {
  return format === 'png' || format === wish.format;
}

/** JPEG is encoded fastest, and has no transparency. */
function lossyFormat({ document, elements }: PreviewWish): 'jpeg' | 'webp' {
  const isOpaque = 'background' in document && !('only' in (elements ?? {}));
  return isOpaque ? 'jpeg' : 'webp';
}

async function toPicture(
  { blob, width, height, warnings, report, revision, unchanged }: Frame,
  isExact: boolean,
): Promise<StreamedPicture> {
  const bitmap = await createImageBitmap(blob, { colorSpaceConversion: 'none' });
  return { bitmap, blob, width, height, warnings, report, revision, isExact, isUnchanged: unchanged };
}
