// Generated from template.schema.json by scripts/generate.ts; change that instead.

/**
 * Paths of PDFs in the template's folder, in the order of their pages.
 *
 * @maxItems 5
 */
export type AttachedPdfs = string[];
/**
 * A BCP 47 language tag: a language, optionally with script and region.
 */
export type Language = string;
/**
 * A BCP 47 language tag, which may have extensions.
 */
export type Locale = string;
/**
 * A colour, or a gradient.
 */
export type Paint = Gradient | Color;
/**
 * A gradient across the box of the element.
 */
export type Gradient = LinearGradient | RadialGradient | ConicGradient;
/**
 * A colour as `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`, a colour name of CSS, `transparent`, `rgb()` or `hsl()` by CSS Color 4 with an optional alpha, process inks as `device-cmyk()` by CSS Color 5, an ink of the document as `ink("NAME" 80%)` with an optional alpha, or a string with `{{variable}}` or `{{ expression }}` that becomes one of them once the values are filled in.
 */
export type Color = string;
/**
 * The name of a variable: no braces, no control characters, no space at either end.
 */
export type VariableName = string;
/**
 * One number for all sides, or two (top and bottom, left and right), three (top, left and right, bottom) or four (top, right, bottom, left), in `viewportUnit`. Where lines run from right to left, the second of four is the left and the fourth the right.
 */
export type Sides = number[] | number;
/**
 * An element of the page; `type` names its kind.
 */
export type TemplateElement =
  | TextElement
  | ImageElement
  | RectElement
  | EllipseElement
  | LineElement
  | PathElement
  | QrCodeElement
  | BarcodeElement
  | ChartElement
  | TableElement
  | GroupElement;
/**
 * Name of an element.
 */
export type ElementId = string;
/**
 * A number, or `"{{name}}"` with a variable or an expression that makes one.
 */
export type NumberPlaceholder = string;
/**
 * A length in `viewportUnit`, `hug` for as much as the content takes, or `fill` for a share of what is left in the layout.
 */
export type Size = ('hug' | 'fill') | (NumberPlaceholder | number);
/**
 * As `Sides`; negative numbers let elements overlap.
 */
export type Margins = number[] | number;
/**
 * True, false, or `"{{name}}"` with a variable or an expression: visible where its value is not empty, not `false` and not `0`.
 */
export type Visibility = string | boolean;
/**
 * One shadow, or an array of which the first is in front. An array, `spread` and `inset` follow the outline of a box, as CSS `box-shadow`; one shadow without them follows what is painted, as `drop-shadow`.
 */
export type Shadows = Shadow[] | Shadow;
/**
 * A point as fractions, or `attention`, `face` or `subject`; or `absolute`, which takes the image out of a layout.
 */
export type ImagePosition = ('attention' | 'face' | 'subject' | 'absolute') | Position;
/**
 * One radius for all corners, or four: top left, top right, bottom right, bottom left. In `viewportUnit`; radii too large for the box are scaled down together.
 */
export type CornerRadius = number[] | number;
/**
 * What the cells of a column show in place of a text; `type` names its kind.
 */
export type TableCell = TableImageCell | TableQrCodeCell | TableBarcodeCell;
/**
 * One of the accepted words, or `"{{name}}"` with a variable or an expression that makes one.
 */
export type ChoicePlaceholder = string;

/**
 * A Platen template, version 1: a page or several, its variables, and the elements painted on it from back to front.
 */
export interface TemplateDocument {
  /**
   * Version of this format.
   */
  schemaVersion: 1;
  /**
   * The name of the template, as it stands: `{{…}}` is not filled in it. PDFs without a `title` have it as theirs.
   */
  name: string;
  /**
   * The purpose of the template.
   */
  description?: string;
  /**
   * What a file is called in viewers and archives, with `{{…}}` for values: the title of PDFs and SVGs. Default: the name of the template in PDFs, none in SVGs.
   */
  title?: string;
  /**
   * The author in the metadata of PDFs, with `{{…}}` for values.
   */
  author?: string;
  /**
   * What the document is about, in the metadata of PDFs and as the description of SVGs, with `{{…}}` for values.
   */
  subject?: string;
  /**
   * Keywords in the metadata of PDFs, with commas between them and `{{…}}` for values.
   */
  keywords?: string;
  /**
   * PDFs of the template's folder whose pages come before its own in PDFs, such as a cover letter. Their pages keep their size and their links, and lose forms, comments, scripts and attached files. Not for `print`.
   */
  prepend?: AttachedPdfs;
  /**
   * PDFs of the template's folder whose pages come after its own in PDFs, such as terms. As for `prepend`.
   */
  append?: AttachedPdfs;
  /**
   * Size of the page.
   */
  viewport: Viewport;
  /**
   * Unit of every length in the document. 1 px is 1/96 inch.
   */
  viewportUnit?: 'px' | 'mm' | 'cm' | 'in' | 'pt';
  /**
   * Pixels per inch of raster files if a request gives no `outputDpi`.
   */
  viewportExportDpi?: number;
  /**
   * `print` makes PDFs ready for a printer (PDF/X-4): TrimBox, BleedBox, output intent. PDFs for the `screen` are PDF/A-2b.
   */
  viewportOutputIntent?: 'screen' | 'print';
  /**
   * The printing condition: the press, inks and paper that `print` PDFs name as their output intent, and by which inks are seen in all formats. `FOGRA39` (coated paper, Europe), `FOGRA47` (uncoated paper, Europe), `GRACoL2013` (coated paper, USA), `SWOP2013` (publications, USA), or the path of an ICC profile of the template's folder (`.icc`, `.icm`), such as that of FOGRA51.
   */
  outputProfile?: string;
  /**
   * What is important in pictures of the template's folder. Elements that show such a picture and have no `position` of their own keep that point in view.
   *
   * @maxItems 1000
   */
  focusPoints?: FocusPoint[];
  /**
   * What `print` PDFs do with colours that are not inks. `keep`: they stay sRGB, tagged, and the printer's workflow separates them. `convert`: they are separated with the `outputProfile`, so that the file has no RGB at all.
   */
  rgbToCmyk?: 'keep' | 'convert';
  /**
   * Distance that the page is painted beyond its four edges, in `viewportUnit`. Only PDFs of `print` templates have a bleed.
   */
  bleed?: number;
  /**
   * Whether PDFs of `print` templates have crop marks around the bleed.
   */
  cropMarks?: boolean;
  /**
   * Inks beside cyan, magenta, yellow and black, which colours use as `ink("NAME" 80%)`: spot colours, white, varnish, cut lines. PDFs of `print` templates have a plate for each.
   *
   * @maxItems 20
   */
  inks?: Ink[];
  /**
   * The language of the texts, as a BCP 47 tag such as `en-GB`. It decides hyphenation, case changes and the forms of letters, such as Bulgarian Cyrillic and Chinese characters, and is the language of PDFs for screen readers.
   */
  language?: Language;
  /**
   * How expressions write numbers, dates and lists, as a BCP 47 tag such as `de-AT` or `ar-u-nu-latn`. Requests can choose another. Default: the language, else `en`.
   */
  locale?: Locale;
  /**
   * In which direction lines run: columns of tables and rows of layouts begin at that side, and `start` is there. `auto` is `rtl` if `language` is written from right to left, such as Arabic, Hebrew, Persian and Urdu.
   */
  direction?: 'auto' | 'ltr' | 'rtl';
  /**
   * The time zone of dates with a time, and of `now`, in expressions and formats: an IANA name such as `Europe/Berlin`. Default: the offset that a date has, else UTC.
   */
  timeZone?: string;
  /**
   * The fill of the page. Null is transparent; in JPEG it is white.
   */
  background?: null | Paint;
  /**
   * The font files of the template.
   */
  fonts?: TemplateFont[];
  /**
   * The variables that requests give values for.
   */
  variables?: TemplateVariable[];
  /**
   * How the page places its elements. Without it they stand where `x` and `y` say.
   */
  layout?: Layout;
  /**
   * The elements, painted in order: the first is at the back. A document has either these or `pages`.
   */
  elements?: TemplateElement[];
  /**
   * Other sizes of the same design, such as a story beside a post. Each changes only what differs from the rest of the document, which is the size `base`.
   *
   * @maxItems 50
   */
  sizes?: TemplateSize[];
  /**
   * The pages, in place of `elements` and `layout`: pages, and groups of them.
   *
   * @minItems 1
   * @maxItems 1000
   */
  pages?: (PageGroup | Page)[];
}
/**
 * Size of the page, in `viewportUnit`. In `px` the sides are whole numbers.
 */
export interface Viewport {
  /**
   * Width.
   */
  width: number;
  /**
   * Height; or `{"min", "max"}` for a page that is as tall as its layout.
   */
  height: PageHeights | number;
}
/**
 * The heights that a page may have that is as tall as its content.
 */
export interface PageHeights {
  /**
   * The least height, in `viewportUnit`.
   */
  min: number;
  /**
   * The greatest height, in `viewportUnit`. Limits of output sizes count it.
   */
  max: number;
}
/**
 * The point of a picture that a crop keeps in view, in the middle as far as the picture reaches.
 */
export interface FocusPoint {
  /**
   * The path of the picture in the template's folder.
   */
  src: string;
  /**
   * From the left, as a fraction of the picture's width.
   */
  x: number;
  /**
   * From the top, as a fraction of the picture's height.
   */
  y: number;
}
/**
 * An ink of the document.
 */
export interface Ink {
  /**
   * Its name on the plates, as the printer knows it: up to 60 characters without quotes, backslashes, braces and spaces at the ends; not the name of a process ink, `All` or `None`.
   */
  name: string;
  /**
   * Percentages of cyan, magenta, yellow and black that stand for all of it where the ink is not printed: on screens and in proofs.
   *
   * @minItems 4
   * @maxItems 4
   *
   * Items: A percentage.
   */
  cmyk: number[];
}
/**
 * Colour changes along a straight line. The line is as long as in CSS: the corners get exactly the end colours.
 */
export interface LinearGradient {
  type: 'linear';
  /**
   * Direction in degrees as in CSS: 0 runs to the top, 90 to the right.
   */
  angle?: number;
  /**
   * Colours along the way, in rising order of `offset`.
   *
   * @minItems 1
   */
  stops: GradientStop[];
}
/**
 * One colour of a gradient.
 */
export interface GradientStop {
  /**
   * Place along the gradient: 0 is its start, 1 its end.
   */
  offset: number;
  /**
   * The colour there.
   */
  color: Color;
}
/**
 * Colour changes from a centre outwards.
 */
export interface RadialGradient {
  type: 'radial';
  /**
   * Where it starts, as fractions of the box.
   */
  center?: Position;
  /**
   * Where the last colour is reached, as a fraction of the longer side of the box.
   */
  radius?: number;
  /**
   * Colours along the way, in rising order of `offset`.
   *
   * @minItems 1
   */
  stops: GradientStop[];
}
/**
 * A point as fractions of a box: 0, 0 is its top left, 1, 1 its bottom right.
 */
export interface Position {
  /**
   * From the left.
   */
  x?: number;
  /**
   * From the top.
   */
  y?: number;
}
/**
 * Colour changes clockwise around a centre, as in CSS `conic-gradient`.
 */
export interface ConicGradient {
  type: 'conic';
  /**
   * The point that it turns about, as fractions of the box.
   */
  center?: Position;
  /**
   * Direction of the first stop in degrees as in CSS: 0 is to the top, 90 to the right.
   */
  angle?: number;
  /**
   * Colours along the turn, in rising order of `offset`: 0 is its start, 1 a full turn.
   *
   * @minItems 1
   */
  stops: GradientStop[];
}
/**
 * A font file of the template. Only this template can use it.
 */
export interface TemplateFont {
  /**
   * Name that `fontFamily` refers to.
   */
  family: string;
  /**
   * Weight of this file.
   */
  weight?: number;
  /**
   * Style of this file.
   */
  style?: 'normal' | 'italic';
  /**
   * Path of the file in the template's folder: ttf, otf, woff or woff2.
   */
  src: string;
}
/**
 * A variable of the template. Each request gives its value.
 */
export interface TemplateVariable {
  /**
   * The name in requests and in `{{name}}`. Unique in the template.
   */
  name: VariableName;
  /**
   * The type of the values, which decides how they are checked. Every value is sent as a string; that of a list may be sent as an array of its entries, too.
   */
  type: 'text' | 'number' | 'email' | 'url' | 'phone' | 'date' | 'qrcode' | 'barcode' | 'image' | 'list';
  /**
   * The name to show to people. Without it, `name`.
   */
  label?: string;
  /**
   * Whether a request without a (non-empty) value is refused. An empty list is an empty value.
   */
  required?: boolean;
  /**
   * The value if a request gives none. For a list: its entries, or a string that holds them as JSON.
   */
  defaultValue?: ListEntry[] | string;
  /**
   * Whether the default may stand in without a warning: it says nothing that readers could take for content, such as a currency or a heading.
   */
  defaultIsNeutral?: boolean;
  validation?: VariableValidation;
  /**
   * For a list: the values of each entry. A list needs at least one.
   *
   * @minItems 1
   */
  fields?: ListField[];
}
/**
 * An entry of a list: values by the names of the fields. That of a list is its entries, or a string that holds them as JSON.
 */
export interface ListEntry {
  [k: string]: ListEntry[] | string;
}
/**
 * Rules for the value, in addition to those of the variable's type.
 */
export interface VariableValidation {
  /**
   * Minimum number of characters (Unicode code points); of a list, of entries.
   */
  minLength?: number;
  /**
   * Maximum number of characters (Unicode code points); of a list, of entries.
   */
  maxLength?: number;
  /**
   * Minimum value of a number.
   */
  min?: number;
  /**
   * Maximum value of a number.
   */
  max?: number;
  /**
   * RE2 expression that the whole value must match. Lookaround and backreferences do not exist in RE2 and are refused.
   */
  pattern?: string;
  /**
   * The accepted values.
   */
  options?: string[];
}
/**
 * A value of each entry of a list. As a variable; a field may be a list of its own, up to three deep.
 */
export interface ListField {
  /**
   * The key in the entries. Unique in the list.
   */
  name: VariableName;
  /**
   * The type of the values, which decides how they are checked. Every value is a string; that of a list may be an array of its entries, too.
   */
  type: 'text' | 'number' | 'email' | 'url' | 'phone' | 'date' | 'qrcode' | 'barcode' | 'image' | 'list';
  /**
   * The name to show to people. Without it, `name`.
   */
  label?: string;
  /**
   * Whether an entry without a (non-empty) value is refused. An empty list is an empty value.
   */
  required?: boolean;
  /**
   * The value if an entry gives none. For a list: its entries, or a string that holds them as JSON.
   */
  defaultValue?: ListEntry[] | string;
  /**
   * Whether the default may stand in without a warning: it says nothing that readers could take for content, such as a currency or a heading.
   */
  defaultIsNeutral?: boolean;
  validation?: VariableValidation;
  /**
   * For a list: the values of each entry. A list needs at least one.
   *
   * @minItems 1
   */
  fields?: ListField[];
}
/**
 * How a group or the page places its elements: as CSS flexbox does.
 */
export interface Layout {
  /**
   * Whether the elements stand side by side or below each other.
   */
  direction?: 'row' | 'column';
  /**
   * In which direction lines run in this group or page: `rtl` lets rows begin at the right, and is that of the texts, tables and layouts in it. `auto` is that of what is around, and at last of the document.
   */
  inlineDirection?: 'auto' | 'ltr' | 'rtl';
  /**
   * Space between elements, and between lines of elements, in `viewportUnit`.
   */
  gap?: number;
  /**
   * Space between lines of elements that wrap, or between the elements of a column, in `viewportUnit`. Without it, `gap`.
   */
  rowGap?: number;
  /**
   * Space between the edges of the box and its elements.
   */
  padding?: Sides;
  /**
   * Where elements stand across the direction. `stretch` makes those that hug as large as the line; `baseline` lets the first lines of texts sit on one line.
   */
  align?: 'start' | 'center' | 'end' | 'stretch' | 'baseline';
  /**
   * Where elements stand along the direction if room is left.
   */
  justify?: 'start' | 'center' | 'end' | 'space-between' | 'space-around' | 'space-evenly';
  /**
   * Whether elements that do not fit go on in a new line.
   */
  wrap?: boolean;
}
/**
 * Text set in a box: broken into lines, shaped, aligned. Either `text`, or `runs` in several styles.
 */
