/**
 * A scene is a template with bound variables, applied defaults and converted lengths. Binding creates it, the
 * renderer process draws it. After binding there are no variables, units or defaults.
 *
 * Lengths are CSS pixels (1/96 inch), angles degrees, colours `#rrggbbaa`.
 */
import type { TemplateDocument } from '../../../generated/template.ts';
import type { DefaultsUsed } from './used-defaults.ts';
import type { ConditionName } from '../../common/colors/printing-conditions.ts';
import type { descriptionKeys } from '../../common/placeholders/placeholders.ts';
import type { BoundValues } from '../../common/values/values.ts';
import type { LengthUnit } from '../../common/lengths/units.ts';
import type { SceneLayout } from './boxes.ts';
import type { SceneElement } from './elements.ts';
import type { Paint } from './paint.ts';
import type { FontStyle } from './text.ts';

export interface Scene {
  /** The template's name: the title of a PDF whose template has no other. */
  readonly title: string;
  /** What the metadata of a file say. */
  readonly description?: FileDescription;
  /** PDFs whose pages stand before and after those of the document. Absent: none. */
  readonly attached?: readonly AttachedFile[];
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
  /** The printing condition: its name, or the file of its profile. Absent: FOGRA39. */
  readonly outputProfile?: { readonly name: ConditionName } | ProfileFile;
  /** PDFs for print have no colours of sRGB: all are separated into inks. */
  readonly convertsToInks?: true;
  readonly background: Paint | null;
  readonly fonts: readonly SceneFont[];
  /** Visible elements only, back to front. */
  readonly elements: readonly SceneElement[];
  /** The id of a page of a document with pages. */
  readonly pageId?: string;
  /** The id of its group of pages, with the place of its entry. */
  readonly pageGroupId?: string;
  /** Its place among all pages, from 1, once all pages are known. */
  readonly pageNumber?: number;
  /** The same among the pages of its entry: see `groupPages`. */
  readonly ofGroup?: { readonly page: number; readonly pages: number };
  /** Its layout, a column, goes on over as many pages as its elements need. */
  readonly isFlow?: true;
  /** Its header and footer, which are bound once the number of pages is known. */
  readonly running?: RunningElements;
  /** Where the header ends and the footer begins, on a page with one of them whose layout does not flow. */
  readonly room?: { readonly top: number; readonly bottom: number };
  /** What a flow cut off, since it is higher than the room of a page. */
  readonly cut?: readonly CutElement[];
  /** The pages after this one. Absent: it is the only one. */
  readonly others?: readonly Scene[];
}

/** What the metadata of a file say, as far as the template does: in one line each, without empty ones. */
export type FileDescription = Readonly<Partial<Record<DescriptionKey, string>>>;

export type DescriptionKey = (typeof descriptionKeys)[number];

/** A PDF of the template, in the order of the file. */
export interface AttachedFile {
  /** The key of the document that names it. */
  readonly place: 'prepend' | 'append';
  /** Its path in the template's folder. */
  readonly path: string;
  /** Asset key. */
  readonly asset: string;
}

/** A profile of the template. */
export interface ProfileFile {
  /** Its path in the template's folder. */
  readonly path: string;
  /** Asset key. */
  readonly asset: string;
}

/** A font file of the template. */
export interface SceneFont {
  readonly family: string;
  readonly weight: number;
  readonly style: FontStyle;
  /** Asset key. */
  readonly asset: string;
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
    readonly defaults: DefaultsUsed;
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

/** Which elements of a page to draw: only these, or all but these. What is in a group belongs to it. */
export type ElementSelection = { readonly only: readonly string[] } | { readonly except: readonly string[] };
