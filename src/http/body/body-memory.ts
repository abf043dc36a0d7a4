import { problems } from '../../domain/problems/catalogue.ts';

/** Bodies of up to this size are parsed at once and do not count: they are always accepted. */
export const smallBodyBytes = 16 * 1024;

const mebibyte = 1024 * 1024;

/**
 * Limits the bytes of all bodies in progress, in all and for each workspace (not for each account: a tenant
 * may have many).
 */
export interface BodyMemory {
  /** Opens the share of one body. It must be released when the request has been handled. */
  open(workspaceId: string): BodyShare;
}

export interface BodyShare {
  /**
   * Adds received bytes.
   *
   * @throws Problem SERVICE_UNAVAILABLE beyond one of the limits: this body is refused, the others continue
   */
  grow(bytes: number): void;
  release(): void;
}

/**
 * Bodies take 128 MiB in all, those of one workspace 32 MiB; more if a body may be so large that four
 * in all, or one of a workspace, would not fit.
 */
export function createBodyMemory(maxBodyBytes: number): BodyMemory {
  const maxBytes = Math.max(128 * mebibyte, 4 * maxBodyBytes);
  const maxWorkspaceBytes = Math.max(32 * mebibyte, maxBodyBytes);
  const heldByWorkspace = new Map<string, number>();
  let heldBytes = 0;

  const hold = (workspaceId: string, bytes: number): void => {
    heldBytes += bytes;
    const held = (heldByWorkspace.get(workspaceId) ?? 0) + bytes;
    if (held === 0) heldByWorkspace.delete(workspaceId);
    else heldByWorkspace.set(workspaceId, held);
  };

  return {
    open(workspaceId) {
      let receivedBytes = 0;
      let countedBytes = 0;
      return {
        grow(bytes) {
          receivedBytes += bytes;
          const added = Math.max(0, receivedBytes - smallBodyBytes) - countedBytes;
          const held = heldByWorkspace.get(workspaceId) ?? 0;
          if (added > 0 && (held + added > maxWorkspaceBytes || heldBytes + added > maxBytes)) {
            throw problems.bodyMemoryFull();
          }
          hold(workspaceId, added);
          countedBytes += added;
        },
        release() {
          hold(workspaceId, -countedBytes);
          countedBytes = 0;
        },
      };
    },
  };
}
