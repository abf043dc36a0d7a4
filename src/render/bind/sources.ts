import { createHash } from 'node:crypto';
import { dataUrlShape, decodeDataUrl, isDataUrl } from './data-url.ts';
import { fillPlaceholders, variablesIn } from './placeholders.ts';
import { VariableError } from './variable-error.ts';

/** Where the bytes of one asset of a scene come from. */
export type SourceLocation =
  /** A file of the template's folder, by its path in that folder. */
  | { readonly from: 'template'; readonly path: string }
  /** An http or https URL, to be fetched under the address rules. */
  | { readonly from: 'remote'; readonly url: string }
  /** A `data:` URL, decoded already, with the SHA-256 of its bytes. */
  | { readonly from: 'data'; readonly bytes: Uint8Array; readonly hash: string };

/** A file that a scene refers to. */
export interface AssetSource {
  /** The key that the scene uses; for files of the template their path, so that messages can quote it. */
  readonly key: string;
  readonly kind: 'image' | 'font';
  readonly location: SourceLocation;
  /** The variable whose value named it; null where the template did. */
  readonly variable: string | null;
}

/**
 * A path as the template's folder has it: `./` and doubled slashes gone. Null where it leaves the folder, is absolute or is
 * not written with forward slashes.
 */
export function normalizePath(path: string): string | null {
  if (/^[/\\]|^[a-z]:|\\|\0/iu.test(path)) return null;
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return parts.length === 0 || parts.includes('..') ? null : parts.join('/');
}

/** Collects the sources of one scene, each once. */
export class SourceList {
  readonly #values: ReadonlyMap<string, string>;
  readonly #sources = new Map<string, AssetSource>();

  constructor(values: ReadonlyMap<string, string>) {
    this.#values = values;
  }

  list(): AssetSource[] {
    return [...this.#sources.values()];
  }

  /** Notes a font file of the template; returns its key. */
  addFont(src: string): string {
    return this.#add('font', templateFile(src, null), null);
  }

  /**
   * Notes what an image element shows; returns its key, or null where the source is empty. Throws VariableError for a
   * malformed `data:` URL, a scheme that is not fetched and a path out of the template's folder.
   */
  addImage(src: string): string | null {
    const filled = fillPlaceholders(src, this.#values).trim();
    if (filled === '') return null;
    const variable = variablesIn(src)[0] ?? null;
    return this.#add('image', locate(filled, variable), variable);
  }

  #add(kind: AssetSource['kind'], location: SourceLocation, variable: string | null): string {
    const name = nameOf(location);
    // One file may be named by the template and by a variable: two entries, so that each gets its own messages.
    const key = `${kind === 'font' ? 'font ' : ''}${variable === null ? '' : `{{${variable}}} `}${name}`;
    this.#sources.set(key, { key, kind, location, variable });
    return key;
  }
}

function nameOf(location: SourceLocation): string {
  if (location.from === 'template') return location.path;
  return location.from === 'remote' ? location.url : `data: URL ${location.hash}`;
}

function locate(filled: string, variable: string | null): SourceLocation {
  if (isDataUrl(filled)) {
    const bytes = decodeDataUrl(filled);
    if (bytes === null) throw sourceError(variable, `must be a ${dataUrlShape} in strict base64`, filled);
    return { from: 'data', bytes, hash: createHash('sha256').update(bytes).digest('hex') };
  }
  if (/^https?:/iu.test(filled)) {
    if (!URL.canParse(filled)) throw sourceError(variable, 'must be a well-formed https or http URL', filled);
    return { from: 'remote', url: filled };
  }
  return templateFile(filled, variable);
}

function templateFile(written: string, variable: string | null): SourceLocation {
  const path = normalizePath(written);
  const scheme = /^[a-z][a-z0-9+.-]*:/iu.exec(written);
  if (path === null || scheme !== null) {
    throw sourceError(
      variable,
      'must be an https or http URL, a data: URL or the path of a file in the template',
      written,
    );
  }
  return { from: 'template', path };
}

function sourceError(variable: string | null, expected: string, given: string): VariableError {
  const shown = JSON.stringify(given.length > 60 ? `${given.slice(0, 60)}…` : given);
  const subject =
    variable === null ? 'An image of the template' : `Variable "${variable}" is used as an image and`;
  return new VariableError(variable, `${subject} ${expected}, but received ${shown}.`);
}
