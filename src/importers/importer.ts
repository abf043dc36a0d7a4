import type { TemplateDocument, TemplateElement } from '../../generated/template.ts';
import type { TemplateBuilder } from './builder.ts';
import type { DesignFormat, DesignSource } from './design.ts';

/** The page of a design and its elements, the first at the back. */
export interface ConvertedPage {
  readonly page: Omit<TemplateDocument, 'schemaVersion' | 'elements' | 'variables' | 'fonts'>;
  readonly elements: readonly TemplateElement[];
  readonly picture?: Uint8Array | null;
}

/** Reads one format. */
export interface Importer {
  readonly format: DesignFormat;
  /** Whether a file looks like this format. `json` is its parsed text; undefined if it is not JSON. */
  readonly recognizes: (source: DesignSource, json: unknown) => boolean;
  /**
   * Converts a design. Everything that it contains and the template cannot have goes to `builder.lose`.
   *
   * @throws UnreadableDesign if the file is not of this format, or is damaged
   */
  readonly convert: (source: DesignSource, json: unknown, builder: TemplateBuilder) => Promise<ConvertedPage>;
}
