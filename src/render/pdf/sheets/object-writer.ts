import { createHash } from 'node:crypto';

import { latin1 } from '../streams.ts';

/** Entries of the file's trailer; references are numbers of objects. */
export interface Trailer {
  readonly root: number;
  readonly info: number;
}

/**
 * Writes the objects of a PDF one after the other, so that a large file never stands in memory: `take`
 * returns what has been written since the last call.
 */
export class ObjectWriter {
  /** By number; 0 until the object is written. */
  readonly #offsets: number[] = [0];
  readonly #hash = createHash('sha256');
  #position = 0;
  #written: Uint8Array[] = [];

  constructor(version: '1.6' | '1.7') {
    // Four bytes above 127 mark the file as binary (ISO 32000-1, 7.5.2).
    this.#write(latin1(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`));
  }

  /** The number of an object that is written later. */
  reserve(): number {
    return this.#offsets.push(0) - 1;
  }

  /** Writes an object; `body` has one character per byte. */
  object(body: string, number = this.reserve()): number {
    this.#offsets[number] = this.#position;
    this.#write(latin1(`${number} 0 obj\n${body}\nendobj\n`));
    return number;
  }

  /** Writes a stream. `entries`: its dictionary without brackets and length. */
  stream(entries: string, content: Uint8Array, number = this.reserve()): number {
    this.#offsets[number] = this.#position;
    this.#write(latin1(`${number} 0 obj\n<<${entries}/Length ${content.length}>>\nstream\n`));
    this.#write(content);
    this.#write(latin1('\nendstream\nendobj\n'));
    return number;
  }

  /** 32 hexadecimal digits that depend on everything written so far. */
  digest(): string {
    return this.#hash.copy().digest('hex').slice(0, 32);
  }

  /** Writes the table of objects and the trailer. `id`: 32 hexadecimal digits. */
  end({ root, info }: Trailer, id: string): void {
    const start = this.#position;
    const entries = this.#offsets.map((offset, number) =>
      number === 0 ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`,
    );
    const size = this.#offsets.length;
    this.#write(
      latin1(
        `xref\n0 ${size}\n${entries.join('')}trailer\n` +
          `<</Size ${size}/Root ${root} 0 R/Info ${info} 0 R/ID[<${id}><${id}>]>>\n` +
          `startxref\n${start}\n%%EOF\n`,
      ),
    );
  }

  take(): Uint8Array[] {
    const taken = this.#written;
    this.#written = [];
    return taken;
  }

  #write(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#position += bytes.length;
    this.#written.push(bytes);
  }
}
