import { RendererBusyError } from '../render/pool/errors.ts';

/** What pictures from elsewhere take in memory, over all requests: slow origins must not fill it before a renderer is asked. */
export interface PictureMemory {
  /** A request's share, to be released when its render is over. */
  open(): PictureShare;
}

export interface PictureShare {
  /** Aborted, with a RendererBusyError, where this share would have taken more than is left. */
  readonly signal: AbortSignal;
  /** Counts bytes that have arrived. */
  readonly grow: (bytes: number) => void;
  readonly release: () => void;
}

const retrySeconds = 1;

/** A memory of at most so many bytes; whoever goes beyond is turned away, and those before go on. */
export function createPictureMemory(maxBytes: number): PictureMemory {
  let heldBytes = 0;
  return {
    open() {
      const full = new AbortController();
      let ownBytes = 0;
      let isReleased = false;
      const change = (bytes: number): void => {
        ownBytes += bytes;
        heldBytes += bytes;
      };
      return {
        signal: full.signal,
        grow: (bytes) => {
          // A fetch that was stopped may still report a last piece.
          if (isReleased) return;
          change(bytes);
          if (heldBytes > maxBytes) {
            full.abort(new RendererBusyError('pictures of other requests fill the memory', retrySeconds));
          }
        },
        release: () => {
          isReleased = true;
          change(-ownBytes);
        },
      };
    },
  };
}
