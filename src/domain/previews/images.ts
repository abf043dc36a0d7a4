import { LRUCache } from 'lru-cache';
import { SingleFlight } from '../../async/single-flight.ts';
import type { FetchedImage, ImageFetcher } from '../../outbound/fetch-image.ts';

const maxBytes = 64 * 1024 * 1024;

/** Long enough for dragging and for checking rows, short enough to see a changed image. */
const ttlMs = 60_000;

/**
 * Fetches images, and keeps each for a minute: successive previews, and the rows of a check, show the same
 * ones. A failure is not kept.
 */
export function createPreviewImages(fetchImage: ImageFetcher): ImageFetcher {
  const images = new LRUCache<string, FetchedImage & { readonly ok: true }>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => 1 + bytes.byteLength,
    ttl: ttlMs,
  });
  const flights = new SingleFlight<FetchedImage>();
  return async (url, signal = new AbortController().signal, onBytes) => {
    const kept = images.get(url);
    if (kept !== undefined) return kept;
    const fetched = await flights.join(url, (stop) => fetchImage(url, stop, onBytes), signal);
    if (fetched.ok) images.set(url, fetched);
    return fetched;
  };
}
