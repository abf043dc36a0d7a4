import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { problems } from '../domain/errors.ts';
import type { AnyReply } from './api.ts';
import type { Exchange } from './exchange.ts';
import { answerFile, keepEach, makeResident, type ResidentFile } from './resident-file.ts';

/** Where the document is served; which form it has there. */
export const contractPaths = ['/openapi.yaml', '/openapi.json'] as const;

type ContractPath = (typeof contractPaths)[number];

/** Answers with the document in the form of the path. */
export type PublishedContract = (exchange: Exchange, path: ContractPath) => Promise<AnyReply>;

const headers = {
  // A new version of the service may have a new document.
  'Cache-Control': 'no-cache',
  // Anybody may read it, tools that run in pages of other origins included.
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, X-Request-Id',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

const methods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * What a browser asks before it lets a page of another origin read with header fields of its own, such as `If-None-Match`. The same for
 * everybody, so that no cache may mix answers up.
 */
const preflight: AnyReply = {
  status: 204,
  headers: {
    Allow: methods.join(', '),
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': methods.join(', '),
    // The asterisk leaves Authorization out, which clients of many APIs send everywhere; it is not looked at here.
    'Access-Control-Allow-Headers': '*, Authorization',
    'Access-Control-Max-Age': '86400',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  },
};

/**
 * The contract for whoever makes a client, a mock or a fuzzer of it: as it was written, comments included, but without
 * YAML's aliases, and with the address of this service in `servers` and in examples. Made when it is first asked for.
 *
 * @param publicUrl the origin that callers see; asked for once there are any
 */
export function publishContract(publicUrl: () => string): PublishedContract {
  const make: Record<ContractPath, () => Promise<ResidentFile>> = {
    '/openapi.yaml': async () =>
      // RFC 9512
      await makeResident(
        'application/yaml',
        Buffer.from(addressYaml(await readRoot('generated/openapi.yaml'), publicUrl())),
      ),
    '/openapi.json': async () =>
      await makeResident(
        'application/json',
        Buffer.from(addressJson(await readRoot('generated/openapi.json'), publicUrl())),
      ),
  };
  const find = keepEach((path: ContractPath) => make[path]());
  return async (exchange, path) => {
    exchange.note({ route: path });
    return answerPublished(exchange, await find(path));
  };
}

const exampleTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
};

/**
 * Answers with the files that the document names as examples (`externalValue`), where its addresses lead: `/examples/…`, relative to
 * its own.
 */
export function publishExamples(): (exchange: Exchange) => Promise<AnyReply> {
  const list = keepEach((folder: string) => readdir(new URL(`../../${folder}`, import.meta.url)));
  const find = keepEach(async (file: string) =>
    makeResident(
      exampleTypes[path.extname(file)] ?? 'application/octet-stream',
      await readFile(new URL(`../../examples/${file}`, import.meta.url)),
    ),
  );
  return async (exchange) => {
    exchange.note({ route: '/examples/{file}' });
    const requested = exchange.target.path;
    const file = requested.slice('/examples/'.length);
    const isExample = path.extname(file) in exampleTypes && (await list('examples')).includes(file);
    if (!isExample) throw problems.notFound(requested);
    return answerPublished(exchange, await find(file));
  };
}

function answerPublished(exchange: Exchange, file: ResidentFile): AnyReply {
  if (exchange.incoming.method === 'OPTIONS') return preflight;
  return answerFile(exchange, file, headers, methods);
}

/** The document's text with this server in place of the one that it was written with; nothing else is touched. */
function addressYaml(text: string, url: string): string {
  const { description } = describeServer(url);
  const [servers = '', written = ''] = /^servers:\n +- url: (\S+)\n(?:[ #].*\n)*/m.exec(text) ?? [];
  return text
    .replace(
      servers,
      // JSON's strings are YAML's.
      () => `servers:\n  - url: ${JSON.stringify(url)}\n    description: ${description}\n`,
    )
    .replace(
      /(: ['"]?)(https?:\/\/[^\s/]+)(\/[^\s,'"]*)/g,
      (whole: string, before: string, origin: string, rest: string) => {
        if (origin !== written) return whole;
        // An IPv6 address has brackets, which mean something where there are no quotes.
        const needsQuotes = before === ': ' && url.includes('[');
        return before + (needsQuotes ? JSON.stringify(url + rest) : url + rest);
      },
    );
}

function addressJson(text: string, url: string): string {
  const document = JSON.parse(text) as { servers: readonly { readonly url: string }[] };
  const written = document.servers[0]?.url;
  return JSON.stringify({ ...document, servers: [describeServer(url)] }, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith(`${written}/`)
      ? url + value.slice(`${written}`.length)
      : value,
  );
}

function describeServer(url: string): { url: string; description: string } {
  return { url, description: 'This service' };
}

async function readRoot(file: string): Promise<string> {
  return await readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
}
