import { deflateSync } from 'node:zlib';

import { PDFString, type PDFContext, type PDFObject, type PDFRef } from 'pdf-lib';

import type { FontCopies } from './font-copies.ts';
import { writeToUnicode } from './to-unicode.ts';

/** What the copies of a font share. */
interface SharedFont {
  readonly name: string;
  readonly descriptor: PDFRef;
  /** The array `W` of its dictionary. */
  readonly widths: PDFObject;
  readonly isCff: boolean;
}

/** Writes the copies of a font as Type 0 fonts (ISO 32000-1, 9.7). Returns them by their names. */
export function writeType0Fonts(
  context: PDFContext,
  copies: FontCopies,
  { name, descriptor, widths, isCff }: SharedFont,
): ReadonlyMap<string, PDFRef> {
  const descendant = context.register(
    context.obj({
      Type: 'Font',
      Subtype: isCff ? 'CIDFontType0' : 'CIDFontType2',
      BaseFont: name,
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
      FontDescriptor: descriptor,
      DW: 0,
      W: widths,
      ...(isCff ? {} : { CIDToGIDMap: 'Identity' }),
    }),
  );
  const register = (texts: ReadonlyMap<number, string>): PDFRef =>
    context.register(
      context.obj({
        Type: 'Font',
        Subtype: 'Type0',
        BaseFont: name,
        Encoding: 'Identity-H',
        DescendantFonts: [descendant],
        ToUnicode: context.register(
          context.stream(deflateSync(writeToUnicode(texts)), { Filter: 'FlateDecode' }),
        ),
      }),
    );
  const used = copies.all.filter(({ texts }) => texts.size > 0);
  return new Map(used.map((copy) => [copy.name, register(copy.texts)]));
}
