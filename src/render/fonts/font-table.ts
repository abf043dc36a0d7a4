/** A table that is read within its bounds only. */
export class FontTable {
  readonly #bytes: DataView;
  readonly tag: string;

  constructor(tag: string, tables: ReadonlyMap<string, Uint8Array>) {
    const bytes = tables.get(tag);
    if (bytes === undefined) throw new Error(`it has no table ${tag.trim()}`);
    this.tag = tag.trim();
    this.#bytes = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get length(): number {
    return this.#bytes.byteLength;
  }

  /** Throws if the table has fewer bytes than `what` needs. */
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

  bytes(offset: number, length: number, what = 'a field'): Uint8Array {
    this.need(offset + length, what);
    return new Uint8Array(this.#bytes.buffer, this.#bytes.byteOffset + offset, length);
  }
}

/** Reads a part of a table from its start to its end. */
export class TableStream {
  readonly #table: FontTable;
  readonly #end: number;
  #at: number;

  constructor(table: FontTable, start: number, end: number) {
    this.#table = table;
    this.#at = start;
    this.#end = end;
  }

  uint8(): number {
    return this.#table.uint8(this.#skip(1));
  }

  uint16(): number {
    return this.#table.uint16(this.#skip(2));
  }

  /** WOFF2's 255UInt16. */
  packedUint16(): number {
    const code = this.uint8();
    if (code === 253) return this.uint16();
    if (code === 254) return 506 + this.uint8();
    return code === 255 ? 253 + this.uint8() : code;
  }

  bytes(length: number): Uint8Array {
    return this.#table.bytes(this.#skip(length), length);
  }

  /** The next bytes as a stream of their own. */
  part(length: number): TableStream {
    const start = this.#skip(length);
    return new TableStream(this.#table, start, start + length);
  }

  /** A bit of a bitmap. */
  bit(index: number): boolean {
    return (this.#table.uint8(this.#at + (index >> 3)) & (0x80 >> (index & 7))) !== 0;
  }

  #skip(count: number): number {
    const start = this.#at;
    this.#at += count;
    if (this.#at > this.#end) throw new Error(`its table ${this.#table.tag} ends inside its outlines`);
    return start;
  }
}
