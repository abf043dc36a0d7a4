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
  /** Check characters that the standard asks for but the encoder leaves out unless told. */
  readonly addsCheck: boolean;
  /** What the code holds by itself when nothing declares an encoding. */
  readonly characters: 'ascii' | 'latin1' | 'utf8';
}

/** Names that people know, where the encoder has another. */
const ALIASES: Readonly<Record<string, string>> = { codabar: 'rationalizedCodabar' };

/**
 * Not offered: drawings without an encoder (raw, daft, symbol), a component that only makes sense beside another code
 * (gs1-cc), those that cannot be made without settings that an element does not have (d3aqr, mailmark), and Ultracode,
 * which needs eight colours of its own.
 */
const LEFT_OUT = new Set(['raw', 'daft', 'symbol', 'gs1-cc', 'd3aqr', 'mailmark', 'ultracode']);

/** Clear space by symbology where it is not that of most linear codes (10 modules). */
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
  ...sides(4, 'qrcode swissqrcode gs1qrcode gs1dlqrcode hibcqrcode'),
  ...sides(3, 'hanxin dotcode gs1dotcode'),
  ...sides(2, 'microqrcode rectangularmicroqrcode pdf417 pdf417compact hibcpdf417'),
  ...sides(2, 'datamatrix datamatrixrectangular datamatrixrectangularextension'),
  ...sides(
    2,
    'gs1datamatrix gs1datamatrixrectangular gs1dldatamatrix hibcdatamatrix hibcdatamatrixrectangular',
  ),
  ...sides(
    1,
    'azteccode azteccodecompact aztecrune hibcazteccode maxicode codeone micropdf417 hibcmicropdf417',
  ),
};
const DIGITS = new Set(['ean13', 'ean8', 'upca', 'upce', 'isbn', 'ismn', 'issn', 'mands', 'ean5', 'ean2']);
const ADDS_CHECK = new Set(['code93', 'code93ext', 'code11', 'msi']);
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
    addsCheck: ADDS_CHECK.has(encoder),
    characters: UTF8.has(encoder) ? 'utf8' : LATIN1.has(encoder) ? 'latin1' : 'ascii',
  };
}

function sides(modules: number, names: string): Record<string, number> {
  return Object.fromEntries(names.split(' ').map((name) => [name, modules]));
}
