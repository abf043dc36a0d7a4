import { createHash } from 'node:crypto';
import type { Preview } from '../../../domain/previews/render-preview.ts';
import { mediaTypes } from '../../../domain/files/shared-files.ts';
import { joinReport, splitElements } from '../../../render/written-report.ts';
import type { RenderMessage } from './messages.ts';

/** A picture as two chunks of one binary message: what a page reads first, then the bytes. */
export interface Frame {
  readonly head: Uint8Array;
  readonly picture: Uint8Array;
}

/** Lanes whose last picture is remembered. */
const maxLanes = 32;

/** What a lane has sent last. */
interface SentLane {
  readonly pictureHash: string;
  /** Elements of the report by their id, as JSON. */
  readonly elements: ReadonlyMap<string, string>;
}

/**
 * Makes the frames of one connection. What a lane has sent with its last frame is not sent again: an equal
 * element of the report is its id only, an equal picture is `unchanged` and has no bytes.
 */
export class FrameWriter {
  /** The lane that was used last comes last. */
  readonly #lanes = new Map<string, SentLane>();

  write(
    { id, lane, revision, format }: RenderMessage,
    preview: Preview,
    { tookMs }: { readonly tookMs: number },
  ): Frame {
    const { data, width, height, warnings, report, pageCount, pageCounts, pageOrder } = preview;
    const before = this.#lanes.get(lane);
    const pictureHash = createHash('sha256').update(format).update(data).digest('base64');
    const elements = new Map<string, string>();
    const listed = splitElements(report).map((json, index) => {
      const elementId = report.ids[index] ?? '';
      elements.set(elementId, json);
      return before?.elements.get(elementId) === json ? JSON.stringify(elementId) : json;
    });
    this.#lanes.delete(lane);
    this.#lanes.set(lane, { pictureHash, elements });
    const [oldest] = this.#lanes.keys();
    if (this.#lanes.size > maxLanes && oldest !== undefined) this.#lanes.delete(oldest);

    const unchanged = before?.pictureHash === pictureHash;
    const mediaType = mediaTypes[format];
    const pages = { pageCount, pageCounts, pageOrder };
    const fields = { id, lane, revision, mediaType, width, height, tookMs, unchanged, ...pages, warnings };
    const reportJson = joinReport(report, listed.join(','));
    const header = Buffer.from(`${JSON.stringify(fields).slice(0, -1)},"report":${reportJson}}`);
    const head = Buffer.allocUnsafe(4 + header.byteLength);
    head.writeUInt32BE(header.byteLength);
    header.copy(head, 4);
    return { head, picture: unchanged ? new Uint8Array() : data };
  }
}
