import { unzipSync, type UnzipFileInfo } from 'fflate';
import { UnreadableRows } from '../table.ts';

/** Limits of what is unpacked, by the sizes that the .zip declares: no entry gets more memory than that. */
export interface UnpackLimits {
  readonly files: number;
  readonly bytes: number;
}

/** An entry of a .zip. */
export interface ZipEntryInfo {
  readonly path: string;
  /** Unpacked. */
  readonly bytes: number;
}

/**
 * The entries of a .zip, without folders.
 *
 * @throws UnreadableRows
 */
export function listZip(bytes: Uint8Array): ZipEntryInfo[] {
  const entries: ZipEntryInfo[] = [];
  unpack(bytes, ({ name, originalSize }) => {
    if (!name.endsWith('/')) entries.push({ path: readName(name), bytes: originalSize });
    return false;
  });
  return entries;
}

/**
 * Unpacks those entries of a .zip that are accepted, by their paths.
 *
 * @throws UnreadableRows, also if they exceed the limits
 */
export function readZip(
  bytes: Uint8Array,
  accepts: (path: string) => boolean,
  limits: UnpackLimits,
): ReadonlyMap<string, Uint8Array> {
  const accepted = new Set<string>();
  let total = 0;
  const unpacked = unpack(bytes, ({ name, originalSize }) => {
    const path = readName(name);
    if (name.endsWith('/') || !accepts(path)) return false;
    if (accepted.has(path)) throw new UnreadableRows(`It has two files ${JSON.stringify(path)}.`);
    accepted.add(path);
    total += originalSize;
    if (accepted.size > limits.files) {
      throw new UnreadableRows(`It has more than ${limits.files} files of the kinds that are read.`);
    }
    if (total > limits.bytes) {
      throw new UnreadableRows(`Unpacked, its files are larger than ${limits.bytes / 1024 / 1024} MiB.`);
    }
    return true;
  });
  return new Map(Object.entries(unpacked).map(([name, content]) => [readName(name), content]));
}

function unpack(
  bytes: Uint8Array,
  filter: (file: UnzipFileInfo) => boolean,
): Readonly<Record<string, Uint8Array>> {
  try {
    return unzipSync(bytes, { filter });
  } catch (error) {
    if (error instanceof UnreadableRows) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnreadableRows(`It cannot be unpacked (${reason}); a .zip with a password is not read.`);
  }
}

/** Letters of code pages 437 and 850, from 0x80, in which older programs write names. */
const dosLetters = 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ';

/** The name of an entry. Without a mark the library takes its bytes for Latin-1. */
function readName(name: string): string {
  const isMarked = [...name].some((character) => character > '\u00ff');
  if (isMarked || !/[\u0080-\u00ff]/u.test(name)) return name;
  try {
    const codes = Uint8Array.from(name, (character) => character.codePointAt(0) ?? 0);
    return new TextDecoder('utf-8', { fatal: true }).decode(codes);
  } catch {
    // Neither plain UTF-8. A marked name has C1 controls in no real case.
    if (!/[\u0080-\u009f\u00e1]/u.test(name)) return name;
    return name.replaceAll(/[\u0080-\u009a\u00a0-\u00a5\u00e1]/gu, (character) => {
      const code = character.codePointAt(0) ?? 0;
      if (code === 0xe1) return 'ß';
      return code < 0xa0 ? (dosLetters[code - 0x80] ?? character) : ('áíóúñÑ'[code - 0xa0] ?? character);
    });
  }
}
