import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { problems } from '../../domain/problems/catalogue.ts';
import type { Answer, AnyReply } from '../exchange.ts';
import { answerFile, computeHash, keepEach, requireReading, type ResidentFile } from '../resident-file.ts';

export interface StudioPageParts {
  readonly log: Logger;
  /** The name of the provider that members may sign in with; null without one. */
  readonly singleSignOn: string | null;
  /** Where Vite has built the app. */
  readonly builtFolder?: string;
}

/** Completes an installation whose scripts did not run, as by `npm ci --ignore-scripts`. */
export const setupCommand = 'npm run setup';

/** The folder of the app's build. */
const defaultFolder = fileURLToPath(new URL('../../../studio/web/dist', import.meta.url));

/** Whether the app is built. */
export function isStudioBuilt(folder: string = defaultFolder): boolean {
  return existsSync(path.join(folder, 'index.html'));
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.webp': 'image/webp',
};

/** The name of an asset has a hash of its content. */
const assetHeaders = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  // A worker has the policy of its own script, and loads parts of it when they are needed.
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/**
 * Serves the app at /studio: its assets, and for every other path the same page, because the app reads the
 * path itself. Paths of the app's API never get the page.
 */
export function createStudioPage({
  log,
  singleSignOn,
  builtFolder = defaultFolder,
}: StudioPageParts): Answer {
  if (!isStudioBuilt(builtFolder)) {
    log.warn(`The app at /studio is not built. Build it: ${setupCommand}`);
  }
  const findAsset = keepEach((name: string) => readAsset(path.join(builtFolder, 'assets', name)));
  return async (exchange) => {
    const { path: requested } = exchange.target;
    const { incoming, note } = exchange;
    if (/^\/studio\/(?:api\/|events$|openapi\.)/.test(requested)) throw problems.notFound(requested);
    if (!requested.startsWith('/studio/assets/')) {
      note({ route: '/studio/{page}' });
      requireReading(incoming.method);
      return await answerPage(builtFolder, singleSignOn ?? '');
    }
    note({ route: '/studio/assets/{file}' });
    requireReading(incoming.method);
    const name = requested.slice('/studio/assets/'.length);
    const asset = isAssetName(name) ? await findAsset(name).catch(ignoreMissing) : null;
    if (asset === null) throw problems.notFound(requested);
    return answerFile(exchange, asset, assetHeaders);
  };
}

/** The page, with a nonce of its own. It is read each time, so that a new build needs no restart. */
async function answerPage(folder: string, singleSignOn: string): Promise<AnyReply> {
  const html = await readFile(path.join(folder, 'index.html'), 'utf8').catch(ignoreMissing);
  const nonce = randomBytes(18).toString('base64');
  const page = html?.replace('{nonce}', nonce).replace('{sso}', () => escapeAttribute(singleSignOn));
  return {
    status: page === undefined ? 503 : 200,
    headers: pageHeaders(nonce),
    mediaType: 'text/html; charset=utf-8',
    bytes: Buffer.from(page ?? notBuiltPage),
  };
}

/** Scripts are files of this origin. Mantine's style tags have the nonce; pictures of drafts are blobs. */
function pageHeaders(nonce: string): Record<string, string> {
  return {
    'Content-Security-Policy': [
      "default-src 'self'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' blob: data:",
      "font-src 'self'",
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
}

const notBuiltPage = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Platen Studio</title></head>
  <body>
    <h1>Studio is not built</h1>
    <p>Run <code>${setupCommand}</code>, then load this page again. The API works without it.</p>
    <p>It runs <code>npm run build --workspace studio/web</code> and prepares all else that is missing.</p>
  </body>
</html>
`;

/** A file directly in the folder of assets, of a known type. Compressed forms are no assets of their own. */
function isAssetName(name: string): boolean {
  return /^[\w-][\w.-]*$/.test(name) && path.extname(name) in mediaTypes;
}

async function readAsset(file: string): Promise<ResidentFile> {
  const bytes = await readFile(file);
  const [br, gzip] = await Promise.all(
    ['br', 'gz'].map((extension) => readFile(`${file}.${extension}`).catch(ignoreMissing)),
  );
  return {
    mediaType: mediaTypes[path.extname(file)] ?? 'application/octet-stream',
    bytes,
    compressed: { ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) },
    hash: computeHash(bytes),
  };
}

/** @throws every error but that a file does not exist */
function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
