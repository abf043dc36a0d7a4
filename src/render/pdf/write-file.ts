import { deflateSync } from 'node:zlib';

import { PDFName, PDFNumber, PDFStream, type PDFDocument, type PDFObject, type PDFRef } from 'pdf-lib';

import { encryptDict } from '../encryption/encrypt-dict.ts';
import type { FileEncryption } from '../encryption/standard-security.ts';
import { latin1 } from './streams.ts';

/** How many objects share a stream: more compress better, but readers unpack all of them for one. */
const OBJECTS_IN_STREAM = 200;

/** Bytes that those objects usually take at most. */
const BODIES_BYTES = 64 * 1024;

/** Bytes of the fields of the cross-reference stream: the type, an offset or a stream, a place in it. */
const [TYPE_BYTES, PLACE_BYTES, INDEX_BYTES] = [1, 4, 2];
const ROW_BYTES = TYPE_BYTES + PLACE_BYTES + INDEX_BYTES;

export type PdfVersion = '1.4' | '1.6' | '1.7' | '2.0';

/**
 * Writes the objects of a document, all but streams in object streams (ISO 32000-1, 7.5.7 and 7.5.8), and
 * the end of the file. pdf-lib writes the same, but compresses in JavaScript, which takes four times as long
 * for a table of 500 rows.
 */
export function endFile({ context }: PDFDocument, writer: FileWriter): void {
  const small: IndirectObject[] = [];
  for (const each of context.enumerateIndirectObjects()) {
    const [{ objectNumber }, object] = each;
    if (object instanceof PDFStream) writer.streamOf(object, objectNumber);
    else small.push(each);
  }
  for (const [{ objectNumber }, object] of small) writer.object(object.toString(), objectNumber);
  const { Root, Info, ID } = context.trailerInfo;
  const trailer = Object.entries({ Root, Info, ID }).flatMap(([key, value]) =>
    value === undefined ? [] : [`/${key} ${value.toString()}`],
  );
  writer.end(trailer.join(' '));
}

type IndirectObject = readonly [PDFRef, PDFObject];

/** Counts the objects of a file, as `PDFContext` of pdf-lib does. */
interface ObjectNumbers {
  largestObjectNumber: number;
}

/**
 * Writes the objects of a file one after the other, so that a large one never stands in memory: `take`
 * returns what has been written since the last call. A body has one character per byte.
 */
export class FileWriter {
  readonly #places = new ObjectPlaces();
  /** The objects for the next stream of objects: numbers and where they begin, in turn, and their bytes. */
  #waiting: number[] = [];
  #bodies: Buffer = Buffer.alloc(BODIES_BYTES);
  #bodiesEnd = 0;
  #written: Uint8Array[] = [];
  #offset = 0;
  readonly #numbers: ObjectNumbers;
  readonly #encryption: FileEncryption | null;
  /** PDF 1.4 has no object streams. */
  readonly #packs: boolean;

  /**
   * @param numbers that other objects of the file take as well
   * @param encryption of its strings and streams. What is in an object stream is encrypted with it
   */
  constructor(
    version: PdfVersion,
    numbers: ObjectNumbers = { largestObjectNumber: 0 },
    encryption: FileEncryption | null = null,
  ) {
    this.#packs = version !== '1.4';
    this.#numbers = numbers;
    this.#encryption = encryption;
    // Four bytes above 127 mark the file as binary (7.5.2).
    this.#write(latin1(`%PDF-${version}\n%\x81\x81\x81\x81\n`));
  }

  get isEncrypted(): boolean {
    return this.#encryption !== null;
  }

  /** The number of an object that is written later. */
  reserve(): number {
    return ++this.#numbers.largestObjectNumber;
  }

