import type { TemplateDocument, TemplateElement } from '../../generated/template.ts';
import type { TemplateBuilder } from './builder.ts';
import type { DesignFormat, DesignSource } from './design.ts';

/** The page of a design and its elements, the first at the back. */
export interface ConvertedPage {
  readonly page: Omit<TemplateDocument, 'schemaVersion' | 'elements' | 'variables' | 'fonts'>;
  readonly elements: readonly TemplateElement[];
  readonly picture?: Uint8Array | null;
  /** The names of all pages, frames or artboards of the file. Default: this one only */
  readonly pages?: readonly string[];
}

/** Reads one format. */
export interface Importer {
  readonly format: DesignFormat;
  /** What the format calls its pages. */
  readonly pagesKey: string;
  /** Whether a file looks like this format. `json` is its parsed text; undefined if it is not JSON. */
  readonly recognizes: (source: DesignSource, json: unknown) => boolean;
  /**
   * Converts a page of a design. Everything on it that the template cannot have goes to `builder.lose`.
   *
   * @param page its place among the pages, frames or artboards of the file, from 0
   * @throws UnreadableDesign if the file is not of this format, is damaged, or does not have the page
   */
  readonly convert: (
    source: DesignSource,
    json: unknown,
    builder: TemplateBuilder,
    page: number,
  ) => Promise<ConvertedPage>;
}
