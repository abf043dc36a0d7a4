/**
 * A scene is a template with bound variables, applied defaults and converted lengths. Binding creates it, the
 * renderer process draws it. After binding there are no variables, units or defaults.
 *
 * Lengths are CSS pixels (1/96 inch), angles degrees, colours `#rrggbbaa`.
 */
import type { TemplateDocument } from '../../generated/template.ts';
import type { BoundValues } from './bind/values.ts';
import type { LengthUnit } from './units.ts';

/** Which elements of a page to draw: only these, or all but these. What is in a group belongs to it. */
export type ElementSelection = { readonly only: readonly string[] } | { readonly except: readonly string[] };

/** A colour as `#rrggbbaa`, lower case. */
export type Color = string;

export interface ColorStop {
  readonly offset: number;
  readonly color: Color;
}

export type Paint =
  | { readonly type: 'solid'; readonly color: Color }
  /**
   * `angle` as in CSS: 0 to the top, 90 to the right. The ends of the gradient reach the corners of the box,
   * as in CSS.
   */
  | { readonly type: 'linear'; readonly angle: number; readonly stops: readonly ColorStop[] }
  /** `center` and `radius` are fractions of the element’s box; the radius of its longer side. */
  | {
      readonly type: 'radial';
      readonly center: { readonly x: number; readonly y: number };
      readonly radius: number;
      readonly stops: readonly ColorStop[];
    }
  /** `angle` is the direction of the first stop, as in CSS; the stops turn clockwise about `center`. */
  | {
      readonly type: 'conic';
      readonly center: { readonly x: number; readonly y: number };
      readonly angle: number;
      readonly stops: readonly ColorStop[];
    };

export type Gradient = Exclude<Paint, { type: 'solid' }>;

/** Keys that a template leaves out are left out here, too. */
export interface Stroke {
  /** A gradient runs across the element’s box. */
  readonly color: Color | Gradient;
  readonly width: number;
  /** Dash lengths; empty is a solid line. */
  readonly dash: readonly number[];
  readonly dashOffset?: number;
  /** Default: `butt`, or that of a line. */
  readonly cap?: 'butt' | 'round' | 'square';
  /** Default: `miter`. */
  readonly join?: 'miter' | 'round' | 'bevel';
  /** Default: by the type of the element. */
  readonly miterLimit?: number;
  /** Default: centred on the outline. */
  readonly align?: 'inside' | 'outside';
}

export interface Shadow {
  readonly x: number;
  readonly y: number;
  /** CSS blur radius: twice the standard deviation. */
  readonly blur: number;
  readonly color: Color;
  /** Only in lists: how far the outline is moved outwards. */
  readonly spread?: number;
  /** Only in lists: the shadow is inside of the outline. */
  readonly inset?: true;
}

/** Top left, top right, bottom right, bottom left. */
export type CornerRadii = readonly [number, number, number, number];

interface ElementBase {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Degrees clockwise around the centre of the box. */
  readonly rotation: number;
  /** Mirrored in the box, before it is skewed and turned. */
  readonly flipX?: true;
  readonly flipY?: true;
  /** Degrees, as CSS `skew(skewX, skewY)` about the centre of the box, before it is turned. */
  readonly skewX?: number;
  readonly skewY?: number;
  readonly opacity: number;
  /** A CSS `mix-blend-mode` name. */
  readonly blendMode: string;
  /**
   * One shadow, of what the element paints; or a list, the first in front. A list follows the outline of a
   * box, as CSS `box-shadow`.
   */
  readonly shadow: Shadow | readonly Shadow[] | null;
  /** Standard deviation, as in CSS `filter: blur()`; 0: none. */
  readonly blur: number;
  /** What a screen reader reads in place of what is drawn; empty: it is decoration. */
  readonly alt?: string;
  /** What it is in a tagged PDF; absent: by its type. */
  readonly tag?: StructureTag;
  /** What `placeElements` goes by, if the box depends on a layout, its content or its surroundings. */
  readonly sizing?: Sizing;
  /** In a flow: it is never divided between two pages. */
  readonly keepTogether?: true;
  /** In a flow: it begins a new page. */
  readonly breakBefore?: true;
}