export interface TextElement {
  /**
   * Makes this element a text.
   */
  type: 'text';
  /**
   * Name of the element, unique in the whole template, groups included.
   */
  id: ElementId;
  /**
   * Left edge of the box, in `viewportUnit`, from the left of the page (of the group, inside one). A layout and `pin` stand in for it.
   */
  x?: NumberPlaceholder | number;
  /**
   * Top edge of the box, in `viewportUnit`, from the top of the page (of the group, inside one). A layout and `pin` stand in for it.
   */
  y?: NumberPlaceholder | number;
  /**
   * Width of the box before rotation, in `viewportUnit`; `hug` for that of the content; `fill`, in a layout, for a share of what is left.
   */
  width?: Size;
  /**
   * Height of the box before rotation, in `viewportUnit`; `hug` for that of the content; `fill`, in a layout, for a share of what is left.
   */
  height?: Size;
  /**
   * Least width, for `hug` and `fill`, in `viewportUnit`.
   */
  minWidth?: number;
  /**
   * Greatest width, for `hug` and `fill`, in `viewportUnit`.
   */
  maxWidth?: number;
  /**
   * Least height, for `hug` and `fill`, in `viewportUnit`.
   */
  minHeight?: number;
  /**
   * Greatest height, for `hug` and `fill`, in `viewportUnit`.
   */
  maxHeight?: number;
  /**
   * In a layout: the weight of the share that `fill` gets.
   */
  grow?: number;
  /**
   * In a layout: where this element stands across the direction. Without it, as `align` of the layout says.
   */
  alignSelf?: 'start' | 'center' | 'end' | 'stretch' | 'baseline';
  /**
   * In a layout: space around this element.
   */
  margin?: Margins;
  /**
   * In a layout: `absolute` takes this element out of it, to stand at `x`, `y` or `pin`.
   */
  position?: 'static' | 'absolute';
  /**
   * Distances from the edges of the page or group, in place of `x`, `y`, `width` or `height`.
   */
  pin?: Pin;
  /**
   * In a layout: repeats this element for each entry of a list.
   */
  repeat?: Repeat;
  /**
   * On a page that flows: whether this element goes to the next page rather than being divided. What is higher than a page is divided all the same.
   */
  keepTogether?: boolean;
  /**
   * On a page that flows: whether it stands on the page where the next element begins. By default a heading does (a `role` from `h1` to `h6`).
   */
  keepWithNext?: boolean;
  /**
   * On a page that flows: whether this element begins a new page.
   */
  breakBefore?: boolean;
  /**
   * Outside of a layout, where a text with the height `hug` has its `y`: it grows down from it, from the middle both ways, or up.
   */
  anchor?: 'top' | 'middle' | 'bottom';
  /**
   * Degrees clockwise about the centre of the box.
   */
  rotation?: NumberPlaceholder | number;
  /**
   * Whether the element is mirrored in its box, left to right, before it is skewed and turned.
   */
  flipX?: boolean;
  /**
   * Whether the element is mirrored in its box, top to bottom, before it is skewed and turned.
   */
  flipY?: boolean;
  /**
   * Degrees by which the element is slanted along x about the centre of its box, before it is turned: CSS `skew(skewX, skewY)`.
   */
  skewX?: number;
  /**
   * Degrees by which the element is slanted along y about the centre of its box, before it is turned: CSS `skew(skewX, skewY)`.
   */
  skewY?: number;
  /**
   * 0 is invisible, 1 is solid. A group is blended as a whole.
   */
  opacity?: NumberPlaceholder | number;
  /**
   * Whether the element is painted; `"{{name}}"` leaves it to a variable.
   */
  visible?: Visibility;
  /**
   * In PDFs of `print` templates: whether the inks of the element are printed over those below it, which stay where the element has none of them. By default black text does, and nothing else.
   */
  overprint?: boolean;
  /**
   * How the element mixes with what lies below it: the names of CSS `mix-blend-mode`.
   */
  blendMode?:
    | 'normal'
    | 'multiply'
    | 'screen'
    | 'overlay'
    | 'darken'
    | 'lighten'
    | 'color-dodge'
    | 'color-burn'
    | 'hard-light'
    | 'soft-light'
    | 'difference'
    | 'exclusion'
    | 'hue'
    | 'saturation'
    | 'color'
    | 'luminosity';
  /**
   * Shadows of the element. Without it there is none.
   */
  shadow?: Shadows;
  /**
   * Softens the whole element: the standard deviation of the Gaussian, in `viewportUnit`.
   */
  blur?: number;
  /**
   * The text, with `{{name}}` for values; `\{{` is a literal `{{`. A line feed starts a new line.
   */
  text?: string;
  /**
   * A link in PDFs for the screen: an address that begins with `http:`, `https:`, `mailto:` or `tel:`, with `{{name}}` for values. Other formats have no links. Without one, or if it is empty after the values are filled in, there is none.
   */
  href?: string;
  /**
   * In place of `text`: pieces in different styles that flow as one text.
   *
   * @minItems 1
   */
  runs?: TextRun[];
  /**
   * What the text is, for screen readers of PDFs: a heading of a level, a paragraph, or decoration (`artifact`), which they leave out.
   */
  role?: 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' | 'p' | 'artifact';
  /**
   * A family of `fonts`, or one that ships with the renderer. Characters it lacks come from the bundled families.
   */
  fontFamily?: string;
  /**
   * Size of the em square, in `viewportUnit`. Without it, 16 CSS pixels whatever the unit.
   */
  fontSize?: NumberPlaceholder | number;
  /**
   * 100 (thin) to 900 (black). The nearest face of the family is used.
   */
  fontWeight?: number;
  /**
   * Upright or italic.
   */
  fontStyle?: 'normal' | 'italic';
  /**
   * OpenType features, by HarfBuzz's names: `{"tnum": 1}` for digits of one width.
   */
  fontFeatures?: FontFeatures;
  /**
   * Axes of a variable font: `{"wdth": 85}`. With it, `fontWeight` is any weight that the file holds.
   */
  fontVariations?: FontVariations;
  /**
   * The fill of the glyphs.
   */
  color?: Paint;
  /**
   * Extra space after each character, in `viewportUnit`; negative tightens.
   */
  letterSpacing?: number;
  /**
   * Distance between lines, as a multiple of the font size.
   */
  lineHeight?: number;
  /**
   * Where lines sit across the box; `start` and `end` follow the direction of the text, or that of the document, layout or table around it.
   */
  align?: 'start' | 'end' | 'left' | 'center' | 'right' | 'justify';
  /**
   * Where the lines sit in the height of the box.
   */
  verticalAlign?: 'top' | 'middle' | 'bottom';
  /**
   * Base direction; `auto` takes that of the first letter that has one, paragraph by paragraph. Where the document, a layout or a table says a direction, lines start at that side, and only paragraphs whose letters all have the other direction keep their own order.
   */
  direction?: 'auto' | 'ltr' | 'rtl';
  /**
   * What happens to text that does not fit: it runs out of the box, is cut off at its edge, ends in `…`, or is set smaller, down to `minFontSize`.
   */
  overflow?: 'visible' | 'clip' | 'ellipsis' | 'shrink';
  /**
   * The size below which `shrink` and `textFit` do not go, in `viewportUnit`. Without it, 8 CSS pixels whatever the unit.
   */
  minFontSize?: number;
  /**
   * `box`: the text is as large as its box allows. It grows and shrinks, all runs by the same factor, between `minFontSize` and `maxFontSize`; `fontSize` then says how the sizes of runs compare. No word is cut for a larger size. Needs a box whose sides are not `hug`.
   */
  textFit?: 'none' | 'box';
  /**
   * The size beyond which `textFit` does not go, in `viewportUnit`; of several runs, that of the largest. Without it, as large as the box allows.
   */
  maxFontSize?: number;
  /**
   * Maximum number of lines. Without it, as many lines as fit.
   */
  maxLines?: number;
  /**
   * Whether lines break at the edge of the box. `balance`: into lines of about the same width, for headlines of up to ten lines; `pretty`: so that the last line is not short. Line feeds always break.
   */
  wrap?: true | false | 'balance' | 'pretty';
  /**
   * `vertical-rl`: vertical lines from right to left, for Japanese and Chinese; Latin letters lie on their side. `align` then is along the height of the box, and `verticalAlign` goes from its right edge.
   */
  writingMode?: 'horizontal-tb' | 'vertical-rl';
  /**
   * Number of columns that the lines flow through, one after the other; all are as high as the box.
   */
  columns?: number;
  /**
   * Distance between columns, in `viewportUnit`. Without it, `fontSize`.
   */
  columnGap?: number;
  /**
   * Sets the text in one line along a path. `align` places it between the ends of the path; what does not fit on it follows `overflow`.
   */
  path?: TextPath;
  /**
   * Where words may be divided: not at all, at soft hyphens (U+00AD), or also where `language` divides them.
   */
  hyphens?: 'none' | 'manual' | 'auto';
  /**
   * Where lines break in Chinese, Japanese and Korean: between letters, or with `keep-all` between words only.
   */
  wordBreak?: 'normal' | 'keep-all';
  /**
   * Whether punctuation hangs out of the box at the ends of lines, so that the edges of the text look straight: quotation marks and the stops of Chinese and Japanese wholly, other marks by a share of their width.
   */
  opticalMargins?: boolean;
  /**
   * Space between paragraphs, which are the lines of the value, in `viewportUnit`.
   */
  paragraphSpacing?: number;
  /**
   * Space before the first line of each paragraph, in `viewportUnit`; negative moves it out.
   */
  indent?: number;
  /**
   * Marks before paragraphs: bullets, or numbers.
   */
  list?: 'none' | 'disc' | 'decimal';
  /**
   * `cap`: the box begins at the capital height of the first line and ends at the baseline of the last.
   */
  trim?: 'none' | 'cap';
  /**
   * The language of the text. Without it, that of the document.
   */
  language?: Language;
  /**
   * Change of case, by the rules of Unicode and of `language`.
   */
  transform?: 'none' | 'uppercase' | 'lowercase' | 'capitalize';
  /**
   * A line with the text.
   */
  decoration?: 'none' | 'underline' | 'line-through';
  /**
   * Colour of the line. Without it, that of the text.
   */
  decorationColor?: Color;
  /**
   * Thickness of the line, in `viewportUnit`. Without it, what the font says.
   */
  decorationThickness?: number;
  /**
   * How far the upper edge of an underline is below the baseline, in `viewportUnit`. Without it, what the font says.
   */
  decorationOffset?: number;
  /**
   * An outline around the glyphs. Without it there is none.
   */
  stroke?: TextStroke;
  /**
   * A bar behind each line. Without it there is none.
   */
  highlight?: Highlight;
}
/**
 * Distances from the edges of the page or group, in `viewportUnit`. Two opposite ones decide the size as well.
 */
export interface Pin {
  /**
   * Distance from the left edge.
   */
  left?: number;
  /**
   * Distance from the right edge.
   */
  right?: number;
  /**
   * Distance from the top edge.
   */
  top?: number;
  /**
   * Distance from the bottom edge.
   */
  bottom?: number;
}
/**
 * Repeats an element, a page or a group of pages once for each entry of a list.
 */
export interface Repeat {
  /**
   * The entries: `"{{ items }}"` with a list variable, or an expression that makes entries of one, such as `"{{ items.filter(i, i.price > 0.0) }}"`.
   */
  each: string;
  /**
   * The name of the entry in expressions: `{{ item.price }}`.
   */
  as?: string;
  /**
   * The name of its place in the list, counted from 0.
   */
  index?: string;
}
/**
 * A shadow, offset and softened.
 */
export interface Shadow {
  /**
   * Shift to the right, in `viewportUnit`.
   */
  x?: number;
  /**
   * Shift down, in `viewportUnit`.
   */
  y?: number;
  /**
   * CSS blur radius in `viewportUnit`: twice the standard deviation of the Gaussian.
   */
  blur?: number;
  /**
   * Colour of the shadow.
   */
  color?: Color;
  /**
   * How far the outline is moved outwards before it is blurred, in `viewportUnit`; negative: inwards. For boxes (rect, ellipse, image, a group that clips) and paths.
   */
  spread?: number;
  /**
   * Whether the shadow is inside of the outline, above what is painted. For boxes (rect, ellipse, image, a group that clips) and paths.
   */
  inset?: boolean;
}
/**
 * A part of the text with its own style.
 */
export interface TextRun {
  /**
   * The text, with `{{name}}` for values; `\{{` is a literal `{{`.
   */
  text: string;
  /**
   * A family of `fonts`, or one that ships with the renderer. Characters it lacks come from the bundled families. Without it, that of the element.
   */
  fontFamily?: string;
  /**
   * Size of the em square, in `viewportUnit`. Without it, that of the element.
   */
  fontSize?: NumberPlaceholder | number;
  /**
   * 100 (thin) to 900 (black). The nearest face of the family is used. Without it, that of the element.
   */
  fontWeight?: number;
  /**
   * Upright or italic. Without it, that of the element.
   */
  fontStyle?: 'normal' | 'italic';
  /**
   * OpenType features, by HarfBuzz's names: `{"tnum": 1}` for digits of one width. Without it, those of the element.
   */
  fontFeatures?: FontFeatures;
  /**
   * Axes of a variable font: `{"wdth": 85}`. With it, `fontWeight` is any weight that the file holds. Without it, those of the element.
   */
  fontVariations?: FontVariations;
  /**
   * The fill of the glyphs. Without it, that of the element.
   */
  color?: Paint;
  /**
   * Extra space after each character, in `viewportUnit`; negative tightens. Without it, that of the element.
   */
  letterSpacing?: number;
  /**
   * An image before the text of the run, as high as the capital letters, on the baseline: a path in the template's folder, an `https` URL or a `data:` URL, with `{{name}}` for values. Nothing is drawn if it is empty.
   */
  icon?: string;
  /**
   * A reading beside the text, at half its size: above it, or at the right of a vertical line. With `{{name}}` for values.
   */
  ruby?: string;
  /**
   * A link of the run in PDFs for the screen: an address that begins with `http:`, `https:`, `mailto:` or `tel:`, with `{{name}}` for values. Other formats have no links. Without one, or if it is empty after the values are filled in, there is none.
   */
  href?: string;
  /**
   * A line with the text. Without it, that of the element.
   */
  decoration?: 'none' | 'underline' | 'line-through';
  /**
   * Colour of the line. Without it, that of the element.
   */
  decorationColor?: Color;
  /**
   * Thickness of the line, in `viewportUnit`. Without it, that of the element.
   */
  decorationThickness?: number;
  /**
   * How far the upper edge of an underline is below the baseline, in `viewportUnit`. Without it, that of the element.
   */
  decorationOffset?: number;
  /**
   * How far the run stands above the baseline: a length in `viewportUnit`, negative for below, or `super` or `sub` by the size of the text.
   */
  baselineShift?: number | ('super' | 'sub');
  /**
   * An outline around the glyphs. Without it, that of the element.
   */
  stroke?: TextStroke;
  /**
   * A bar behind the run, besides that of the element. Without it there is none.
   */
  highlight?: Highlight;
}
/**
 * OpenType features by their tags.
 */
export interface FontFeatures {
  /**
   * 1 or `true` is on, 0 or `false` is off. Features with alternatives take the number of one.
   */
  [k: string]: number | boolean;
}
/**
 * Values of the axes of a variable font, by their tags.
 */
export interface FontVariations {
  /**
   * The value of the axis, within its range.
   */
  [k: string]: number;
}
/**
 * An outline around glyphs.
 */
export interface TextStroke {
  /**
   * Colour of the line.
   */
  color?: Color;
  /**
   * Thickness in `viewportUnit`, centred on the outline. The fill covers the inner half; 0 draws nothing.
   */
  width?: number;
}
/**
 * A bar painted behind each line of text, as wide as the line.
 */
