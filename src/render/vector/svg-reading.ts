import type { SvgDocument } from './svg-document.ts';
import type { Viewport } from './svg-shapes.ts';
import type { StyleOf } from './svg-styles.ts';

/** What is the same for all of a document that is being read. */
export interface SvgReading {
  readonly document: SvgDocument;
  readonly styleOf: StyleOf;
  readonly viewport: Viewport;
}
