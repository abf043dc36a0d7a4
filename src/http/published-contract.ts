import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { problems } from '../domain/problems/catalogue.ts';
import type { ContractName } from './contract.ts';
import type { Answer, AnyReply, Exchange } from './exchange.ts';
import { answerFile, keepEach, makeResident, type ResidentFile } from './resident-file.ts';

const headers = {
  // A new version of the service may have a new document.
  'Cache-Control': 'no-cache',
  // Pages of other origins may read it, too.
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, X-Request-Id',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

const methods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * The CORS preflight for pages of other origins that send headers such as `If-None-Match`. It is the same for
 * every origin, so that caches cannot mix answers up.
 */
const preflight: AnyReply = {
  status: 204,
  headers: {
    Allow: methods.join(', '),
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': methods.join(', '),
    // The asterisk does not include Authorization. Some clients always send it; it is ignored here.
    'Access-Control-Allow-Headers': '*, Authorization',
    'Access-Control-Max-Age': '86400',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  },
};

/** The documents of a contract by their paths, without extension. */
const documents: Readonly<Record<ContractName, Readonly<Record<string, string>>>> = {
  openapi: { '/openapi': 'openapi', '/openapi-3.0': 'openapi-3.0' },
  studio: { '/studio/openapi': 'studio' },
};

/** The paths at which a contract is published: its own form and, of the API, that of OpenAPI 3.0. */
export function publishedPaths(name: ContractName = 'openapi'): string[] {
  return Object.keys(documents[name]).flatMap((path) => [`${path}.yaml`, `${path}.json`]);
}

/**
 * Serves the contract as YAML (with its comments, without aliases) and as JSON, with the address of this
 * service in `servers` and in examples. Files of examples are named in words: a document that is saved has
 * nothing beside it, and generators refuse an `externalValue` that they cannot read. A form is made when it
 * is first requested.
 *
 * @param publicUrl the origin that clients see; called once there are requests
 */
export function publishContract(publicUrl: () => string, name: ContractName = 'openapi'): Answer {
  const make = Object.assign(
    {},
    ...Object.entries(documents[name]).map(([path, file]) => makeDocument(path, file, publicUrl)),
  ) as Readonly<Record<string, () => Promise<ResidentFile>>>;
  const find = keepEach((path: string) => make[path]?.() ?? Promise.reject(problems.notFound(path)));
  return async (exchange) => {
    const { path } = exchange.target;
    exchange.note({ route: path });
    return answerPublished(exchange, await find(path));
  };
}

function makeDocument(
  path: string,
  file: string,
  publicUrl: () => string,
): Readonly<Record<string, () => Promise<ResidentFile>>> {
  return {
    [`${path}.yaml`]: async () =>
      // RFC 9512
      await makeResident(
        'application/yaml',
        Buffer.from(addressYaml(await readRoot(`generated/${file}.yaml`), publicUrl())),
      ),
    [`${path}.json`]: async () =>
      await makeResident(
        'application/json',
        Buffer.from(addressJson(await readRoot(`generated/${file}.json`), publicUrl())),
      ),
  };
}

const exampleTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.svg': 'image/svg+xml',
  '.pdf': 'application/pdf',
  '.zpl': 'application/zpl',
  '.zip': 'application/zip',
};

/**
 * Serves the files that the contract names as examples (`externalValue`), at `/examples/…`.
 */
export function publishExamples(): Answer {
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

/** Replaces the contract's server by this one, in `servers` and in URLs; the rest stays as it is. */
function addressYaml(text: string, url: string): string {
  const { description } = describeServer(url);
  const [servers = '', written = ''] = /^servers:\n +- url: (\S+)\n(?:[ #].*\n)*/m.exec(text) ?? [];
  return text
    .replaceAll(/externalValue: (\S+?)(?=[\s,}])/g, (_whole, file: string) => {
      return `description: ${JSON.stringify(describeExample(url, file))}`;
    })
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
  return JSON.stringify({ ...document, servers: [describeServer(url)] }, (_key, value: unknown) => {
    if (typeof value === 'string' && value.startsWith(`${written}/`))
      return url + value.slice(`${written}`.length);
    if (typeof value !== 'object' || value === null || !('externalValue' in value)) return value;
    const { externalValue, ...example } = value;
    return { ...example, description: describeExample(url, String(externalValue)) };
  });
}

/** Where the file of an example is. */
function describeExample(url: string, file: string): string {
  return `The file: ${url}/${file}`;
}

function describeServer(url: string): { url: string; description: string } {
  return { url, description: 'This service' };
}

async function readRoot(file: string): Promise<string> {
  return await readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
}
