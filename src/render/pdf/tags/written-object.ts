import { PDFObject } from 'pdf-lib';

/**
 * An object of a file as its text, in ASCII. A long table has tens of thousands of structure elements: as
 * dictionaries they take most of the time and memory of finishing its file.
 */
export class WrittenObject extends PDFObject {
  readonly #text: string;

  constructor(text: string) {
    super();
    this.#text = text;
  }

  override toString(): string {
    return this.#text;
  }

  override sizeInBytes(): number {
    return this.#text.length;
  }

  override copyBytesInto(buffer: Uint8Array, offset: number): number {
    return Buffer.from(buffer.buffer, buffer.byteOffset).write(this.#text, offset, 'latin1');
  }
}

/** Writes a dictionary. An entry without a value is left out. */
export function writeDict(entries: Readonly<Record<string, string | undefined>>): string {
  let text = '<<\n';
  for (const key in entries) if (entries[key] !== undefined) text += `/${key} ${entries[key]}\n`;
  return `${text}>>`;
}

/** Writes an array. */
export function writeArray(entries: readonly string[]): string {
  return `[ ${entries.map((entry) => `${entry} `).join('')}]`;
}
