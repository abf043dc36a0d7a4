import { sleep } from '../../async/abortable.ts';
import type { Bulkhead } from '../../async/bulkhead.ts';
import type { ImageFetcher } from '../../outbound/fetch-image.ts';
import type { ImageAnswer } from '../../render/assets.ts';
import { RendererBusyError } from '../../renderer/errors.ts';
import type { MemoryBudget } from './memory-budget.ts';
import type { ImageRate } from './image-rate.ts';
import type { PreparedRender } from './render-template.ts';

/** What fetches and bounds the images of requests. */
export interface ImageParts {
  readonly fetchImage: ImageFetcher;
  readonly imageMemory: MemoryBudget;
  /** For documents that a thread has bound, until they are rendered. */
  readonly sceneMemory: MemoryBudget;
  readonly imageRate: ImageRate;
  /** Limits this process' requests that fetch images, by workspace: each one may wait for a slow server. */
  readonly imageSlots: Bulkhead;
}

/** Bytes of bound documents of all requests: one of 100,000 elements has 60 MB. A workspace gets the half. */
export const maxSceneBytes = 512 * 1024 * 1024;

/** Once 128 requests fetch images, a workspace gets max 32: slow servers must not block the others. */
export const imageSlotOptions = { shared: 128, perKey: 32 };
const imageSlotRetrySeconds = 1;

/** Fetches one image within the limits. */
type FetchImage = (url: string, signal: AbortSignal) => Promise<ImageAnswer>;

/**
 * Runs a render of a request that may fetch images, within the limits of its workspace: of slots, memory and
 * rate.
 *
 * @param render gets the function that fetches, and a signal that also aborts when memory is full
 * @throws RendererBusyError if the workspace has no slot or no memory left
 */
export async function withImageLimits<Result>(
  { fetchImage, imageMemory, sceneMemory, imageRate, imageSlots }: ImageParts,
  { bound }: PreparedRender,
  {
    workspaceId,
    signal,
    hasSlot = false,
  }: {
    readonly workspaceId: string;
    readonly signal: AbortSignal;
    /** Whether something else limits how many of these renders fetch images. */
    readonly hasSlot?: boolean;
  },
  render: (fetchImage: FetchImage, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const needsSlot = !hasSlot && bound.sources.some(({ location }) => location.from === 'remote');
  if (needsSlot && !imageSlots.acquire(workspaceId).ok)
    throw new RendererBusyError('the workspace waits for the images of many renders', imageSlotRetrySeconds);
  const share = imageMemory.open(workspaceId);
  const sceneShare = sceneMemory.open(workspaceId);
  try {
    if (bound.scene instanceof Uint8Array) sceneShare.grow(bound.scene.byteLength);
    sceneShare.signal.throwIfAborted();
    return await render(
      async (url, stop) => {
        const answer = await fetchImage(url, stop, (bytes) => {
          share.grow(bytes);
          return imageRate.take(workspaceId, bytes);
        });
        const waitMs = answer.ok ? 0 : imageRate.takeFailure(workspaceId);
        if (waitMs > 0) {
          await sleep(waitMs, stop);
          stop.throwIfAborted();
        }
        return answer;
      },
      AbortSignal.any([signal, share.signal]),
    );
  } finally {
    share.release();
    sceneShare.release();
    if (needsSlot) imageSlots.release(workspaceId);
  }
}
