import bwipjs from 'bwip-js';
import { LRUCache } from 'lru-cache';

import { encodeQr, type ErrorCorrection } from './encode-qr.ts';
import { expandRows } from './stacked-rows.ts';
import type { Symbology } from './symbologies.ts';

/** A bar of a linear code. `x` and `width` are in modules, `top` and `bottom` too, measured upwards from the line. */
export interface Bar {
  readonly x: number;
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
}

/** A character of the text that belongs to a code, by its middle in modules. */
export interface CodeDigit {
  readonly text: string;
  readonly center: number;
  /** Measured upwards like the bars' levels. */
  readonly middle: number;
  /** 1 for most; UPC sets its first and last digit smaller. */
  readonly size: number;
}

/** What a code looks like, without size, place or colour. */
export type EncodedCode =
  | {
      readonly kind: 'bars';
      readonly width: number;
      readonly bars: readonly Bar[];
      readonly digits: readonly CodeDigit[];
      /** The text in one line; empty where the code has none. */
      readonly line: string;
    }
  /** `dark[row * columns + column]` is 1 for a dark module. */
  | {
      readonly kind: 'matrix';
      readonly columns: number;
      readonly rows: number;
      readonly dark: readonly number[];
    }
  /** MaxiCode: positions of dark hexagons, 30 to a row. */
  | { readonly kind: 'hexagons'; readonly cells: readonly number[] };

/** A value that its code cannot hold. The message is in plain words and fit for the caller. */
export class CodeValueError extends Error {
  override readonly name = 'CodeValueError';
}

/** Points an inch: the encoder gives heights of bars in inches and all else in modules of one point. */
const POINTS = 72;
/** From where the encoder puts a digit to the middle of its bars, in a main code and in an add-on. */
const DIGIT_SHIFT = -0.25;
const ADDON_SHIFT = 3.25;
/** Sizes of rectangular Micro QR Codes (ISO/IEC 23941), by the area that they take. */
const RMQR_VERSIONS = [
  '7x43',
  '11x27',
  '13x27',
  '7x59',
  '9x43',
  '11x43',
  '9x59',
  '7x77',
  '13x43',
  '15x43',
  '11x59',
  '9x77',
]
  .concat([
    '7x99',
    '17x43',
    '13x59',
    '11x77',
    '15x59',
    '9x99',
    '7x139',
    '13x77',
    '17x59',
    '11x99',
    '15x77',
    '9x139',
  ])
  .concat(['13x99', '17x77', '15x99', '11x139', '17x99', '13x139', '15x139', '17x139'])
  .map((size) => `R${size}`);
/** ECI 26 says that UTF-8 follows. */
const UTF8_DECLARATION = '^ECI000026';

/** The same link or number is on many a picture in a row, and is checked before it is drawn. */
const known = new LRUCache<string, EncodedCode>({ max: 200 });

/** Encodes a value. Throws CodeValueError where the symbology cannot hold it. */
export function encodeCode(
  symbology: Symbology,
  value: string,
  errorCorrection?: ErrorCorrection,
): EncodedCode {
  const key = `${symbology.encoder} ${errorCorrection ?? ''} ${value}`;
  let code = known.get(key);
  if (code === undefined) {
    code = encodeNow(symbology, value, errorCorrection);
    known.set(key, code);
  }
  return code;
}

function encodeNow(symbology: Symbology, value: string, errorCorrection?: ErrorCorrection): EncodedCode {
  // A third of what the encoder of all the others needs for it.
  if (symbology.encoder === 'qrcode') return encodeQrCode(value, errorCorrection);
  const options: Record<string, unknown> = { includetext: true };
  if (errorCorrection !== undefined) options['eclevel'] = errorCorrection;
  if (symbology.addsCheck) options['includecheck'] = true;
  // SEMI T1, the only standard of BC412, has a check character and marks where the code begins and ends.
  if (symbology.encoder === 'bc412') options['semi'] = true;
  let text = value;
  if (symbology.encoder === 'rationalizedCodabar' && /^[0-9\-$:/.+]+$/.test(value)) text = `A${value}A`;
  const encoded = encodeCharacters(symbology, text, options);

  const parts =
    symbology.encoder === 'rectangularmicroqrcode'
      ? encodeSmallest(encoded, options)
      : encode(symbology.encoder, encoded, options);
  const [part] = parts;
  if (part === undefined) throw new CodeValueError('the encoder made nothing of it');
  if (part.sbs !== undefined) return toBars(part, symbology, options['binarytext'] === true);
  if (part.pixx !== undefined && part.pixy !== undefined && part.pixs !== undefined) {
    const { pixx: columns, pixy: rows, pixs } = part;
    if (pixs.length === columns * rows) return { kind: 'matrix', columns, rows, dark: pixs };
    return { kind: 'matrix', ...expandRows(symbology.encoder, encoded, options) };
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

/** The encoder wants to be told a rectangular Micro QR Code's size: the smallest that holds the text. */
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

/** The encoder's output, of which each kind of code has some. */
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
 * Codes hold bytes. Latin-1 is what readers take them for in codes that can declare nothing, or where all characters fit
 * into it; QR and its like are read as UTF-8 by common consent; the others announce UTF-8 where they need it.
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
      const bottom = (part.bbs?.[index / 2] ?? 0) * POINTS;
      bars.push({ x, width, bottom, top: bottom + (part.bhs?.[index / 2] ?? 1) * POINTS });
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

/** The encoder's complaints read `bwipp.ean13badLength#6878: EAN-13 must be 12 or 13 digits`. */
function plainReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^(bwipp|bwip-js)\.[^:]*:\s*/, '').trim();
}