/**
 * Standard structure types of PDF. A group with one has its elements inside of it; without one, they stand in
 * the group around it. `Artifact` is decoration, with all that it holds.
 *
 * A table is a group `Table` of groups `TR` of texts or groups `TH`, `TD`. One that goes on on the next page
 * has the same id there; header rows that are repeated are `Artifact`.
 */
export type StructureTag =
  `H${1 | 2 | 3 | 4 | 5 | 6}` | 'P' | 'Sect' | 'Table' | 'TR' | 'TH' | 'TD' | 'Artifact';

/** A length of a box: CSS pixels, as much as the content takes, a share of a layout, or what pins leave. */
export type Extent = number | 'hug' | 'fill' | null;

/** Where elements stand across the direction of a layout. */
export type Alignment = 'start' | 'center' | 'end' | 'stretch' | 'baseline';

/** Top, right, bottom, left. */
export type Sides = readonly [number, number, number, number];

/** What decides an element's box. */
export interface Sizing {
  readonly width: Extent;
  readonly height: Extent;
  readonly minWidth: number;
  readonly maxWidth: number;
  readonly minHeight: number;
  readonly maxHeight: number;
  /** Whether the layout around it places it. */
  readonly isInLayout: boolean;
  readonly grow: number;
  readonly alignSelf: Alignment | null;
  readonly margin: Sides;
  /** Distances from the edges of the page or group, for an element outside of a layout. */
  readonly pin: {
    readonly left: number | null;
    readonly right: number | null;
    readonly top: number | null;
    readonly bottom: number | null;
  };
  /** Which edge of a hugging height stands at `y`. */
  readonly anchor: 'top' | 'middle' | 'bottom';
}

/** How a group or the page places its elements, as CSS flexbox does. */
export interface SceneLayout {
  readonly direction: 'row' | 'column';
  /** Between elements of a row, and between the lines of a column. */
  readonly columnGap: number;
  /** Between elements of a column, and between the lines of a row. */
  readonly rowGap: number;
  readonly padding: Sides;
  readonly align: Alignment;
  readonly justify: 'start' | 'center' | 'end' | 'space-between' | 'space-around' | 'space-evenly';
  readonly wrap: boolean;
}

export type FontStyle = 'normal' | 'italic';
export type TextDecoration = 'none' | 'underline' | 'line-through';

/** A part of a text in one style. */
export interface SceneTextRun {
  readonly text: string;
  readonly fontFamily: string;
  readonly fontSize: number;
  readonly fontWeight: number;
  readonly fontStyle: FontStyle;
  readonly color: Paint;
  readonly letterSpacing: number;
  readonly decoration: TextDecoration;
  /** A reading beside the text. */
  readonly ruby?: string;
  /** The address of a link. */
  readonly href?: string;
  /** The first character of the text stands for it. Its size is that which the lines give it. */
  readonly icon?: SceneImage;
  /** OpenType features; 0 is off. */
  readonly fontFeatures?: Readonly<Record<string, number>>;
  /** Pixels above the baseline of the line; absent: 0. */
  readonly baselineShift?: number;
  /** Absent: the colour of the text. */
  readonly decorationColor?: Paint;
  /** Absent: what the font says. The offset is that of an underline's upper edge below the baseline. */
  readonly decorationThickness?: number;
  readonly decorationOffset?: number;
  /** Absent: those of the element. Null: none. */
  readonly stroke?: SceneText['stroke'];
  readonly highlight?: SceneText['highlight'];
  /** Axes of a variable font. With them, a variable file counts for all weights that it holds. */
  readonly fontVariations?: Readonly<Record<string, number>>;
  /** The text sets the decoration: its line has one style over all such runs. */
  readonly inheritsDecoration?: boolean;
}

