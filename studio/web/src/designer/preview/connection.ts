import { api, data } from '../../api/client.ts';

export type StreamState = 'connecting' | 'open' | 'offline';

export interface ConnectionOptions {
  readonly templateId: string;
  readonly onState?: ((state: StreamState) => void) | undefined;
  /** Called for each new connection: the service knows nothing of the one before. */
  readonly onOpen: () => void;
  readonly onMessage: (message: string | ArrayBuffer) => void;
  /** @param isTooLarge whether the service refused a message for its size */
  readonly onLost: (isTooLarge: boolean) => void;
  /** Called when the service answers requests and no WebSocket opens, and when one works again. */
  readonly onBlocked: (isBlocked: boolean) => void;
}

const firstPauseMs = 250;
const maxPauseMs = 5_000;
/** A proxy that does not know WebSockets may leave the request without an answer. */
const openTimeoutMs = 10_000;
/** Attempts in a row that fail while the service answers requests. One may meet a restart. */
const blockedAfter = 2;
/** Close codes of the service. */
const closeCodes = { sessionEnded: 4401, tooLarge: 1009 };

/** The WebSocket of a template's previews. It connects again by itself. */
export class Connection {
  readonly #options: ConnectionOptions;
  #socket: WebSocket | null = null;
  #pauseMs = firstPauseMs;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  #failures = 0;
  #isBlocked = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#connect();
    window.addEventListener('online', this.#connectNow);
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Whether something between the browser and the service lets no WebSocket through. */
  get isBlocked(): boolean {
    return this.#isBlocked;
  }

  /** Sends a message. It is lost if the connection is not open. */
  send(message: object): void {
    if (this.isOpen) this.#socket?.send(JSON.stringify(message));
  }

  close(): void {
    this.#isClosed = true;
    window.removeEventListener('online', this.#connectNow);
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  readonly #connectNow = (): void => {
    if (this.#isClosed || this.#socket !== null) return;
    this.#connect();
  };

  #connect(): void {
    clearTimeout(this.#timer);
    const { templateId, onState, onOpen, onMessage, onLost } = this.#options;
    if (this.#pauseMs === firstPauseMs) onState?.('connecting');
    const url = new URL(`/studio/previews?template=${encodeURIComponent(templateId)}`, window.location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new WebSocket(url);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    let wasOpen = false;
    let hasReceived = false;
    const timeout = setTimeout(() => socket.close(), openTimeoutMs);
    socket.onopen = () => {
      wasOpen = true;
      clearTimeout(timeout);
      onState?.('open');
      onOpen();
    };
    socket.onmessage = ({ data: message }: MessageEvent<string | ArrayBuffer>) => {
      // Some proxies open a WebSocket and close it at once: only a message proves that it works.
      if (!hasReceived) this.#works();
      hasReceived = true;
      onMessage(message);
    };
    socket.onclose = ({ code }) => {
      clearTimeout(timeout);
      this.#socket = null;
      if (this.#isClosed) return;
      onState?.('offline');
      // Nothing was sent on one that did not open: plain requests under way go on.
      if (wasOpen) onLost(code === closeCodes.tooLarge);
      if (hasReceived || code === closeCodes.tooLarge) void this.#reconnect(code === closeCodes.sessionEnded);
      else void this.#retry(code === closeCodes.sessionEnded);
    };
  }

  /** The connection has brought a message. */
  #works(): void {
    this.#pauseMs = firstPauseMs;
    this.#failures = 0;
    this.#block(false);
  }

  /** After an attempt that brought nothing: counts it if the service answers requests. */
  async #retry(isSignedOut: boolean): Promise<void> {
    // Without a session this opens the dialog "Sign in again", and waits for it.
    const isReachable = await data(api.GET('/session')).then(
      () => true,
      () => false,
    );
    if (this.#isClosed) return;
    this.#failures = isReachable && !isSignedOut ? this.#failures + 1 : 0;
    if (this.#failures >= blockedAfter) this.#block(true);
    await this.#reconnect(false);
  }

  #block(isBlocked: boolean): void {
    if (this.#isBlocked === isBlocked) return;
    this.#isBlocked = isBlocked;
    this.#options.onBlocked(isBlocked);
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