export interface Highlight {
  /**
   * Colour of the bar.
   */
  color: Color;
  /**
   * How far the bar reaches beyond the line on every side, in `viewportUnit`.
   */
  padding?: number;
  /**
   * Radius of the corners of the bar, in `viewportUnit`.
   */
  cornerRadius?: number;
}
/**
 * The line that a text stands on.
 */
export interface TextPath {
  /**
   * SVG path data.
   */
  d: string;
  /**
   * `[x, y, width, height]` of the area of the path data that is stretched over the box. Without it, the data are in `viewportUnit` from the top left of the box.
   *
   * @minItems 4
   * @maxItems 4
   */
  viewBox?: number[];
}
/**
 * An image fitted into the box: png, jpeg, webp, gif (first frame) or avif, or an SVG from the template's folder.
 */
export interface ImageElement {
  /**
   * Makes this element an image.
   */
  type: 'image';
  /**
   * Name of the element, unique in the whole template, groups included.
   */
  id: ElementId;
  /**
   * Left edge of the box, in `viewportUnit`, from the left of the page (of the group, inside one). A layout and `pin` stand in for it.
   */
  x?: NumberPlaceholder | number;
  /**
   * Top edge of the box, in `viewportUnit`, from the top of the page (of the group, inside one). A layout and `pin` stand in for it.
   */
  y?: NumberPlaceholder | number;
  /**
   * Width of the box before rotation, in `viewportUnit`; `hug` for that of the content; `fill`, in a layout, for a share of what is left.
   */
  width?: Size;
  /**
   * Height of the box before rotation, in `viewportUnit`; `hug` for that of the content; `fill`, in a layout, for a share of what is left.
   */
  height?: Size;
  /**
   * Least width, for `hug` and `fill`, in `viewportUnit`.
   */
  minWidth?: number;
  /**
   * Greatest width, for `hug` and `fill`, in `viewportUnit`.
   */
  maxWidth?: number;
  /**
   * Least height, for `hug` and `fill`, in `viewportUnit`.
   */
  minHeight?: number;
  /**
   * Greatest height, for `hug` and `fill`, in `viewportUnit`.
   */
  maxHeight?: number;
  /**
   * In a layout: the weight of the share that `fill` gets.
   */
  grow?: number;
  /**
   * In a layout: where this element stands across the direction. Without it, as `align` of the layout says.
   */
  alignSelf?: 'start' | 'center' | 'end' | 'stretch' | 'baseline';
  /**
   * In a layout: space around this element.
   */
  margin?: Margins;
  /**
   * Distances from the edges of the page or group, in place of `x`, `y`, `width` or `height`.
   */
  pin?: Pin;
  /**
   * In a layout: repeats this element for each entry of a list.
   */
  repeat?: Repeat;
  /**
   * On a page that flows: whether this element goes to the next page rather than being divided. What is higher than a page is divided all the same.
   */
  keepTogether?: boolean;
  /**
   * On a page that flows: whether it stands on the page where the next element begins; by default it need not.
   */
  keepWithNext?: boolean;
  /**
   * On a page that flows: whether this element begins a new page.
   */
  breakBefore?: boolean;
  /**
   * Degrees clockwise about the centre of the box.
   */
  rotation?: NumberPlaceholder | number;
  /**
   * Whether the element is mirrored in its box, left to right, before it is skewed and turned.
   */
  flipX?: boolean;
  /**
   * Whether the element is mirrored in its box, top to bottom, before it is skewed and turned.
   */
  flipY?: boolean;
  /**
   * Degrees by which the element is slanted along x about the centre of its box, before it is turned: CSS `skew(skewX, skewY)`.
   */
  skewX?: number;
  /**
   * Degrees by which the element is slanted along y about the centre of its box, before it is turned: CSS `skew(skewX, skewY)`.
   */
  skewY?: number;
  /**
   * 0 is invisible, 1 is solid. A group is blended as a whole.
   */
  opacity?: NumberPlaceholder | number;
  /**
   * Whether the element is painted; `"{{name}}"` leaves it to a variable.
   */
  visible?: Visibility;
  /**
   * In PDFs of `print` templates: whether the inks of the element are printed over those below it, which stay where the element has none of them. By default black text does, and nothing else.
   */
  overprint?: boolean;
  /**
   * How the element mixes with what lies below it: the names of CSS `mix-blend-mode`.
   */
  blendMode?:
    | 'normal'
    | 'multiply'
    | 'screen'
    | 'overlay'
    | 'darken'
    | 'lighten'
    | 'color-dodge'
    | 'color-burn'
    | 'hard-light'
    | 'soft-light'
    | 'difference'
    | 'exclusion'
    | 'hue'
    | 'saturation'
    | 'color'
    | 'luminosity';
  /**
   * Shadows of the element. Without it there is none.
   */
  shadow?: Shadows;
  /**
   * Softens the whole element: the standard deviation of the Gaussian, in `viewportUnit`.
   */
  blur?: number;
  /**
   * What the picture says, for screen readers of PDFs, with `{{name}}` for values. An empty text: it is decoration. Without it, PDFs are not PDF/UA.
   */
  alt?: string;
  /**
   * A path in the template's folder, an `https` URL, a `data:` URL, or `"{{photo}}"` for an image variable. If it is empty after the values are filled in, nothing is drawn.
   */
  src: string;
  /**
   * A link in PDFs for the screen: an address that begins with `http:`, `https:`, `mailto:` or `tel:`, with `{{name}}` for values. Other formats have no links. Without one, or if it is empty after the values are filled in, there is none.
   */
  href?: string;
  /**
   * How the image is fitted to the box: the values of CSS `object-fit`, or `tile`, which repeats it from the top left of the box.
   */
  fit?: 'cover' | 'contain' | 'fill' | 'none' | 'scale-down' | 'tile';
  /**
   * With `fit: tile`: the width of a tile, in `viewportUnit`; its height keeps the proportions. Without it, a tile has one CSS pixel for each pixel of the picture.
   */
  tileWidth?: number;
  /**
   * Which part of a cropped image is visible: a point as fractions, `attention` to keep the most striking part, `face` to keep faces, or `subject` to keep faces, or else what stands out. In a layout, `absolute` takes the image out of it, to stand at `x`, `y` or `pin`.
   */
  position?: ImagePosition;
  /**
   * The part of the picture that is used, before `fit`. Without it, all of it.
   */
  crop?: Crop;
  /**
   * Of an SVG of the template's folder: the paints that take the place of its colours, by the colour in any spelling. Gradients run over the box of each shape.
   */
  colors?: {
    [k: string]: Paint;
  };
  /**
   * What the element is shown through. Without it, all of it is shown.
   */
  mask?: Mask;
  /**
   * The radius of the corners.
   */
  cornerRadius?: CornerRadius;
  /**
   * Adjustments of the image.
   */
  filters?: ImageFilters;
}
/**
 * A part of a picture, as fractions of its sides.
 */
export interface Crop {
  /**
   * Left edge of the part: 0 is that of the picture, 1 its right edge.
   */
  x?: number;
  /**
   * Top edge of the part: 0 is that of the picture, 1 its bottom edge.
   */
  y?: number;
  /**
   * Width of the part. Without it, all that is right of `x`.
   */
  width?: number;
  /**
   * Height of the part. Without it, all that is below `y`.
   */
  height?: number;
}
/**
 * What an element is shown through: the inside of a path (`d`), or the luminance of a picture times its opacity (`src`).
 */
export interface Mask {
  /**
   * SVG path data; the element is shown inside of the path.
   */
  d?: string;
  /**
   * `[x, y, width, height]` of the area of the path data that is stretched over the box. Without it, the data are in `viewportUnit` from the top left of the box.
   *
   * @minItems 4
   * @maxItems 4
   */
  viewBox?: number[];
  /**
   * Which areas of a path that crosses itself are inside.
   */
  fillRule?: 'nonzero' | 'evenodd';
  /**
   * A picture, as the `src` of an image, stretched over the box: white shows the element, black and what is transparent hide it. If it is empty after the values are filled in, all of the element is shown.
   */
  src?: string;
}
/**
 * Adjustments of an image, as the CSS filter functions of the same names.
 */
export interface ImageFilters {
  /**
   * 0 changes nothing, 1 removes them.
   */
  grayscale?: number;
  /**
   * 0 changes nothing, 1 is sepia.
   */
  sepia?: number;
  /**
   * 1 changes nothing, less dulls them, more makes them stronger.
   */
  saturate?: number;
  /**
   * 1 changes nothing, 0 is black.
   */
  brightness?: number;
  /**
   * 1 changes nothing, 0 is grey.
   */
  contrast?: number;
  /**
   * Standard deviation of a Gaussian, in `viewportUnit`.
   */
  blur?: number;
}
/**
 * A rectangle.
 */
export interface RectElement {
  /**
   * Makes this element a rect.
   */
  type: 'rect';
  /**
   * Name of the element, unique in the whole template, groups included.
   */
  id: ElementId;
  /**
   * Left edge of the box, in `viewportUnit`, from the left of the page (of the group, inside one). A layout and `pin` stand in for it.
   */
  x?: NumberPlaceholder | number;
  /**
   * Top edge of the box, in `viewportUnit`, from the top of the page (of the group, inside one). A layout and `pin` stand in for it.
   */
  y?: NumberPlaceholder | number;
  /**
   * Width of the box before rotation, in `viewportUnit`; `hug` for that of the content; `fill`, in a layout, for a share of what is left.
   */
  width?: Size;
  /**
   * Height of the box before rotation, in `viewportUnit`; `hug` for that of the content; `fill`, in a layout, for a share of what is left.
   */
  height?: Size;
  /**
   * Least width, for `hug` and `fill`, in `viewportUnit`.
   */
  minWidth?: number;
  /**
   * Greatest width, for `hug` and `fill`, in `viewportUnit`.
   */
  maxWidth?: number;
  /**
   * Least height, for `hug` and `fill`, in `viewportUnit`.
   */
  minHeight?: number;
  /**
   * Greatest height, for `hug` and `fill`, in `viewportUnit`.
   */
  maxHeight?: number;
  /**
   * In a layout: the weight of the share that `fill` gets.
   */
  grow?: number;
  /**
   * In a layout: where this element stands across the direction. Without it, as `align` of the layout says.
   */
  alignSelf?: 'start' | 'center' | 'end' | 'stretch' | 'baseline';
  /**
   * In a layout: space around this element.
   */
  margin?: Margins;
  /**
   * In a layout: `absolute` takes this element out of it, to stand at `x`, `y` or `pin`.
   */
  position?: 'static' | 'absolute';
  /**
   * Distances from the edges of the page or group, in place of `x`, `y`, `width` or `height`.
   */
  pin?: Pin;
  /**
   * In a layout: repeats this element for each entry of a list.
   */
  repeat?: Repeat;
  /**
   * On a page that flows: whether this element goes to the next page rather than being divided. What is higher than a page is divided all the same.
   */
  keepTogether?: boolean;
  /**
   * On a page that flows: whether it stands on the page where the next element begins; by default it need not.
   */
  keepWithNext?: boolean;
  /**
   * On a page that flows: whether this element begins a new page.
   */
  breakBefore?: boolean;
  /**
   * Degrees clockwise about the centre of the box.
   */
  rotation?: NumberPlaceholder | number;
  /**
   * Whether the element is mirrored in its box, left to right, before it is skewed and turned.
   */
  flipX?: boolean;
  /**
   * Whether the element is mirrored in its box, top to bottom, before it is skewed and turned.
   */
  flipY?: boolean;
  /**
   * Degrees by which the element is slanted along x about the centre of its box, before it is turned: CSS `skew(skewX, skewY)`.
   */
  skewX?: number;
  /**
   * Degrees by which the element is slanted along y about the centre of its box, before it is turned: CSS `skew(skewX, skewY)`.
   */
  skewY?: number;
  /**
   * 0 is invisible, 1 is solid. A group is blended as a whole.
   */
  opacity?: NumberPlaceholder | number;
  /**
   * Whether the element is painted; `"{{name}}"` leaves it to a variable.
   */
  visible?: Visibility;
  /**
   * In PDFs of `print` templates: whether the inks of the element are printed over those below it, which stay where the element has none of them. By default black text does, and nothing else.
   */
  overprint?: boolean;
  /**
   * How the element mixes with what lies below it: the names of CSS `mix-blend-mode`.
   */
  blendMode?:
    | 'normal'
    | 'multiply'
    | 'screen'
    | 'overlay'
    | 'darken'
    | 'lighten'
    | 'color-dodge'
    | 'color-burn'
    | 'hard-light'
    | 'soft-light'
    | 'difference'
    | 'exclusion'
    | 'hue'
    | 'saturation'
    | 'color'
    | 'luminosity';
  /**
   * Shadows of the element. Without it there is none.
   */
  shadow?: Shadows;
  /**
   * Softens the whole element: the standard deviation of the Gaussian, in `viewportUnit`.
   */
  blur?: number;
  /**
   * Blurs what lies behind the element, inside of its shape, as CSS `backdrop-filter: blur()`: the standard deviation of the Gaussian, in `viewportUnit`. To see it, the fill must be translucent or absent.
   */
  backdropBlur?: number;
  /**
   * The fill of the inside. Without it the inside stays empty.
   */
  fill?: Paint;
  /**
   * The outline. Without it there is none.
   */
  stroke?: Stroke;
  /**
   * The radius of the corners.
   */
  cornerRadius?: CornerRadius;
}
/**
 * A line along an outline.
 */
export interface Stroke {
  /**
   * Paint of the line. A gradient runs across the box of the element.
   */
  color?: Paint;
  /**
   * Thickness in `viewportUnit`; 0 draws nothing. `align` says where it lies.
   */
  width?: number;
  /**
   * Lengths of dashes and gaps in turn, in `viewportUnit`. Empty is a solid line.
   */
  dash?: number[];
  /**
   * Where in `dash` the line begins, in `viewportUnit`.
   */
  dashOffset?: number;
  /**
   * The ends of lines and dashes. Without it, `butt`, or the `cap` of a line.
   */
  cap?: 'butt' | 'round' | 'square';
  /**
   * The corners of the line.
   */
  join?: 'miter' | 'round' | 'bevel';
  /**
   * How far a pointed corner may reach, in widths of the line; longer ones are cut off. Without it, 4 of a path and 10 of a rectangle.
   */
  miterLimit?: number;
  /**
   * Where the line lies: centred on the outline, inside or outside of it. A line has no inside: there it is always centred.
   */
  align?: 'center' | 'inside' | 'outside';
}
/**
 * The ellipse that fills the box.
 */