/** The style that places and paints the line of a decoration. */
export type DecorationStyle = Pick<
  SceneTextRun,
  | 'fontFamily'
  | 'fontSize'
  | 'fontWeight'
  | 'fontStyle'
  | 'fontVariations'
  | 'color'
  | 'decorationColor'
  | 'decorationThickness'
  | 'decorationOffset'
>;

export interface SceneText extends ElementBase {
  readonly type: 'text';
  /** The address of a link. */
  readonly href?: string;
  /** At least one run; a plain `text` becomes one run. `transform` is already applied. */
  readonly runs: readonly SceneTextRun[];
  /** For runs that inherit their decoration. */
  readonly decorationStyle?: DecorationStyle;
  /** A multiple of the font size. */
  readonly lineHeight: number;
  readonly align: 'start' | 'end' | 'left' | 'center' | 'right' | 'justify';
  readonly verticalAlign: 'top' | 'middle' | 'bottom';
  readonly direction: 'auto' | 'ltr' | 'rtl';
  readonly overflow: 'visible' | 'clip' | 'ellipsis' | 'shrink';
  readonly minFontSize: number;
  /** Null: no limit. */
  readonly maxLines: number | null;
  readonly wrap: boolean;
  /** Columns that the lines flow through; absent: one. */
  readonly columns?: { readonly count: number; readonly gap: number };
  /** In vertical lines from right to left. */
  readonly isVertical?: boolean;
  /** It is a part of a text that goes on on the next page, or from the one before. */
  readonly part?: TextPart;
  /** One line is set along this path; its view box is stretched to both sides of the box. */
  readonly path?: { readonly d: string; readonly viewBox: readonly [number, number, number, number] };
  /** Korean, Chinese and Japanese break between words only; absent: also between letters. */
  readonly keepsWords?: true;
  /** The box begins at the capital height of the first line and ends at the baseline of the last. */
  readonly trimsToCapitals?: true;
  /** Pixels between paragraphs, the lines of the value; absent: 0. */
  readonly paragraphSpacing?: number;
  /** Pixels before the first line of each paragraph; absent: 0. */
  readonly indent?: number;
  /** The marks before paragraphs that are not empty; absent: none. */
  readonly list?: 'disc' | 'decimal';
  /** Where words may be divided: nowhere, at soft hyphens, or also where the language allows it. */
  readonly hyphens: 'none' | 'manual' | 'auto';
  /** BCP 47; null where the template names none. */
  readonly language: string | null;
  readonly stroke: { readonly color: Color; readonly width: number } | null;
  readonly highlight: {
    readonly color: Color;
    readonly padding: number;
    readonly cornerRadius: number;
  } | null;
}

/** Lines of a text that is divided: from one, up to another that is not among them. */
export interface TextPart {
  readonly from: number;
  readonly to: number;
  /** The height of the whole text. */
  readonly wholeHeight: number;
}

/**
 * What an element is shown through, stretched over its box: the inside of a path, or the luminance of a
 * picture times its opacity.
 */
export type Mask =
  | ({ readonly type: 'path' } & Pick<ScenePath, 'd' | 'viewBox' | 'fillRule'>)
  /** `asset` is an asset key. */
  | { readonly type: 'picture'; readonly asset: string };

/** A part of a picture, as fractions of its sides. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface SceneImage extends ElementBase {
  readonly type: 'image';
  /** The address of a link. */
  readonly href?: string;
  /** Asset key; null if the bound source is empty: nothing is drawn. */
  readonly asset: string | null;
  readonly fit: 'cover' | 'contain' | 'fill' | 'none' | 'scale-down' | 'tile';
  /** For the fit `tile`, which repeats the picture from the top left; absent: the picture's own width. */
  readonly tileWidth?: number;
  readonly position: { readonly x: number; readonly y: number } | 'attention';
  readonly mask?: Mask;
  /** Paints in place of colours of an SVG. */
  readonly colors?: Readonly<Record<Color, Paint>>;
  /** The part of the picture that is used, as fractions of it; absent: all of it. */
  readonly crop?: Crop;
  readonly cornerRadius: CornerRadii;
  /** CSS filter amounts. The neutral value, 1 or 0 as in CSS, leaves the image unchanged. */
  readonly filters: {
    readonly grayscale: number;
    readonly sepia: number;
    readonly saturate: number;
    readonly brightness: number;
    readonly contrast: number;
    /** Standard deviation in CSS pixels. */
    readonly blur: number;
  };
}

