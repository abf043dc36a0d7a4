/** Reads what the fonts of written pages say of their glyphs. */
import { PDFArray, PDFNumber } from 'pdf-lib';

/** The widths of glyphs in the entry `W` of a font. */
export function readWidths(array: PDFArray | undefined): Map<number, number> {
  const widths = new Map<number, number>();
  const size = array?.size() ?? 0;
  const numberAt = (index: number): number => array?.lookup(index, PDFNumber).asNumber() ?? 0;
  for (let at = 0; at + 1 < size;) {
    const first = numberAt(at);
    const second = array?.lookup(at + 1);
    if (second instanceof PDFArray) {
      second.asArray().forEach((_, index) => {
        widths.set(first + index, second.lookup(index, PDFNumber).asNumber());
      });
      at += 2;
      continue;
    }
    for (let glyph = first; glyph <= numberAt(at + 1); glyph++) widths.set(glyph, numberAt(at + 2));
    at += 3;
  }
  return widths;
}

/** The texts of glyphs in a character map. */
export function readCMap(map: string): Map<number, string> {
  const texts = new Map<number, string>();
  for (const [, kind, block = ''] of map.matchAll(/beginbf(char|range)(.*?)endbf/gs)) {
    const values = block.match(/[0-9A-Fa-f]+/g) ?? [];
    const step = kind === 'char' ? 2 : 3;
    for (let at = 0; at + step <= values.length; at += step) {
      const [first = '', last = first] = values.slice(at, at + step - 1);
      const text = fromUtf16Hex(values[at + step - 1] ?? '');
      const lastUnit = text.charCodeAt(text.length - 1);
      for (let code = parseInt(first, 16); code <= parseInt(last, 16); code++) {
        const unit = String.fromCharCode(lastUnit + code - parseInt(first, 16));
        texts.set(code, text.slice(0, -1) + unit);
      }
    }
  }
  return texts;
}

function fromUtf16Hex(hex: string): string {
  return Buffer.from(hex, 'hex').swap16().toString('utf16le');
}
