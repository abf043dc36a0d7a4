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

/** Draws a design with a program of its own format: any picture that sharp reads. Null if none can. */
export type DrawOriginal = (file: DrawnFile) => Promise<Uint8Array | null>;

/** What `test/importers/originals/<format>.ts` exports. */
export interface OriginalModule {
  readonly drawOriginal: DrawOriginal;
  /** Stops what `drawOriginal` has started. */
  readonly close?: () => Promise<void>;
}
