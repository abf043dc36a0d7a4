import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

export interface ImageOrigin {
  readonly url: string;
  /** A red PNG of 8 × 8 px. */
  readonly image: Uint8Array;
  /** Counts the requests for a path. */
  requests(path: string): number;
  /** Sets the responder of a path; it gets the number of the request, from 1. Other paths answer 404. */
  answer(path: string, respond: (response: ServerResponse, request: number) => void): void;
  close(): void;
}

/** Starts an HTTP server of images on 127.0.0.1 that counts its requests. */
export async function startImageOrigin(): Promise<ImageOrigin> {
  const responders = new Map<string, (response: ServerResponse, request: number) => void>();
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    const respond = responders.get(path);
    if (respond === undefined) response.writeHead(404).end();
    else respond(response, count);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const red = { create: { width: 8, height: 8, channels: 3, background: '#ff0000' } } as const;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    image: await sharp(red).png().toBuffer(),
    requests: (path) => counts.get(path) ?? 0,
    answer: (path, respond) => void responders.set(path, respond),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
