import { RendererBusyError } from '../../renderer/errors.ts';

const retrySeconds = 1;

/** Fetched images, or documents with their values, which may have 60 MB each, until they are rendered. */
type MemoryContent = 'images' | 'documents';

/** What requests of a workspace, or of all, hold fills the memory. Answered with 503. */
export class MemoryFullError extends RendererBusyError {
  constructor(content: MemoryContent) {
    super(`${content} of other requests fill the memory`, retrySeconds);
  }
}

/** Memory for what all requests hold: slow origins, or many large documents, must not fill the memory. */
export interface MemoryBudget {
  /** Opens a share for one request of a workspace. It must be released when its render is finished. */
  open(workspaceId: string): MemoryShare;
}

export interface MemoryShare {
  /** Aborted with a MemoryFullError when this share exceeds the budget. */
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
export function createMemoryBudget(maxBytes: number, content: MemoryContent = 'images'): MemoryBudget {
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
          if (change(bytes) > freeBytes) full.abort(new MemoryFullError(content));
        },
        release: () => {
          isReleased = true;
          change(-ownBytes);
        },
      };
    },
  };
}