export interface EllipseElement {
  /**
   * Makes this element an ellipse.
   */
  type: 'ellipse';
  /**
   * Name of the element, unique in the whole template, groups included.
   */
  id: ElementId;
  /**
   * Left edge of the box, in `viewportUnit`, from the left of the page (of the group, inside one). A layout and `pin` stand in for it.
   */
  x?: NumberPlaceholder | number;
  /**
   * Top edge of the box, in `viewportUnit`, from the top of the page (of the group, inside one). A layout and `pin` stand in for it.
   */
  y?: NumberPlaceholder | number;
  /**
   * Width of the box before rotation, in `viewportUnit`; `hug` for that of the content; `fill`, in a layout, for a share of what is left.
   */
  width?: Size;
  /**
   * Height of the box before rotation, in `viewportUnit`; `hug` for that of the content; `fill`, in a layout, for a share of what is left.
   */
  height?: Size;
  /**
   * Least width, for `hug` and `fill`, in `viewportUnit`.
   */
  minWidth?: number;
  /**
   * Greatest width, for `hug` and `fill`, in `viewportUnit`.
   */
  maxWidth?: number;
  /**
   * Least height, for `hug` and `fill`, in `viewportUnit`.
   */
  minHeight?: number;
  /**
   * Greatest height, for `hug` and `fill`, in `viewportUnit`.
   */
  maxHeight?: number;
  /**
   * In a layout: the weight of the share that `fill` gets.
   */
  grow?: number;
  /**
   * In a layout: where this element stands across the direction. Without it, as `align` of the layout says.
   */
  alignSelf?: 'start' | 'center' | 'end' | 'stretch' | 'baseline';
  /**
   * In a layout: space around this element.
   */
  margin?: Margins;
  /**
   * In a layout: `absolute` takes this element out of it, to stand at `x`, `y` or `pin`.
   */
  position?: 'static' | 'absolute';
  /**
   * Distances from the edges of the page or group, in place of `x`, `y`, `width` or `height`.
   */
  pin?: Pin;
  /**
   * In a layout: repeats this element for each entry of a list.
   */
  repeat?: Repeat;
  /**
   * On a page that flows: whether this element goes to the next page rather than being divided. What is higher than a page is divided all the same.
   */
  keepTogether?: boolean;
  /**
   * On a page that flows: whether it stands on the page where the next element begins; by default it need not.
   */
  keepWithNext?: boolean;
  /**
   * On a page that flows: whether this element begins a new page.
   */
  breakBefore?: boolean;
  /**
   * Degrees clockwise about the centre of the box.
   */
  rotation?: NumberPlaceholder | number;
  /**
   * Whether the element is mirrored in its box, left to right, before it is skewed and turned.
   */
  flipX?: boolean;
  /**
   * Whether the element is mirrored in its box, top to bottom, before it is skewed and turned.
   */
  flipY?: boolean;
  /**
   * Degrees by which the element is slanted along x about the centre of its box, before it is turned: CSS `skew(skewX, skewY)`.
   */
  skewX?: number;
  /**
   * Degrees by which the element is slanted along y about the centre of its box, before it is turned: CSS `skew(skewX, skewY)`.
   */
  skewY?: number;
  /**
   * 0 is invisible, 1 is solid. A group is blended as a whole.
   */
  opacity?: NumberPlaceholder | number;
  /**
   * Whether the element is painted; `"{{name}}"` leaves it to a variable.
   */
  visible?: Visibility;
  /**
   * In PDFs of `print` templates: whether the inks of the element are printed over those below it, which stay where the element has none of them. By default black text does, and nothing else.
   */
  overprint?: boolean;
  /**
   * How the element mixes with what lies below it: the names of CSS `mix-blend-mode`.
   */
  blendMode?:
    | 'normal'
    | 'multiply'
    | 'screen'
    | 'overlay'
    | 'darken'
    | 'lighten'
    | 'color-dodge'
    | 'color-burn'
    | 'hard-light'
    | 'soft-light'
    | 'difference'
    | 'exclusion'
    | 'hue'
    | 'saturation'
    | 'color'
    | 'luminosity';
  /**
   * Shadows of the element. Without it there is none.
   */
  shadow?: Shadows;
  /**
   * Softens the whole element: the standard deviation of the Gaussian, in `viewportUnit`.
   */
  blur?: number;
  /**
   * Blurs what lies behind the element, inside of its shape, as CSS `backdrop-filter: blur()`: the standard deviation of the Gaussian, in `viewportUnit`. To see it, the fill must be translucent or absent.
   */
  backdropBlur?: number;
  /**
   * The fill of the inside. Without it the inside stays empty.
   */
  fill?: Paint;
  /**
   * The outline. Without it there is none.
   */
  stroke?: Stroke;
}
/**
 * A straight line from the top left of the box to its bottom right. For a rising line, rotate it.
 */
export interface LineElement {
  /**
   * Makes this element a line.
   */
  type: 'line';
  /**
   * Name of the element, unique in the whole template, groups included.
   */
  id: ElementId;
  /**
   * Left edge of the box, in `viewportUnit`, from the left of the page (of the group, inside one). A layout and `pin` stand in for it.
   */
  x?: NumberPlaceholder | number;
  /**
   * Top edge of the box, in `viewportUnit`, from the top of the page (of the group, inside one). A layout and `pin` stand in for it.
   */
  y?: NumberPlaceholder | number;
  /**
   * Width of the box before rotation, in `viewportUnit`; `hug` for that of the content; `fill`, in a layout, for a share of what is left.
   */
  width?: Size;
  /**
   * Height of the box before rotation, in `viewportUnit`; `hug` for that of the content; `fill`, in a layout, for a share of what is left.
   */
  height?: Size;
  /**
   * Least width, for `hug` and `fill`, in `viewportUnit`.
   */
  minWidth?: number;
  /**
   * Greatest width, for `hug` and `fill`, in `viewportUnit`.
   */
  maxWidth?: number;
  /**
   * Least height, for `hug` and `fill`, in `viewportUnit`.
   */
  minHeight?: number;
  /**
   * Greatest height, for `hug` and `fill`, in `viewportUnit`.
   */
  maxHeight?: number;
  /**
   * In a layout: the weight of the share that `fill` gets.
   */
  grow?: number;
  /**
   * In a layout: where this element stands across the direction. Without it, as `align` of the layout says.
   */
  alignSelf?: 'start' | 'center' | 'end' | 'stretch' | 'baseline';
  /**
   * In a layout: space around this element.
   */
  margin?: Margins;
  /**
   * In a layout: `absolute` takes this element out of it, to stand at `x`, `y` or `pin`.
   */
  position?: 'static' | 'absolute';
  /**
   * Distances from the edges of the page or group, in place of `x`, `y`, `width` or `height`.
   */
  pin?: Pin;
  /**
   * In a layout: repeats this element for each entry of a list.
   */
  repeat?: Repeat;
  /**
   * On a page that flows: whether this element goes to the next page rather than being divided. What is higher than a page is divided all the same.
   */
  keepTogether?: boolean;
  /**
   * On a page that flows: whether it stands on the page where the next element begins; by default it need not.
   */
  keepWithNext?: boolean;
  /**
   * On a page that flows: whether this element begins a new page.
   */
  breakBefore?: boolean;
  /**
   * Degrees clockwise about the centre of the box.
   */
  rotation?: NumberPlaceholder | number;
  /**
   * Whether the element is mirrored in its box, left to right, before it is skewed and turned.
   */
  flipX?: boolean;
  /**
   * Whether the element is mirrored in its box, top to bottom, before it is skewed and turned.
   */
  flipY?: boolean;
  /**
   * Degrees by which the element is slanted along x about the centre of its box, before it is turned: CSS `skew(skewX, skewY)`.
   */
  skewX?: number;
  /**
   * Degrees by which the element is slanted along y about the centre of its box, before it is turned: CSS `skew(skewX, skewY)`.
   */
  skewY?: number;
  /**
   * 0 is invisible, 1 is solid. A group is blended as a whole.
   */
  opacity?: NumberPlaceholder | number;
  /**
   * Whether the element is painted; `"{{name}}"` leaves it to a variable.
   */
  visible?: Visibility;
  /**
   * In PDFs of `print` templates: whether the inks of the element are printed over those below it, which stay where the element has none of them. By default black text does, and nothing else.
   */
  overprint?: boolean;
  /**
   * How the element mixes with what lies below it: the names of CSS `mix-blend-mode`.
   */
  blendMode?:
    | 'normal'
    | 'multiply'
    | 'screen'
    | 'overlay'
    | 'darken'
    | 'lighten'
    | 'color-dodge'
    | 'color-burn'
    | 'hard-light'
    | 'soft-light'
    | 'difference'
    | 'exclusion'
    | 'hue'
    | 'saturation'
    | 'color'
    | 'luminosity';
  /**
   * Shadows of the element. Without it there is none.
   */
  shadow?: Shadows;
  /**
   * Softens the whole element: the standard deviation of the Gaussian, in `viewportUnit`.
   */
  blur?: number;
  /**
   * The line itself. Without it nothing is drawn.
   */
  stroke?: Stroke;
  /**
   * Shape of the ends.
   */
  cap?: 'butt' | 'round' | 'square';
}
/**
 * A free shape.
 */
export interface PathElement {
  /**
   * Makes this element a path.
   */
  type: 'path';
  /**
   * Name of the element, unique in the whole template, groups included.
   */
  id: ElementId;
  /**
   * Left edge of the box, in `viewportUnit`, from the left of the page (of the group, inside one). A layout and `pin` stand in for it.
   */
  x?: NumberPlaceholder | number;
  /**
   * Top edge of the box, in `viewportUnit`, from the top of the page (of the group, inside one). A layout and `pin` stand in for it.
   */
  y?: NumberPlaceholder | number;
  /**
   * Width of the box before rotation, in `viewportUnit`; `hug` for that of the content; `fill`, in a layout, for a share of what is left.
   */
  width?: Size;
  /**
   * Height of the box before rotation, in `viewportUnit`; `hug` for that of the content; `fill`, in a layout, for a share of what is left.
   */
  height?: Size;
  /**
   * Least width, for `hug` and `fill`, in `viewportUnit`.
   */
  minWidth?: number;
  /**
   * Greatest width, for `hug` and `fill`, in `viewportUnit`.
   */
  maxWidth?: number;
  /**
   * Least height, for `hug` and `fill`, in `viewportUnit`.
   */
  minHeight?: number;
  /**
   * Greatest height, for `hug` and `fill`, in `viewportUnit`.
   */
  maxHeight?: number;
  /**
   * In a layout: the weight of the share that `fill` gets.
   */
  grow?: number;
  /**
   * In a layout: where this element stands across the direction. Without it, as `align` of the layout says.
   */
  alignSelf?: 'start' | 'center' | 'end' | 'stretch' | 'baseline';
  /**
   * In a layout: space around this element.
   */
  margin?: Margins;
  /**
   * In a layout: `absolute` takes this element out of it, to stand at `x`, `y` or `pin`.
   */
  position?: 'static' | 'absolute';
  /**
   * Distances from the edges of the page or group, in place of `x`, `y`, `width` or `height`.
   */
  pin?: Pin;
  /**
   * In a layout: repeats this element for each entry of a list.
   */
  repeat?: Repeat;
  /**
   * On a page that flows: whether this element goes to the next page rather than being divided. What is higher than a page is divided all the same.
   */
  keepTogether?: boolean;
  /**
   * On a page that flows: whether it stands on the page where the next element begins; by default it need not.
   */
  keepWithNext?: boolean;
  /**
   * On a page that flows: whether this element begins a new page.
   */
  breakBefore?: boolean;
  /**
   * Degrees clockwise about the centre of the box.
   */
  rotation?: NumberPlaceholder | number;
  /**
   * Whether the element is mirrored in its box, left to right, before it is skewed and turned.
   */
  flipX?: boolean;
  /**
   * Whether the element is mirrored in its box, top to bottom, before it is skewed and turned.
   */
  flipY?: boolean;
  /**
   * Degrees by which the element is slanted along x about the centre of its box, before it is turned: CSS `skew(skewX, skewY)`.
   */
  skewX?: number;
  /**
   * Degrees by which the element is slanted along y about the centre of its box, before it is turned: CSS `skew(skewX, skewY)`.
   */
  skewY?: number;
  /**
   * 0 is invisible, 1 is solid. A group is blended as a whole.
   */
  opacity?: NumberPlaceholder | number;
  /**
   * Whether the element is painted; `"{{name}}"` leaves it to a variable.
   */
  visible?: Visibility;
  /**
   * In PDFs of `print` templates: whether the inks of the element are printed over those below it, which stay where the element has none of them. By default black text does, and nothing else.
   */
  overprint?: boolean;
  /**
   * How the element mixes with what lies below it: the names of CSS `mix-blend-mode`.
   */
  blendMode?:
    | 'normal'
    | 'multiply'
    | 'screen'
    | 'overlay'
    | 'darken'
    | 'lighten'
    | 'color-dodge'
    | 'color-burn'
    | 'hard-light'
    | 'soft-light'
    | 'difference'
    | 'exclusion'
    | 'hue'
    | 'saturation'
    | 'color'
    | 'luminosity';
  /**
   * Shadows of the element. Without it there is none.
   */
  shadow?: Shadows;
  /**
   * Softens the whole element: the standard deviation of the Gaussian, in `viewportUnit`.
   */
  blur?: number;
  /**
   * SVG path data.
   */
  d: string;
  /**
   * `[x, y, width, height]` of the area of the path data that is stretched over the box. Without it, the data are in `viewportUnit` from the top left of the box.
   *
   * @minItems 4
   * @maxItems 4
   */
  viewBox?: number[];
  /**
   * Blurs what lies behind the element, inside of its shape, as CSS `backdrop-filter: blur()`: the standard deviation of the Gaussian, in `viewportUnit`. To see it, the fill must be translucent or absent.
   */
  backdropBlur?: number;
  /**
   * The fill of the inside. Without it the inside stays empty.
   */
  fill?: Paint;
  /**
   * The outline. Without it there is none.
   */
  stroke?: Stroke;
  /**
   * Which areas of a path that crosses itself are inside.
   */
  fillRule?: 'nonzero' | 'evenodd';
}
/**
 * A QR code as large as the box allows, on whole pixels. An empty value draws nothing.
 */
export interface QrCodeElement {
  /**
   * Makes this element a qrcode.
   */
  type: 'qrcode';
  /**
   * Name of the element, unique in the whole template, groups included.
   */
  id: ElementId;
  /**
   * Left edge of the box, in `viewportUnit`, from the left of the page (of the group, inside one). A layout and `pin` stand in for it.
   */
  x?: NumberPlaceholder | number;
  /**
   * Top edge of the box, in `viewportUnit`, from the top of the page (of the group, inside one). A layout and `pin` stand in for it.
   */
  y?: NumberPlaceholder | number;
  /**
   * Width of the box before rotation, in `viewportUnit`; `hug` for that of the content; `fill`, in a layout, for a share of what is left.
   */
  width?: Size;
  /**
   * Height of the box before rotation, in `viewportUnit`; `hug` for that of the content; `fill`, in a layout, for a share of what is left.
   */
  height?: Size;
  /**
   * Least width, for `hug` and `fill`, in `viewportUnit`.
   */
  minWidth?: number;
  /**
   * Greatest width, for `hug` and `fill`, in `viewportUnit`.
   */
  maxWidth?: number;
  /**
   * Least height, for `hug` and `fill`, in `viewportUnit`.
   */
  minHeight?: number;
  /**
   * Greatest height, for `hug` and `fill`, in `viewportUnit`.
   */
  maxHeight?: number;
  /**
   * In a layout: the weight of the share that `fill` gets.
   */
  grow?: number;
  /**
   * In a layout: where this element stands across the direction. Without it, as `align` of the layout says.
   */
  alignSelf?: 'start' | 'center' | 'end' | 'stretch' | 'baseline';
  /**
   * In a layout: `absolute` takes this element out of it, to stand at `x`, `y` or `pin`.
   */
  position?: 'static' | 'absolute';
  /**
   * Distances from the edges of the page or group, in place of `x`, `y`, `width` or `height`.
   */
  pin?: Pin;
  /**
   * In a layout: repeats this element for each entry of a list.
   */
  repeat?: Repeat;
  /**
   * On a page that flows: whether this element goes to the next page rather than being divided. What is higher than a page is divided all the same.
   */
  keepTogether?: boolean;
  /**
   * On a page that flows: whether it stands on the page where the next element begins; by default it need not.
   */
  keepWithNext?: boolean;
  /**
   * On a page that flows: whether this element begins a new page.
   */
  breakBefore?: boolean;
  /**
   * Degrees clockwise about the centre of the box.
   */
  rotation?: NumberPlaceholder | number;
  /**
   * Whether the element is mirrored in its box, left to right, before it is skewed and turned.
   */
  flipX?: boolean;
  /**
   * Whether the element is mirrored in its box, top to bottom, before it is skewed and turned.
   */
  flipY?: boolean;
  /**
   * Degrees by which the element is slanted along x about the centre of its box, before it is turned: CSS `skew(skewX, skewY)`.
   */
  skewX?: number;
  /**
   * Degrees by which the element is slanted along y about the centre of its box, before it is turned: CSS `skew(skewX, skewY)`.
   */
  skewY?: number;
  /**
   * 0 is invisible, 1 is solid. A group is blended as a whole.
   */
  opacity?: NumberPlaceholder | number;
  /**
   * Whether the element is painted; `"{{name}}"` leaves it to a variable.
   */
  visible?: Visibility;
  /**
   * In PDFs of `print` templates: whether the inks of the element are printed over those below it, which stay where the element has none of them. By default black text does, and nothing else.
   */
  overprint?: boolean;
  /**
   * How the element mixes with what lies below it: the names of CSS `mix-blend-mode`.
   */
  blendMode?:
    | 'normal'
    | 'multiply'
    | 'screen'
    | 'overlay'
    | 'darken'
    | 'lighten'
    | 'color-dodge'
    | 'color-burn'
    | 'hard-light'
    | 'soft-light'
    | 'difference'
    | 'exclusion'
    | 'hue'
    | 'saturation'
    | 'color'
    | 'luminosity';
  /**
   * Shadows of the element. Without it there is none.
   */
  shadow?: Shadows;
  /**
   * Softens the whole element: the standard deviation of the Gaussian, in `viewportUnit`.
   */
  blur?: number;
  /**
   * What the code is for, for screen readers of PDFs, with `{{name}}` for values. An empty text: it is decoration. Without it, its value.
   */
  alt?: string;
  /**
   * The data, with `{{name}}` for values.
   */
  value: string;
  /**
   * Options of the code by name.
   */
  options?: {
    /**
     * The size of the code: 21 modules across for 1, 4 more for each further one. Without it, the smallest that holds the data.
     */
    version?: number;
  };
  /**
   * The side of a module, or the width of the narrowest bar (GS1: X-dimension), in `viewportUnit`. It becomes the nearest whole number of dots of `viewportExportDpi`. Without it, a code is as large as fits its box. Sides of the box that are not given hug the code.
   */
  moduleSize?: number;
  /**
   * By how much bars and dark modules are narrower than their standard says, in `viewportUnit`, since ink spreads.
   */
  barWidthReduction?: number;
  /**
   * The shape of the modules: `square`, as the standard says, `rounded`, with round corners at the ends of dark parts, or `dots`.
   */
  moduleShape?: 'square' | 'rounded' | 'dots';
  /**
   * A picture in the middle of the code. Modules below it are left out; it is refused where error correction could not restore enough of them.
   */
  logo?: QrCodeLogo;
  /**
   * How much of the code may be damaged: about 7, 15, 25 or 30 %.
   */
  errorCorrection?: 'L' | 'M' | 'Q' | 'H';
  /**
   * Colour of the dark parts.
   */
  color?: Color;
  /**
   * Colour of the light parts and the margin. Without it they stay transparent.
   */
  background?: Color;
  /**
   * Quiet zone in modules. Readers expect 4.
   */
  margin?: number;
}
/**
 * A picture in the middle of a QR code.
 */
