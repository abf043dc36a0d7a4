import { deflateSync } from 'node:zlib';

import {
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFStream,
  type PDFObject,
  type PDFPage,
} from 'pdf-lib';

import {
  layOutSheet,
  type SheetCell,
  type SheetGrid,
  type SheetLayout,
} from '../../../common/lengths/sheet-layout.ts';
import { POINTS_PER_INCH } from '../../../common/lengths/units.ts';
import type { PageStandard } from '../conformance.ts';
import { PRINT_DATE, PRODUCER } from '../description.ts';
import { DOTS_KEY } from '../draw-pdf-page.ts';
import { latin1, readContents, readStream } from '../streams.ts';
import { printable, textString } from '../text-string.ts';
import { writeXmp } from '../xmp.ts';
import { ObjectCopier } from './copy-objects.ts';
import { ObjectWriter } from './object-writer.ts';
import { SharedFonts } from './shared-fonts.ts';

export interface SheetDocumentSettings {
  readonly title: string;
  readonly grid: SheetGrid;
}

/** What the first page decides for the whole file. */
interface Frame {
  readonly writer: ObjectWriter;
  readonly fonts: SharedFonts;
  readonly copier: ObjectCopier;
  readonly layout: SheetLayout;
  readonly bleed: number;
  readonly isPrint: boolean;
  /** Number of the object that all sheets refer to. */
  readonly pages: number;
  readonly outputIntents: string;
  readonly language: string | null;
  /** The number of the colour space of all inks; null on screens. */
  readonly allInks: number | null;
}

/** The sheet that is being filled. */
interface Sheet {
  /** The numbers of the pages as forms, by cell. */
  readonly forms: number[];
  readonly placements: string[];
  readonly annotations: number[];
}

/** A quarter of a point, as of crop marks. */
const markThickness = 0.25;

/**
 * Lays PDF pages of one size out on sheets, in one PDF. What the pages share (fonts, pictures, profiles) is
 * in the file once. Only the objects of one page stand in memory, and the fonts: each call returns the part
 * of the file that is ready. The file conforms to the standards that all pages conform to; the same pages
 * always give the same bytes.
 */
export class SheetDocument {
  readonly #settings: SheetDocumentSettings;
  readonly #sheets: number[] = [];
  #frame: Frame | null = null;
  #sheet: Sheet = { forms: [], placements: [], annotations: [] };
  /** Of all pages so far; null before the first. */
  #standards: readonly PageStandard[] | null = null;

  constructor(settings: SheetDocumentSettings) {
    this.#settings = settings;
  }

