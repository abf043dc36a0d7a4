/** Draws designs with Fabric.js itself, of the version that saved them, in Chromium. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { readFabric } from '../../../src/importers/fabric/fabric.ts';
import { readPage, readVersion } from '../../../src/importers/fabric/page.ts';
import { startBrowser } from '../../helpers/browser.ts';
import type { DrawnFile, DrawOriginal } from '../original.ts';
import { faceName, facesFor, fontCss } from './font-faces.ts';
import { installPackages } from './install.ts';

/** The release for each major version; 5 reads what 4 has saved. */
const releases: Readonly<Record<number, string>> = { 6: '6.6.7', 7: '7.0.0' };

let started: Promise<{ browser: Browser; server: Server; files: Map<string, Uint8Array> }> | undefined;

/** Draws the page of a design, with the fonts that its template has. */
export const drawOriginal: DrawOriginal = async (file) => {
  const { browser, server, files } = await (started ??= start());
  const json = JSON.parse(new TextDecoder().decode(file.source.bytes)) as object;
  const read = readFabric(json);
  const version = readVersion(read);
  await prepare(files, file, version);
  const page = await browser.newPage();
  try {
    await page.route('**', (route) => {
      const isOurs = /^(?:data|blob):|^http:\/\/127\.0\.0\.1:/u.test(route.request().url());
      return isOurs ? route.continue() : route.abort();
    });
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/page.html`);
    const { x, y, width, height } = readPage(read);
    const drawing = JSON.stringify({ json, x, y, width, height, isOld: version < 6 });
    const url = await page.evaluate<string>(`drawFabric(${drawing})`);
    return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  } finally {
    await page.close();
  }
};

/** Stops the browser and the server. */
export async function close(): Promise<void> {
  const { browser, server } = (await started) ?? {};
  await browser?.close();
  server?.close();
}

async function start(): Promise<{ browser: Browser; server: Server; files: Map<string, Uint8Array> }> {
  const files = new Map<string, Uint8Array>();
  const server = createServer((request, response) => {
    const found = files.get(decodeURIComponent(request.url ?? ''));
    if (found === undefined) response.writeHead(404).end();
    else {
      const type = request.url?.endsWith('.html') === true ? 'text/html' : 'text/javascript';
      response.writeHead(200, { 'content-type': type }).end(found);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { browser: await startBrowser(), server, files };
}

/** Puts the program, the fonts and the page where the browser finds them. */
async function prepare(files: Map<string, Uint8Array>, file: DrawnFile, version: number): Promise<void> {
  const release = releases[version] ?? '5.5.2';
  const folder = await installPackages(`fabric-${release}`, [`fabric@${release}`]);
  const program = version < 6 ? 'fabric.js' : 'index.js';
  files.set('/draw.js', await readFile(path.join(import.meta.dirname, 'draw-fabric.js')));
  files.set('/fabric.js', await readFile(path.join(folder, 'node_modules/fabric/dist', program)));
  const families = new Set(
    [...new TextDecoder().decode(file.source.bytes).matchAll(/"fontFamily"\s*:\s*"([^"]+)"/gu)].map(
      ([, family = '']) => family,
    ),
  ).add('Times New Roman');
  const faces = facesFor(families, file.folder);
  for (const face of faces) {
    const bytes = face.isOwn ? file.folder.files.get(face.src) : await readFile(face.src);
    files.set(`/fonts/${faceName(face)}`, bytes ?? new Uint8Array());
  }
  const css = fontCss(faces, (face) => `/fonts/${faceName(face)}`);
  const scripts = ['fabric', 'draw'].map((name) => `<script src="/${name}.js"></script>`).join('');
  const html = `<!doctype html><meta charset="utf-8"><style>${css}</style><canvas id="c"></canvas>${scripts}`;
  files.set('/page.html', Buffer.from(html));
}
