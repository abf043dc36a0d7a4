import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { problems } from '../domain/errors.ts';
import type { AnyReply } from './api.ts';
import type { Exchange } from './exchange.ts';
import {
  answerFile,
  hashOf,
  keepEach,
  makeResident,
  requireReading,
  type ResidentFile,
} from './resident-file.ts';

/** Answers what is asked for at `/docs` and below. */
export type DocsPage = (exchange: Exchange) => Promise<AnyReply>;

/** The page's parts, where they lie. */
interface Sources {
  /** Names the whole build: other parts have another one. */
  readonly build: string;
  readonly page: ResidentFile;
  /** Paths of files by their names below the build. */
  readonly assets: ReadonlyMap<string, string>;
}

const ownFolder = fileURLToPath(new URL('docs-page', import.meta.url));
/** Scalar for browsers, with everything in it that it was made of. */
const bundleFolder = path.join(
  path.dirname(fileURLToPath(import.meta.resolve('@scalar/api-reference'))),
  'browser',
);

const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Scripts and requests are this origin's alone. Styles are written into the page by the scripts, which know no nonces for
 * all of them. Answers to requests are shown from `blob:` addresses, PDFs in a frame.
 */
const pageHeaders = {
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    'frame-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** The build in an asset's address is another one as soon as any of them changes. */
const assetHeaders = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/**
 * A page that shows the contract and sends requests, made of files that are read and compressed when they are first asked for.
 */
export function createDocsPage(): DocsPage {
  const findSources = keepEach((_name: 'sources') => readSources());
  const findAsset = keepEach(readAsset);
  return async (exchange) => {
    const { path: requested } = exchange.target;
    const [, , build, ...rest] = requested.split('/');
    exchange.note({ route: build === undefined ? '/docs' : '/docs/{build}/{file}' });
    if (requested === '/docs/') {
      requireReading(exchange.incoming.method);
      return { status: 308, headers: { Location: '../docs' } };
    }
    const known = await findSources('sources');
    if (build === undefined) return answerFile(exchange, known.page, pageHeaders);

    const name = rest.join('/');
    const source = build === known.build ? known.assets.get(name) : undefined;
    if (source === undefined) throw problems.notFound(requested);
    return answerFile(exchange, await findAsset(source), assetHeaders);
  };
}

async function readSources(): Promise<Sources> {
  const assets = new Map<string, string>();
  for (const file of await readdir(ownFolder)) assets.set(file, path.join(ownFolder, file));
  assets.delete('page.html');
  const own = [...assets.values()].sort();
  const entry = path.join(bundleFolder, 'standalone.esm.js');
  assets.set('standalone.esm.js', entry);
  for (const file of await readdir(path.join(bundleFolder, 'chunks'))) {
    if (file.endsWith('.js')) assets.set(`chunks/${file}`, path.join(bundleFolder, 'chunks', file));
  }
  // The names of the chunks, which change with their content, are in the file that loads them.
  const build = hashOf(...(await Promise.all([...own, entry].map((file) => readFile(file)))));
  const html = await readFile(path.join(ownFolder, 'page.html'), 'utf8');
  const page = await makeResident(
    'text/html; charset=utf-8',
    Buffer.from(html.replaceAll('{assets}', `docs/${build}`)),
  );
  return { build, page, assets };
}

async function readAsset(file: string): Promise<ResidentFile> {
  return await makeResident(
    mediaTypes[path.extname(file)] ?? 'application/octet-stream',
    await readFile(file),
  );
}
