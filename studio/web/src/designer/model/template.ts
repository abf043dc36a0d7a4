/**
 * Template documents as the designer reads them: with the numbers of every box. The canvas and its commands
 * move boxes, so `x`, `y`, `width`, `height` are read as numbers; the panel of properties sets the other
 * values that they may have in a layout.
 */
import type * as contract from '../../../../../generated/template.ts';

export type {
  Gradient,
  GradientStop,
  Shadow,
  Stroke,
  TemplateFont,
  TextRun,
} from '../../../../../generated/template.ts';
export type { TemplateVariable, VariableValidation } from '../../../../../generated/template.ts';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** An element with a box of numbers. */
type Boxed<Element> = Omit<Element, keyof Box> & Box;

/** A text. */
export type TextElement = Boxed<contract.TextElement>;
/** A path. */
export type PathElement = Boxed<contract.PathElement>;
/** A group. */
export type GroupElement = Omit<Boxed<contract.GroupElement>, 'elements'> & { elements: TemplateElement[] };
/** An element of the page. */
export type TemplateElement =
  | TextElement
  | PathElement
  | GroupElement
  | Boxed<contract.ImageElement>
  | Boxed<contract.RectElement>
  | Boxed<contract.EllipseElement>
  | Boxed<contract.LineElement>
  | Boxed<contract.QrCodeElement>
  | Boxed<contract.BarcodeElement>;
/** A document. */
export type TemplateDocument = Omit<contract.TemplateDocument, 'viewport' | 'elements'> & {
  viewport: { width: number; height: number };
  elements: TemplateElement[];
};
