/**
 * Template documents as the designer reads them: with the numbers of every box. The canvas and its commands
 * move boxes, so `x`, `y`, `width`, `height`, `rotation` and `opacity` are read as numbers: `keepBound` and
 * `knownBox` put numbers in the place of what is worked out, hugs or fills. The panel of properties sets
 * those other values.
 */
import type * as contract from '../../../../../generated/template.ts';

export type {
  Gradient,
  GradientStop,
  Shadow,
  Stroke,
  FocusPoint,
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

/** Numbers that may be left out. */
interface Look {
  rotation?: number;
  opacity?: number;
}

/** An element with a box of numbers. */
type Boxed<Element> = Omit<Element, keyof Box | keyof Look> & Box & Look;

type BoxedEach<Element> = Element extends unknown ? Boxed<Element> : never;

/** A text. */
export type TextElement = Boxed<contract.TextElement>;
/** A path. */
export type PathElement = Boxed<contract.PathElement>;
/** A group. */
export type GroupElement = Omit<Boxed<contract.GroupElement>, 'elements'> & {
  elements: TemplateElement[];
  /** It is the header or footer of the page in work: see `running.ts`. */
  running?: 'header' | 'footer' | undefined;
};
/** An element of the page. */
export type TemplateElement =
  | BoxedEach<Exclude<contract.TemplateElement, contract.GroupElement>>
  | GroupElement;
/** A page of a document of several. The one in work has no elements: the document has them. */
export type PageEntry = Omit<contract.Page, 'viewport' | 'elements'> & {
  viewport?: { width: number; height: number };
  elements?: TemplateElement[] | undefined;
  /** The id of the group of pages that it is in: see `page-groups.ts`. */
  group?: string | undefined;
};
/** A group of pages, without its pages: these are among the pages of the document. */
export type PageGroup = Omit<contract.PageGroup, 'pages'>;
/** A document. Of one with pages, the elements are those of the page in work. */
export type TemplateDocument = Omit<contract.TemplateDocument, 'viewport' | 'elements' | 'pages'> & {
  viewport: { width: number; height: number };
  elements: TemplateElement[];
  pages?: PageEntry[];
  pageGroups?: PageGroup[] | undefined;
};
