/** The servers that the service contacts, which can misbehave: a callback receiver and an image origin. */
import type { ServerResponse } from 'node:http';
import { startImageOrigin } from '../helpers/image-origin.ts';
import { startReceiver, type Authority } from '../helpers/receiver.ts';
import type { Random } from './random.ts';

/** How a server currently answers. */
export const modes = ['ok', 'errors', 'slow', 'hang', 'cut', 'redirect', 'random'] as const;
export type Mode = (typeof modes)[number];

interface ReceivedCallback {
  readonly bodies: Set<string>;
  accepted: number;
}

export interface ExternalServers {
  readonly callbackUrl: string;
  readonly imageUrl: string;
  /** By callback id: the received bodies, and how often the head of a 2xx was sent. */
  readonly callbacks: ReadonlyMap<string, ReceivedCallback>;
  setReceiver(mode: Mode): void;
  setOrigin(mode: Mode): void;
  close(): void;
}

/** Starts both in mode `ok`. */
export async function startExternalServers(authority: Authority, random: Random): Promise<ExternalServers> {
  const callbacks = new Map<string, ReceivedCallback>();
  let receiverMode: Mode = 'ok';
  let originMode: Mode = 'ok';
  const receiver = await startReceiver(
    await authority.issue({ ip: '127.0.0.1' }),
    (response, { headers, body }) => {
      const id = String(headers['webhook-id']);
      const seen = callbacks.get(id) ?? { bodies: new Set<string>(), accepted: 0 };
      callbacks.set(id, seen);
      seen.bodies.add(body.toString());

      respond(response, receiverMode, random, {
        accept: () => void (seen.accepted += 1),
        answer: () => response.end(),
      });
    },
  );
  const origin = await startImageOrigin();
  origin.answer('/image', (response) =>
    respond(response, originMode, random, {
      accept: () => undefined,
      answer: () => response.end(origin.image),
    }),
  );
  return {
    callbackUrl: `https://127.0.0.1:${receiver.port}/callback`,
    imageUrl: `${origin.url}/image`,
    callbacks,
    setReceiver: (mode) => void (receiverMode = mode),
    setOrigin: (mode) => void (originMode = mode),
    close() {
      receiver.close();
      origin.close();
    },
  };
}

interface Success {
  /** Called before the head of a 2xx is sent. The head alone makes a callback delivered. */
  accept(): void;
  answer(): void;
}

function respond(response: ServerResponse, mode: Mode, random: Random, success: Success): void {
  const succeed = (): void => {
    success.accept();
    success.answer();
  };
  switch (mode) {
    case 'ok':
      return succeed();
    case 'errors':
      return void response.writeHead(random.pick([400, 404, 429, 500, 503])).end('no');
    case 'slow':
      return void setTimeout(() => response.destroyed || succeed(), random.integer(500, 3_000));
    case 'hang':
      return;
    case 'cut':
      if (random.chance(0.5)) return void response.destroy();
      success.accept();
      return void response.writeHead(200, { 'Content-Length': '1000' }).write('x', () => response.destroy());
    case 'redirect':
      return void response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end();
    case 'random':
      return respond(response, random.pick(modes.slice(0, -1)), random, success);
  }
}
