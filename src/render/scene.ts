/**
 * The scene: what is left of a template once its variables are bound, its defaults applied and its lengths converted.
 * Binding produces it, the renderer process consumes it; nothing after binding knows variables, units or defaults.
 *
 * All lengths are CSS pixels (1/96 inch), all angles degrees, all colours canonical `#rrggbbaa`.
 */

import type { LayoutReport, RenderWarning } from './report/layout-report.ts';

export type { RenderWarning } from './report/layout-report.ts';

export type OutputFormat = 'png' | 'jpeg' | 'webp' | 'pdf';

/** A colour as `#rrggbbaa`, lower case. */
export type Color = string;

export interface ColorStop {
  readonly offset: number;
  readonly color: Color;
}

export type Paint =
  | { readonly type: 'solid'; readonly color: Color }
  /** `angle` as in CSS: 0 to the top, 90 to the right; the gradient line reaches the box's corners as CSS says. */
  | { readonly type: 'linear'; readonly angle: number; readonly stops: readonly ColorStop[] }
  /** `center` and `radius` are fractions of the element's box; the radius one of its longer side. */
  | {
      readonly type: 'radial';
      readonly center: { readonly x: number; readonly y: number };
      readonly radius: number;
      readonly stops: readonly ColorStop[];
    };

export interface Stroke {
  readonly color: Color;
  readonly width: number;
  /** Dash lengths; empty is a solid line. */
  readonly dash: readonly number[];
}

export interface Shadow {
  readonly x: number;
  readonly y: number;
  /** CSS blur radius: twice the standard deviation. */
  readonly blur: number;
  readonly color: Color;
}

/** Top left, top right, bottom right, bottom left. */
export type CornerRadii = readonly [number, number, number, number];

interface ElementBase {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Degrees clockwise about the box's centre. */
  readonly rotation: number;
  readonly opacity: number;
  /** A CSS `mix-blend-mode` name. */
  readonly blendMode: string;
  readonly shadow: Shadow | null;
  /** CSS `filter: blur()` radius: the standard deviation. 0 is none. */
  readonly blur: number;
}

export type FontStyle = 'normal' | 'italic';
export type TextDecoration = 'none' | 'underline' | 'line-through';

/** One stretch of text in one style. */
export interface SceneTextRun {
  readonly text: string;
  readonly fontFamily: string;
  readonly fontSize: number;
  readonly fontWeight: number;
  readonly fontStyle: FontStyle;
  readonly color: Paint;
  readonly letterSpacing: number;
  readonly decoration: TextDecoration;
}

export interface SceneText extends ElementBase {
  readonly type: 'text';
  /** At least one run; a plain `text` becomes one run. `transform` has been applied already. */
  readonly runs: readonly SceneTextRun[];
  /** A multiple of the font size. */
  readonly lineHeight: number;
  readonly align: 'start' | 'end' | 'left' | 'center' | 'right' | 'justify';
  readonly verticalAlign: 'top' | 'middle' | 'bottom';
  readonly direction: 'auto' | 'ltr' | 'rtl';
  readonly overflow: 'visible' | 'clip' | 'ellipsis' | 'shrink';
  readonly minFontSize: number;
  /** Null: as many as the text needs. */
  readonly maxLines: number | null;
  readonly wrap: boolean;
  /** Where words may be divided: nowhere, at soft hyphens, or also where their language divides them. */
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

export interface SceneImage extends ElementBase {
  readonly type: 'image';
  /** Key into the job's assets; null where the bound source is empty: nothing is drawn. */
  readonly asset: string | null;
  readonly fit: 'cover' | 'contain' | 'fill' | 'none' | 'scale-down';
  readonly position: { readonly x: number; readonly y: number } | 'attention';
  readonly cornerRadius: CornerRadii;
  /** CSS filter amounts; 1 (or 0 where the CSS function's neutral value is 0) leaves the picture alone. */
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
  readonly fill: Paint | null;
  readonly stroke: Stroke | null;
  readonly cornerRadius: CornerRadii;
}

export interface SceneEllipse extends ElementBase {
  readonly type: 'ellipse';
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
  readonly d: string;
  /** Fitted to the box (stretched to both sides). */
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
  readonly elements: readonly SceneElement[];
  readonly clip: 'none' | 'box' | 'ellipse';
  readonly cornerRadius: CornerRadii;
}

export type SceneElement =
  | SceneText
  | SceneImage
  | SceneRect
  | SceneEllipse
  | SceneLine
  | ScenePath
  | SceneQrCode
  | SceneBarcode
  | SceneGroup;

/** A font file that the template brings along. */
export interface SceneFont {
  readonly family: string;
  readonly weight: number;
  readonly style: FontStyle;
  /** Key into the job's assets. */
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
  /** Bleed on each side; painted in PDFs of `print` intent only. */
  readonly bleed: number;
  /** Whether PDFs of `print` intent show where to cut. */
  readonly cropMarks: boolean;
  readonly intent: 'screen' | 'print';
  readonly background: Paint | null;
  readonly fonts: readonly SceneFont[];
  /** Visible elements only, back to front. */
  readonly elements: readonly SceneElement[];
}

/** How a scene becomes a file. */
export interface OutputSettings {
  readonly format: OutputFormat;
  /** Pixels an inch before `scale`. For PDFs it bounds the density of bitmaps. */
  readonly dpi: number;
  /** 1 to 4. */
  readonly scale: number;
  /** 1 to 100, for jpeg and webp. */
  readonly quality: number;
}

/** What a file that a scene refers to is, so that the renderer knows how far to trust and how to read it. */
export interface AssetReference {
  /** SHA-256 of the bytes, hex: the key in every cache. */
  readonly hash: string;
  /** `template`: checked at import, SVG allowed. `caller`: bytes from a variable's value, SVG refused. */
  readonly origin: 'template' | 'caller';
  readonly kind: 'image' | 'font';
  /** The variable whose value named it, for error messages; null for a template's own files. */
  readonly variable: string | null;
}

/** One picture to make: all that a renderer process needs, but for the bytes of assets. */
export interface RenderJob {
  readonly scene: Scene;
  /** Asset key (as used in the scene) to file. */
  readonly assets: Readonly<Record<string, AssetReference>>;
  readonly output: OutputSettings;
  /** Most pixels that one decoded input image may have. */
  readonly imageMaxPixels: number;
  /** What an author wants to see of the layout; nothing where it is left out. */
  readonly inspect?: {
    /** The result brings the layout as data. */
    readonly report: boolean;
    /** Boxes, baselines and names are drawn over the picture. */
    readonly boxes: boolean;
  };
}

export interface RenderResult {
  readonly data: Uint8Array;
  /** Pixels of a raster file; points of a PDF's trim box. */
  readonly width: number;
  readonly height: number;
  /** In the order in which elements are drawn. */
  readonly warnings: readonly RenderWarning[];
  /** How long its parts took. */
  readonly times: RenderTimes;
  /** Where the job asks for it. */
  readonly report?: LayoutReport;
}

/** Milliseconds: pictures, texts, drawing, and making a file of it. */
export interface RenderTimes {
  readonly decode: number;
  readonly layout: number;
  readonly draw: number;
  readonly encode: number;
}
