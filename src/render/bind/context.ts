import type { Layout, TemplateDocument, TemplateElement } from '../../../generated/template.ts';
import type { LineDirection } from '../../common/text/language-direction.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { DefaultsUsed } from '../scene/used-defaults.ts';
import type { SourceList } from './sources.ts';
import type { TextLimit } from './text-limit.ts';
import type { VariableValues } from './variable-values.ts';

/** The parts of the document and the request that every element needs. */
export interface BindContext {
  /** Converts a length from the template's unit to CSS pixels. */
  readonly px: (length: number) => number;
  readonly variables: VariableValues;
  readonly document: TemplateDocument;
  /** Of the formats of numbers and dates, as a BCP 47 tag. */
  readonly locale: string;
  readonly sources: SourceList;
  /** The defaults that stand in for values that were left out. */
  readonly defaults: DefaultsUsed;
  readonly textLimit: TextLimit;
  /** The document's language, for texts that name none. */
  readonly language: string | null;
  /** In which direction lines run around the element; null: nothing says it. */
  readonly direction: LineDirection | null;
  /** The layout of the group or page around the element. */
  readonly layout: Layout | undefined;
  /** A repeat makes the element, for an entry of a list. */
  readonly isEntry: boolean;
  /** Reports that the scene has to be placed. */
  readonly markUnplaced: () => void;
  /** Follows the ids of elements that are repeated: `[3]`, or `[3][0]` in a repeat within it. */
  readonly idSuffix: string;
  /** Counts what is bound. @throws VariableError if it is too much */
  readonly count: (element: TemplateElement, elements: number) => void;
  /** Binds the elements of a group with its layout. */
  readonly bindAll: (elements: readonly TemplateElement[], layout?: Layout) => SceneElement[];
  /**
   * Binds an element outside of layouts where more names are known; null if nothing of it is drawn. Its id is
   * whole. It does not say which defaults it draws: what holds it does.
   *
   * @param place where it is, for messages
   */
  readonly bindWithin: (
    element: TemplateElement,
    variables: VariableValues,
    place: string,
  ) => SceneElement | null;
}
