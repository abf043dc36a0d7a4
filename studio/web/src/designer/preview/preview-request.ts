import type { Schema } from '../../api/client.ts';
import type { Frame } from './frame.ts';

/** What to show. */
export interface PreviewRequest {
  /** Immutable: a document that changes is another object, which shares what did not change. */
  readonly document: object;
  readonly values?: Readonly<Record<string, string>>;
  /** Without it, an exact PNG; on a slow wire a smaller picture first if there is `onExact`. */
  readonly format?: 'png' | 'jpeg' | 'webp';
  readonly options?: Schema<'RenderOptions'>;
  /** Only these elements on a transparent page, or all but these. */
  readonly elements?: Schema<'ElementSelection'>;
  /** The id of a page of the document: `options.page` counts the pages that it has become. */
  readonly pageOf?: string;
  /** Does not wait for the picture that the lane is rendering, but replaces it: for the end of a gesture. */
  readonly isUrgent?: boolean;
  /** Called with the exact picture where `show` has returned a smaller one, once the lane is quiet. */
  readonly onExact?: (picture: StreamedPicture) => void;
}

/** A picture of the document, with the boxes of its elements. */
export interface StreamedPicture {
  /** Belongs to the caller, who may close it. */
  readonly bitmap: ImageBitmap;
  /** The file. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly warnings: readonly Schema<'RenderWarning'>[];
  /** With all elements. */
  readonly report: Schema<'LayoutReport'>;
  /** How many pages a PDF would have, and how many of them each page of the document has become. */
  readonly pageCount: number;
  readonly pageCounts: Readonly<Record<string, number>>;
  /** Of each of these pages the id of its page of the document, where pages take turns. */
  readonly pageOrder?: readonly string[];
  readonly revision: number;
  /** The bytes that the API would render. False: a smaller picture for a slow wire. */
  readonly isExact: boolean;
  /** The bytes are those of the lane's last picture. */
  readonly isUnchanged: boolean;
}

/** JPEG is encoded fastest, and has no transparency. */
export function lossyFormat({ document, elements }: PreviewRequest): 'jpeg' | 'webp' {
  const isOpaque = 'background' in document && !('only' in (elements ?? {}));
  return isOpaque ? 'jpeg' : 'webp';
}

/** Decodes a frame. */
export async function toPicture(frame: Frame, isExact: boolean): Promise<StreamedPicture> {
  const { bytes, mediaType, width, height, warnings, report, revision, unchanged } = frame;
  const bitmap = await decode(bytes, mediaType);
  const about = { width, height, warnings, report, revision, isExact, isUnchanged: unchanged };
  const { pageCount = 1, pageCounts = {}, pageOrder } = frame;
  const pages = { pageCount, pageCounts, ...(pageOrder === undefined ? {} : { pageOrder }) };
  return { bitmap, bytes, mediaType, ...about, ...pages };
}

async function decode(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<ImageBitmap> {
  const colorSpaceConversion = 'none';
  // Some browsers have it, on pages over HTTPS or of this machine. It takes half as long: a Blob goes through
  // another process.
  if (!('ImageDecoder' in window))
    return await createImageBitmap(new Blob([bytes], { type }), { colorSpaceConversion });
  const decoder = new ImageDecoder({ data: bytes, type, colorSpaceConversion });
  const { image } = await decoder.decode();
  try {
    return await createImageBitmap(image);
  } finally {
    image.close();
    decoder.close();
  }
}
