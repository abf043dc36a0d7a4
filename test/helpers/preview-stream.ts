/** A page's end of a stream of previews. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { LayoutReport, ReportedElement, RenderWarning } from '../../src/render/layout-report.ts';

/** The header of a picture. Elements that did not change are their ids. */
interface FrameHeader {
  readonly id: number;
  readonly lane: string;
  readonly revision: number;
  readonly mediaType: string;
  readonly width: number;
  readonly height: number;
  readonly unchanged: boolean;
  readonly warnings: readonly RenderWarning[];
  readonly report: Omit<LayoutReport, 'elements'> & { readonly elements: (ReportedElement | string)[] };
}

/** What the service has sent: a picture or a text message. */
export interface DownMessage {
  readonly type: string;
  readonly id?: number | null;
  readonly retryAfterSeconds?: number;
  readonly problem?: {
    readonly code: string;
    readonly status: number;
    readonly detail: string;
    readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
  };
  readonly people?: readonly { readonly name: string; readonly isYou: boolean }[];
  readonly header?: FrameHeader;
  readonly bytes?: Buffer;
}

export interface OpenStream {
  readonly socket: WebSocket;
  /** Everything that came, in order. */
  readonly received: DownMessage[];
  send(message: unknown): void;
  /** Waits for a message that came or will come, and is not returned again. */
  next(isWanted: (message: DownMessage) => boolean): Promise<DownMessage>;
  /** Sends a render, and waits for its picture or problem. */
  render(message: Record<string, unknown>): Promise<DownMessage>;
  /** Resolves with the code when the stream is closed. */
  readonly closed: Promise<number>;
  close(): Promise<void>;
}

/** The answer to a request for a stream that is refused. */
export interface Refusal {
  readonly status: number;
  readonly problem: { readonly code: string; readonly detail: string };
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A service and who opens the stream. */
interface Opening {
  readonly url: string;
  readonly token?: string | undefined;
  readonly templateId?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

function connect({ url, token, templateId, headers }: Opening): WebSocket {
  const query = templateId === undefined ? '' : `?template=${templateId}`;
  return new WebSocket(`${url.replace('http', 'ws')}/studio/previews${query}`, {
    headers: {
      Origin: url,
      ...(token === undefined ? {} : { Cookie: `platen_session=${token}` }),
      ...headers,
    },
  });
}

/** Asks for a stream that is refused. */
export async function refuseStream(opening: Opening): Promise<Refusal> {
  const socket = connect(opening);
  socket.on('error', () => undefined);
  const [, response] = (await once(socket, 'unexpected-response')) as [
    unknown,
    AsyncIterable<Buffer> & { statusCode: number; headers: Refusal['headers'] },
  ];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const problem = JSON.parse(Buffer.concat(chunks).toString()) as Refusal['problem'];
  return { status: response.statusCode, problem, headers: response.headers };
}

/** Opens a stream. */
export async function openStream(opening: Opening): Promise<OpenStream> {
  const socket = connect(opening);
  const received: DownMessage[] = [];
  const waiting = new Set<() => void>();
  const taken = new Set<DownMessage>();
  let lastId = 0;
  socket.on('message', (data: Buffer, isBinary) => {
    received.push(isBinary ? readFrame(data) : (JSON.parse(data.toString()) as DownMessage));
    for (const check of waiting) check();
  });
  const closed = new Promise<number>((resolve) => socket.on('close', (code) => resolve(code)));
  await once(socket, 'open');
  const next: OpenStream['next'] = (isWanted) =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        const found = received.find((message) => !taken.has(message) && isWanted(message));
        if (found === undefined) return;
        taken.add(found);
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      void closed.then((code) => reject(new Error(`the stream was closed with ${code}`)));
      check();
    });
  const send = (message: unknown): void =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  return {
    socket,
    received,
    closed,
    next,
    send,
    async render(message) {
      const id = (lastId += 1);
      send({ type: 'render', id, lane: 'page', ...message });
      return await next((each) => each.id === id || each.header?.id === id);
    },
    async close() {
      socket.close();
      await closed;
    },
  };
}

function readFrame(data: Buffer): DownMessage {
  const length = data.readUInt32BE();
  const header = JSON.parse(data.subarray(4, 4 + length).toString()) as FrameHeader;
  return { type: 'picture', header, bytes: data.subarray(4 + length) };
}
