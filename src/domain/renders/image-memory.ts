import { RendererBusyError } from '../../renderer/errors.ts';

const retrySeconds = 1;

/** The fetched images of a workspace, or of all, fill the memory. Answered with 503. */
export class ImageMemoryFullError extends RendererBusyError {
  constructor() {
    super('images of other requests fill the memory', retrySeconds);
  }
}

/** Memory budget for the fetched images of all requests: slow origins must not fill the memory. */
export interface ImageMemoryBudget {
  /** Opens a share for one request of a workspace. It must be released when its render is finished. */
  open(workspaceId: string): ImageMemoryShare;
}

export interface ImageMemoryShare {
  /** Aborted with an ImageMemoryFullError when this share exceeds the budget. */
  readonly signal: AbortSignal;
  /** Adds received bytes. */
  readonly grow: (bytes: number) => void;
  readonly release: () => void;
}

/**
 * A dynamic threshold, as switches have for shared buffers (Choudhury and Hahne, 1998): a workspace may hold
 * as many bytes as are free. One alone gets half of the budget, and some is always left for others. The
 * request that exceeds the threshold is refused; the others continue.
 */
export function createImageMemoryBudget(maxBytes: number): ImageMemoryBudget {
  const heldBytes = new Map<string, number>();
  let freeBytes = maxBytes;
  return {
    open(workspaceId) {
      const full = new AbortController();
      let ownBytes = 0;
      let isReleased = false;
      const change = (bytes: number): number => {
        const held = (heldBytes.get(workspaceId) ?? 0) + bytes;
        if (held === 0) heldBytes.delete(workspaceId);
        else heldBytes.set(workspaceId, held);
        ownBytes += bytes;
        freeBytes -= bytes;
        return held;
      };
      return {
        signal: full.signal,
        grow: (bytes) => {
          // A stopped fetch may report one more chunk.
          if (isReleased) return;
          if (change(bytes) > freeBytes) full.abort(new ImageMemoryFullError());
        },
        release: () => {
          isReleased = true;
          change(-ownBytes);
        },
      };
    },
  };
}
