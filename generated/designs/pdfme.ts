// Generated from src/importers/pdfme/schema.json by scripts/generate.ts; change that instead.

/**
 * A template of pdfme, with its fields as an array for each page.
 */
export interface PdfmeTemplate {
  basePdf?: PdfmeBlank | string;
  /**
   * @minItems 1
   */
  schemas: PdfmeField[][];
  sampledata?: {
    [k: string]: number | string;
  }[];
  name?: string;
  pdfmeVersion?: string;
  fontName?: string;
  /**
   * What the application keeps with the template.
   */
  id?: string | number | boolean | unknown[] | {};
  /**
   * What the application keeps with the template.
   */
  columns?: string | number | boolean | unknown[] | {};
  /**
   * What the application keeps with the template.
   */
  author?: string | number | boolean | unknown[] | {};
  /**
   * What the application keeps with the template.
   */
  title?: string | number | boolean | unknown[] | {};
  /**
   * What the application keeps with the template.
   */
  description?: string | number | boolean | unknown[] | {};
  /**
   * What the application keeps with the template.
   */
  tags?: string | number | boolean | unknown[] | {};
  /**
   * What the application keeps with the template.
   */
  photo?: string | number | boolean | unknown[] | {};
  /**
   * What the application keeps with the template.
   */
  team?: string | number | boolean | unknown[] | {};
  /**
   * What the application keeps with the template.
   */
  createdAt?: string | number | boolean | unknown[] | {};
  /**
   * What the application keeps with the template.
   */
  updatedAt?: string | number | boolean | unknown[] | {};
  /**
   * What the application keeps with the template.
   */
  category?: string | number | boolean | unknown[] | {};
}
/**
 * A page without a background.
 */
export interface PdfmeBlank {
  width: number;
  height: number;
  /**
   * Where fields of changing heights break.
   */
  padding?: unknown[];
  staticSchema?: PdfmeField[];
}
export interface PdfmeField {
  name?: string;
  type: string;
  position?: {
    x?: number;
    y?: number;
  };
  width?: number;
  height?: number;
  rotate?: number;
  opacity?: number;
  fontSize?: number;
  lineHeight?: number;
  characterSpacing?: number;
  radius?: number;
  borderOpacity?: number;
  markerWidth?: number;
  markerGap?: number;
  indentSize?: number;
  itemSpacing?: number;
  numCells?: number;
  content?: string;
  text?: string;
  alignment?: string;
  verticalAlignment?: string;
  fontName?: string;
  fontColor?: string;
  backgroundColor?: string;
  color?: string;
  borderColor?: string;
  barColor?: string;
  textColor?: string;
  overflow?: string;
  textFormat?: string;
  fontVariantFallback?: string;
  format?: string;
  locale?: string;
  listStyle?: string;
  group?: string;
  readOnly?: boolean;
  underline?: boolean;
  strikethrough?: boolean;
  includetext?: boolean;
  showHead?: boolean;
  repeatHead?: boolean;
  /**
   * Whether a value must be given.
   */
  required?: boolean;
  dynamicFontSize?: {
    min?: number;
    max?: number;
    /**
     * A text is set as large as its box allows.
     */
    fit?: string;
  };
  borderWidth?: PdfmeSides | number;
  padding?: PdfmeSides;
  variables?: string[];
  head?: string[];
  headWidthPercentages?: number[];
  tableStyles?: {
    borderColor?: string;
    borderWidth?: number;
  };
  headStyles?: PdfmeCell;
  bodyStyles?: PdfmeCell;
  columnStyles?: {
    alignment?: {
      [k: string]: string;
    };
  };
  options?: string[];
  /**
   * How the editor treats the field, or what it keeps with it.
   */
  id?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the field, or what it keeps with it.
   */
  key?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the field, or what it keeps with it.
   */
  readOnlyText?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the field, or what it keeps with it.
   */
  data?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the field, or what it keeps with it.
   */
  readonly?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the field, or what it keeps with it.
   */
  icon?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the field, or what it keeps with it.
   */
  placeholder?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the field, or what it keeps with it.
   */
  linkUrl?: string | number | boolean | unknown[] | {};
}
export interface PdfmeSides {
  top?: number;
  right?: number;
  bottom?: number;
  left?: number;
}
export interface PdfmeCell {
  fontName?: string;
  alignment?: string;
  verticalAlignment?: string;
  fontColor?: string;
  backgroundColor?: string;
  alternateBackgroundColor?: string;
  borderColor?: string;
  fontSize?: number;
  lineHeight?: number;
  characterSpacing?: number;
  borderWidth?: PdfmeSides;
  padding?: PdfmeSides;
}
