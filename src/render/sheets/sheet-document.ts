import { createHash } from 'node:crypto';

import { ParseSpeeds, PDFDocument, PDFName, PDFStream, type PDFPage } from 'pdf-lib';

import type { SheetGrid } from '../../common/sheets/sheet-grid.ts';
import { placeLabel } from '../../common/sheets/fill-order.ts';
import { layOutSheet } from '../../common/sheets/sheet-layout.ts';
import type { PageStandard } from '../standards/conformance.ts';
import { FILE_DATE, PRODUCER } from '../producer.ts';
import { readStream } from '../pdf/streams.ts';
import { printable, textString } from '../text-string.ts';
import { FileWriter } from '../pdf/write-file.ts';
import { writeXmp } from '../standards/xmp.ts';
import { ObjectCopier } from './copy-objects.ts';
import { copyPage, endSide, placePage, type Frame, type OpenSide } from './place-page.ts';
import { SharedFonts } from './shared-fonts.ts';

export interface SheetDocumentSettings {
  readonly title: string;
  readonly grid: SheetGrid;
  /** The number of all labels: pages, or pairs of front and back, each as often as it is copied. */
  readonly labels: number;
}

/** A sheet that is being filled: its front, and its back if it has one. */
type OpenSheet = readonly OpenSide[];

/**
 * Lays PDF pages of one size out on sheets, in one PDF: fronts, or fronts and backs. What the pages share
 * (fonts, pictures, profiles) is in the file once, and so is a page that is copied. Only the objects of one
 * page stand in memory, the fonts, and what is placed on sheets with free cells: each call returns the part
 * of the file that is ready. The file conforms to the standards that all pages conform to; the same pages
 * always give the same bytes.
 */
export class SheetDocument {
  readonly #settings: SheetDocumentSettings;
  readonly #pages: number[] = [];
  /** Of the file so far: its id. */
  readonly #hash = createHash('sha256');
  #frame: Frame | null = null;
  /** By number. A map keeps their order. */
  readonly #open = new Map<number, OpenSheet>();
  #placed = 0;
  /** Of all pages so far; null before the first. */
  #standards: readonly PageStandard[] | null = null;

  constructor(settings: SheetDocumentSettings) {
    this.#settings = settings;
  }

  /** Places the page of a PDF of this program in the next cells; with backs, its second page behind it. */
  async add(file: Uint8Array, copies = 1): Promise<Uint8Array[]> {
    const document = await PDFDocument.load(file, { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest });
    const pages = document.getPages();
    const [front] = pages;
    const { grid, labels } = this.#settings;
    const wanted = grid.backs === undefined ? 1 : 2;
    if (front === undefined || pages.length !== wanted) {
      throw new Error(`a cell takes ${wanted} pages, not ${pages.length}`);
    }
    const standards = getClaims(document);
    this.#standards = (this.#standards ?? standards).filter((each) => standards.includes(each));
    const frame = (this.#frame ??= this.#start(document, front));
    const forms = pages.map((page) => copyPage(frame, page));
    for (let copy = 0; copy < copies; copy += 1, this.#placed += 1) {
      const { sheet, cell } = placeLabel(grid, this.#placed, labels);
      const sides = this.#openSheet(sheet, wanted);
      for (const [index, form] of forms.entries()) {
        const side = sides[index];
        if (side !== undefined) placePage(frame, side, form, { cell, isBack: index === 1 });
      }
    }
    return this.#take(frame);
  }

  /** The part of the file that is ready. */
  #take({ writer }: Frame): Uint8Array[] {
    const chunks = writer.take();
    for (const chunk of chunks) this.#hash.update(chunk);
    return chunks;
  }

  /** A sheet. Those before it are full, unless all are filled at once. */
  #openSheet(number: number, sides: number): OpenSheet {
    const known = this.#open.get(number);
    if (known !== undefined) return known;
    if (this.#settings.grid.order !== 'stack') this.#endSheets();
    const sheet = Array.from({ length: sides }, () => ({ forms: [], placements: [], annotations: [] }));
    this.#open.set(number, sheet);
    return sheet;
  }

  #endSheets(): void {
    for (const sides of this.#open.values())
      for (const [index, side] of sides.entries()) {
        if (this.#frame !== null) this.#pages.push(endSide(this.#frame, side, index === 1));
      }
    this.#open.clear();
  }

  /** The rest of the file. */
  end(): Uint8Array[] {
    const frame = this.#frame;
    if (frame === null) throw new Error('sheets have no pages');
    this.#endSheets();
    const { writer, fonts, outputIntents, language, isPrint } = frame;
    fonts.write();
    const kids = this.#pages.map((number) => `${number} 0 R`).join(' ');
    writer.object(`<</Type/Pages/Count ${this.#pages.length}/Kids[${kids}]>>`, frame.pages);
    const title = printable(this.#settings.title);
    writer.pack();
    const parts = this.#take(frame);
    const id = this.#hash.digest('hex').slice(0, 32);
    const date = isPrint ? FILE_DATE : null;
    const xmp = writeXmp({ title, producer: PRODUCER, id, standards: this.#standards ?? [], date });
    const metadata = writer.stream('/Type/Metadata/Subtype/XML', new TextEncoder().encode(xmp));
    const lang = language === null ? '' : `/Lang ${language}`;
    const root = writer.object(
      `<</Type/Catalog/Pages ${frame.pages} 0 R/OutputIntents ${outputIntents}` +
        `/ViewerPreferences<</DisplayDocTitle true>>/Metadata ${metadata} 0 R${lang}>>`,
    );
    const text = (value: string): string => textString(value).toString();
    const day = `(D:${FILE_DATE.replaceAll(/[-:TZ]/g, '')}Z)`;
    const print = `/CreationDate ${day}/ModDate ${day}/Trapped/False/GTS_PDFXVersion(PDF/X-4)`;
    const info = writer.object(
      `<</Title ${text(title)}/Producer ${text(PRODUCER)}/Creator ${text(PRODUCER)}${isPrint ? print : ''}>>`,
    );
    writer.end(`/Root ${root} 0 R /Info ${info} 0 R /ID [<${id}><${id}>]`);
    return [...parts, ...writer.take()];
  }

  #start(document: PDFDocument, page: PDFPage): Frame {
    const isPrint = getClaims(document).includes('PDF/X-4');
    const [trim, bleedBox] = [page.getTrimBox(), page.getBleedBox()];
    const bleed = isPrint ? Math.max(0, trim.x - bleedBox.x) : 0;
    const layout = layOutSheet(this.#settings.grid, trim, bleed);
    if (layout === null) throw new Error('the page does not fit on the sheet');
    const writer = new FileWriter(isPrint ? '1.6' : '1.7');
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
