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

/**
 * The contract for whoever makes a client, a mock or a fuzzer of it: as it was written, comments included, but without
 * YAML's aliases, and with the address of this service. Made when it is first asked for.
 *
 * @param publicUrl the origin that callers see; asked for once there are any
 */
export function publishContract(publicUrl: () => string): PublishedContract {
  const make: Record<ContractPath, () => Promise<ResidentFile>> = {
    '/openapi.yaml': async () =>
      // RFC 9512
      await makeResident(
        'application/yaml',
        Buffer.from(withServer(await readRoot('generated/openapi.yaml'), publicUrl())),
      ),
    '/openapi.json': async () => {
      const document = JSON.parse(await readRoot('generated/openapi.json')) as Record<string, unknown>;
      const text = JSON.stringify({ ...document, servers: [describeServer(publicUrl())] });
      return await makeResident('application/json', Buffer.from(text));
    },
  };
  const find = keepEach((path: ContractPath) => make[path]());
  return async (exchange, path) => answerFile(exchange, await find(path), headers);
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
    return answerFile(exchange, await find(file), headers);
  };
}

/** The document's text with this server in place of the one that it was written with; nothing else is touched. */
function withServer(text: string, url: string): string {
  const { description } = describeServer(url);
  // JSON's strings are YAML's.
  const servers = `servers:\n  - url: ${JSON.stringify(url)}\n    description: ${description}\n`;
  return text.replace(/^servers:\n(?:[ #].*\n)+/m, () => servers);
}

function describeServer(url: string): { url: string; description: string } {
  return { url, description: 'This service' };
}

async function readRoot(file: string): Promise<string> {
  return await readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
}
