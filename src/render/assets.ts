import { createHash } from 'node:crypto';
import type { BoundTemplate } from './bind.ts';
import type { AssetSource } from './bind/sources.ts';
import { VariableError } from './bind/variable-error.ts';
import type { AssetReference } from './scene.ts';

/** Bytes, or a way to get at them that is taken only where a renderer does not have them yet. */
export type FileBytes = Uint8Array | (() => Promise<Uint8Array>);

/** A file of the template: its SHA-256 as the store knows it, and its bytes. */
export interface TemplateFile {
  readonly hash: string;
  readonly bytes: FileBytes;
}

/**
 * What came of fetching a remote picture: its bytes, or its SHA-256 and a way to get at them. `value`: the address is at fault
 * (400); `origin`: its server is (502).
 */
export type ImageAnswer =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: true; readonly hash: string; readonly bytes: FileBytes }
  | { readonly ok: false; readonly fault: 'value' | 'origin'; readonly detail: string };

/** The outside world, as far as the assets of a scene need it. */
export interface AssetSuppliers {
  /** A file of the template by its path; null where the template has none of that name. */
  readonly readTemplateFile: (path: string) => Promise<TemplateFile | null>;
  readonly fetchImage: (url: string, signal: AbortSignal) => Promise<ImageAnswer>;
  /** Most bytes of one picture in a `data:` URL; remote pictures have their limit in the fetcher. */
  readonly maxImageBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** Everything a render needs beside its scene: references for the job, and the bytes behind their hashes. */
export interface CollectedAssets {
  readonly assets: Readonly<Record<string, AssetReference>>;
  readonly files: ReadonlyMap<string, FileBytes>;
}

/** A remote picture's server did not deliver. Not the caller's mistake: answered with 502. */
export class RemoteImageError extends Error {
  override readonly name = 'RemoteImageError';
  readonly variable: string | null;

  constructor(variable: string | null, detail: string) {
    super(detail);
    this.variable = variable;
  }
}

/**
 * Gets hold of every file of a scene at once; all input and output of a render ends here. One address is fetched once,
 * however many elements show it. Throws VariableError or RemoteImageError for the first source that cannot be had, and
 * stops the fetches that are still under way.
 */
export async function collectAssets(
  bound: BoundTemplate,
  suppliers: AssetSuppliers,
): Promise<CollectedAssets> {
  const stop = new AbortController();
  const signal =
    suppliers.signal === undefined ? stop.signal : AbortSignal.any([suppliers.signal, stop.signal]);
  const answers = new Map<string, Promise<ImageAnswer>>();
  const fetchOnce = (url: string) => {
    const answer = answers.get(url) ?? suppliers.fetchImage(url, signal);
    answers.set(url, answer);
    return answer;
  };

  try {
    const files = await Promise.all(bound.sources.map((source) => collectFile(source, suppliers, fetchOnce)));
    return {
      assets: Object.fromEntries(
        bound.sources.map((source, index) => [source.key, toReference(source, files[index]!.hash)]),
      ),
      files: new Map(files.map(({ hash, bytes }) => [hash, bytes])),
    };
  } catch (error) {
    stop.abort();
    throw error;
  }
}

async function collectFile(
  source: AssetSource,
  { readTemplateFile, maxImageBytes }: AssetSuppliers,
  fetchOnce: (url: string) => Promise<ImageAnswer>,
): Promise<TemplateFile> {
  const { location, variable } = source;
  switch (location.from) {
    case 'template': {
      const file = await readTemplateFile(location.path);
      if (file !== null) return file;
      throw new VariableError(
        variable,
        `${blame(variable)} names the file "${location.path}", which the template does not have.`,
      );
    }
    case 'data': {
      const { bytes, hash } = location;
      if (bytes.length > maxImageBytes) {
        throw new VariableError(
          variable,
          `${blame(variable)} holds ${bytes.length} bytes; at most ${maxImageBytes} are accepted.`,
        );
      }
      return { hash, bytes };
    }
    case 'remote': {
      const answer = await fetchOnce(location.url);
      if (answer.ok) {
        return 'hash' in answer ? answer : { hash: sha256(answer.bytes), bytes: answer.bytes };
      }
      const detail = `${blame(variable)} ${answer.detail}`;
      throw answer.fault === 'value'
        ? new VariableError(variable, detail)
        : new RemoteImageError(variable, detail);
    }
  }
}

function toReference(source: AssetSource, hash: string): AssetReference {
  const origin = source.location.from === 'template' ? 'template' : 'caller';
  return { hash, origin, kind: source.kind, variable: source.variable };
}

function blame(variable: string | null): string {
  return variable === null ? 'An image of the template' : `Variable "${variable}"`;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