export interface QrCodeLogo {
  /**
   * As `src` of an image. If it is empty after the values are filled in, the code has no logo.
   */
  src: string;
  /**
   * The side of its square as a part of the side of the code. The picture is fitted into it.
   */
  size?: number;
}
/**
 * A barcode as large as the box allows, on whole pixels. An empty value draws nothing.
 */
export interface BarcodeElement {
  /**
   * Makes this element a barcode.
   */
  type: 'barcode';
  /**
   * Name of the element, unique in the whole template, groups included.
   */
  id: ElementId;
  /**
   * Left edge of the box, in `viewportUnit`, from the left of the page (of the group, inside one). A layout and `pin` stand in for it.
   */
  x?: NumberPlaceholder | number;
  /**
   * Top edge of the box, in `viewportUnit`, from the top of the page (of the group, inside one). A layout and `pin` stand in for it.
   */
  y?: NumberPlaceholder | number;
  /**
   * Width of the box before rotation, in `viewportUnit`; `hug` for that of the content; `fill`, in a layout, for a share of what is left.
   */
  width?: Size;
  /**
   * Height of the box before rotation, in `viewportUnit`; `hug` for that of the content; `fill`, in a layout, for a share of what is left.
   */
  height?: Size;
  /**
   * Least width, for `hug` and `fill`, in `viewportUnit`.
   */
  minWidth?: number;
  /**
   * Greatest width, for `hug` and `fill`, in `viewportUnit`.
   */
  maxWidth?: number;
  /**
   * Least height, for `hug` and `fill`, in `viewportUnit`.
   */
  minHeight?: number;
  /**
   * Greatest height, for `hug` and `fill`, in `viewportUnit`.
   */
  maxHeight?: number;
  /**
   * In a layout: the weight of the share that `fill` gets.
   */
  grow?: number;
  /**
   * In a layout: where this element stands across the direction. Without it, as `align` of the layout says.
   */
  alignSelf?: 'start' | 'center' | 'end' | 'stretch' | 'baseline';
  /**
   * In a layout: space around this element.
   */
  margin?: Margins;
  /**
   * In a layout: `absolute` takes this element out of it, to stand at `x`, `y` or `pin`.
   */
  position?: 'static' | 'absolute';
  /**
   * Distances from the edges of the page or group, in place of `x`, `y`, `width` or `height`.
   */
  pin?: Pin;
  /**
   * In a layout: repeats this element for each entry of a list.
   */
  repeat?: Repeat;
  /**
   * On a page that flows: whether this element goes to the next page rather than being divided. What is higher than a page is divided all the same.
   */
  keepTogether?: boolean;
  /**
   * On a page that flows: whether it stands on the page where the next element begins; by default it need not.
   */
  keepWithNext?: boolean;
  /**
   * On a page that flows: whether this element begins a new page.
   */
  breakBefore?: boolean;
  /**
   * Degrees clockwise about the centre of the box.
   */
  rotation?: NumberPlaceholder | number;
  /**
   * Whether the element is mirrored in its box, left to right, before it is skewed and turned.
   */
  flipX?: boolean;
  /**
   * Whether the element is mirrored in its box, top to bottom, before it is skewed and turned.
   */
  flipY?: boolean;
  /**
   * Degrees by which the element is slanted along x about the centre of its box, before it is turned: CSS `skew(skewX, skewY)`.
   */
  skewX?: number;
  /**
   * Degrees by which the element is slanted along y about the centre of its box, before it is turned: CSS `skew(skewX, skewY)`.
   */
  skewY?: number;
  /**
   * 0 is invisible, 1 is solid. A group is blended as a whole.
   */
  opacity?: NumberPlaceholder | number;
  /**
   * Whether the element is painted; `"{{name}}"` leaves it to a variable.
   */
  visible?: Visibility;
  /**
   * In PDFs of `print` templates: whether the inks of the element are printed over those below it, which stay where the element has none of them. By default black text does, and nothing else.
   */
  overprint?: boolean;
  /**
   * How the element mixes with what lies below it: the names of CSS `mix-blend-mode`.
   */
  blendMode?:
    | 'normal'
    | 'multiply'
    | 'screen'
    | 'overlay'
    | 'darken'
    | 'lighten'
    | 'color-dodge'
    | 'color-burn'
    | 'hard-light'
    | 'soft-light'
    | 'difference'
    | 'exclusion'
    | 'hue'
    | 'saturation'
    | 'color'
    | 'luminosity';
  /**
   * Shadows of the element. Without it there is none.
   */
  shadow?: Shadows;
  /**
   * Softens the whole element: the standard deviation of the Gaussian, in `viewportUnit`.
   */
  blur?: number;
  /**
   * What the code is for, for screen readers of PDFs, with `{{name}}` for values. An empty text: it is decoration. Without it, its value.
   */
  alt?: string;
  /**
   * The data, with `{{name}}` for values. A check digit may be left out of the EAN, UPC and ITF-14 codes, and is verified if it is given.
   */
  value: string;
  /**
   * The kind of barcode.
   */
  symbology:
    | 'auspost'
    | 'azteccode'
    | 'azteccodecompact'
    | 'aztecrune'
    | 'bc412'
    | 'channelcode'
    | 'codabar'
    | 'codablockf'
    | 'code11'
    | 'code128'
    | 'code16k'
    | 'code2of5'
    | 'code32'
    | 'code39'
    | 'code39ext'
    | 'code49'
    | 'code93'
    | 'code93ext'
    | 'codeone'
    | 'coop2of5'
    | 'databarexpanded'
    | 'databarexpandedcomposite'
    | 'databarexpandedstacked'
    | 'databarexpandedstackedcomposite'
    | 'databarlimited'
    | 'databarlimitedcomposite'
    | 'databaromni'
    | 'databaromnicomposite'
    | 'databarstacked'
    | 'databarstackedcomposite'
    | 'databarstackedomni'
    | 'databarstackedomnicomposite'
    | 'databartruncated'
    | 'databartruncatedcomposite'
    | 'datalogic2of5'
    | 'datamatrix'
    | 'datamatrixrectangular'
    | 'datamatrixrectangularextension'
    | 'dotcode'
    | 'ean13'
    | 'ean13composite'
    | 'ean14'
    | 'ean2'
    | 'ean5'
    | 'ean8'
    | 'ean8composite'
    | 'flattermarken'
    | 'gs1-128'
    | 'gs1-128composite'
    | 'gs1datamatrix'
    | 'gs1datamatrixrectangular'
    | 'gs1dldatamatrix'
    | 'gs1dlqrcode'
    | 'gs1dotcode'
    | 'gs1northamericancoupon'
    | 'gs1qrcode'
    | 'hanxin'
    | 'hibcazteccode'
    | 'hibccodablockf'
    | 'hibccode128'
    | 'hibccode39'
    | 'hibcdatamatrix'
    | 'hibcdatamatrixrectangular'
    | 'hibcmicropdf417'
    | 'hibcpdf417'
    | 'hibcqrcode'
    | 'iata2of5'
    | 'identcode'
    | 'industrial2of5'
    | 'interleaved2of5'
    | 'isbn'
    | 'ismn'
    | 'issn'
    | 'itf14'
    | 'japanpost'
    | 'kix'
    | 'leitcode'
    | 'mands'
    | 'matrix2of5'
    | 'maxicode'
    | 'micropdf417'
    | 'microqrcode'
    | 'msi'
    | 'onecode'
    | 'pdf417'
    | 'pdf417compact'
    | 'pharmacode'
    | 'pharmacode2'
    | 'planet'
    | 'plessey'
    | 'posicode'
    | 'postnet'
    | 'pzn'
    | 'qrcode'
    | 'rationalizedCodabar'
    | 'rectangularmicroqrcode'
    | 'royalmail'
    | 'sscc18'
    | 'swissqrcode'
    | 'telepen'
    | 'telepennumeric'
    | 'upca'
    | 'upcacomposite'
    | 'upce'
    | 'upcecomposite';
  /**
   * Colour of the dark parts.
   */
  color?: Color;
  /**
   * Colour of the light parts and the margin. Without it they stay transparent.
   */
  background?: Color;
  /**
   * Options of the symbology by their names in BWIPP, such as `columns` of `pdf417`, `includecheck` of `code39`, or `eclevel`. The guide lists them.
   */
  options?: {
    [k: string]: string | number | boolean;
  };
  /**
   * The side of a module, or the width of the narrowest bar (GS1: X-dimension), in `viewportUnit`. It becomes the nearest whole number of dots of `viewportExportDpi`. Without it, a code is as large as fits its box. Sides of the box that are not given hug the code.
   */
  moduleSize?: number;
  /**
   * By how much bars and dark modules are narrower than their standard says, in `viewportUnit`, since ink spreads.
   */
  barWidthReduction?: number;
  /**
   * Of `itf14` and `interleaved2of5`: bars along the top and bottom of the code (`horizontal`), or all around it (`frame`), which keep readers from reading a part of it. Without it, `itf14` has horizontal ones.
   */
  bearerBars?: 'none' | 'horizontal' | 'frame';
  /**
   * Whether the data are printed below a linear code.
   */
  showText?: boolean;
}
/**
 * A chart by Vega-Lite, drawn as vectors in PDF and SVG. Nothing is loaded for it.
 */
export interface ChartElement {
  /**
   * Makes this element a chart.
   */
  type: 'chart';
  /**
   * Name of the element, unique in the whole template, groups included.
   */
  id: ElementId;
  /**
   * Left edge of the box, in `viewportUnit`, from the left of the page (of the group, inside one). A layout and `pin` stand in for it.
   */
  x?: NumberPlaceholder | number;
  /**
   * Top edge of the box, in `viewportUnit`, from the top of the page (of the group, inside one). A layout and `pin` stand in for it.
   */
  y?: NumberPlaceholder | number;
  /**
   * Width of the box before rotation, in `viewportUnit`; `hug` for that of the content; `fill`, in a layout, for a share of what is left.
   */
  width?: Size;
  /**
   * Height of the box before rotation, in `viewportUnit`; `hug` for that of the content; `fill`, in a layout, for a share of what is left.
   */
  height?: Size;
  /**
   * Least width, for `hug` and `fill`, in `viewportUnit`.
   */
  minWidth?: number;
  /**
   * Greatest width, for `hug` and `fill`, in `viewportUnit`.
   */
  maxWidth?: number;
  /**
   * Least height, for `hug` and `fill`, in `viewportUnit`.
   */
  minHeight?: number;
  /**
   * Greatest height, for `hug` and `fill`, in `viewportUnit`.
   */
  maxHeight?: number;
  /**
   * In a layout: the weight of the share that `fill` gets.
   */
  grow?: number;
  /**
   * In a layout: where this element stands across the direction. Without it, as `align` of the layout says.
   */
  alignSelf?: 'start' | 'center' | 'end' | 'stretch' | 'baseline';
  /**
   * In a layout: space around this element.
   */
  margin?: Margins;
  /**
   * In a layout: `absolute` takes this element out of it, to stand at `x`, `y` or `pin`.
   */
  position?: 'static' | 'absolute';
  /**
   * Distances from the edges of the page or group, in place of `x`, `y`, `width` or `height`.
   */
  pin?: Pin;
  /**
   * In a layout: repeats this element for each entry of a list.
   */
  repeat?: Repeat;
  /**
   * On a page that flows: whether this element goes to the next page rather than being divided. What is higher than a page is divided all the same.
   */
  keepTogether?: boolean;
  /**
   * On a page that flows: whether it stands on the page where the next element begins; by default it need not.
   */
  keepWithNext?: boolean;
  /**
   * On a page that flows: whether this element begins a new page.
   */
  breakBefore?: boolean;
  /**
   * Degrees clockwise about the centre of the box.
   */
  rotation?: NumberPlaceholder | number;
  /**
   * Whether the element is mirrored in its box, left to right, before it is skewed and turned.
   */
  flipX?: boolean;
  /**
   * Whether the element is mirrored in its box, top to bottom, before it is skewed and turned.
   */
  flipY?: boolean;
  /**
   * Degrees by which the element is slanted along x about the centre of its box, before it is turned: CSS `skew(skewX, skewY)`.
   */
  skewX?: number;
  /**
   * Degrees by which the element is slanted along y about the centre of its box, before it is turned: CSS `skew(skewX, skewY)`.
   */
  skewY?: number;
  /**
   * 0 is invisible, 1 is solid. A group is blended as a whole.
   */
  opacity?: NumberPlaceholder | number;
  /**
   * Whether the element is painted; `"{{name}}"` leaves it to a variable.
   */
  visible?: Visibility;
  /**
   * In PDFs of `print` templates: whether the inks of the element are printed over those below it, which stay where the element has none of them. By default black text does, and nothing else.
   */
  overprint?: boolean;
  /**
   * How the element mixes with what lies below it: the names of CSS `mix-blend-mode`.
   */
  blendMode?:
    | 'normal'
    | 'multiply'
    | 'screen'
    | 'overlay'
    | 'darken'
    | 'lighten'
    | 'color-dodge'
    | 'color-burn'
    | 'hard-light'
    | 'soft-light'
    | 'difference'
    | 'exclusion'
    | 'hue'
    | 'saturation'
    | 'color'
    | 'luminosity';
  /**
   * Shadows of the element. Without it there is none.
   */
  shadow?: Shadows;
  /**
   * Softens the whole element: the standard deviation of the Gaussian, in `viewportUnit`.
   */
  blur?: number;
  /**
   * What the chart says, for screen readers of PDFs, with `{{name}}` for values. An empty text: it is decoration. Without it, PDFs are not PDF/UA.
   */
  alt?: string;
  /**
   * A Vega-Lite specification. Its data are inline, or `{"name": "items"}` names a variable of the type `list`; its titles and texts are filled with values (`{{name}}`), and its expressions may name the other variables. Without `width` and `height`, one view fills the box; anything else is fitted into it.
   */
  spec: {};
  /**
   * The family of the chart's texts. Without it, the first of `fonts`, or Inter. A `config` in `spec` goes before it.
   */
  fontFamily?: string;
  /**
   * Colour of texts, axes and rules. Without it, that of the template's first text.
   */
  color?: Color;
  /**
   * Colours of marks, in the order of the categories; the colours of Vega follow. Without it, the saturated colours of the template's shapes, as they come.
   *
   * @maxItems 20
   */
  palette?: Color[];
}
/**
 * A table with a row for each entry of a list. In a page that flows it goes on on the next page, below its header.
 */
