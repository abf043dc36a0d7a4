import type { Readable } from 'node:stream';
import type { ByteRange, Storage } from '../../storage/storage.ts';
import type { Problem } from '../problems/problem.ts';
import type { SaveName } from './attachment.ts';

/** A stored file that a client may get, whole or in part. Its content never changes. */
export interface DownloadableFile<MediaType extends string = string> {
  /** Unique among the files of its URL. */
  readonly id: string;
  readonly mediaType: MediaType;
  /** Size of the whole file. */
  readonly bytes: number;
  readonly lastModified: Date;
  /** Null: browsers show the file instead of saving it. */
  readonly saveAs: SaveName | null;
  /**
   * Opens the file, whole or in part. The stream must be read to its end or destroyed. Throws a Problem if it
   * is gone.
   */
  readonly open: (part?: ByteRange) => Promise<Readable>;
  /** Throws a Problem if the file is gone. */
  readonly check: () => Promise<void>;
}

/**
 * The access to a file in storage.
 *
 * @param gone makes the problem for a missing file
 * @param convert makes the error to throw for an error of storage
 */
export function accessFile(
  storage: Storage,
  key: string,
  gone: () => Problem,
  convert: (error: unknown) => unknown = (error) => error,
): Pick<DownloadableFile, 'open' | 'check'> {
  const find = async <Found>(lookUp: Promise<Found | null>): Promise<Found> => {
    const found = await lookUp.catch((error: unknown) => {
      throw convert(error);
    });
    if (found === null) throw gone();
    return found;
  };
  return {
    open: async (part) => (await find(storage.open(key, part))).stream,
    check: async () => {
      await find(storage.sizeBytes(key));
    },
  };
}
