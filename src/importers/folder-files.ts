import { createHash } from 'node:crypto';
import { FOLDER_LIMITS } from '../domain/templates/template-folder.ts';
import { sniffImageType, type ImageType } from '../common/pictures/sniff.ts';

const extensions: Readonly<Record<ImageType, string>> = {
  avif: 'avif',
  gif: 'gif',
  jpeg: 'jpg',
  png: 'png',
  svg: 'svg',
  webp: 'webp',
};

/** The pictures and fonts of the template that is being made, by path. The same bytes are kept once. */
export class FolderFiles {
  readonly #files = new Map<string, Uint8Array>();
  readonly #pathByHash = new Map<string, string>();
  #bytes = 0;

  /** Adds a picture. Returns its path in the folder, or why it cannot be kept. */
  addPicture(bytes: Uint8Array, name: string): { readonly path: string } | { readonly reason: string } {
    const type = sniffImageType(bytes);
    if (type === null)
      return { reason: 'It is none of the picture formats PNG, JPEG, WebP, GIF, AVIF and SVG.' };
    return this.#add(bytes, name, extensions[type]);
  }

  /** Adds a font file that has been checked. Returns its path, or why it cannot be kept. */
  addFont(bytes: Uint8Array, name: string): { readonly path: string } | { readonly reason: string } {
    const magic = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
    const extension = { wOFF: 'woff', wOF2: 'woff2', OTTO: 'otf' }[magic] ?? 'ttf';
    return this.#add(bytes, name, extension);
  }

  get all(): ReadonlyMap<string, Uint8Array> {
    return this.#files;
  }

  #add(
    bytes: Uint8Array,
    name: string,
    extension: string,
  ): { readonly path: string } | { readonly reason: string } {
    const hash = createHash('sha256').update(bytes).digest('hex');
    const known = this.#pathByHash.get(hash);
    if (known !== undefined) return { path: known };
    if (this.#files.size >= FOLDER_LIMITS.files)
      return { reason: `A template has at most ${FOLDER_LIMITS.files} files.` };
    if (this.#bytes + bytes.byteLength > FOLDER_LIMITS.totalBytes)
      return { reason: `The files of a template have at most ${FOLDER_LIMITS.totalBytes} bytes together.` };
    const base = slug(name);
    let path = `${base}.${extension}`;
    for (let number = 2; this.#files.has(path); number += 1) path = `${base}-${number}.${extension}`;
    this.#files.set(path, bytes);
    this.#pathByHash.set(hash, path);
    this.#bytes += bytes.byteLength;
    return { path };
  }
}

/** A file name of plain characters: that of the design without its extension. */
function slug(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const plain = last
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/gi, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase();
  return plain.slice(0, 40) || 'file';
}
