import type { Control } from '../../fields/controls.ts';

/** The name of a section; its words are in `words/designer/property-sections.ts`. */
export type SectionName =
  | 'appearance'
  | 'background'
  | 'box'
  | 'chart'
  | 'code'
  | 'crop'
  | 'fileDescription'
  | 'fill'
  | 'filters'
  | 'font'
  | 'fonts'
  | 'group'
  | 'groupBackground'
  | 'groupShadow'
  | 'highlight'
  | 'inLayout'
  | 'inks'
  | 'layout'
  | 'limits'
  | 'line'
  | 'mask'
  | 'output'
  | 'page'
  | 'pageGroup'
  | 'pageGroupRepeat'
  | 'pageHeight'
  | 'paragraph'
  | 'path'
  | 'pdfs'
  | 'picture'
  | 'pin'
  | 'repeat'
  | 'shadow'
  | 'stroke'
  | 'table'
  | 'tableBody'
  | 'tableBorders'
  | 'tableCarry'
  | 'tableHeader'
  | 'tableTotal'
  | 'tableTotals'
  | 'tableGroupHeader'
  | 'tableGroupTotal'
  | 'text'
  | 'textPath'
  | 'thisPage';

/** Controls under one heading. */
export interface ControlSection {
  readonly name: SectionName;
  readonly controls: readonly Control[];
  /** The key of an object that the section adds and removes as a whole. */
  readonly objectKey?: string;
  /** The part of the paths that the heading names. Default: `objectKey`. */
  readonly heading?: string;
}
