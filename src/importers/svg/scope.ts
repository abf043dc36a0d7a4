import type { Matrix } from '../../render/geometry.ts';
import type { Viewport } from '../../render/vector/svg/shapes.ts';
import type { TemplateBuilder } from '../builder.ts';
import type { ReadDocument, SvgNode } from './read-document.ts';
import type { Style, Styles } from './styles.ts';
import type { TextMeasure } from '../measure-text.ts';

/** A design while it is converted. */
export interface SvgDesign {
  readonly document: ReadDocument;
  /** The name of each element, for losses and variables. */
  readonly names: ReadonlyMap<SvgNode, string>;
  readonly styles: Styles;
  readonly builder: TemplateBuilder;
  readonly measure: TextMeasure;
  /** The page, in its own unit. */
  readonly page: Viewport;
  readonly pxPerUnit: number;
  /** Elements that may still be visited: `use` repeats them. */
  visits: number;
}

/** Where an element of a design stands. */
export interface Scope {
  readonly design: SvgDesign;
  /** From user units to the coordinates of the page, or of the group of the template that contains it. */
  readonly matrix: Matrix;
  /** The style of the parent. */
  readonly style: Style;
  /** What percentages refer to. */
  readonly viewport: Viewport;
  readonly depth: number;
  /** The elements that `use` has led through. */
  readonly used: readonly SvgNode[];
  /** The name of the element, for losses. */
  readonly name: string;
  /** Lists a loss of the element. */
  readonly lose: (property: string, reason: string) => void;
}
