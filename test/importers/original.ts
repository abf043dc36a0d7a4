import type { DesignSource } from '../../src/importers/design.ts';
import type { TemplateFolder } from '../../src/domain/templates/template-folder.ts';

/** A converted file of the set whose original is drawn by another program. */
export interface DrawnFile {
  readonly source: DesignSource;
  /** The path of the file. */
  readonly place: string;
  /** The size of the picture that the template renders. */
  readonly width: number;
  readonly height: number;
  readonly folder: TemplateFolder;
  /** A picture that the file itself contains. */
  readonly picture: Uint8Array | null;
}

/** A part that the original shows and nobody can have anymore, as shares of the width and the height. */
export interface Gap {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The original's own picture. What lies in gaps is not compared. */
export interface OriginalPicture {
  readonly picture: Uint8Array;
  readonly gaps: readonly Gap[];
}

/** Draws a design with a program of its own format: any picture that sharp reads. Null if none can. */
export type DrawOriginal = (file: DrawnFile) => Promise<Uint8Array | OriginalPicture | null>;

/** What `test/importers/originals/<format>.ts` exports. */
export interface OriginalModule {
  readonly drawOriginal: DrawOriginal;
  /** What the other program makes: the template is rendered as the same. Default: a PNG. */
  readonly output?: 'png' | 'pdf';
  /** Which variables the template gets. Default: none. */
  readonly variables?: 'none' | 'marked';
  /** Stops what `drawOriginal` has started. */
  readonly close?: () => Promise<void>;
}