export interface TableElement {
  /**
   * Makes this element a table.
   */
  type: 'table';
  /**
   * Name of the element, unique in the whole template, groups included.
   */
  id: ElementId;
  /**
   * Left edge of the box, in `viewportUnit`, from the left of the page (of the group, inside one). A layout and `pin` stand in for it.
   */
  x?: NumberPlaceholder | number;
  /**
   * Top edge of the box, in `viewportUnit`, from the top of the page (of the group, inside one). A layout and `pin` stand in for it.
   */
  y?: NumberPlaceholder | number;
  /**
   * Width of the box before rotation, in `viewportUnit`; `hug` for that of the content; `fill`, in a layout, for a share of what is left.
   */
  width?: Size;
  /**
   * Height of the box before rotation, in `viewportUnit`; `hug` for that of all rows; `fill`, in a layout, for a share of what is left. Rows that do not fit are left out, with a warning.
   */
  height?: Size;
  /**
   * Least width, for `hug` and `fill`, in `viewportUnit`.
   */
  minWidth?: number;
  /**
   * Greatest width, for `hug` and `fill`, in `viewportUnit`.
   */
  maxWidth?: number;
  /**
   * Least height, for `hug` and `fill`, in `viewportUnit`.
   */
  minHeight?: number;
  /**
   * Greatest height, for `hug` and `fill`, in `viewportUnit`.
   */
  maxHeight?: number;
  /**
   * In a layout: the weight of the share that `fill` gets.
   */
  grow?: number;
  /**
   * In a layout: where this element stands across the direction. Without it, as `align` of the layout says.
   */
  alignSelf?: 'start' | 'center' | 'end' | 'stretch' | 'baseline';
  /**
   * In a layout: space around this element.
   */
  margin?: Margins;
  /**
   * In a layout: `absolute` takes this element out of it, to stand at `x`, `y` or `pin`.
   */
  position?: 'static' | 'absolute';
  /**
   * Distances from the edges of the page or group, in place of `x`, `y`, `width` or `height`.
   */
  pin?: Pin;
  /**
   * In a layout: repeats this element for each entry of a list.
   */
  repeat?: Repeat;
  /**
   * On a page that flows: whether this element goes to the next page rather than being divided. What is higher than a page is divided all the same.
   */
  keepTogether?: boolean;
  /**
   * On a page that flows: whether it stands on the page where the next element begins; by default it need not.
   */
  keepWithNext?: boolean;
  /**
   * On a page that flows: whether this element begins a new page.
   */
  breakBefore?: boolean;
  /**
   * Degrees clockwise about the centre of the box.
   */
  rotation?: NumberPlaceholder | number;
  /**
   * Whether the element is mirrored in its box, left to right, before it is skewed and turned.
   */
  flipX?: boolean;
  /**
   * Whether the element is mirrored in its box, top to bottom, before it is skewed and turned.
   */
  flipY?: boolean;
  /**
   * Degrees by which the element is slanted along x about the centre of its box, before it is turned: CSS `skew(skewX, skewY)`.
   */
  skewX?: number;
  /**
   * Degrees by which the element is slanted along y about the centre of its box, before it is turned: CSS `skew(skewX, skewY)`.
   */
  skewY?: number;
  /**
   * 0 is invisible, 1 is solid. A group is blended as a whole.
   */
  opacity?: NumberPlaceholder | number;
  /**
   * Whether the element is painted; `"{{name}}"` leaves it to a variable.
   */
  visible?: Visibility;
  /**
   * In PDFs of `print` templates: whether the inks of the element are printed over those below it, which stay where the element has none of them. By default black text does, and nothing else.
   */
  overprint?: boolean;
  /**
   * How the element mixes with what lies below it: the names of CSS `mix-blend-mode`.
   */
  blendMode?:
    | 'normal'
    | 'multiply'
    | 'screen'
    | 'overlay'
    | 'darken'
    | 'lighten'
    | 'color-dodge'
    | 'color-burn'
    | 'hard-light'
    | 'soft-light'
    | 'difference'
    | 'exclusion'
    | 'hue'
    | 'saturation'
    | 'color'
    | 'luminosity';
  /**
   * Shadows of the element. Without it there is none.
   */
  shadow?: Shadows;
  /**
   * Softens the whole element: the standard deviation of the Gaussian, in `viewportUnit`.
   */
  blur?: number;
  /**
   * In which direction the columns run and lines start: with `rtl` the first column is at the right. `auto` is that of what is around, and at last of the document.
   */
  direction?: 'auto' | 'ltr' | 'rtl';
  /**
   * The entries that the rows show: `"{{ items }}"` with a list variable, or an expression that makes entries of one, such as `"{{ items.filter(i, i.price > 0.0) }}"`.
   */
  rows: string;
  /**
   * The name of the entry in expressions: `{{ item.price }}`.
   */
  as?: string;
  /**
   * The name of its place in the list, counted from 0.
   */
  index?: string;
  /**
   * The columns, from left to right.
   *
   * @minItems 1
   * @maxItems 100
   */
  columns: TableColumn[];
  /**
   * What rows of a group have in common, such as `"{{ item.customer }}"`. They stand together, in the order in which their groups appear first.
   */
  groupBy?: string;
  /**
   * A row above each group. It knows the first entry of the group, and all of them as `group`: `"{{ item.customer }}, {{ group.size() }}"`.
   */
  groupHeader?: TableTotal;
  /**
   * A row below each group. It knows the first entry of the group, and all of them as `group`: `"{{ sum(group.map(x, x.price)) }}"`.
   */
  groupTotal?: TableTotal;
  /**
   * The style of the header, which shows the `header` of each column. Null for none.
   */
  header?: null | TableHeader;
  /**
   * The style of rows. Its expressions know the entry of the row.
   */
  body?: TableBody;
  /**
   * What fills every second row.
   */
  stripes?: Paint;
  /**
   * The lines. Without it there are none.
   */
  borders?: TableBorders;
  /**
   * A last row, for totals.
   */
  total?: TableTotal;
  /**
   * Further rows below `total`, such as net, tax and gross: each with its cells.
   *
   * @minItems 1
   * @maxItems 100
   */
  totals?: TableTotal[];
  /**
   * On a page that flows: the sum so far at the foot of each page where the table goes on, and at the head of the next one.
   */
  carry?: TableCarry;
}
/**
 * A column of a table.
 */
export interface TableColumn {
  /**
   * The text in the header, with `{{name}}` for values; `\{{` is a literal `{{`.
   */
  header?: string;
  /**
   * The text of a row, with `{{ item.name }}` for the values of its entry. A column needs it or `cell`, not both.
   */
  value?: string;
  /**
   * A picture or a code in each row, in place of the text of `value`. Its values know the entry of the row.
   */
  cell?: TableCell;
  /**
   * A length in `viewportUnit`, `hug` for that of the widest text, or `fill` for a share of what the others leave.
   */
  width?: ('hug' | 'fill') | number;
  /**
   * The weight of the share that `fill` gets.
   */
  grow?: number;
  /**
   * Whether the column is there; the others share its width. `"{{name}}"` leaves it to a variable. A cell of a total that stands below hidden columns only is left out with them.
   */
  visible?: Visibility;
  /**
   * Where the texts of the column sit, its header and total too; `start` and `end` follow `direction`. Without it, at the start of the line.
   */
  align?: 'left' | 'center' | 'right' | 'start' | 'end';
  /**
   * Whether lines break to fit the column. Amounts and dates never do: what formats make is one word. It goes for rows and total. Without it, that of `body`.
   */
  wrap?: boolean;
  /**
   * What happens to a text that does not fit its cell: a word that is wider, or a line without `wrap`. `shrink` makes the font smaller. It goes for rows and total. Without it, that of `body`.
   */
  overflow?: 'visible' | 'clip' | 'ellipsis' | 'shrink';
  /**
   * The smallest font size that `shrink` uses, in `viewportUnit`. It goes for rows and total. Without it, that of `body`.
   */
  minFontSize?: number;
  /**
   * How the number or date that `value` makes is written, in the `locale` of the document; `value` is one `{{…}}` then. It also goes for a total that is one `{{…}}`.
   */
  format?: ('number' | 'percent' | 'date') | TableFormat;
  /**
   * How the cells of the column look in rows, before what `body` says. Its expressions know the entry of the row.
   */
  style?: TableColumnStyle;
}
/**
 * A picture in each row of a column: an image without a place of its own.
 */
export interface TableImageCell {
  /**
   * Makes the cells pictures.
   */
  type: 'image';
  /**
   * As `src` of an image, such as `"{{ item.photo }}"`: it knows the entry of the row. If it is empty after the values are filled in, the cell is empty.
   */
  src: string;
  /**
   * Width of the box, in `viewportUnit`; never more than its column has room for. Without it, all of that room.
   */
  width?: number;
  /**
   * Height of the box, in `viewportUnit`. The row is at least as high, with its padding.
   */
  height: number;
  /**
   * How the image is fitted to the box: the values of CSS `object-fit`, or `tile`, which repeats it from the top left of the box.
   */
  fit?: 'cover' | 'contain' | 'fill' | 'none' | 'scale-down' | 'tile';
  /**
   * With `fit: tile`: the width of a tile, in `viewportUnit`; its height keeps the proportions. Without it, a tile has one CSS pixel for each pixel of the picture.
   */
  tileWidth?: number;
  /**
   * Which part of a cropped image is visible: a point as fractions, `attention` to keep the most striking part, `face` to keep faces, or `subject` to keep faces, or else what stands out.
   */
  position?: ('attention' | 'face' | 'subject') | Position;
  /**
   * The part of the picture that is used, before `fit`. Without it, all of it.
   */
  crop?: Crop;
  /**
   * Of an SVG of the template's folder: the paints that take the place of its colours, by the colour in any spelling. Gradients run over the box of each shape.
   */
  colors?: {
    [k: string]: Paint;
  };
  /**
   * The radius of the corners.
   */
  cornerRadius?: CornerRadius;
  /**
   * Adjustments of the image.
   */
  filters?: ImageFilters;
  /**
   * 0 is invisible, 1 is solid.
   */
  opacity?: NumberPlaceholder | number;
  /**
   * Whether the cell shows it; `"{{name}}"` leaves it to a value of the row. The cell is empty without it.
   */
  visible?: Visibility;
  /**
   * What the picture says, for screen readers of PDFs, with `{{name}}` for values. An empty text: it is decoration. Without it, PDFs are not PDF/UA.
   */
  alt?: string;
  /**
   * A link in PDFs for the screen: an address that begins with `http:`, `https:`, `mailto:` or `tel:`, with `{{name}}` for values. Other formats have no links. Without one, or if it is empty after the values are filled in, there is none.
   */
  href?: string;
}
/**
 * A QR code in each row of a column. An empty value leaves the cell empty.
 */
export interface TableQrCodeCell {
  /**
   * Makes the cells QR codes.
   */
  type: 'qrcode';
  /**
   * The data, with `{{ item.code }}` for the values of its entry.
   */
  value: string;
  /**
   * Width of the box, in `viewportUnit`; never more than its column has room for. Without it, as wide as high.
   */
  width?: number;
  /**
   * Height of the box, in `viewportUnit`. The row is at least as high, with its padding.
   */
  height: number;
  /**
   * Options of the code by name.
   */
  options?: {
    /**
     * The size of the code: 21 modules across for 1, 4 more for each further one. Without it, the smallest that holds the data.
     */
    version?: number;
  };
  /**
   * The side of a module, or the width of the narrowest bar (GS1: X-dimension), in `viewportUnit`. It becomes the nearest whole number of dots of `viewportExportDpi`. Without it, a code is as large as fits its box.
   */
  moduleSize?: number;
  /**
   * By how much bars and dark modules are narrower than their standard says, in `viewportUnit`, since ink spreads.
   */
  barWidthReduction?: number;
  /**
   * The shape of the modules: `square`, as the standard says, `rounded`, with round corners at the ends of dark parts, or `dots`.
   */
  moduleShape?: 'square' | 'rounded' | 'dots';
  /**
   * A picture in the middle of the code. Modules below it are left out; it is refused where error correction could not restore enough of them.
   */
  logo?: QrCodeLogo;
  /**
   * How much of the code may be damaged: about 7, 15, 25 or 30 %.
   */
  errorCorrection?: 'L' | 'M' | 'Q' | 'H';
  /**
   * Quiet zone in modules. Readers expect 4.
   */
  margin?: number;
  /**
   * Colour of the dark parts.
   */
  color?: Color;
  /**
   * Colour of the light parts and the margin. Without it they stay transparent.
   */
  background?: Color;
  /**
   * 0 is invisible, 1 is solid.
   */
  opacity?: NumberPlaceholder | number;
  /**
   * Whether the cell shows it; `"{{name}}"` leaves it to a value of the row. The cell is empty without it.
   */
  visible?: Visibility;
  /**
   * What the code is for, for screen readers of PDFs, with `{{name}}` for values. An empty text: it is decoration. Without it, its value.
   */
  alt?: string;
}
/**
 * A barcode in each row of a column. An empty value leaves the cell empty.
 */
