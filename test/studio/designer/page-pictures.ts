/** The pictures of the page that the designer's stream of previews brings. */
import type { Page, WebSocket } from 'playwright-core';
import { waitUntil } from '../../helpers/wait-until.ts';

/** What the page asks of the stream. */
interface Render {
  readonly type: string;
  readonly id: number;
  readonly lane: string;
  readonly format: string;
  readonly values: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, unknown>>;
}

interface PagePicture {
  readonly render: Render;
  readonly bytes: Buffer;
}

export interface PagePictures {
  /** The picture of the newest request, once it is there. */
  newest(): Promise<PagePicture>;
}

/**
 * Reads along: what is asked for in the lane of the page, and what comes. A broken stream is opened again.
 *
 * @param page before it opens the designer
 */
export function followPictures(page: Page): PagePictures {
  let stream: Followed = { ofNewest: () => undefined };
  page.on('websocket', (socket) => {
    if (socket.url().includes('/studio/previews')) stream = followStream(socket);
  });
  return {
    async newest() {
      await waitUntil(() => stream.ofNewest() !== undefined);
      return stream.ofNewest()!;
    },
  };
}

interface Followed {
  ofNewest(): PagePicture | undefined;
}

function followStream(socket: WebSocket): Followed {
  const asked: Render[] = [];
  const shown = new Map<number, PagePicture>();
  let last: Buffer = Buffer.alloc(0);
  socket.on('framesent', ({ payload }) => {
    const message = JSON.parse(payload.toString()) as Render;
    if (message.type === 'render' && message.lane === 'page') asked.push(message);
  });
  socket.on('framereceived', ({ payload }) => {
    if (typeof payload === 'string') return;
    const start = 4 + payload.readUInt32BE();
    const header = JSON.parse(payload.subarray(4, start).toString()) as {
      readonly id: number;
      readonly unchanged?: boolean;
    };
    const render = asked.find(({ id }) => id === header.id);
    if (render === undefined) return;
    // A picture that is the one before is not sent again.
    if (header.unchanged !== true) last = payload.subarray(start);
    shown.set(header.id, { render, bytes: last });
  });
  return { ofNewest: () => shown.get(asked.at(-1)?.id ?? -1) };
}
