/** The input of a render (scene, files, output settings) and its result (file, warnings, times). */
import type { OutputFormat } from '../common/names/output-formats.ts';
import type { Attachment } from './attachments/attachment.ts';
import type { FacturxProfile } from './attachments/facturx.ts';
import type { PdfStandard } from './attachments/standards.ts';
import type { Chroma } from './chroma.ts';
import type { LayoutReport, RenderWarning } from './layout-report.ts';
import type { ElementSelection, Scene } from './scene/scene.ts';
import type { WrittenReport } from './written-report.ts';

export type { OutputFormat };

/** How an SVG contains text: as shapes, or as text with its fonts. */
export type SvgText = 'outlines' | 'text';

/** The format and size of the output. */
export interface OutputSettings {
  readonly format: OutputFormat;
  /** Pixels per inch before `scale`. In PDFs and SVGs it limits the density of bitmaps. */
  readonly dpi: number;
  /** 1 to 4. */
  readonly scale: number;
  /** 1 to 100, for jpeg, webp and avif. */
  readonly quality: number;
  /** For jpeg; default: by quality. */
  readonly chroma?: Chroma | undefined;
  /** For svg; default: outlines. */
  readonly svgText?: SvgText | undefined;
  /** Which page a picture shows, from 1; default: the first. PDFs have all pages. */
  readonly page?: number | undefined;
  /** For pdf: opens the file, which is encrypted. */
  readonly password?: string | undefined;
  /** For pdf of a template for print: warnings are those of a printer, with their severity. */
  readonly preflight?: boolean | undefined;
  /** For pdf: the files that it carries. */
  readonly attachments?: readonly Attachment[] | undefined;
  /** For pdf: the profile of the invoice among them. */
  readonly facturx?: FacturxProfile | undefined;
  /** For pdf: the standard that it has to keep to. */
  readonly pdfStandard?: PdfStandard | undefined;
  /** For pdf: the page goes on a sheet, which has no tags. */
  readonly isOnSheet?: boolean | undefined;
}

/**
 * A file that a scene refers to. Origin and kind decide how the renderer reads it and how far it trusts it.
 */
export interface AssetReference {
  /** SHA-256 of the bytes, hex: the key in every cache. */
  readonly hash: string;
  /** `template`: checked at import, SVG allowed. `caller`: bytes of a variable, SVG refused. */
  readonly origin: 'template' | 'caller';
  readonly kind: 'image' | 'font' | 'pdf' | 'profile';
  /** The variable whose value refers to it, for error messages; null for files of the template. */
  readonly variable: string | null;
  /** Of a picture in a cell of a table: where the first one is, for error messages. */
  readonly place?: string;
}

/** One image or page to render: everything that a renderer process needs, except the bytes of assets. */
export interface RenderJob {
  readonly scene: Scene;
  /** By asset key, as in the scene. */
  readonly assets: Readonly<Record<string, AssetReference>>;
  readonly output: OutputSettings;
  /** Fonts that an operator installed and the scene names; default: none. `asset`: a key of `assets`. */
  readonly installedFonts?: Scene['fonts'];
  /** Which elements are drawn; default: all. */
  readonly elements?: ElementSelection | undefined;
  /** The pixels that a decoded input image may have. */
  readonly imageMaxPixels: number;
  /** What to inspect of the layout; default: nothing. */
  readonly inspect?: {
    /** The result contains the layout as data. */
    readonly report: boolean;
    /** Boxes, baselines and ids are drawn over the page. */
    readonly boxes: boolean;
  };
  /**
   * The id of a page of the document. `output.page` counts the pages that it has become, and the last of them
   * stands for later ones. Default: all pages count.
   */
  readonly pageOf?: string;
  /** Jobs of one series share cached pixels. Default: the title of the scene. */
  readonly series?: string;
  /**
   * Only the warnings and the report are wanted: the result has no bytes. Nothing is drawn, unless the page
   * has codes, whose warnings depend on what is drawn. Damage inside of images goes unnoticed.
   */
  readonly isLayoutOnly?: boolean;
}

/**
 * A job on its way to a renderer. A scene that was bound in another thread stays as bytes: reading one of
 * thousands of elements, and writing it again, would hold the event loop.
 */
export interface PackedJob extends Omit<RenderJob, 'scene'> {
  readonly scene: Scene | PackedScene;
}

/** A scene in the format of `v8.serialize`. */
export type PackedScene = Uint8Array<ArrayBuffer>;

export interface RenderResult {
  readonly data: Uint8Array;
  /** Pixels of a raster file; CSS pixels of an SVG; points of a PDF’s trim box. */
  readonly width: number;
  readonly height: number;
  /** In drawing order. */
  readonly warnings: readonly RenderWarning[];
  /** How long the parts of the render took. */
  readonly times: RenderTimes;
  /** How many pages the document has; absent: one. */
  readonly pageCount?: number;
  /** How many pages each page of the document has become, by its id; absent: it has no `pages`. */
  readonly pageCounts?: Readonly<Record<string, number>>;
  /** Of each page the id of its page in the document, where pages take turns; else absent. */
  readonly pageOrder?: readonly string[];
  /** If the job asks for it. */
  readonly report?: LayoutReport;
}

/** A result as it leaves a renderer. */
export interface PackedResult extends Omit<RenderResult, 'report'> {
  readonly report?: WrittenReport;
}

/** Milliseconds for images, texts, drawing, and writing the file. */
export interface RenderTimes {
  readonly decode: number;
  readonly layout: number;
  readonly draw: number;
  readonly encode: number;
}
