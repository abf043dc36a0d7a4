import { hashContent } from '../async/hash-content.ts';
import { hasAllPages } from '../common/names/output-formats.ts';
import type { BoundTemplate } from './bind/bind-template.ts';
import { inPlace, type AssetSource } from './bind/sources.ts';
import { meantPaths } from './bind/template-paths.ts';
import { VariableError } from './errors.ts';
import type { AssetReference, OutputSettings } from './job.ts';

/** Bytes, or a function that reads them. It is called only if the renderer does not have the file yet. */
export type FileBytes = Uint8Array | (() => Promise<Uint8Array>);

/** A file of the template. `hash`: SHA-256, as in the store. */
export interface TemplateFile {
  readonly hash: string;
  readonly bytes: FileBytes;
}

/**
 * The result of fetching an image. `fault`: `value` for a bad address (400), `origin` for a failing server
 * (502). `originFailure`: what its server did, also where the address is bad (a 404). `kind`: what is
 * wrong, in a word, for the log.
 */
export type ImageAnswer =
  | { readonly ok: true; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly ok: true; readonly hash: string; readonly bytes: FileBytes }
  | {
      readonly ok: false;
      readonly fault: 'value' | 'origin';
      readonly kind?: string;
      readonly originFailure?: string | null;
      readonly detail: string;
    };

/** Where the files of a scene come from. */
export interface AssetSuppliers {
  /** A file of the template by its path, and the variable whose value names it; null if there is none. */
  readonly readTemplateFile: (path: string, variable: string | null) => Promise<TemplateFile | null>;
  readonly fetchImage: (url: string, signal: AbortSignal) => Promise<ImageAnswer>;
  /** The bytes that an image in a `data:` URL may have. The fetcher limits remote images. */
  readonly maxImageBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** The sources that an output needs: only PDFs have pages of PDFs. */
export function neededSources(
  { sources }: Pick<BoundTemplate, 'sources'>,
  { format }: Pick<OutputSettings, 'format'>,
): Pick<BoundTemplate, 'sources'> {
  return { sources: sources.filter(({ kind }) => kind !== 'pdf' || hasAllPages[format]) };
}

/** The assets of a job by their keys, and the files by their hashes. */
export interface CollectedAssets {
  readonly assets: Readonly<Record<string, AssetReference>>;
  readonly files: ReadonlyMap<string, FileBytes>;
}

/** The server of a remote image did not deliver it. Answered with 502. */
export class RemoteImageError extends Error {
  override readonly name = 'RemoteImageError';
  readonly variable: string | null;
  /** What the server did, like `timeout` or `status-5xx`. */
  readonly originFailure: string;

  constructor(variable: string | null, detail: string, originFailure = 'failed') {
    super(detail);
    this.variable = variable;
    this.originFailure = originFailure;
  }
}

/**
 * Collects all files of a scene; all I/O of a render ends here. Each address is fetched once. Throws
 * VariableError or RemoteImageError for the first source that fails, and aborts the other fetches.
 */
export async function collectAssets(
  bound: Pick<BoundTemplate, 'sources'>,
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
  const subject = `${inPlace(source.place, source.otherPlaces)}${getSubject(variable)}`;
  switch (location.from) {
    case 'template': {
      for (const path of variable === null ? [location.path] : meantPaths(location.path)) {
        const file = await readTemplateFile(path, variable);
        if (file !== null) return file;
      }
      throw new VariableError(
        variable,
        `${subject} names the file "${location.path}", which the template does not have.`,
      );
    }
    case 'data': {
      const { bytes, hash } = location;
      if (bytes.length > maxImageBytes) {
        throw new VariableError(
          variable,
          `${subject} holds ${bytes.length} bytes; at most ${maxImageBytes} are accepted.`,
        );
      }
      return { hash, bytes };
    }
    case 'remote': {
      const answer = await fetchOnce(location.url);
      if (answer.ok) {
        return 'hash' in answer ? answer : { hash: await hashContent(answer.bytes), bytes: answer.bytes };
      }
      const detail = `${subject} ${answer.detail}`;
      const originFailure = answer.originFailure ?? undefined;
      throw answer.fault === 'value'
        ? new VariableError(variable, detail, originFailure, answer.kind)
        : new RemoteImageError(variable, detail, originFailure);
    }
  }
}

function toReference(source: AssetSource, hash: string): AssetReference {
  const origin = source.location.from === 'template' ? 'template' : 'caller';
  const { kind, variable, place } = source;
  return { hash, origin, kind, variable, ...(place === undefined ? {} : { place }) };
}

function getSubject(variable: string | null): string {
  return variable === null ? 'An image of the template' : `Variable "${variable}"`;
}
