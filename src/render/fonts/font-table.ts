import type { FontTables } from './sfnt.ts';

/** A table that is read within its bounds only. */
export class FontTable {
  readonly #bytes: DataView;
  readonly tag: string;

  constructor(tag: string, tables: FontTables) {
    const bytes = tables.get(tag);
    if (bytes === undefined) throw new Error(`it has no table ${tag.trim()}`);
    this.tag = tag.trim();
    this.#bytes = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get length(): number {
    return this.#bytes.byteLength;
  }

  /** Throws unless the table has so many bytes for `what`. */
  need(end: number, what: string): void {
    if (end > this.length) throw new Error(`its table ${this.tag} ends inside ${what}`);
  }

  uint8(offset: number, what = 'a field'): number {
    this.need(offset + 1, what);
    return this.#bytes.getUint8(offset);
  }

  uint16(offset: number, what = 'a field'): number {
    this.need(offset + 2, what);
    return this.#bytes.getUint16(offset);
  }

  uint32(offset: number, what = 'a field'): number {
    this.need(offset + 4, what);
    return this.#bytes.getUint32(offset);
  }
}
