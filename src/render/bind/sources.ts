import { createHash } from 'node:crypto';
import { dataUrlShape, decodeDataUrl, isDataUrl } from './data-url.ts';
import type { VariableValues } from './variable-values.ts';
import { normalizePath } from './template-paths.ts';
import { VariableError } from '../errors.ts';

/** Where the bytes of an asset come from. */
export type SourceLocation =
  /** A file in the template's folder; `path` is relative to that folder. */
  | { readonly from: 'template'; readonly path: string }
  /** An http or https URL; the guarded fetch of `src/outbound` loads it. */
  | { readonly from: 'remote'; readonly url: string }
  /** A decoded `data:` URL; `hash` is the SHA-256 of its bytes. */
  | { readonly from: 'data'; readonly bytes: Uint8Array; readonly hash: string };

/** A file that a scene refers to. */
export interface AssetSource {
  /** The key that the scene uses. For a template's file it is the path, which messages quote. */
  readonly key: string;
  readonly kind: 'image' | 'font' | 'pdf' | 'profile';
  readonly location: SourceLocation;
  /** The variable whose value names this file; null if the template names it. */
  readonly variable: string | null;
  /** Of a picture in cells of tables: where the first one is, and how many others show it, for messages. */
  readonly place?: string;
  readonly otherPlaces?: number;
}

/** Collects the asset sources of one scene without duplicates. */
export class SourceList {
  readonly #variables: VariableValues;
  readonly #sources: Map<string, AssetSource>;
  readonly #place: string | undefined;

  constructor(variables: VariableValues, sources = new Map<string, AssetSource>(), place?: string) {
    this.#variables = variables;
    this.#sources = sources;
    this.#place = place;
  }

  /**
   * The same list, for a part of the template with more names.
   *
   * @param place where its pictures are, for messages
   */
  within(variables: VariableValues, place?: string): SourceList {
    return new SourceList(variables, this.#sources, place);
  }

  list(): AssetSource[] {
    return [...this.#sources.values()];
  }

  /** Adds a font file of the template and returns its key. */
  addFont(src: string): string {
    return this.#add('font', templateFile(src, null), null);
  }

  /** Adds a PDF of the template and returns its key. */
  addPdf(src: string): string {
    return this.#add('pdf', templateFile(src, null), null);
  }

  /** Adds a colour profile of the template and returns its key. */
  addProfile(src: string): string {
    return this.#add('profile', templateFile(src, null), null);
  }

  /**
   * Adds the source of an image element and returns its key; null if the source is empty. Throws
   * VariableError for a malformed `data:` URL, an unsupported scheme or a path outside the template's folder.
   */
  addImage(src: string): string | null {
    const filled = this.#variables.text(src).trim();
    if (filled === '') return null;
    const variable = this.#variables.names.findUsed(src)[0] ?? null;
    return this.#add('image', locate(filled, variable, this.#place), variable);
  }

  #add(kind: AssetSource['kind'], location: SourceLocation, variable: string | null): string {
    const name = sourceName(location);
    // A file that both the template and a variable name gets two entries, because their error messages
    // differ.
    const key = `${kind === 'image' ? '' : `${kind} `}${variable === null ? '' : `{{${variable}}} `}${name}`;
    const place = this.#place === undefined ? {} : { place: this.#place };
    const known = this.#sources.get(key);
    if (known === undefined) this.#sources.set(key, { key, kind, location, variable, ...place });
    else if (this.#place !== undefined && known.place !== undefined && this.#place !== known.place)
      this.#sources.set(key, { ...known, otherPlaces: (known.otherPlaces ?? 0) + 1 });
    return key;
  }
}

function sourceName(location: SourceLocation): string {
  if (location.from === 'template') return location.path;
  return location.from === 'remote' ? location.url : `data: URL ${location.hash}`;
}

function locate(filled: string, variable: string | null, place?: string): SourceLocation {
  if (isDataUrl(filled)) {
    const bytes = decodeDataUrl(filled);
    if (bytes === null)
      throw sourceError(variable, `must be a ${dataUrlShape} in strict base64`, filled, place);
    return { from: 'data', bytes, hash: createHash('sha256').update(bytes).digest('hex') };
  }
  if (/^https?:/iu.test(filled)) {
    if (!URL.canParse(filled))
      throw sourceError(variable, 'must be a well-formed https or http URL', filled, place);
    return { from: 'remote', url: filled };
  }
  return templateFile(filled, variable, place);
}

function templateFile(text: string, variable: string | null, place?: string): SourceLocation {
  const path = normalizePath(text);
  const scheme = /^[a-z][a-z0-9+.-]*:/iu.exec(text);
  if (path === null || scheme !== null) {
    throw sourceError(
      variable,
      'must be an https or http URL, a data: URL or the path of a file in the template',
      text,
      place,
    );
  }
  return { from: 'template', path };
}

function sourceError(
  variable: string | null,
  expected: string,
  received: string,
  place?: string,
): VariableError {
  const shown = JSON.stringify(received.length > 60 ? `${received.slice(0, 60)}…` : received);
  const subject =
    variable === null ? 'An image of the template' : `Variable "${variable}" is used as an image and`;
  return new VariableError(variable, `${inPlace(place)}${subject} ${expected}, but received ${shown}.`);
}

/** The beginning of a sentence about what is in a place, and in others; nothing if that is not known. */
export function inPlace(place: string | undefined, otherPlaces = 0): string {
  if (place === undefined) return '';
  const others = otherPlaces === 1 ? ' and 1 other cell' : ` and ${otherPlaces} other cells`;
  return `In ${place}${otherPlaces === 0 ? '' : others}: `;
}
