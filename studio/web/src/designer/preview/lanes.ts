/** The lanes of a stream of previews, and their open requests. */
import type { PreviewRequest, StreamedPicture } from './preview-request.ts';

/** A request that has not been answered. */
export interface Pending {
  readonly request: PreviewRequest;
  /** Whether it asks for the exact picture after a smaller one. */
  readonly isFollowUp: boolean;
  readonly resolve: (picture: StreamedPicture | null) => void;
  readonly reject: (error: unknown) => void;
  /** Of its last request. 0: it waits to be sent. */
  id: number;
  revision: number;
  format: NonNullable<PreviewRequest['format']>;
  sentAt: number;
}

/** Renders one request at a time. */
export interface Lane {
  current: Pending | null;
  next: Pending | null;
  /** Pictures are decoded one after the other. */
  decoding: Promise<void>;
  timer: ReturnType<typeof setTimeout> | undefined;
  followUp: ReturnType<typeof setTimeout> | undefined;
}

/** Lanes by their names. */
export class Lanes {
  readonly #lanes = new Map<string, Lane>();

  /** Returns a lane; a new one if there is none of the name. */
  get(name: string): Lane {
    let lane = this.#lanes.get(name);
    if (lane === undefined) {
      const decoding = Promise.resolve();
      lane = { current: null, next: null, timer: undefined, followUp: undefined, decoding };
      this.#lanes.set(name, lane);
    }
    return lane;
  }

  entries(): Iterable<[string, Lane]> {
    return this.#lanes.entries();
  }

  /** Ends all lanes. Their open requests resolve to null. */
  close(): void {
    for (const lane of this.#lanes.values()) {
      clearTimeout(lane.timer);
      clearTimeout(lane.followUp);
      lane.current?.resolve(null);
      lane.next?.resolve(null);
    }
    this.#lanes.clear();
  }
}

/** Whether the picture is what was asked for, or the exact PNG. */
export function isExactFor({ format, request }: Pending): boolean {
  return format === 'png' || format === request.format;
}
