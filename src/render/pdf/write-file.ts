import { deflateSync } from 'node:zlib';

import { PDFStream, type PDFDocument, type PDFObject, type PDFRef } from 'pdf-lib';

import { encryptStream } from './encryption/encrypt-stream.ts';
import type { FileEncryption } from './encryption/standard-security.ts';
import { latin1 } from './streams.ts';

/** How many objects share a stream: more compress better, but readers unpack all of them for one. */
const OBJECTS_IN_STREAM = 200;

/** Bytes of the fields of the cross-reference stream: the type, an offset or a stream, a place in it. */
const FIELD_BYTES = [1, 4, 2] as const;

/** Where an object is: its offset in the file, or its place in an object stream. */
type Entry =
  | { readonly number: number; readonly offset: number }
  | { readonly number: number; readonly stream: number; readonly index: number };

/**
 * The file of a document, with all objects but streams in object streams (ISO 32000-1, 7.5.7 and 7.5.8).
 * pdf-lib writes the same, but compresses in JavaScript, which takes four times as long for a table of 500
 * rows.
 *
 * @param encryption of its strings and streams. What is in an object stream is encrypted with it
 */
export function writeFile(
  { context }: PDFDocument,
  version: '1.6' | '1.7' | '2.0',
  encryption: FileEncryption | null = null,
): Uint8Array {
  const writer = new FileWriter(context.largestObjectNumber, version, encryption);
  const small: IndirectObject[] = [];
  for (const each of context.enumerateIndirectObjects()) {
    const [{ objectNumber }, object] = each;
    if (object instanceof PDFStream)
      writer.object(objectNumber, encryption === null ? getBytes(object) : encryptStream(object, encryption));
    else small.push(each);
  }
  for (let from = 0; from < small.length; from += OBJECTS_IN_STREAM)
    writer.pack(small.slice(from, from + OBJECTS_IN_STREAM));
  const { Root, Info, ID } = context.trailerInfo;
  const trailer = Object.entries({ Root, Info, ID }).flatMap(([key, value]) =>
    value === undefined ? [] : [`/${key} ${value.toString()}`],
  );
  if (encryption !== null) trailer.push(`/Encrypt ${writer.add(latin1(encryption.dictionary))} 0 R`);
  return writer.end(trailer.join(' '));
}

type IndirectObject = readonly [PDFRef, PDFObject];

class FileWriter {
  readonly #entries: Entry[] = [];
  readonly #chunks: Uint8Array[] = [];
  #offset = 0;
  #lastNumber: number;
  readonly #encryption: FileEncryption | null;

  /** @param lastNumber the highest number of an object */
  constructor(lastNumber: number, version: string, encryption: FileEncryption | null) {
    this.#lastNumber = lastNumber;
    this.#encryption = encryption;
    // Four bytes above 127 mark the file as binary (7.5.2).
    this.#write(latin1(`%PDF-${version}\n%\x81\x81\x81\x81\n`));
  }

  object(number: number, body: Uint8Array): void {
    this.#entries.push({ number, offset: this.#offset });
    this.#write(latin1(`${number} 0 obj\n`));
    this.#write(body);
    this.#write(latin1('\nendobj\n'));
  }

  /** Writes an object with a number of its own. */
  add(body: Uint8Array): number {
    this.object(++this.#lastNumber, body);
    return this.#lastNumber;
  }

  /** Writes a stream of objects. Before them stand their numbers and offsets. */
  pack(objects: readonly IndirectObject[]): void {
    const stream = ++this.#lastNumber;
    let [places, bodies] = ['', ''];
    for (const [index, [{ objectNumber: number }, object]] of objects.entries()) {
      this.#entries.push({ number, stream, index });
      places += `${number} ${bodies.length} `;
      bodies += `${object.toString()}\n`;
    }
    const dictionary = `/Type /ObjStm /N ${objects.length} /First ${places.length}`;
    this.#stream(stream, dictionary, latin1(places + bodies), this.#encryption);
  }

  /** Writes the table of references, and returns the file. */
  end(trailer: string): Uint8Array {
    const [number, start] = [this.#lastNumber + 1, this.#offset];
    const table = crossReferences([...this.#entries, { number, offset: start }], number + 1);
    const fields = `/Type /XRef /Size ${number + 1} /W [${FIELD_BYTES.join(' ')}]`;
    // The table is never encrypted: it says how the file is (ISO 32000-2, 7.5.8.2).
    this.#stream(number, `${fields} ${trailer}`, table, null);
    this.#write(latin1(`startxref\n${start}\n%%EOF\n`));
    return new Uint8Array(Buffer.concat(this.#chunks));
  }

  #stream(number: number, dictionary: string, content: Uint8Array, encryption: FileEncryption | null): void {
    const deflated = deflateSync(content);
    const written = encryption === null ? deflated : encryption.encrypt(deflated);
    const start = `<<${dictionary} /Filter /FlateDecode /Length ${written.length}>>\nstream\n`;
    this.object(number, Buffer.concat([latin1(start), written, latin1('\nendstream')]));
  }

  #write(bytes: Uint8Array): void {
    this.#chunks.push(bytes);
    this.#offset += bytes.length;
  }
}

function getBytes(object: PDFObject): Uint8Array {
  const bytes = new Uint8Array(object.sizeInBytes());
  object.copyBytesInto(bytes, 0);
  return bytes;
}

/** The rows of the cross-reference stream. Numbers without an object are free. */
function crossReferences(entries: readonly Entry[], size: number): Uint8Array {
  const [type, place] = FIELD_BYTES;
  const width = FIELD_BYTES.reduce((sum, bytes) => sum + bytes, 0);
  const table = Buffer.alloc(size * width);
  table.writeUInt16BE(65_535, type + place);
  for (const entry of entries) {
    const at = entry.number * width;
    const isPacked = 'stream' in entry;
    table.writeUInt8(isPacked ? 2 : 1, at);
    table.writeUInt32BE(isPacked ? entry.stream : entry.offset, at + type);
    table.writeUInt16BE(isPacked ? entry.index : 0, at + type + place);
  }
  return table;
}