export interface SceneRect extends ElementBase {
  readonly type: 'rect';
  /** Standard deviation of the blur of what is behind, inside of the shape; absent: none. */
  readonly backdropBlur?: number;
  readonly fill: Paint | null;
  readonly stroke: Stroke | null;
  readonly cornerRadius: CornerRadii;
}

export interface SceneEllipse extends ElementBase {
  readonly type: 'ellipse';
  /** Standard deviation of the blur of what is behind, inside of the shape; absent: none. */
  readonly backdropBlur?: number;
  readonly fill: Paint | null;
  readonly stroke: Stroke | null;
}

export interface SceneLine extends ElementBase {
  readonly type: 'line';
  readonly stroke: Stroke | null;
  readonly cap: 'butt' | 'round' | 'square';
}

export interface ScenePath extends ElementBase {
  readonly type: 'path';
  /** Standard deviation of the blur of what is behind, inside of the shape; absent: none. */
  readonly backdropBlur?: number;
  readonly d: string;
  /** Stretched to both sides of the box. */
  readonly viewBox: readonly [number, number, number, number];
  readonly fill: Paint | null;
  readonly stroke: Stroke | null;
  readonly fillRule: 'nonzero' | 'evenodd';
}

export interface SceneQrCode extends ElementBase {
  readonly type: 'qrcode';
  /** Never empty: an empty code is left out of the scene. */
  readonly value: string;
  readonly errorCorrection: 'L' | 'M' | 'Q' | 'H';
  readonly color: Color;
  readonly background: Color | null;
  /** Quiet zone in modules. */
  readonly margin: number;
}

export interface SceneBarcode extends ElementBase {
  readonly type: 'barcode';
  /** Never empty: an empty code is left out of the scene. */
  readonly value: string;
  readonly symbology: string;
  readonly color: Color;
  readonly background: Color | null;
  readonly showText: boolean;
}

export interface SceneGroup extends ElementBase {
  readonly type: 'group';
  /** Standard deviation of the blur of what is behind, inside of the shape; absent: none. */
  readonly backdropBlur?: number;
  /** The address of a link. */
  readonly href?: string;
  readonly elements: readonly SceneElement[];
  readonly mask?: Mask;
  readonly clip: 'none' | 'box' | 'ellipse';
  readonly cornerRadius: CornerRadii;
  /** Painted behind the elements, over the whole box, without being clipped. */
  readonly background?: GroupBackground;
  /** What `placeElements` goes by. */
  readonly layout?: SceneLayout;
  /**
   * Its elements stand below each other, and a flow divides it between them: this many of the first are drawn
   * again at the top of each part that follows, tagged `Artifact`. Absent: its layout decides.
   */
  readonly repeatedHead?: number;
  /** It goes on from the page before. */
  readonly isContinued?: true;
  /** Of a table, whose elements are its rows: what `placeElements` goes by. */
  readonly table?: SceneTable;
}

/** How a table places its rows, each a group with a cell for each column. */
export interface SceneTable {
  readonly columns: readonly {
    readonly width: Exclude<Extent, null>;
    /** The weight of the share that `fill` gets. */
    readonly grow: number;
  }[];
  /** Whether the first row is a header, and the last one a total. */
  readonly hasHeader: boolean;
  readonly hasTotal: boolean;
  readonly rows: {
    readonly header: SceneTableRow;
    readonly body: SceneTableRow;
    readonly total: SceneTableRow;
  };
  readonly borders: {
    readonly color: Color;
    readonly width: number;
    readonly isBetweenRows: boolean;
    readonly isBetweenColumns: boolean;
    readonly isAround: boolean;
  } | null;
  /** What does not fit into the box, once it is placed: rows that are left out, and pixels of the columns. */
  readonly excess?: { readonly rows: number; readonly width: number };
}

