import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { problems } from '../../domain/problems/catalogue.ts';
import type { Answer } from '../exchange.ts';
import { isLocalRequest } from './local-request.ts';
import {
  answerFile,
  computeHash,
  keepEach,
  makeResident,
  requireReading,
  type ResidentFile,
} from '../resident-file.ts';

/** What the forms of the page are filled in with while the service runs with a demo. */
export interface DocsDemo {
  /** Only shown to requests of this machine. Null: to none. */
  readonly apiKey: string | null;
  readonly projectId: string;
  readonly templateId: string;
  /** Values of the template. */
  readonly variables: Readonly<Record<string, string>>;
}

interface Sources {
  /** A hash of all assets. */
  readonly build: string;
  readonly html: string;
  /** Paths of files, by the names below the build. */
  readonly assets: ReadonlyMap<string, string>;
}

const ownFolder = fileURLToPath(new URL('files', import.meta.url));
const bundleFolder = path.dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist')));
const bundleFiles = ['swagger-ui-bundle.js', 'swagger-ui.css'];

const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Scripts, styles and requests of this origin only. Swagger UI uses `blob:` images and `data:` icons. */
const pageHeaders = {
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** The address of an asset has the build's hash, which changes with any asset. */
const assetHeaders = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/**
 * Serves a page that shows the contract and sends requests (Swagger UI). Files are read and compressed when
 * they are first requested.
 *
 * @param findDemo the demo, if there is one by now
 */
export function createDocsPage(findDemo: () => DocsDemo | null): Answer {
  const findSources = keepEach((_name: 'sources') => readSources());
  const findAsset = keepEach(readAsset);
  const findPage = keepEach(async (filling: string) => {
    const { html } = await findSources('sources');
    return await makeResident('text/html; charset=utf-8', Buffer.from(html.replace('{demo}', () => filling)));
  });
  return async (exchange) => {
    const { path: requested } = exchange.target;
    const [, , build, ...rest] = requested.split('/');
    exchange.note({ route: build === undefined ? '/docs' : '/docs/{build}/{file}' });
    if (requested === '/docs/') {
      requireReading(exchange.incoming.method);
      return { status: 308, headers: { Location: '../docs' } };
    }
    const sources = await findSources('sources');
    if (build === undefined) {
      const demo = findDemo();
      const apiKey = isLocalRequest(exchange.incoming) ? (demo?.apiKey ?? null) : null;
      const filling = demo === null ? '' : escapeAttribute(JSON.stringify({ ...demo, apiKey }));
      const headers = apiKey === null ? pageHeaders : { ...pageHeaders, 'Cache-Control': 'no-store' };
      return answerFile(exchange, await findPage(filling), headers);
    }

    const source = build === sources.build ? sources.assets.get(rest.join('/')) : undefined;
    if (source === undefined) throw problems.notFound(requested);
    return answerFile(exchange, await findAsset(source), assetHeaders);
  };
}

async function readSources(): Promise<Sources> {
  const ownFiles = (await readdir(ownFolder)).filter((file) => file !== 'page.html').sort();
  const assets = new Map([
    ...ownFiles.map((file) => [file, path.join(ownFolder, file)] as const),
    ...bundleFiles.map((file) => [file, path.join(bundleFolder, file)] as const),
  ]);
  const build = computeHash(...(await Promise.all([...assets.values()].map((file) => readFile(file)))));
  const html = await readFile(path.join(ownFolder, 'page.html'), 'utf8');
  return { build, html: html.replaceAll('{assets}', `docs/${build}`), assets };
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

async function readAsset(file: string): Promise<ResidentFile> {
  return await makeResident(
    mediaTypes[path.extname(file)] ?? 'application/octet-stream',
    await readFile(file),
  );
}
