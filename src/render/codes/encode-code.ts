import bwipjs from 'bwip-js';
import { LRUCache } from 'lru-cache';

import { encodeQr, type ErrorCorrection } from './encode-qr.ts';
import { encodeStackedRows } from './encode-stacked.ts';
import type { Symbology } from './symbologies.ts';

/** A bar of a linear code, in modules. `top` and `bottom` are measured upwards from the base line. */
export interface Bar {
  readonly x: number;
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
}

/** A character of a code's text. `center` and `middle` are the centre's coordinates in modules. */
export interface CodeDigit {
  readonly text: string;
  readonly center: number;
  /** Measured upwards, like `top` and `bottom` of a bar. */
  readonly middle: number;
  /** Relative size: 1, but less for the first and last digit of UPC. */
  readonly size: number;
}

/** The modules of a code, without size, position or colour. */
export type EncodedCode =
  | {
      readonly kind: 'bars';
      readonly width: number;
      readonly bars: readonly Bar[];
      readonly digits: readonly CodeDigit[];
      /** The line of text; empty if the code has none. */
      readonly line: string;
    }
  /** `dark[row * columns + column]` is 1 for a dark module. */
  | {
      readonly kind: 'matrix';
      readonly columns: number;
      readonly rows: number;
      readonly dark: readonly number[];
    }
  /** MaxiCode: indices of the dark hexagons, 30 per row. */
  | { readonly kind: 'hexagons'; readonly cells: readonly number[] };

/** A value that cannot be encoded. The message is for the API's client. */
export class CodeValueError extends Error {
  override readonly name = 'CodeValueError';
}

/** bwip-js gives the heights of bars in inches, and everything else in modules of one point. */
const MODULES_PER_INCH = 72;
/** Offset from bwip-js's x of a digit to the centre of its bars, in the main code and in an add-on. */
const DIGIT_SHIFT = -0.25;
const ADDON_SHIFT = 3.25;
/** Sizes of Rectangular Micro QR Codes (ISO/IEC 23941), ordered by area. */
const RMQR_VERSIONS = (
  '7x43 11x27 13x27 7x59 9x43 11x43 9x59 7x77 13x43 15x43 11x59 9x77 7x99 17x43 13x59 11x77 ' +
  '15x59 9x99 7x139 13x77 17x59 11x99 15x77 9x139 13x99 17x77 15x99 11x139 17x99 13x139 15x139 17x139'
)
  .split(' ')
  .map((size) => `R${size}`);
/** ECI 26 declares UTF-8. */
const UTF8_DECLARATION = '^ECI000026';

/** Each value is checked before it is drawn, and many renders in a row show the same value. */
const cache = new LRUCache<string, EncodedCode>({ max: 200 });

/** Encodes a value. Throws CodeValueError if the symbology cannot hold it. */
export function encodeCode(
  symbology: Symbology,
  value: string,
  errorCorrection?: ErrorCorrection,
): EncodedCode {
  const key = `${symbology.encoder} ${errorCorrection ?? ''} ${value}`;
  let code = cache.get(key);
  if (code === undefined) {
    code = encodeUncached(symbology, value, errorCorrection);
    cache.set(key, code);
  }
  return code;
}

function encodeUncached(symbology: Symbology, value: string, errorCorrection?: ErrorCorrection): EncodedCode {
  // lean-qr takes a third of the time of bwip-js.
  if (symbology.encoder === 'qrcode') return encodeQrCode(value, errorCorrection);
  const options: Record<string, unknown> = { includetext: true };
  if (errorCorrection !== undefined) options['eclevel'] = errorCorrection;
  if (symbology.addsCheck) options['includecheck'] = true;
  // SEMI T1, the only standard for BC412, requires a check character and start and stop characters.
  if (symbology.encoder === 'bc412') options['semi'] = true;
  let text = value;
  if (symbology.encoder === 'rationalizedCodabar' && /^[0-9\-$:/.+]+$/.test(value)) text = `A${value}A`;
  const encoded = encodeCharacters(symbology, text, options);

  const parts =
    symbology.encoder === 'rectangularmicroqrcode'
      ? encodeSmallest(encoded, options)
      : encode(symbology.encoder, encoded, options);
  const [part] = parts;
  if (part === undefined) throw new CodeValueError('the encoder returned no code');
  if (part.sbs !== undefined) return toBars(part, symbology, options['binarytext'] === true);
  if (part.pixx !== undefined && part.pixy !== undefined && part.pixs !== undefined) {
    const { pixx: columns, pixy: rows, pixs } = part;
    if (pixs.length === columns * rows) return { kind: 'matrix', columns, rows, dark: pixs };
    return { kind: 'matrix', ...encodeStackedRows(symbology.encoder, encoded, options) };
  }
  return { kind: 'hexagons', cells: part.pixs ?? [] };
}

