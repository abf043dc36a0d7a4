/** The designer behind proxies that let no WebSocket through, or that refuse by themselves. */
import { once } from 'node:events';
// eslint-disable-next-line no-restricted-imports -- a proxy passes on what it gets, refused or not
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { WebSocketServer } from 'ws';
import { checkPageAtWidths, startBrowserStudio, type BrowserStudio } from '../browser.ts';
import { openDesign } from './views.ts';

/**
 * What the proxy does with a WebSocket: passes it on, sends the request on without `Upgrade` as nginx does by
 * default, opens it and closes it at once, or never answers.
 */
type Mode = 'pass' | 'plain' | 'close' | 'silent';

/** The limit of nginx without `client_max_body_size`. */
const maxBodyBytes = 1_048_576;

let studio: BrowserStudio;
let server: Server;
let mode: Mode;
const sockets = new Set<Socket>();

function forward(incoming: IncomingMessage, end: (answer: IncomingMessage) => void): void {
  const { port } = new URL(studio.service.url);
  const { method, url } = incoming;
  const headers = { ...incoming.headers };
  delete headers.upgrade;
  delete headers.connection;
  const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers }, end);
  outgoing.on('error', () => incoming.destroy());
  incoming.on('error', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

before(async () => {
  studio = await startBrowserStudio({ env: { RATE_LIMITS: 'off' } });
  const webSockets = new WebSocketServer({ noServer: true });
  server = createServer((incoming, response) => {
    if (Number(incoming.headers['content-length'] ?? 0) > maxBodyBytes) {
      incoming.resume();
      incoming.on('end', () => {
        response.writeHead(413, { 'Content-Type': 'text/html' });
        response.end('<html><h1>413 Request Entity Too Large</h1></html>');
      });
      return;
    }
    forward(incoming, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      response.on('close', () => answer.destroy());
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (incoming, socket: Socket, head) => {
    if (mode === 'silent') return;
    if (mode === 'close') {
      webSockets.handleUpgrade(incoming, socket, head, (opened) => opened.close());
      return;
    }
    if (mode === 'plain') {
      forward(incoming, (answer) => {
        answer.resume();
        socket.end(`HTTP/1.1 ${answer.statusCode} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
      });
      return;
    }
    const upstream = connect(Number(new URL(studio.service.url).port), '127.0.0.1');
    sockets.add(upstream);
    upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
    const headers = incoming.rawHeaders.map((text, index) => text + (index % 2 === 0 ? ': ' : '\r\n'));
    upstream.write(`GET ${incoming.url} HTTP/1.1\r\n${headers.join('')}\r\n`);
    upstream.pipe(socket);
    socket.pipe(upstream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
after(async () => {
  for (const socket of sockets) socket.destroy();
  server.close();
  await studio.close();
});

const behindProxy = () => ({
  ...studio.service,
  url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
});
const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'Live pictures need WebSocket' });
/** Chromium writes each refused WebSocket to the console; a newer preview replaces one under way with 409. */
const expectedStatuses = [0, 400, 404, 409, 426];

describe('a proxy that lets no WebSocket through', { timeout: 300_000 }, () => {
  for (const blocked of ['plain', 'close', 'silent'] as const) {
    test(`pictures come, Studio says why they are slow, and it recovers: ${blocked}`, async (t) => {
      mode = blocked;
      const page = await openDesign(t, studio, { process: behindProxy(), expectedStatuses });
      await banner(page).getByText('the proxy must pass Upgrade on for /studio/previews').waitFor();
      // A change is drawn, too.
      const drawn = page.waitForResponse(
        (response) => response.url().endsWith('/draft/preview') && response.status() === 200,
      );
      await page.locator('[data-canvas]').click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.press('ArrowRight');
      await drawn;
      mode = 'pass';
      await banner(page).waitFor({ state: 'hidden' });
      await page.locator('canvas[data-layer=page][data-shown]').waitFor();
    });
  }

  test('the message has its place', async (t) => {
    mode = 'plain';
    const page = await openDesign(t, studio, { process: behindProxy(), expectedStatuses });
    await banner(page).waitFor();
    await checkPageAtWidths(t, page);
  });
});

test('a picture that the proxy refuses as too large: Studio names the proxy and its setting', async (t) => {
  mode = 'pass';
  const page = await openDesign(t, studio, { process: behindProxy(), expectedStatuses: [413] });
  const buffer = Buffer.alloc(1_400_000);
  Buffer.from('89504e470d0a1a0a', 'hex').copy(buffer);
  await page.getByLabel('Picture to add').setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer });
  await page.getByText('A proxy in front of Platen refused this as too large').first().waitFor();
  await page.getByText('client_max_body_size').first().waitFor();
});
