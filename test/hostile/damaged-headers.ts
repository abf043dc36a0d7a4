/** A file that was damaged, and how. */
export interface DamagedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Where files have their kind, size and tables. */
const headBytes = 48;

/** Bytes that are damaged together: fields of a head have two or four. */
const fieldBytes = [2, 4] as const;

/** The head of a PSD, and its height and width: a file with nothing in it is what its head says. */
const shortHeadBytes = 26;
const sizeBytes = 8;
/** Three empty parts, and a picture without lines. */
const noContent = Buffer.from('0000000000000000000000000001', 'hex');

/** Damages the head of a file in every place, and gives it the heads of others. */
export function* damagedHeaders(file: Buffer, others: readonly Buffer[]): Generator<DamagedFile> {
  const head = Math.min(headBytes, file.length);
  for (let length = 0; length < head; length += 1)
    yield { name: `cut after ${length} bytes`, bytes: file.subarray(0, length) };
  for (let part = 1; part < 8; part += 1)
    yield { name: `cut after ${part} eighths`, bytes: file.subarray(0, (file.length * part) / 8) };
  for (const size of fieldBytes) {
    for (let start = 0; start + size <= head; start += size) {
      for (const fill of [0x00, 0x01, 0x7f, 0xff]) {
        const bytes = Buffer.from(file);
        bytes.fill(fill, start, start + size);
        yield { name: `bytes ${start} to ${start + size - 1} are ${fill}`, bytes };
      }
    }
  }
  for (let start = 0; start + sizeBytes <= shortHeadBytes; start += 2) {
    const empty = Buffer.concat([file.subarray(0, shortHeadBytes), noContent]);
    empty.fill(0, start, start + sizeBytes);
    yield {
      name: `bytes ${start} to ${start + sizeBytes - 1} are 0, and nothing follows the head`,
      bytes: empty,
    };
  }
  for (const [index, other] of others.entries()) {
    for (const length of [4, 12, 26, headBytes]) {
      const bytes = Buffer.concat([other.subarray(0, length), file.subarray(length)]);
      yield { name: `the first ${length} bytes are those of file ${index}`, bytes };
    }
  }
}
