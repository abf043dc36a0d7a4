/**
 * Those whom the service talks to, and who misbehave: a receiver of callbacks and an origin of pictures.
 */
import type { ServerResponse } from 'node:http';
import { startPictureOrigin } from '../helpers/picture-origin.ts';
import { startReceiver, type Authority } from '../helpers/receiver.ts';
import type { Random } from './random.ts';

/** How an outsider answers for now. */
export const moods = ['well', 'with errors', 'late', 'never', 'by cutting', 'elsewhere', 'any way'] as const;
export type Mood = (typeof moods)[number];

export interface Outsiders {
  readonly callbackUrl: string;
  readonly pictureUrl: string;
  /** Bodies that were received of each callback, by its id, and how often the head of a 2xx was sent. */
  readonly callbacks: ReadonlyMap<string, { readonly bodies: Set<string>; taken: number; asked: number }>;
  setReceiver(mood: Mood): void;
  setOrigin(mood: Mood): void;
  close(): void;
}

/** Starts both, well-behaved. */
export async function startOutsiders(authority: Authority, random: Random): Promise<Outsiders> {
  const callbacks = new Map<string, { readonly bodies: Set<string>; taken: number; asked: number }>();
  let receiverMood: Mood = 'well';
  let originMood: Mood = 'well';
  const receiver = await startReceiver(
    await authority.issue({ ip: '127.0.0.1' }),
    (response, { headers, body }) => {
      const id = String(headers['webhook-id']);
      const seen = callbacks.get(id) ?? { bodies: new Set<string>(), taken: 0, asked: 0 };
      callbacks.set(id, seen);
      seen.bodies.add(body.toString());
      seen.asked += 1;
      behave(response, receiverMood, random, {
        take: () => void (seen.taken += 1),
        answer: () => response.end(),
      });
    },
  );
  const origin = await startPictureOrigin();
  origin.answer('/picture', (response) =>
    behave(response, originMood, random, {
      take: () => undefined,
      answer: () => response.end(origin.picture),
    }),
  );
  return {
    callbackUrl: `https://127.0.0.1:${receiver.port}/callback`,
    pictureUrl: `${origin.url}/picture`,
    callbacks,
    setReceiver: (mood) => void (receiverMood = mood),
    setOrigin: (mood) => void (originMood = mood),
    close() {
      receiver.close();
      origin.close();
    },
  };
}

interface Wellbehaved {
  /** Notes that a 2xx is about to be sent. A callback is made once its head has come, whatever becomes of the rest. */
  take(): void;
  answer(): void;
}

function behave(response: ServerResponse, mood: Mood, random: Random, well: Wellbehaved): void {
  const answerWell = (): void => {
    well.take();
    well.answer();
  };
  switch (mood) {
    case 'well':
      return answerWell();
    case 'with errors':
      return void response.writeHead(random.pick([400, 404, 429, 500, 503])).end('no');
    case 'late':
      return void setTimeout(() => response.destroyed || answerWell(), random.integer(500, 3_000));
    case 'never':
      return;
    case 'by cutting':
      if (random.chance(0.5)) return void response.destroy();
      well.take();
      return void response.writeHead(200, { 'Content-Length': '1000' }).write('x', () => response.destroy());
    case 'elsewhere':
      return void response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end();
    case 'any way':
      return behave(response, random.pick(moods.slice(0, -1)), random, well);
  }
}