  /** Writes an object in a stream that it shares with others. Returns its number. */
  object(body: string, number = this.reserve()): number {
    if (!this.#packs) return this.#alone(number, [latin1(body)]);
    // As bytes at once: a text that waits is kept in all the pieces that it was made of.
    const start = this.#bodiesEnd;
    this.#bodiesEnd += body.length + 1;
    if (this.#bodiesEnd > this.#bodies.length)
      this.#bodies = Buffer.concat([this.#bodies], 2 * this.#bodiesEnd);
    this.#bodies.write(`${body}\n`, start, 'latin1');
    if (this.#waiting.push(number, start) === 2 * OBJECTS_IN_STREAM) this.pack();
    return number;
  }

  /** Writes a stream as it is. `entries`: its dictionary without brackets and length. */
  stream(entries: string, content: Uint8Array, number = this.reserve()): number {
    return this.#stream(number, `<<${entries} /Length ${content.length}>>`, content);
  }

  /** Writes a stream of pdf-lib. */
  streamOf(stream: PDFStream, number: number): number {
    const encryption = this.#encryption;
    const content = encryption === null ? stream.getContents() : encryption.encrypt(stream.getContents());
    const dict = encryption === null ? stream.dict : encryptDict(stream.dict, encryption);
    dict.set(PDFName.of('Length'), PDFNumber.of(content.length));
    return this.#stream(number, dict.toString(), content);
  }

  /** Writes the objects that wait for others. Before them stand their numbers and offsets. */
  pack(): void {
    if (this.#waiting.length === 0) return;
    const stream = this.reserve();
    let places = '';
    const count = this.#waiting.length / 2;
    for (let index = 0; index < count; index += 1) {
      const [number, start] = [this.#waiting[2 * index]!, this.#waiting[2 * index + 1]!];
      this.#places.setPacked(number, stream, index);
      places += `${number} ${start} `;
    }
    const entries = `/Type /ObjStm /N ${count} /First ${places.length} /Filter /FlateDecode`;
    this.#waiting = [];
    const bodies = this.#bodies.subarray(0, this.#bodiesEnd);
    this.#bodiesEnd = 0;
    const content = deflateSync(Buffer.concat([latin1(places), bodies]));
    this.stream(entries, this.#encryption?.encrypt(content) ?? content, stream);
  }

  /** Writes the rest and the table of references. */
  end(entries: string): void {
    if (!this.#packs) {
      this.#endPlain(entries);
      return;
    }
    this.pack();
    const encryption = this.#encryption;
    const trailer =
      encryption === null
        ? entries
        : `${entries} /Encrypt ${this.#alone(this.reserve(), [latin1(encryption.dictionary)])} 0 R`;
    const [number, start] = [this.reserve(), this.#offset];
    this.#places.setOffset(number, start);
    const table = this.#places.table(number + 1);
    const fields = `/Type /XRef /Size ${number + 1} /W [${TYPE_BYTES} ${PLACE_BYTES} ${INDEX_BYTES}]`;
    // The table is never encrypted: it says how the file is (ISO 32000-2, 7.5.8.2).
    this.stream(`${fields} ${trailer} /Filter /FlateDecode`, deflateSync(table), number);
    this.#write(latin1(`startxref\n${start}\n%%EOF\n`));
  }

  /** The same with a table that every version of PDF has (7.5.4). */
  #endPlain(trailer: string): void {
    const start = this.#offset;
    const size = this.#numbers.largestObjectNumber + 1;
    const rows = Array.from({ length: size }, (_, number) => {
      const offset = this.#places.offsetOf(number);
      return offset === null ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
    });
    this.#write(latin1(`xref\n0 ${size}\n${rows.join('')}trailer\n<</Size ${size} ${trailer}>>\n`));
    this.#write(latin1(`startxref\n${start}\n%%EOF\n`));
  }

  #stream(number: number, dict: string, content: Uint8Array): number {
    return this.#alone(number, [latin1(`${dict}\nstream\n`), content, latin1('\nendstream')]);
  }

  /** Writes an object that is in no stream. */
  #alone(number: number, pieces: readonly Uint8Array[]): number {
    this.#places.setOffset(number, this.#offset);
    this.#write(latin1(`${number} 0 obj\n`));
    for (const piece of pieces) this.#write(piece);
    this.#write(latin1('\nendobj\n'));
    return number;
  }

  take(): Uint8Array[] {
    const taken = this.#written;
    this.#written = [];
    return taken;
  }

  #write(bytes: Uint8Array): void {
    this.#written.push(bytes);
    this.#offset += bytes.length;
  }
}

/**
 * Where the objects of a file are, as the rows of a cross-reference stream: a long table has tens of
 * thousands of objects. Numbers without an object are free.
 */
class ObjectPlaces {
  #rows = Buffer.alloc(1024 * ROW_BYTES);

  constructor() {
    this.#rows.writeUInt16BE(65_535, TYPE_BYTES + PLACE_BYTES);
  }

  setOffset(number: number, offset: number): void {
    this.#set(number, 1, offset, 0);
  }

  /** @param index in a stream of objects */
  setPacked(number: number, stream: number, index: number): void {
    this.#set(number, 2, stream, index);
  }

  /** Null: the number is free. */
  offsetOf(number: number): number | null {
    const at = number * ROW_BYTES;
    return this.#rows[at] === 1 ? this.#rows.readUInt32BE(at + TYPE_BYTES) : null;
  }

  /** The rows of the numbers below `size`. */
  table(size: number): Uint8Array {
    return this.#rows.subarray(0, size * ROW_BYTES);
  }

  #set(number: number, type: number, place: number, index: number): void {
    const at = number * ROW_BYTES;
    if (at + ROW_BYTES > this.#rows.length) this.#rows = Buffer.concat([this.#rows], 2 * (at + ROW_BYTES));
    this.#rows.writeUInt8(type, at);
    this.#rows.writeUInt32BE(place, at + TYPE_BYTES);
    this.#rows.writeUInt16BE(index, at + TYPE_BYTES + PLACE_BYTES);
  }
}