function encodeQrCode(value: string, errorCorrection?: ErrorCorrection): EncodedCode {
  if (value === '') throw new CodeValueError('The data must not be empty');
  const code = encodeQr(value, errorCorrection);
  if (code === null)
    throw new CodeValueError(
      'The length of the data is more than a QR code holds at this error correction level',
    );
  return { kind: 'matrix', columns: code.size, rows: code.size, dark: code.dark };
}

function encode(encoder: string, text: string, options: Record<string, unknown>): readonly RawCode[] {
  try {
    return bwipjs.raw({ ...options, bcid: encoder, text });
  } catch (error) {
    throw new CodeValueError(plainReason(error));
  }
}

/** bwip-js needs the size of a Rectangular Micro QR Code: this finds the smallest that holds the text. */
function encodeSmallest(text: string, options: Record<string, unknown>): readonly RawCode[] {
  let reason: unknown = new CodeValueError('the value is too long');
  for (const version of RMQR_VERSIONS) {
    try {
      return encode('rectangularmicroqrcode', text, { ...options, version });
    } catch (error) {
      reason = error;
    }
  }
  throw reason;
}

/** The output of bwip-js; each kind of code has some of the fields. */
interface RawCode {
  readonly sbs?: readonly number[];
  readonly bhs?: readonly number[];
  readonly bbs?: readonly number[];
  readonly txt?: readonly (readonly [
    text: string,
    x: number,
    y: number | null,
    font: string,
    size: number,
  ])[];
  readonly pixs?: readonly number[];
  readonly pixx?: number;
  readonly pixy?: number;
}

/**
 * Codes hold bytes. Scanners read QR and similar codes as UTF-8. They read other codes as Latin-1, unless the
 * code declares UTF-8, which only Data Matrix and PDF417 can do here.
 */
function encodeCharacters(symbology: Symbology, text: string, options: Record<string, unknown>): string {
  const isAscii = /^[\0-\x7f]*$/.test(text);
  if (isAscii || symbology.characters === 'utf8') return text;
  if (symbology.characters === 'ascii') {
    throw new CodeValueError('only ASCII characters can be encoded in this kind of code');
  }
  if (/^[\0-\xff]*$/.test(text)) {
    options['binarytext'] = true;
    return text;
  }
  if (!['datamatrix', 'datamatrixrectangular', 'pdf417'].includes(symbology.encoder)) {
    throw new CodeValueError('only Latin-1 characters can be encoded in this kind of code');
  }
  options['parsefnc'] = true;
  options['binarytext'] = true;
  return UTF8_DECLARATION + Buffer.from(text.replaceAll('^', '^^'), 'utf8').toString('latin1');
}

function toBars(part: RawCode, symbology: Symbology, binary: boolean): EncodedCode {
  const bars: Bar[] = [];
  let x = 0;
  part.sbs?.forEach((width, index) => {
    const isBar = index % 2 === 0;
    if (isBar && width > 0) {
      const bottom = (part.bbs?.[index / 2] ?? 0) * MODULES_PER_INCH;
      bars.push({ x, width, bottom, top: bottom + (part.bhs?.[index / 2] ?? 1) * MODULES_PER_INCH });
    }
    x += width;
  });
  const end = bars.reduce((furthest, bar) => Math.max(furthest, bar.x + bar.width), 0);
  const texts = part.txt ?? [];
  const decode = (text: string): string => (binary ? text : Buffer.from(text, 'latin1').toString('utf8'));
  const digits =
    symbology.text !== 'digits'
      ? []
      : texts.map(([text, at, y, , size]) => {
          const middle = y ?? 0;
          return { text, center: at + (middle > 0 ? ADDON_SHIFT : DIGIT_SHIFT), middle, size: size / 12 };
        });
  const line = symbology.text === 'line' ? decode(texts.map(([text]) => text).join('')) : '';
  return { kind: 'bars', width: end, bars, digits, line };
}

/** Removes the prefix of a message such as `bwipp.ean13badLength#6878: EAN-13 must be 12 or 13 digits`. */
function plainReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^(bwipp|bwip-js)\.[^:]*:\s*/, '').trim();
}
