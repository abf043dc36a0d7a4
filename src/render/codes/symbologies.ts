import bwipjs from 'bwip-js';

/** How a symbology is drawn and read. */
export interface Symbology {
  /** The encoder's own name. */
  readonly encoder: string;
  /** Clear space that readers need beside the code, in modules. */
  readonly quiet: {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  };
  /** `digits`: each digit under its bars, guard bars reach between them (EAN and UPC). `line`: one line below. */
  readonly text: 'digits' | 'line' | 'none';
  /** What the code holds by itself when nothing declares an encoding. */
  readonly characters: 'ascii' | 'latin1' | 'utf8';
}

/** Names that people know, where the encoder has another. */
const ALIASES: Readonly<Record<string, string>> = { codabar: 'rationalizedCodabar' };

/**
 * Not offered: drawings without an encoder (raw, daft, symbol) and Ultracode, which needs eight colours of its own and
 * cannot follow an element's colour.
 */
const LEFT_OUT = new Set(['raw', 'daft', 'symbol', 'ultracode']);

/** Clear space by symbology where it is not that of most linear codes (10 modules) or most two-dimensional ones (1). */
const QUIET: Readonly<Record<string, readonly [left: number, right: number]>> = {
  ean13: [11, 7],
  isbn: [11, 7],
  ismn: [11, 7],
  issn: [11, 7],
  ean8: [7, 7],
  mands: [14, 14],
  upca: [9, 9],
  upce: [9, 9],
  ean5: [5, 5],
  ean2: [5, 5],
};
const QUIET_ALL_SIDES: Readonly<Record<string, number>> = {
  qrcode: 4,
  swissqrcode: 4,
  gs1qrcode: 4,
  gs1dlqrcode: 4,
  hibcqrcode: 4,
  d3aqr: 4,
  hanxin: 3,
  dotcode: 3,
  gs1dotcode: 3,
  microqrcode: 2,
  rectangularmicroqrcode: 2,
  pdf417: 2,
  pdf417compact: 2,
  hibcpdf417: 2,
};
const DIGITS = new Set(['ean13', 'ean8', 'upca', 'upce', 'isbn', 'ismn', 'issn', 'mands', 'ean5', 'ean2']);
const LATIN1 = new Set(['code128', 'code16k', 'codablockf', 'datamatrix', 'datamatrixrectangular', 'pdf417']);
const UTF8 = new Set(['qrcode', 'swissqrcode', 'azteccode', 'azteccodecompact', 'hanxin', 'maxicode']);

const encoders = new Set(bwipjs.symbolList.map(({ bcid }) => bcid).filter((id) => !LEFT_OUT.has(id)));

/** Every name that an element's `symbology` may have, in alphabetical order. */
export const codeSymbologies: readonly string[] = [...encoders, ...Object.keys(ALIASES)].sort();

/** How to encode and draw a symbology, or null for a name that is none. */
export function findSymbology(name: string): Symbology | null {
  const encoder = ALIASES[name] ?? name;
  if (!encoders.has(encoder)) return null;
  const around = QUIET_ALL_SIDES[encoder];
  const [left, right] = QUIET[encoder] ?? [10, 10];
  return {
    encoder,
    quiet:
      around === undefined
        ? { left, right, top: 0, bottom: 0 }
        : { left: around, right: around, top: around, bottom: around },
    text: DIGITS.has(encoder) ? 'digits' : 'line',
    characters: UTF8.has(encoder) ? 'utf8' : LATIN1.has(encoder) ? 'latin1' : 'ascii',
  };
}