/** How the cells of a kind of row are placed. */
export interface SceneTableRow {
  /** Between the edges of a cell and its text. */
  readonly padding: Sides;
  /** The height of a line, which a row without a text has, too. */
  readonly lineHeight: number;
}

/** A chart by Vega-Lite. */
export interface SceneChart extends ElementBase {
  readonly type: 'chart';
  /** As the template has it. */
  readonly spec: Readonly<Record<string, unknown>>;
  /** Lists that the specification may name as data. */
  readonly lists: Readonly<Record<string, readonly Readonly<Record<string, string | number | null>>[]>>;
  /** Values of variables that its expressions may name. */
  readonly values: Readonly<Record<string, string | number | null>>;
  readonly theme: {
    readonly fontFamily: string;
    /** Of texts, axes and rules. */
    readonly color: Color;
    /** Of marks. */
    readonly colors: readonly Color[];
  };
  /** BCP 47, for the formats of numbers and dates. */
  readonly locale: string;
}

/** The background of a group. */
export type GroupBackground = Pick<SceneRect, 'fill' | 'stroke' | 'cornerRadius' | 'shadow'>;

export type SceneElement =
  | SceneText
  | SceneImage
  | SceneRect
  | SceneEllipse
  | SceneLine
  | ScenePath
  | SceneQrCode
  | SceneBarcode
  | SceneChart
  | SceneGroup;

/** A font file of the template. */
export interface SceneFont {
  readonly family: string;
  readonly weight: number;
  readonly style: FontStyle;
  /** Asset key. */
  readonly asset: string;
}

export interface Scene {
  /** The template's name: the title of a PDF. */
  readonly title: string;
  /** BCP 47; null where the template names none. */
  readonly language: string | null;
  /** The viewport in CSS pixels; may be fractional (mm, in, pt). */
  readonly width: number;
  readonly height: number;
  /** The least height of a page as tall as its content. Until `placeElements`, `height` is the greatest. */
  readonly minHeight?: number;
  /** What `placeElements` goes by. */
  readonly layout?: SceneLayout;
  /** Boxes depend on layouts, content or surroundings: `placeElements` has to run. */
  readonly isUnplaced?: boolean;
  /** The unit of the template's viewport, for the size of an SVG; default: px. */
  readonly unit?: LengthUnit;
  /** Bleed on each side; painted only in PDFs with the intent `print`. */
  readonly bleed: number;
  /** Whether PDFs with the intent `print` have crop marks. */
  readonly cropMarks: boolean;
  readonly intent: 'screen' | 'print';
  readonly background: Paint | null;
  readonly fonts: readonly SceneFont[];
  /** Visible elements only, back to front. */
  readonly elements: readonly SceneElement[];
  /** The id of a page of a document with pages. */
  readonly pageId?: string;
  /** Its place among all pages, from 1, once all pages are known. */
  readonly pageNumber?: number;
  /** Its layout, a column, goes on over as many pages as its elements need. */
  readonly isFlow?: true;
  /** Its header and footer, which are bound once the number of pages is known. */
  readonly running?: RunningElements;
  /** What a flow cut off, since it is higher than the room of a page. */
  readonly cut?: readonly CutElement[];
  /** The pages after this one. Absent: it is the only one. */
  readonly others?: readonly Scene[];
}

/** What the header and the footer of a page are bound with. */
export interface RunningElements {
  /** All pages of a document share one. */
  readonly source: {
    readonly document: TemplateDocument;
    readonly values: BoundValues;
    readonly locale: string;
    readonly now: Date;
    readonly isLenient: boolean;
  };
  /** The index of the page in the document. */
  readonly page: number;
  /** The index of the entry that the page is repeated for; null: it is not repeated. */
  readonly entry: number | null;
  /** Which of its elements to draw; absent: all. */
  readonly selection?: ElementSelection;
}

/** An element that is higher than the room of a page, both in CSS pixels. */
export interface CutElement {
  readonly elementId: string;
  readonly height: number;
  readonly room: number;
}
