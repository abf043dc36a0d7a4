import bwipjs from 'bwip-js';

import type { SceneBarcode, SceneQrCode } from '../scene/codes.ts';

/** How a symbology (a type of barcode) is encoded and drawn. */
export interface Symbology {
  /** The name of the encoder in bwip-js. */
  readonly encoder: string;
  /** Clear space that scanners need around the code, in modules. */
  readonly quietZone: {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  };
  /**
   * `digits`: each digit below its bars, between the guard bars (EAN and UPC). `line`: one line below the
   * code.
   */
  readonly text: 'digits' | 'line';
  /** The standard requires a check character, and bwip-js adds it only on request. */
  readonly addsCheck: boolean;
  /** The encoding that scanners assume if the code declares none. */
  readonly characters: 'ascii' | 'latin1' | 'utf8';
  /** The code can declare that its bytes are UTF-8 (ECI 26). */
  readonly declaresUtf8: boolean;
  /** Values are GS1 element strings, such as `(01)…(21)…`. */
  readonly elementStrings: boolean;
}

/** The fields of a symbology that differ from `defaults`. */
interface Traits extends Partial<Omit<Symbology, 'encoder' | 'quietZone' | 'elementStrings'>> {
  /** Clear space in modules: left and right, or one number for all four sides. */
  readonly quiet?: readonly [left: number, right: number] | number;
}

/** Common names that differ from the name in bwip-js. */
const aliases: Readonly<Record<string, string>> = { codabar: 'rationalizedCodabar' };

/**
 * Encoders of bwip-js that are not offered: drawings without an encoder (raw, daft, symbol), a component that
 * only makes sense beside another code (gs1-cc), encoders that need settings that an element does not have
 * (d3aqr, mailmark), and Ultracode, which needs eight colours.
 */
const excluded = new Set(['raw', 'daft', 'symbol', 'gs1-cc', 'd3aqr', 'mailmark', 'ultracode']);

/** A linear code: 10 modules of clear space on the left and the right, one line of text, ASCII. */
const defaults = {
  quiet: [10, 10],
  text: 'line',
  addsCheck: false,
  characters: 'ascii',
  declaresUtf8: false,
} as const;

/** Codes of bytes that can declare their encoding. */
const declared = { characters: 'latin1', declaresUtf8: true } as const;

/**
 * The traits of each symbology that differ from `defaults`. Every encoder of bwip-js is offered unless it is
 * `excluded`, so a new barcode type needs at most one line here (and one in `aliases`).
 */
const traits: Readonly<Record<string, Traits>> = {
  ean13: { quiet: [11, 7], text: 'digits' },
  isbn: { quiet: [11, 7], text: 'digits' },
  ismn: { quiet: [11, 7], text: 'digits' },
  issn: { quiet: [11, 7], text: 'digits' },
  ean8: { quiet: [7, 7], text: 'digits' },
  mands: { quiet: [14, 14], text: 'digits' },
  upca: { quiet: [9, 9], text: 'digits' },
  upce: { quiet: [9, 9], text: 'digits' },
  ean5: { quiet: [5, 5], text: 'digits' },
  ean2: { quiet: [5, 5], text: 'digits' },

  code93: { addsCheck: true },
  code93ext: { addsCheck: true },
  code11: { addsCheck: true },
  msi: { addsCheck: true },

  code128: { characters: 'latin1' },
  code16k: { characters: 'latin1' },
  codablockf: { characters: 'latin1' },

  qrcode: { quiet: 4, characters: 'utf8' },
  swissqrcode: { quiet: 4, characters: 'utf8' },
  ...same({ quiet: 4 }, 'gs1qrcode gs1dlqrcode hibcqrcode'),
  hanxin: { quiet: 3, characters: 'utf8' },
  dotcode: { quiet: 3, ...declared },
  gs1dotcode: { quiet: 3 },
  ...same({ quiet: 2, ...declared }, 'datamatrix datamatrixrectangular datamatrixrectangularextension'),
  ...same({ quiet: 2, ...declared }, 'pdf417 pdf417compact rectangularmicroqrcode'),
  ...same({ quiet: 2 }, 'microqrcode hibcpdf417 gs1datamatrix gs1datamatrixrectangular'),
  ...same({ quiet: 2 }, 'gs1dldatamatrix hibcdatamatrix hibcdatamatrixrectangular'),
  ...same({ quiet: 1, ...declared }, 'azteccode azteccodecompact maxicode codeone micropdf417'),
  ...same({ quiet: 1 }, 'aztecrune hibcazteccode hibcmicropdf417'),
};

const encoders = new Set(bwipjs.symbolList.map(({ bcid }) => bcid).filter((id) => !excluded.has(id)));

/** The accepted values of an element's `symbology`, in alphabetical order. */
export const codeSymbologies: readonly string[] = [...encoders, ...Object.keys(aliases)].sort();

/** Finds a symbology by its name or alias; null for an unknown name. */
export function findSymbology(name: string): Symbology | null {
  const encoder = aliases[name] ?? name;
  if (!encoders.has(encoder)) return null;
  const { quiet, ...rest } = { ...defaults, ...traits[encoder] };
  const quietZone =
    typeof quiet === 'number'
      ? { left: quiet, right: quiet, top: quiet, bottom: quiet }
      : { left: quiet[0], right: quiet[1], top: 0, bottom: 0 };
  return { encoder, quietZone, elementStrings: hasElementStrings(encoder), ...rest };
}

function hasElementStrings(encoder: string): boolean {
  if (encoder.startsWith('gs1dl')) return false;
  return /^(gs1|databar)|composite$|^(ean14|sscc18)$/.test(encoder);
}

function same(shared: Traits, names: string): Record<string, Traits> {
  return Object.fromEntries(names.split(' ').map((name) => [name, shared]));
}

/** The symbology of an element's code; null for an unknown name. */
export function codeSymbology(
  element: Pick<SceneQrCode, 'type' | 'margin'> | Pick<SceneBarcode, 'type' | 'symbology'>,
): Symbology | null {
  if (element.type === 'barcode') return findSymbology(element.symbology);
  const found = findSymbology('qrcode');
  const { margin } = element;
  return found && { ...found, quietZone: { left: margin, right: margin, top: margin, bottom: margin } };
}

/** The clear space that readers need around a code, whatever its `margin` is; in modules. */
export function findQuietZone(
  element: Pick<SceneQrCode, 'type'> | Pick<SceneBarcode, 'type' | 'symbology'>,
): Symbology['quietZone'] {
  const found = findSymbology(element.type === 'qrcode' ? 'qrcode' : element.symbology);
  return found?.quietZone ?? { left: 0, right: 0, top: 0, bottom: 0 };
}
