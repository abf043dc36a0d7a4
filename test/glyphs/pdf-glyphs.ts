/** Reads glyphs and their places out of a page of a PDF. */
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, PDFStream } from 'pdf-lib';
import { readContents, readStream } from '../../src/render/pdf/streams.ts';
import { openFile, type PlacedGlyph } from './harfbuzz.ts';
import { boxAround, drawOutline, type Contour, type Point } from './outlines.ts';

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

interface Type0Font {
  readonly widths: ReadonlyMap<number, number>;
  /** The outline that its file has for a glyph; empty for a blank, which stands for text only. */
  readonly outlineOf: (glyph: number) => string;
}

/** A glyph, with its outline in the font of the PDF. */
interface ShownGlyph extends PlacedGlyph {
  readonly outline: string;
}

const token =
  /<<[\s\S]*?>>+|<([\dA-Fa-f\s]*)>|\[|\]|\((?:\\.|[^\\)])*\)|\/[^\s/<>[\]()]+|[+-]?(?:\d+\.?\d*|\.\d+)|[A-Za-z'"*]+/g;

/** What a page shows, in CSS pixels from its top left corner. */
export interface PageGlyphs {
  /** Those that are visible. */
  readonly glyphs: readonly ShownGlyph[];
  /** Of paths: marks of text from right to left are drawn as such. */
  readonly contours: readonly Contour[];
}

/**
 * The glyphs of a page. Codes of a Type 0 font with `Identity-H` and a TrueType file with an `Identity` map
 * are the glyph ids of the file, which our files keep.
 */
export async function readPdfGlyphs(pdf: Uint8Array): Promise<PageGlyphs> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const page = document.getPage(0);
  const fonts = readFonts(page.node.Resources());
  const pageHeight = page.getHeight();
  const found: ShownGlyph[] = [];
  const contours: Contour[] = [];
  let ends: Point[] = [];
  const saved: Matrix[] = [];
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  let [lineMatrix, textMatrix] = [matrix, matrix];
  let [font, size, mode] = [undefined as Type0Font | undefined, 0, 0];
  let operands: (number | string)[] = [];

  const show = (hex: string): void => {
    for (const [code] of hex.replaceAll(/\s/g, '').matchAll(/.{4}/g)) {
      const glyph = Number.parseInt(code, 16);
      const [, , , , e, f] = multiply(textMatrix, matrix);
      const outline = mode === 3 ? '' : (font?.outlineOf(glyph) ?? '');
      if (outline !== '') found.push({ glyph, outline, x: toPx(e), y: toPx(pageHeight - f) });
      textMatrix = multiply([1, 0, 0, 1, ((font?.widths.get(glyph) ?? 0) / 1000) * size, 0], textMatrix);
    }
  };
  const endContour = (): void => {
    if (ends.length > 0) contours.push(boxAround(ends));
    ends = [];
  };
  for (const [part, hex] of readContents(page).matchAll(token)) {
    const last = operands.slice(-6).map(Number) as [number, number, number, number, number, number];
    if (hex !== undefined) operands.push(`<${hex}`);
    else if (!/^[A-Za-z'"*]+$/.test(part)) operands.push(/^[+\-.\d]/.test(part) ? Number(part) : part);
    else {
      if ('mlc'.includes(part)) {
        if (part === 'm') endContour();
        const [x = 0, y = 0] = operands.slice(-2).map(Number);
        const [, , , , e, f] = multiply([1, 0, 0, 1, x, y], matrix);
        ends.push([toPx(e), toPx(pageHeight - f)]);
      } else if (part === 'h' || part === 'f') endContour();
      else if (part === 'q') saved.push(matrix);
      else if (part === 'Q') matrix = saved.pop() ?? matrix;
      else if (part === 'cm') matrix = multiply(last, matrix);
      else if (part === 'BT') [lineMatrix, textMatrix, mode] = [[1, 0, 0, 1, 0, 0], [1, 0, 0, 1, 0, 0], 0];
      else if (part === 'Tr') mode = Number(operands.at(-1));
      else if (part === 'Tf') [font, size] = [fonts.get(String(operands.at(-2))), Number(operands.at(-1))];
      else if (part === 'Tm') textMatrix = lineMatrix = last;
      else if (part === 'Td') {
        const [x, y] = operands.slice(-2).map(Number);
        textMatrix = lineMatrix = multiply([1, 0, 0, 1, x ?? 0, y ?? 0], lineMatrix);
      } else if (part === 'Tj' || part === 'TJ') {
        for (const operand of operands) {
          if (typeof operand === 'number')
            textMatrix = multiply([1, 0, 0, 1, (-operand / 1000) * size, 0], textMatrix);
          else if (operand.startsWith('<') && !operand.startsWith('<<')) show(operand.slice(1));
        }
      }
      operands = [];
    }
  }
  return { glyphs: found, contours };
}

const toPx = (points: number): number => (points * 96) / 72;

/** One matrix after the other. */
function multiply([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

function readFonts(resources: PDFDict | undefined): Map<string, Type0Font> {
  const fonts = new Map<string, Type0Font>();
  const all = resources?.lookupMaybe(PDFName.of('Font'), PDFDict);
  for (const [name] of all?.entries() ?? []) {
    const font = all?.lookup(name, PDFDict);
    const descendant = font?.lookup(PDFName.of('DescendantFonts'), PDFArray).lookup(0, PDFDict);
    const file = descendant
      ?.lookupMaybe(PDFName.of('FontDescriptor'), PDFDict)
      ?.lookupMaybe(PDFName.of('FontFile2'), PDFStream);
    const program = file === undefined ? null : openFile(Buffer.from(readStream(file), 'latin1'));
    fonts.set(name.toString(), {
      widths: readWidths(descendant?.lookupMaybe(PDFName.of('W'), PDFArray)),
      outlineOf: (glyph) => (program === null ? '' : drawOutline(program, glyph)),
    });
  }
  return fonts;
}

function readWidths(list: PDFArray | undefined): Map<number, number> {
  const widths = new Map<number, number>();
  for (let at = 0; list !== undefined && at < list.size(); at += 2) {
    const first = list.lookup(at, PDFNumber).asNumber();
    list
      .lookup(at + 1, PDFArray)
      .asArray()
      .forEach((width, index) => widths.set(first + index, (width as PDFNumber).asNumber()));
  }
  return widths;
}
