import {
  createFileFetcher,
  isWebPage,
  type FetchedFile,
  type FetchedKind,
  type FileFetcher,
  type FileFetcherOptions,
} from './fetch-file.ts';
import { hasImageSignature, signatureBytes } from './image-signature.ts';
import { OutboundError } from './outbound-error.ts';

export type { FileFetcherOptions as ImageFetcherOptions };

/** An image's bytes, or why there are none. */
export type FetchedImage = FetchedFile;

/** Fetches an image. */
export type ImageFetcher = FileFetcher;

/** Creates the function that fetches all images from URLs of clients. */
export function createImageFetcher(options: FileFetcherOptions): ImageFetcher {
  return createFileFetcher(options, images);
}

const images: FetchedKind = {
  accept: 'image/avif, image/webp, image/png, image/jpeg, image/gif',
  noun: 'image',
  wrongKind: 'not-image',
  headBytes: signatureBytes,
  check(head, mediaType) {
    if (hasImageSignature(head)) return;
    if (isWebPage(head, mediaType)) {
      throw new OutboundError(
        'not-image',
        'is a web page, not an image: give the address of the file itself. Links for sharing lead to pages.',
      );
    }
    throw new OutboundError('not-image', 'is not an image; accepted are png, jpeg, webp, gif and avif.');
  },
};
