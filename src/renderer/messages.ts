import type { Comparison } from '../render/compare-pictures.ts';
import type { FontDescription } from '../render/fonts/describe-font.ts';
import type { RenderInputKind } from '../render/errors.ts';
import type { PackedJob, PackedResult } from '../render/job.ts';

/** A file or chart of a template that is checked before the template is accepted. */
export interface FileToCheck {
  /** A chart is the JSON of a `SceneChart`. */
  readonly kind: 'image' | 'font' | 'pdf' | 'profile' | 'chart';
  readonly bytes: Uint8Array;
  /** The pixels that a decoded image may have. */
  readonly maxPixels: number;
}

/**
 * What was found in a file: what is wrong with it, as the end of a sentence that starts with the file's name;
 * null if nothing is; or notes, such sentences about what renders leave out.
 */
export type FileFinding =
  | string
  | null
  | {
      readonly notes: readonly string[];
      /** Of a font: what it says about itself; null if that cannot be read. */
      readonly font?: FontDescription | null;
    };

/** A picture of a kind that templates cannot hold. */
export interface PictureToConvert {
  readonly bytes: Uint8Array;
  /** The pixels that it may have. */
  readonly maxPixels: number;
}

/** The picture that it has become. */
export interface ConvertedPicture {
  readonly bytes: Uint8Array;
  /** The ending of its name. */
  readonly ending: 'jpg' | 'png';
  /** A sentence about what was left out; null if nothing was. */
  readonly note: string | null;
}

/** Two PNGs that renderers have drawn: the picture of a design, and that of its template. */
export interface PicturesToCompare {
  readonly original: Uint8Array;
  readonly other: Uint8Array;
}

/** A task of process.ts. */
export interface RenderTask {
  readonly type: 'render';
  readonly job: PackedJob;
}

/** A task of file-process.ts. */
export type FileTask =
  | { readonly type: 'check'; readonly file: FileToCheck }
  | { readonly type: 'convert'; readonly picture: PictureToConvert }
  | { readonly type: 'compare'; readonly pictures: PicturesToCompare };

/** A task for a renderer process, which runs one at a time. */
export type RendererTask = RenderTask | FileTask;

/** From the pool to a renderer process. */
export type ToRenderer =
  | { readonly type: 'task'; readonly task: RendererTask }
  /** The files that the process needs. */
  | { readonly type: 'files'; readonly files: readonly (readonly [hash: string, bytes: Uint8Array])[] }
  /** The files cannot be read; the process drops the task. */
  | { readonly type: 'drop' };

/**
 * From a renderer process to the pool. Messages that end a task report the resident memory of the process.
 */
export type FromRenderer =
  | { readonly type: 'ready' }
  /** Hashes of files that the task needs and the process does not have. */
  | { readonly type: 'need'; readonly hashes: readonly string[] }
  | {
      readonly type: 'rendered';
      readonly result: PackedResult;
      /** Set if the bytes are in the result file: their number. */
      readonly fileBytes?: number;
      readonly rssBytes: number;
    }
  | { readonly type: 'checked'; readonly finding: FileFinding; readonly rssBytes: number }
  /** The picture, or what is wrong with it, as the end of a sentence. */
  | { readonly type: 'converted'; readonly converted: ConvertedPicture | string; readonly rssBytes: number }
  | { readonly type: 'compared'; readonly comparison: Comparison; readonly rssBytes: number }
  | { readonly type: 'refused'; readonly error: RefusedInput; readonly rssBytes: number }
  | { readonly type: 'failed'; readonly detail: string; readonly rssBytes: number }
  | { readonly type: 'dropped'; readonly rssBytes: number };

/**
 * The fields of a RenderInputError: structured cloning keeps neither the class nor the fields of an error.
 */
export interface RefusedInput {
  readonly kind: RenderInputKind;
  readonly variable: string | null;
  readonly reason: string;
  readonly message: string;
}