export interface TableBarcodeCell {
  /**
   * Makes the cells barcodes.
   */
  type: 'barcode';
  /**
   * The data, with `{{ item.code }}` for the values of its entry. A check digit may be left out of the EAN, UPC and ITF-14 codes, and is verified if it is given.
   */
  value: string;
  /**
   * The kind of barcode.
   */
  symbology:
    | 'auspost'
    | 'azteccode'
    | 'azteccodecompact'
    | 'aztecrune'
    | 'bc412'
    | 'channelcode'
    | 'codabar'
    | 'codablockf'
    | 'code11'
    | 'code128'
    | 'code16k'
    | 'code2of5'
    | 'code32'
    | 'code39'
    | 'code39ext'
    | 'code49'
    | 'code93'
    | 'code93ext'
    | 'codeone'
    | 'coop2of5'
    | 'databarexpanded'
    | 'databarexpandedcomposite'
    | 'databarexpandedstacked'
    | 'databarexpandedstackedcomposite'
    | 'databarlimited'
    | 'databarlimitedcomposite'
    | 'databaromni'
    | 'databaromnicomposite'
    | 'databarstacked'
    | 'databarstackedcomposite'
    | 'databarstackedomni'
    | 'databarstackedomnicomposite'
    | 'databartruncated'
    | 'databartruncatedcomposite'
    | 'datalogic2of5'
    | 'datamatrix'
    | 'datamatrixrectangular'
    | 'datamatrixrectangularextension'
    | 'dotcode'
    | 'ean13'
    | 'ean13composite'
    | 'ean14'
    | 'ean2'
    | 'ean5'
    | 'ean8'
    | 'ean8composite'
    | 'flattermarken'
    | 'gs1-128'
    | 'gs1-128composite'
    | 'gs1datamatrix'
    | 'gs1datamatrixrectangular'
    | 'gs1dldatamatrix'
    | 'gs1dlqrcode'
    | 'gs1dotcode'
    | 'gs1northamericancoupon'
    | 'gs1qrcode'
    | 'hanxin'
    | 'hibcazteccode'
    | 'hibccodablockf'
    | 'hibccode128'
    | 'hibccode39'
    | 'hibcdatamatrix'
    | 'hibcdatamatrixrectangular'
    | 'hibcmicropdf417'
    | 'hibcpdf417'
    | 'hibcqrcode'
    | 'iata2of5'
    | 'identcode'
    | 'industrial2of5'
    | 'interleaved2of5'
    | 'isbn'
    | 'ismn'
    | 'issn'
    | 'itf14'
    | 'japanpost'
    | 'kix'
    | 'leitcode'
    | 'mands'
    | 'matrix2of5'
    | 'maxicode'
    | 'micropdf417'
    | 'microqrcode'
    | 'msi'
    | 'onecode'
    | 'pdf417'
    | 'pdf417compact'
    | 'pharmacode'
    | 'pharmacode2'
    | 'planet'
    | 'plessey'
    | 'posicode'
    | 'postnet'
    | 'pzn'
    | 'qrcode'
    | 'rationalizedCodabar'
    | 'rectangularmicroqrcode'
    | 'royalmail'
    | 'sscc18'
    | 'swissqrcode'
    | 'telepen'
    | 'telepennumeric'
    | 'upca'
    | 'upcacomposite'
    | 'upce'
    | 'upcecomposite';
  /**
   * Width of the box, in `viewportUnit`; never more than its column has room for. Without it, all of that room.
   */
  width?: number;
  /**
   * Height of the box, in `viewportUnit`. The row is at least as high, with its padding.
   */
  height: number;
  /**
   * Options of the symbology by their names in BWIPP, such as `columns` of `pdf417`, `includecheck` of `code39`, or `eclevel`. The guide lists them.
   */
  options?: {
    [k: string]: string | number | boolean;
  };
  /**
   * The side of a module, or the width of the narrowest bar (GS1: X-dimension), in `viewportUnit`. It becomes the nearest whole number of dots of `viewportExportDpi`. Without it, a code is as large as fits its box.
   */
  moduleSize?: number;
  /**
   * By how much bars and dark modules are narrower than their standard says, in `viewportUnit`, since ink spreads.
   */
  barWidthReduction?: number;
  /**
   * Of `itf14` and `interleaved2of5`: bars along the top and bottom of the code (`horizontal`), or all around it (`frame`), which keep readers from reading a part of it. Without it, `itf14` has horizontal ones.
   */
  bearerBars?: 'none' | 'horizontal' | 'frame';
  /**
   * Whether the data are printed below a linear code.
   */
  showText?: boolean;
  /**
   * Colour of the dark parts.
   */
  color?: Color;
  /**
   * Colour of the light parts and the margin. Without it they stay transparent.
   */
  background?: Color;
  /**
   * 0 is invisible, 1 is solid.
   */
  opacity?: NumberPlaceholder | number;
  /**
   * Whether the cell shows it; `"{{name}}"` leaves it to a value of the row. The cell is empty without it.
   */
  visible?: Visibility;
  /**
   * What the code is for, for screen readers of PDFs, with `{{name}}` for values. An empty text: it is decoration. Without it, its value.
   */
  alt?: string;
}
/**
 * How a number or a date is written, by the options of `Intl.NumberFormat` and `Intl.DateTimeFormat`: `{"style": "currency", "currency": "EUR"}`, `{"dateStyle": "long"}`. Dates are in UTC.
 */
export interface TableFormat {
  /**
   * Of numbers.
   */
  style?: 'decimal' | 'percent' | 'currency' | 'unit';
  /**
   * A code of ISO 4217, for the style `currency`.
   */
  currency?: string;
  /**
   * How the currency is named.
   */
  currencyDisplay?: 'code' | 'symbol' | 'narrowSymbol' | 'name';
  /**
   * Whether amounts below 0 stand in parentheses.
   */
  currencySign?: 'standard' | 'accounting';
  /**
   * A unit such as `kilogram` or `kilometer-per-hour`, for the style `unit`.
   */
  unit?: string;
  /**
   * How the unit is named.
   */
  unitDisplay?: 'short' | 'narrow' | 'long';
  /**
   * Of numbers.
   */
  notation?: 'standard' | 'scientific' | 'engineering' | 'compact';
  /**
   * For the notation `compact`.
   */
  compactDisplay?: 'short' | 'long';
  /**
   * Whether thousands are set apart.
   */
  useGrouping?: boolean;
  /**
   * When a sign is written.
   */
  signDisplay?: 'auto' | 'always' | 'exceptZero' | 'negative' | 'never';
  /**
   * Digits before the decimal separator, with zeros in front.
   */
  minimumIntegerDigits?: number;
  /**
   * Digits after the decimal separator.
   */
  minimumFractionDigits?: number;
  /**
   * Digits after the decimal separator.
   */
  maximumFractionDigits?: number;
  /**
   * Significant digits.
   */
  minimumSignificantDigits?: number;
  /**
   * Significant digits.
   */
  maximumSignificantDigits?: number;
  /**
   * How numbers are rounded.
   */
  roundingMode?:
    | 'ceil'
    | 'floor'
    | 'expand'
    | 'trunc'
    | 'halfCeil'
    | 'halfFloor'
    | 'halfExpand'
    | 'halfTrunc'
    | 'halfEven';
  /**
   * Whether zeros after the decimal separator are written.
   */
  trailingZeroDisplay?: 'auto' | 'stripIfInteger';
  /**
   * Of dates.
   */
  dateStyle?: 'full' | 'long' | 'medium' | 'short';
  /**
   * Of times.
   */
  timeStyle?: 'full' | 'long' | 'medium' | 'short';
  /**
   * How the day of the week is written.
   */
  weekday?: 'long' | 'short' | 'narrow';
  /**
   * How the era is written.
   */
  era?: 'long' | 'short' | 'narrow';
  /**
   * How the year is written.
   */
  year?: 'numeric' | '2-digit';
  /**
   * How the month is written.
   */
  month?: 'numeric' | '2-digit' | 'long' | 'short' | 'narrow';
  /**
   * How the day of the month is written.
   */
  day?: 'numeric' | '2-digit';
  /**
   * How the hour is written.
   */
  hour?: 'numeric' | '2-digit';
  /**
   * How the minute is written.
   */
  minute?: 'numeric' | '2-digit';
  /**
   * How the second is written.
   */
  second?: 'numeric' | '2-digit';
  /**
   * Whether hours are counted to 12.
   */
  hour12?: boolean;
}
/**
 * The style of a column in rows.
 */
export interface TableColumnStyle {
  /**
   * A family of `fonts`, or one that ships with the renderer. Characters it lacks come from the bundled families. Without it, that of `body`.
   */
  fontFamily?: string;
  /**
   * Size of the em square, in `viewportUnit`. Without it, that of `body`.
   */
  fontSize?: NumberPlaceholder | number;
  /**
   * 100 (thin) to 900 (black). The nearest face of the family is used. Without it, that of `body`.
   */
  fontWeight?: NumberPlaceholder | number;
  /**
   * Upright or italic. Without it, that of `body`.
   */
  fontStyle?: ChoicePlaceholder | ('normal' | 'italic');
  /**
   * OpenType features, by HarfBuzz's names: `{"tnum": 1}` for digits of one width. Without it, that of `body`.
   */
  fontFeatures?: FontFeatures;
  /**
   * Axes of a variable font: `{"wdth": 85}`. With it, `fontWeight` is any weight that the file holds. Without it, that of `body`.
   */
  fontVariations?: FontVariations;
  /**
   * Extra space after each character, in `viewportUnit`; negative tightens. Without it, that of `body`.
   */
  letterSpacing?: number;
  /**
   * The fill of the glyphs. Without it, that of `body`.
   */
  color?: Paint;
  /**
   * A line with the text. Without it, that of `body`.
   */
  decoration?: ChoicePlaceholder | ('none' | 'underline' | 'line-through');
  /**
   * Change of case, by the rules of Unicode and of `language`. Without it, that of `body`.
   */
  transform?: 'none' | 'uppercase' | 'lowercase' | 'capitalize';
  /**
   * Where the lines sit in the height of the row. Without it, that of `body`.
   */
  verticalAlign?: 'top' | 'middle' | 'bottom';
  /**
   * What fills the cells. Without it, what fills the row shows.
   */
  fill?: Paint;
}
/**
 * A row of totals, or one above or below a group.
 */
export interface TableTotal {
  /**
   * A text for each column, or for each number of `span`, with `{{name}}` for values; `\{{` is a literal `{{`.
   *
   * @minItems 1
   * @maxItems 100
   */
  cells: string[];
  /**
   * How many columns each cell takes: `[3, 1]` for two cells in four columns. Without it, one each.
   *
   * @minItems 1
   * @maxItems 100
   */
  span?: number[];
  /**
   * Where the texts of cells over several columns sit; `start` and `end` follow `direction`. Without it, such a cell has the `align` of its first column.
   */
  spanAlign?: 'left' | 'center' | 'right' | 'start' | 'end';
  /**
   * A family of `fonts`, or one that ships with the renderer. Characters it lacks come from the bundled families. Without it, that of `body`.
   */
  fontFamily?: string;
  /**
   * Size of the em square, in `viewportUnit`. Without it, that of `body`.
   */
  fontSize?: NumberPlaceholder | number;
  /**
   * 100 (thin) to 900 (black). The nearest face of the family is used. Without it, 600.
   */
  fontWeight?: NumberPlaceholder | number;
  /**
   * Upright or italic. Without it, that of `body`.
   */
  fontStyle?: ChoicePlaceholder | ('normal' | 'italic');
  /**
   * OpenType features, by HarfBuzz's names: `{"tnum": 1}` for digits of one width. Without it, that of `body`.
   */
  fontFeatures?: FontFeatures;
  /**
   * Axes of a variable font: `{"wdth": 85}`. With it, `fontWeight` is any weight that the file holds. Without it, that of `body`.
   */
  fontVariations?: FontVariations;
  /**
   * Extra space after each character, in `viewportUnit`; negative tightens. Without it, that of `body`.
   */
  letterSpacing?: number;
  /**
   * Distance between lines, as a multiple of the font size. Without it, that of `body`.
   */
  lineHeight?: number;
  /**
   * The fill of the glyphs. Without it, that of `body`.
   */
  color?: Paint;
  /**
   * A line with the text. Without it, that of `body`.
   */
  decoration?: ChoicePlaceholder | ('none' | 'underline' | 'line-through');
  /**
   * Change of case, by the rules of Unicode and of `language`. Without it, that of `body`.
   */
  transform?: 'none' | 'uppercase' | 'lowercase' | 'capitalize';
  /**
   * Where words may be divided: not at all, at soft hyphens (U+00AD), or also where `language` divides them. Without it, that of `body`.
   */
  hyphens?: 'none' | 'manual' | 'auto';
  /**
   * Whether lines break to fit the column. Amounts and dates never do: what formats make is one word. Without it, that of the column, or of `body`.
   */
  wrap?: boolean;
  /**
   * What happens to a text that does not fit its cell: a word that is wider, or a line without `wrap`. `shrink` makes the font smaller. Without it, that of the column, or of `body`.
   */
  overflow?: 'visible' | 'clip' | 'ellipsis' | 'shrink';
  /**
   * The smallest font size that `shrink` uses, in `viewportUnit`. Without it, that of the column, or of `body`.
   */
  minFontSize?: number;
  /**
   * Where the lines sit in the height of the row. Without it, that of `body`.
   */
  verticalAlign?: 'top' | 'middle' | 'bottom';
  /**
   * Space between the edges of a cell and its text. Without it, that of `body`.
   */
  padding?: Sides;
  /**
   * What fills the row. Without it, the fill of `body` shows.
   */
  fill?: Paint;
}
/**
 * The style of the header.
 */
export interface TableHeader {
  /**
   * How many columns each cell takes: `[2, 1]` for two cells above three columns. A cell shows the `header` of its first column; the others have none. Without it, one each.
   *
   * @minItems 1
   * @maxItems 100
   */
  span?: number[];
  /**
   * Where the texts of cells over several columns sit; `start` and `end` follow `direction`. Without it, such a cell has the `align` of its first column.
   */
  spanAlign?: 'left' | 'center' | 'right' | 'start' | 'end';
  /**
   * A family of `fonts`, or one that ships with the renderer. Characters it lacks come from the bundled families. Without it, that of `body`.
   */
  fontFamily?: string;
  /**
   * Size of the em square, in `viewportUnit`. Without it, that of `body`.
   */
  fontSize?: NumberPlaceholder | number;
  /**
   * 100 (thin) to 900 (black). The nearest face of the family is used. Without it, 600.
   */
  fontWeight?: NumberPlaceholder | number;
  /**
   * Upright or italic. Without it, that of `body`.
   */
  fontStyle?: ChoicePlaceholder | ('normal' | 'italic');
  /**
   * OpenType features, by HarfBuzz's names: `{"tnum": 1}` for digits of one width. Without it, that of `body`.
   */
  fontFeatures?: FontFeatures;
  /**
   * Axes of a variable font: `{"wdth": 85}`. With it, `fontWeight` is any weight that the file holds. Without it, that of `body`.
   */
  fontVariations?: FontVariations;
  /**
   * Extra space after each character, in `viewportUnit`; negative tightens. Without it, that of `body`.
   */
  letterSpacing?: number;
  /**
   * Distance between lines, as a multiple of the font size. Without it, that of `body`.
   */
  lineHeight?: number;
  /**
   * The fill of the glyphs. Without it, that of `body`.
   */
  color?: Paint;
  /**
   * A line with the text. Without it, that of `body`.
   */
  decoration?: ChoicePlaceholder | ('none' | 'underline' | 'line-through');
  /**
   * Change of case, by the rules of Unicode and of `language`. Without it, that of `body`.
   */
  transform?: 'none' | 'uppercase' | 'lowercase' | 'capitalize';
  /**
   * Where words may be divided: not at all, at soft hyphens (U+00AD), or also where `language` divides them. Without it, that of `body`.
   */
  hyphens?: 'none' | 'manual' | 'auto';
  /**
   * Whether lines break to fit the column. Amounts and dates never do: what formats make is one word. Without it, that of `body`.
   */
  wrap?: boolean;
  /**
   * What happens to a text that does not fit its cell: a word that is wider, or a line without `wrap`. `shrink` makes the font smaller. Without it, that of `body`.
   */
  overflow?: 'visible' | 'clip' | 'ellipsis' | 'shrink';
  /**
   * The smallest font size that `shrink` uses, in `viewportUnit`. Without it, that of `body`.
   */
  minFontSize?: number;
  /**
   * Where the lines sit in the height of the row. Without it, that of `body`.
   */
  verticalAlign?: 'top' | 'middle' | 'bottom';
  /**
   * Space between the edges of a cell and its text. Without it, that of `body`.
   */
  padding?: Sides;
  /**
   * What fills the header. Without it, the fill of `body` shows.
   */
  fill?: Paint;
}
/**
 * The style of rows.
 */
