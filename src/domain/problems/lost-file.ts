import { MissingFileError } from '../../storage/storage.ts';
import { nameInValue } from '../../common/rows/pictures/picture-names.ts';

/** What a render needs of a file. */
interface NeededFile {
  /** As the template or the value names it. */
  readonly path: string;
  /** SHA-256 of its content, in hex. */
  readonly hash: string;
  /** The variable whose value names the file; null: the template does. */
  readonly variable: string | null;
}

/** Storage has lost or damaged a file that a render needs: of the template, or a picture of the values. */
export class LostFileError extends Error {
  override readonly name = 'LostFileError';
  readonly hash: string;
  readonly state: 'missing' | 'damaged';
  /** Whether it is a picture that was uploaded for values; otherwise the template has it. */
  readonly isPicture: boolean;

  /** @param cause a MissingFileError or a DamagedFileError */
  constructor({ path, hash, variable }: NeededFile, cause: Error) {
    const state = cause instanceof MissingFileError ? 'missing' : 'damaged';
    const picture = variable === null ? null : nameInValue(path);
    super(
      picture === null
        ? `A file of the template is ${state} in storage (${JSON.stringify(path)}); ` +
            'importing the template again puts it back.'
        : `Variable "${variable}" names the picture ${JSON.stringify(picture)}, which is ${state} in ` +
            'storage; upload the picture again.',
      { cause },
    );
    this.hash = hash;
    this.state = state;
    this.isPicture = picture !== null;
  }
}