  /** Places the page of a PDF of this program in the next cell. */
  async add(file: Uint8Array): Promise<Uint8Array[]> {
    const document = await PDFDocument.load(file, { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest });
    const [page, ...more] = document.getPages();
    if (page === undefined || more.length > 0) throw new Error('a cell of a sheet takes one page');
    const standards = getClaims(document);
    this.#standards = (this.#standards ?? standards).filter((each) => standards.includes(each));
    const frame = (this.#frame ??= this.#start(document, page));
    const { layout } = frame;
    const cell = layout.cells[this.#sheet.forms.length];
    if (cell === undefined) throw new Error('a sheet has no cells');
    this.#place(frame, page, cell);
    if (this.#sheet.forms.length === layout.cells.length) this.#endSheet(frame);
    return frame.writer.take();
  }

  /** The rest of the file. */
  end(): Uint8Array[] {
    const frame = this.#frame;
    if (frame === null) throw new Error('sheets have no pages');
    if (this.#sheet.forms.length > 0) this.#endSheet(frame);
    const { writer, fonts, outputIntents, language, isPrint } = frame;
    fonts.write();
    const kids = this.#sheets.map((number) => `${number} 0 R`).join(' ');
    writer.object(`<</Type/Pages/Count ${this.#sheets.length}/Kids[${kids}]>>`, frame.pages);
    const title = printable(this.#settings.title);
    const id = writer.digest();
    const date = isPrint ? PRINT_DATE : null;
    const xmp = writeXmp({ title, producer: PRODUCER, id, standards: this.#standards ?? [], date });
    const metadata = writer.stream('/Type/Metadata/Subtype/XML', new TextEncoder().encode(xmp));
    const lang = language === null ? '' : `/Lang ${language}`;
    const root = writer.object(
      `<</Type/Catalog/Pages ${frame.pages} 0 R/OutputIntents ${outputIntents}` +
        `/ViewerPreferences<</DisplayDocTitle true>>/Metadata ${metadata} 0 R${lang}>>`,
    );
    const text = (value: string): string => textString(value).toString();
    const day = `(D:${PRINT_DATE.replaceAll(/[-:TZ]/g, '')}Z)`;
    const print = `/CreationDate ${day}/ModDate ${day}/Trapped/False/GTS_PDFXVersion(PDF/X-4)`;
    const info = writer.object(
      `<</Title ${text(title)}/Producer ${text(PRODUCER)}/Creator ${text(PRODUCER)}${isPrint ? print : ''}>>`,
    );
    writer.end({ root, info }, id);
    return writer.take();
  }

  #start(document: PDFDocument, page: PDFPage): Frame {
    const isPrint = getClaims(document).includes('PDF/X-4');
    const [trim, bleedBox] = [page.getTrimBox(), page.getBleedBox()];
    const bleed = isPrint ? Math.max(0, trim.x - bleedBox.x) : 0;
    const layout = layOutSheet(this.#settings.grid, trim, bleed);
    if (layout === null) throw new Error('the page does not fit on the sheet');
    const writer = new ObjectWriter(isPrint ? '1.6' : '1.7');
    const fonts = new SharedFonts(writer);
    const copier = new ObjectCopier(writer, fonts);
    const textOf = copier.open(document.context);
    const language = document.catalog.get(PDFName.of('Lang'));
    return {
      writer,
      fonts,
      copier,
      layout,
      bleed,
      isPrint,
      pages: writer.reserve(),
      outputIntents: textOf(document.catalog.get(PDFName.of('OutputIntents'))),
      language: language === undefined ? null : textOf(language),
      // Marks are on every plate.
      allInks:
        isPrint && layout.marks.length > 0
          ? writer.object(
              '[/Separation/All/DeviceCMYK<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[1 1 1 1]/N 1>>]',
            )
          : null,
    };
  }

  #place({ writer, copier, bleed, layout }: Frame, page: PDFPage, cell: SheetCell): void {
    const { forms, placements, annotations } = this.#sheet;
    const trim = page.getTrimBox();
    const { left, right, top, bottom } = cell.room;
    const box = [
      trim.x - Math.min(bleed, left),
      trim.y - Math.min(bleed, bottom),
      trim.x + trim.width + Math.min(bleed, right),
      trim.y + trim.height + Math.min(bleed, top),
    ];
    const textOf = copier.open(page.doc.context);
    const group = page.node.get(PDFName.of('Group'));
    const { entries, content } = getContent(page);
    const form = copier.stream(
      `/Type/XObject/Subtype/Form/BBox[${box.map(round).join(' ')}]` +
        `/Resources ${textOf(page.node.Resources())}` +
        (group === undefined ? '' : `/Group ${textOf(group)}`) +
        entries,
      content,
    );
    const [x, y] = placeOnGrid(page, layout, cell);
    placements.push(`q 1 0 0 1 ${round(x)} ${round(y)} cm /C${forms.length} Do Q`);
    forms.push(form);
    for (const annotation of page.node.Annots()?.asArray() ?? []) {
      const link = page.doc.context.lookup(annotation, PDFDict);
      const moved = link.entries().map(([key, value]) => `${key.toString()} ${moveValue(key, value)}`);
      annotations.push(writer.object(`<<${moved.join('')}>>`));
    }
    function moveValue(key: PDFName, value: PDFObject): string {
      if (value instanceof PDFArray && (key.asString() === '/Rect' || key.asString() === '/QuadPoints')) {
        const at = (index: number): number => value.lookup(index, PDFNumber).asNumber();
        return `[${value
          .asArray()
          .map((_, index) => round(at(index) + (index % 2 === 0 ? x : y)))
          .join(' ')}]`;
      }
      return textOf(value);
    }
  }

  #endSheet({ writer, layout, isPrint, allInks, pages }: Frame): void {
    const { forms, placements, annotations } = this.#sheet;
    const { width, height, marks } = layout;
    const lines = marks.map(
      ([x1, y1, x2, y2]) => `${round(x1)} ${round(y1)} m ${round(x2)} ${round(y2)} l S`,
    );
    const ink = isPrint ? '/AllInks CS 1 SCN' : '0 0 0 RG';
    const drawn = marks.length === 0 ? [] : [`q ${ink} ${markThickness} w`, ...lines, 'Q'];
    const content = latin1([...placements, ...drawn].join('\n'));
    const contents = writer.stream('/Filter/FlateDecode', deflateSync(content, { level: 9 }));
    const xObjects = forms.map((number, index) => `/C${index} ${number} 0 R`).join('');
    const colors = allInks === null ? '' : `/ColorSpace<</AllInks ${allInks} 0 R>>`;
    const box = `[0 0 ${round(width)} ${round(height)}]`;
    const boxes = isPrint ? `/BleedBox ${box}/TrimBox ${box}` : '';
    const links = annotations.map((number) => `${number} 0 R`).join(' ');
    this.#sheets.push(
      writer.object(
        `<</Type/Page/Parent ${pages} 0 R/MediaBox ${box}${boxes}/Contents ${contents} 0 R` +
          `/Resources<</XObject<<${xObjects}>>${colors}>>` +
          `${links === '' ? '' : `/Annots[${links}]/Tabs/S`}>>`,
      ),
    );
    this.#sheet = { forms: [], placements: [], annotations: [] };
  }
}

/**
 * The origin of a page on the sheet. A page whose codes are on a grid of dots moves by up to half a dot, so
 * that they are on the grid of the sheet.
 */
function placeOnGrid(page: PDFPage, { height }: SheetLayout, cell: SheetCell): [number, number] {
  const trim = page.getTrimBox();
  const [x, y] = [cell.left - trim.x, cell.bottom - trim.y];
  const dpi = page.node.lookupMaybe(DOTS_KEY, PDFNumber);
  if (dpi === undefined) return [x, y];
  const dot = POINTS_PER_INCH / dpi.asNumber();
  const snap = (length: number): number => Math.round(length / dot) * dot;
  // Rows of dots are counted from the top.
  const top = height - page.getHeight();
  return [snap(x), top - snap(top - y)];
}

/** The content of a page, compressed, with the entries that say how. */
function getContent(page: PDFPage): { readonly entries: string; readonly content: Uint8Array } {
  const contents = page.node.Contents();
  const isPlain =
    contents instanceof PDFRawStream &&
    contents.dict.get(PDFName.of('Filter')) === PDFName.of('FlateDecode') &&
    !contents.dict.has(PDFName.of('DecodeParms'));
  const content = isPlain ? contents.contents : deflateSync(latin1(readContents(page)));
  return { entries: '/Filter/FlateDecode', content };
}

/** The standards that a file of this program claims, from its metadata. */
function getClaims(document: PDFDocument): PageStandard[] {
  const metadata = document.catalog.lookup(PDFName.of('Metadata'));
  const xmp = metadata instanceof PDFStream ? readMetadata(metadata) : '';
  return [
    ...(xmp.includes('<pdfaid:part>') ? (['PDF/A-2b'] as const) : []),
    ...(xmp.includes('<pdfxid:GTS_PDFXVersion>') ? (['PDF/X-4'] as const) : []),
  ];
}

function readMetadata(stream: PDFStream): string {
  return stream.dict.has(PDFName.of('Filter'))
    ? readStream(stream)
    : Buffer.from(stream.getContents()).toString('latin1');
}

/** As precise as a page needs to be: a ten-thousandth of a point. */
function round(length: number): string {
  return String(Number(length.toFixed(4)));
}
