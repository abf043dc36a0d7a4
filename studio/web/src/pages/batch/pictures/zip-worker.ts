/** The web worker that unpacks the pictures of a .zip, so that the page never freezes. */
import { readPictureZip } from '../../../../../../src/common/rows/pictures/read-picture-zip.ts';
import { pictureWords } from '../../../words/batch-pictures.ts';
import { UnreadableRows } from '../../../../../../src/common/rows/table.ts';

/** What the worker answers. */
export type ZipAnswer =
  | { readonly pictures: ReadonlyMap<string, Uint8Array<ArrayBuffer>> }
  | { readonly refusal: string };

addEventListener('message', ({ data }: MessageEvent<File>) => {
  void answer(data).then((each) => postMessage(each));
});

async function answer(file: File): Promise<ZipAnswer> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { pictures: readPictureZip(bytes) as ReadonlyMap<string, Uint8Array<ArrayBuffer>> };
  } catch (error) {
    // A rejection would not reach the page.
    return { refusal: error instanceof UnreadableRows ? error.message : pictureWords.unreadable };
  }
}
