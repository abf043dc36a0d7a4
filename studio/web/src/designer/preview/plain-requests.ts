import { randomId } from '../../api/random-id.ts';
import { fetchPreview } from '../../parts/previews/fetch-preview.ts';
import type { Frame } from './frame.ts';
import type { PreviewRequest } from './preview-request.ts';

/** Renders previews of a template by plain requests, where no WebSocket comes through. */
export class PlainRequests {
  readonly #templateId: string;
  readonly #tab = randomId();
  readonly #closing = new AbortController();

  constructor(templateId: string) {
    this.#templateId = templateId;
  }

  /**
   * Renders what a lane requests, of the request's own document. A newer request of the lane replaces it.
   *
   * @throws ApiError, or the reason of `close`
   */
  async fetch(lane: string, id: number, request: PreviewRequest): Promise<Frame> {
    const { document, values, format, options, elements, pageOf } = request;
    const body = { document, values, format, options, elements, pageOf };
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    const target = { templateId: this.#templateId, version: null };
    const { file, ...layout } = await fetchPreview(
      target,
      given,
      `${this.#tab}-${lane}`,
      this.#closing.signal,
    );
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { ...layout, id, lane, revision: 0, tookMs: 0, unchanged: false, mediaType: file.type, bytes };
  }

  /** Ends the requests under way. */
  close(): void {
    this.#closing.abort();
  }
}