export interface TableBody {
  /**
   * A family of `fonts`, or one that ships with the renderer. Characters it lacks come from the bundled families.
   */
  fontFamily?: string;
  /**
   * Size of the em square, in `viewportUnit`. Without it, 16 CSS pixels whatever the unit.
   */
  fontSize?: NumberPlaceholder | number;
  /**
   * 100 (thin) to 900 (black). The nearest face of the family is used.
   */
  fontWeight?: NumberPlaceholder | number;
  /**
   * Upright or italic.
   */
  fontStyle?: ChoicePlaceholder | ('normal' | 'italic');
  /**
   * OpenType features, by HarfBuzz's names: `{"tnum": 1}` for digits of one width.
   */
  fontFeatures?: FontFeatures;
  /**
   * Axes of a variable font: `{"wdth": 85}`. With it, `fontWeight` is any weight that the file holds.
   */
  fontVariations?: FontVariations;
  /**
   * Extra space after each character, in `viewportUnit`; negative tightens.
   */
  letterSpacing?: number;
  /**
   * Distance between lines, as a multiple of the font size.
   */
  lineHeight?: number;
  /**
   * The fill of the glyphs.
   */
  color?: Paint;
  /**
   * A line with the text.
   */
  decoration?: ChoicePlaceholder | ('none' | 'underline' | 'line-through');
  /**
   * Change of case, by the rules of Unicode and of `language`.
   */
  transform?: 'none' | 'uppercase' | 'lowercase' | 'capitalize';
  /**
   * Where words may be divided: not at all, at soft hyphens (U+00AD), or also where `language` divides them.
   */
  hyphens?: 'none' | 'manual' | 'auto';
  /**
   * Whether lines break to fit the column. Amounts and dates never do: what formats make is one word.
   */
  wrap?: boolean;
  /**
   * What happens to a text that does not fit its cell: a word that is wider, or a line without `wrap`. `shrink` makes the font smaller.
   */
  overflow?: 'visible' | 'clip' | 'ellipsis' | 'shrink';
  /**
   * The smallest font size that `shrink` uses, in `viewportUnit`. Without it, 8 CSS pixels whatever the unit.
   */
  minFontSize?: number;
  /**
   * Where the lines sit in the height of the row.
   */
  verticalAlign?: 'top' | 'middle' | 'bottom';
  /**
   * Space between the edges of a cell and its text. Without it, 4 CSS pixels above and below and 8 at the sides, whatever the unit.
   */
  padding?: Sides;
  /**
   * What fills all rows, those without a `fill` of their own. One that names the entry fills its row, in place of `stripes`; where it is empty, these show.
   */
  fill?: Paint;
}
/**
 * Lines of a table. They take room.
 */
export interface TableBorders {
  /**
   * Colour of the lines.
   */
  color?: Color;
  /**
   * Thickness in `viewportUnit`; 0 draws nothing. Without it, 1 CSS pixel whatever the unit.
   */
  width?: number;
  /**
   * Where lines are drawn between cells.
   */
  between?: 'rows' | 'columns' | 'all' | 'none';
  /**
   * Whether there is a line around the table.
   */
  outer?: boolean;
}
/**
 * The sum up to the last row of a page, where the table goes on on the next one: in a row at the foot of the page, and in one at the head of the next.
 */
export interface TableCarry {
  /**
   * What the sum is called, such as `Carried forward`, with `{{name}}` for values; `\{{` is a literal `{{`. It takes the columns before the sum, or those after it.
   */
  label: string;
  /**
   * What it is called at the head of the next page, such as `Brought forward`. Without it, `label`.
   */
  headLabel?: string;
  /**
   * What each row adds to the sum, such as `"{{ item.amount }}"`: one `{{…}}` that makes a number. A number that was not given adds nothing.
   */
  value: string;
  /**
   * The column of the sum, counted from 0. Without it, the first one with the `value` of the sum, or else the last one.
   */
  column?: number;
  /**
   * How the sum is written, in the `locale` of the document. Without it, as its column.
   */
  format?: ('number' | 'percent') | TableFormat;
  /**
   * Where the texts of cells over several columns sit; `start` and `end` follow `direction`. Without it, such a cell has the `align` of its first column.
   */
  spanAlign?: 'left' | 'center' | 'right' | 'start' | 'end';
  /**
   * A family of `fonts`, or one that ships with the renderer. Characters it lacks come from the bundled families. Without it, that of `body`.
   */
  fontFamily?: string;
  /**
   * Size of the em square, in `viewportUnit`. Without it, that of `body`.
   */
  fontSize?: NumberPlaceholder | number;
  /**
   * 100 (thin) to 900 (black). The nearest face of the family is used. Without it, 600.
   */
  fontWeight?: NumberPlaceholder | number;
  /**
   * Upright or italic. Without it, that of `body`.
   */
  fontStyle?: ChoicePlaceholder | ('normal' | 'italic');
  /**
   * OpenType features, by HarfBuzz's names: `{"tnum": 1}` for digits of one width. Without it, that of `body`.
   */
  fontFeatures?: FontFeatures;
  /**
   * Axes of a variable font: `{"wdth": 85}`. With it, `fontWeight` is any weight that the file holds. Without it, that of `body`.
   */
  fontVariations?: FontVariations;
  /**
   * Extra space after each character, in `viewportUnit`; negative tightens. Without it, that of `body`.
   */
  letterSpacing?: number;
  /**
   * Distance between lines, as a multiple of the font size. Without it, that of `body`.
   */
  lineHeight?: number;
  /**
   * The fill of the glyphs. Without it, that of `body`.
   */
  color?: Paint;
  /**
   * A line with the text. Without it, that of `body`.
   */
  decoration?: ChoicePlaceholder | ('none' | 'underline' | 'line-through');
  /**
   * Change of case, by the rules of Unicode and of `language`. Without it, that of `body`.
   */
  transform?: 'none' | 'uppercase' | 'lowercase' | 'capitalize';
  /**
   * Where words may be divided: not at all, at soft hyphens (U+00AD), or also where `language` divides them. Without it, that of `body`.
   */
  hyphens?: 'none' | 'manual' | 'auto';
  /**
   * Whether lines break to fit the column. Amounts and dates never do: what formats make is one word. Without it, that of the column, or of `body`.
   */
  wrap?: boolean;
  /**
   * What happens to a text that does not fit its cell: a word that is wider, or a line without `wrap`. `shrink` makes the font smaller. Without it, that of the column, or of `body`.
   */
  overflow?: 'visible' | 'clip' | 'ellipsis' | 'shrink';
  /**
   * The smallest font size that `shrink` uses, in `viewportUnit`. Without it, that of the column, or of `body`.
   */
  minFontSize?: number;
  /**
   * Where the lines sit in the height of the rows. Without it, that of `body`.
   */
  verticalAlign?: 'top' | 'middle' | 'bottom';
  /**
   * Space between the edges of a cell and its text. Without it, that of `body`.
   */
  padding?: Sides;
  /**
   * What fills the rows. Without it, the fill of `body` shows.
   */
  fill?: Paint;
}
/**
 * Elements that move, turn, fade and are clipped together.
 */
export interface GroupElement {
  /**
   * Makes this element a group.
   */
  type: 'group';
  /**
   * Name of the element, unique in the whole template, groups included.
   */
  id: ElementId;
  /**
   * Left edge of the box, in `viewportUnit`, from the left of the page (of the group, inside one). A layout and `pin` stand in for it.
   */
  x?: NumberPlaceholder | number;
  /**
   * Top edge of the box, in `viewportUnit`, from the top of the page (of the group, inside one). A layout and `pin` stand in for it.
   */
  y?: NumberPlaceholder | number;
  /**
   * Width of the box before rotation, in `viewportUnit`; `hug` for that of the content; `fill`, in a layout, for a share of what is left.
   */
  width?: Size;
  /**
   * Height of the box before rotation, in `viewportUnit`; `hug` for that of the content; `fill`, in a layout, for a share of what is left.
   */
  height?: Size;
  /**
   * Least width, for `hug` and `fill`, in `viewportUnit`.
   */
  minWidth?: number;
  /**
   * Greatest width, for `hug` and `fill`, in `viewportUnit`.
   */
  maxWidth?: number;
  /**
   * Least height, for `hug` and `fill`, in `viewportUnit`.
   */
  minHeight?: number;
  /**
   * Greatest height, for `hug` and `fill`, in `viewportUnit`.
   */
  maxHeight?: number;
  /**
   * In a layout: the weight of the share that `fill` gets.
   */
  grow?: number;
  /**
   * In a layout: where this element stands across the direction. Without it, as `align` of the layout says.
   */
  alignSelf?: 'start' | 'center' | 'end' | 'stretch' | 'baseline';
  /**
   * In a layout: space around this element.
   */
  margin?: Margins;
  /**
   * In a layout: `absolute` takes this element out of it, to stand at `x`, `y` or `pin`.
   */
  position?: 'static' | 'absolute';
  /**
   * Distances from the edges of the page or group, in place of `x`, `y`, `width` or `height`.
   */
  pin?: Pin;
  /**
   * In a layout: repeats this element for each entry of a list.
   */
  repeat?: Repeat;
  /**
   * On a page that flows: whether this element goes to the next page rather than being divided. What is higher than a page is divided all the same.
   */
  keepTogether?: boolean;
  /**
   * On a page that flows: whether it ends on the page where the next element begins. By default the last element in it says so.
   */
  keepWithNext?: boolean;
  /**
   * On a page that flows: whether this element begins a new page.
   */
  breakBefore?: boolean;
  /**
   * How the group places its elements. Without it they stand where `x` and `y` say.
   */
  layout?: Layout;
  /**
   * What is painted behind the elements.
   */
  background?: GroupBackground;
  /**
   * Degrees clockwise about the centre of the box.
   */
  rotation?: NumberPlaceholder | number;
  /**
   * Whether the element is mirrored in its box, left to right, before it is skewed and turned.
   */
  flipX?: boolean;
  /**
   * Whether the element is mirrored in its box, top to bottom, before it is skewed and turned.
   */
  flipY?: boolean;
  /**
   * Degrees by which the element is slanted along x about the centre of its box, before it is turned: CSS `skew(skewX, skewY)`.
   */
  skewX?: number;
  /**
   * Degrees by which the element is slanted along y about the centre of its box, before it is turned: CSS `skew(skewX, skewY)`.
   */
  skewY?: number;
  /**
   * 0 is invisible, 1 is solid. A group is blended as a whole.
   */
  opacity?: NumberPlaceholder | number;
  /**
   * Whether the element is painted; `"{{name}}"` leaves it to a variable.
   */
  visible?: Visibility;
  /**
   * In PDFs of `print` templates: whether the inks of the element are printed over those below it, which stay where the element has none of them. By default black text does, and nothing else.
   */
  overprint?: boolean;
  /**
   * How the element mixes with what lies below it: the names of CSS `mix-blend-mode`.
   */
  blendMode?:
    | 'normal'
    | 'multiply'
    | 'screen'
    | 'overlay'
    | 'darken'
    | 'lighten'
    | 'color-dodge'
    | 'color-burn'
    | 'hard-light'
    | 'soft-light'
    | 'difference'
    | 'exclusion'
    | 'hue'
    | 'saturation'
    | 'color'
    | 'luminosity';
  /**
   * Shadows of the element. Without it there is none.
   */
  shadow?: Shadows;
  /**
   * Softens the whole element: the standard deviation of the Gaussian, in `viewportUnit`.
   */
  blur?: number;
  /**
   * A link in PDFs for the screen: an address that begins with `http:`, `https:`, `mailto:` or `tel:`, with `{{name}}` for values. Other formats have no links. Without one, or if it is empty after the values are filled in, there is none.
   */
  href?: string;
  /**
   * Makes one picture of the group for screen readers of PDFs, which read this in place of its elements, with `{{name}}` for values. An empty text: all of it is decoration. Without it, they read the elements.
   */
  alt?: string;
  /**
   * The members, the first at the back; coordinates count from the top left of the group's box.
   */
  elements: TemplateElement[];
  /**
   * Blurs what lies behind the element, inside of its shape, as CSS `backdrop-filter: blur()`: the standard deviation of the Gaussian, in `viewportUnit`. To see it, the fill must be translucent or absent.
   */
  backdropBlur?: number;
  /**
   * What clips the members: nothing, the box (with `cornerRadius`), or the ellipse in it.
   */
  clip?: 'none' | 'box' | 'ellipse';
  /**
   * What the element is shown through. Without it, all of it is shown.
   */
  mask?: Mask;
  /**
   * The radius of the corners.
   */
  cornerRadius?: CornerRadius;
}
/**
 * What is painted behind the elements of a group, over its whole box.
 */
export interface GroupBackground {
  /**
   * What fills the box.
   */
  fill?: Paint;
  /**
   * The line around the box.
   */
  stroke?: Stroke;
  /**
   * The radius of the corners. Without it, that of the group.
   */
  cornerRadius?: CornerRadius;
  /**
   * A shadow of the box.
   */
  shadow?: Shadow;
}
/**
 * A size of the design, and what it changes.
 */
export interface TemplateSize {
  /**
   * What requests call it, expressions as `size`, and names of files as `{size}`: small letters, digits, `-` and `_`. `base` and `all` are taken.
   */
  id: string;
  /**
   * Its name for people.
   */
  name: string;
  /**
   * Size of all pages, in the size's `viewportUnit`.
   */
  viewport: Viewport;
  /**
   * Unit of `viewport` and `bleed` of this size. Default: the document's. Elements keep the unit of the document.
   */
  viewportUnit?: 'px' | 'mm' | 'cm' | 'in' | 'pt';
  /**
   * The bleed in this size. Default: the document's.
   */
  bleed?: number;
  /**
   * The fill of the page in this size. Default: the document's.
   */
  background?: null | Paint;
  /**
   * How the page places its elements in this size. Default: the document's. Not for documents with `pages`: those of `pages` have their own.
   */
  layout?: Layout;
  /**
   * The keys of elements that differ in this size, by the ids of the elements: `{"title": {"fontSize": 96}}`. The value replaces that of the element; null leaves the key out.
   */
  overrides?: {
    [k: string]: SizeOverride;
  };
  /**
   * Ids of elements, and of pages, that this size does not have.
   *
   * @maxItems 10000
   */
  hidden?: ElementId[];
  /**
   * Ids of elements in the order in which this size paints them, and its layouts place them. Elements change places only with others of their own group or page; those that are not listed stay where they are.
   *
   * @maxItems 10000
   */
  order?: ElementId[];
  /**
   * What differs on one page in this size, by the ids of the pages.
   */
  pages?: {
    [k: string]: SizeOfPage;
  };
}
/**
 * Keys of an element that differ in a size: any but `id`, `type` and `elements`. They are checked as those of the element are.
 */
export interface SizeOverride {
  [k: string]: unknown;
}
/**
 * What differs on a page in a size.
 */
export interface SizeOfPage {
  /**
   * Size of this page, in the size's `viewportUnit`. Default: that of the size.
   */
  viewport?: Viewport;
  /**
   * The fill of this page. Default: as in the base.
   */
  background?: null | Paint;
  /**
   * How this page places its elements. Default: as in the base.
   */
  layout?: Layout;
}
/**
 * Pages that are repeated together, such as a front and a back, or a letter and its enclosures: all of the first entry, then all of the second. `pageOfGroup` and `pagesOfGroup` count all pages of one entry.
 */
export interface PageGroup {
  /**
   * Name of the group, unique among all groups, pages and elements.
   */
  id: ElementId;
  /**
   * What the group is called in lists of pages.
   */
  name?: string;
  /**
   * Repeats the pages of this group for each entry of a list. They know the entry, also in their own `repeat`. Without it they are there once.
   */
  repeat?: Repeat;
  /**
   * The pages, in order. Groups cannot be in groups.
   *
   * @minItems 1
   * @maxItems 1000
   */
  pages: Page[];
}
/**
 * A page with its own elements.
 */
export interface Page {
  /**
   * Name of the page, unique among all pages, groups of pages and elements.
   */
  id: ElementId;
  /**
   * What the page is called in lists of pages.
   */
  name?: string;
  /**
   * Size of the page. Without it, that of the document.
   */
  viewport?: Viewport;
  /**
   * The fill of the page. Without it, that of the document. Null is transparent; in JPEG it is white.
   */
  background?: null | Paint;
  /**
   * How the page places its elements. Without it they stand where `x` and `y` say.
   */
  layout?: Layout;
  /**
   * The elements, painted in order: the first is at the back.
   */
  elements: TemplateElement[];
  /**
   * Repeats this page for each entry of a list.
   */
  repeat?: Repeat;
  /**
   * Whether the layout of this page, a column, goes on over as many pages as its elements need.
   */
  flow?: boolean;
  /**
   * What stands at the top of the page; on a page that flows, at the top of each. Its height is taken from the room of the layout. In it the names `page`, the number of the page, and `pages`, how many there are, are known to expressions, and the same for the pages of one entry of a repeated page or group of pages, or of one page that flows: `pageOfGroup` and `pagesOfGroup`. `x` and `y`, the distance from the top, are 0 and `width` is that of the page if they are left out. For screen readers it is decoration.
   */
  header?: GroupElement;
  /**
   * As `header`, at the bottom of the page; `y` is the distance from the bottom.
   */
  footer?: GroupElement;
}
