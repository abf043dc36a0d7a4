/** Foreign designs, and what their conversion yields. */
import type { TemplateDocument } from '../../generated/template.ts';
import type { FetchedImage } from '../outbound/fetch-image.ts';
import type { TemplateFolder } from '../domain/templates/template-folder.ts';
import type { BundledFamily } from '../render/fonts/bundled-fonts.ts';

/** The formats that are converted. */
export const designFormats = ['polotno', 'fabric', 'pdfme', 'svg', 'psd', 'figma', 'pptx', 'pdf'] as const;
export type DesignFormat = (typeof designFormats)[number];

/** A design as its author has saved it. */
export interface DesignSource {
  /** The name of the file. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Reads a file beside it, by its path from there; null if there is none. */
  readonly readBeside: (path: string) => Promise<Uint8Array | null>;
  /** Designs of the same kind in the same folder of a .zip. Default: none */
  readonly others?: readonly DesignSource[];
}

/** Something of the design that the template does not have. */
export interface Loss {
  /** The name or path of the element that the design's author knows; '' for the whole design. */
  readonly element: string;
  /** The property, by the design's own name. */
  readonly property: string;
  readonly reason: string;
}

/** A text or a picture that each render may give another value for. */
export interface ProposedVariable {
  readonly name: string;
  readonly type: 'text' | 'image' | 'qrcode' | 'barcode' | 'date' | 'list';
  /** The element that it comes from, as in `Loss`. */
  readonly from: string;
}

/** Which of the proposed variables the template gets: a group, or those of these names or places. */
export type VariableChoice = 'all' | 'marked' | 'none' | ReadonlySet<string | number>;

/** A font file of the one who imports. */
export interface GivenFont {
  /** The name of the file. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What became of a font file of the one who imports. */
export interface ReadFont {
  /** The name of the file. */
  readonly file: string;
  /** Its path in the template's folder; null if the template does not have it. */
  readonly src: string | null;
  /** The family that it says it is; null if the template does not have it. */
  readonly family: string | null;
  /** Whether a text of the design is set in it. */
  readonly isUsed: boolean;
  /** Why the template does not have it; null if it has. */
  readonly problem: string | null;
}

/** What a conversion needs besides the design. */
export interface ConversionOptions {
  /** Undefined: it is recognised. */
  readonly format?: DesignFormat | undefined;
  readonly variables: VariableChoice;
  /**
   * The place of the page, frame or artboard, from 0; in a .zip with several designs, that of the design.
   * Default: 0
   */
  readonly page?: number | undefined;
  /** Font files of the one who imports. They come before the fonts of the service. */
  readonly fonts?: readonly GivenFont[];
  /** Families that an operator installed. They come after those of the catalogue. Default: none */
  readonly installed?: readonly BundledFamily[];
  /** The guarded fetch; null if nothing is fetched: pictures with an address are losses then. */
  readonly fetchImage: ((url: string) => Promise<FetchedImage>) | null;
}

/** A template of one page. */
export type OnePageTemplate = TemplateDocument & Required<Pick<TemplateDocument, 'elements'>>;

/** A design as a template, which is not checked yet. */
export interface ReadDesign {
  readonly format: DesignFormat;
  readonly document: OnePageTemplate;
  /** Pictures and fonts, by their path in the template's folder. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly losses: readonly Loss[];
  /** All proposals; `isMarked` are those that the design itself marks as variables. */
  readonly variables: readonly (ProposedVariable & {
    readonly isMarked: boolean;
    /** Whether the template has it. */
    readonly isChosen: boolean;
    /** The text in the design; null for pictures and lists. */
    readonly value: string | null;
  })[];
  /** The element's name in the design, by the id that it has in the template. */
  readonly names: ReadonlyMap<string, string>;
  /** The font files of the one who imports. */
  readonly fonts: readonly ReadFont[];
  /** The families of the design that another one stands in for, as the design names them. */
  readonly missingFonts: readonly string[];
  /** The names of the pages, frames, artboards or designs that the file has, and the place of this one. */
  readonly pages: readonly string[];
  readonly page: number;
  /** A picture of the design: one in its file or beside it, or an SVG itself; else null. */
  readonly picture: Uint8Array | null;
}

/** A design as a template that can be imported. */
export interface ConvertedDesign extends Omit<ReadDesign, 'files'> {
  readonly folder: TemplateFolder;
  /** The number of elements that the template has, groups included. */
  readonly kept: number;
}

/**
 * A file is no design that can be converted. The message says why, for its author. The cause is the error of
 * an importer that has met something unexpected, for the log.
 */
export class UnreadableDesign extends Error {
  override readonly name = 'UnreadableDesign';
}
