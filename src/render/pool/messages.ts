import type { RenderInputKind } from '../errors.ts';
import type { RenderJob, RenderResult } from '../scene.ts';

/** A file of a template that is looked at before the template is accepted. */
export interface FileToCheck {
  readonly kind: 'image' | 'font';
  readonly bytes: Uint8Array;
  /** Most pixels that a picture may have once decoded. */
  readonly maxPixels: number;
}

/** What a renderer process is asked to do, one at a time. */
export type RendererTask =
  | {
      readonly type: 'render';
      readonly job: RenderJob;
      /** Where a file is to be made of the result, in place of the answer. */
      readonly path?: string | undefined;
    }
  | { readonly type: 'check'; readonly file: FileToCheck };

/** What is in a file that a renderer process has written. */
export interface WrittenFile {
  readonly bytes: number;
  readonly crc32: number;
}

export interface PooledResult extends RenderResult {
  /** Of the file that it was to be written into: `data` is empty then. Left out where that failed, too. */
  readonly written?: WrittenFile;
}

/** From the pool to a renderer process. */
export type ToRenderer =
  | { readonly type: 'task'; readonly task: RendererTask }
  /** The files that it asked for. */
  | { readonly type: 'files'; readonly files: readonly (readonly [hash: string, bytes: Uint8Array])[] }
  /** The files that it asked for cannot be had: the task is over. */
  | { readonly type: 'drop' };

/** From a renderer process to the pool. Whatever ends a task also tells how much memory the process holds. */
export type FromRenderer =
  | { readonly type: 'ready' }
  /** Hashes of files that the task needs and the process does not have. */
  | { readonly type: 'need'; readonly hashes: readonly string[] }
  | {
      readonly type: 'rendered';
      readonly result: PooledResult;
      /** How long the result is that is in the result file, in place of `data`. */
      readonly fileBytes?: number;
      readonly rssBytes: number;
    }
  /** What is wrong with the file, as the end of a sentence; null where nothing is. */
  | { readonly type: 'checked'; readonly problem: string | null; readonly rssBytes: number }
  | { readonly type: 'refused'; readonly error: RefusedInput; readonly rssBytes: number }
  | { readonly type: 'failed'; readonly detail: string; readonly rssBytes: number }
  | { readonly type: 'dropped'; readonly rssBytes: number };

/** A RenderInputError as it travels between processes: structured cloning keeps neither class nor fields of an error. */
export interface RefusedInput {
  readonly kind: RenderInputKind;
  readonly variable: string | null;
  readonly reason: string;
  readonly message: string;
}
