import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

export interface PictureOrigin {
  readonly url: string;
  readonly picture: Uint8Array;
  /** How often a path was asked for. */
  requests(path: string): number;
  /** What answers a path, told which request it is, from 1. Every other path is a 404. */
  answer(path: string, give: (response: ServerResponse, request: number) => void): void;
  close(): void;
}

/** A server of pictures on this machine that counts what it is asked for. */
export async function startPictureOrigin(): Promise<PictureOrigin> {
  const answers = new Map<string, (response: ServerResponse, request: number) => void>();
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    const answer = answers.get(path);
    if (answer === undefined) response.writeHead(404).end();
    else answer(response, count);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const red = { create: { width: 8, height: 8, channels: 3, background: '#ff0000' } } as const;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    picture: await sharp(red).png().toBuffer(),
    requests: (path) => counts.get(path) ?? 0,
    answer: (path, give) => void answers.set(path, give),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
