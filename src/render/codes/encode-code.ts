import bwipjs from 'bwip-js';
import { LRUCache } from 'lru-cache';

import { RMQR_VERSIONS, type CodeOptions } from '../../common/codes/code-options.ts';
import { describeNumber } from './book-numbers.ts';
import { CodeValueError, type PreparedValue, prepareValue } from './code-value.ts';
import { encodeQr, type ErrorCorrection } from './encode-qr.ts';
import { clearForLogo } from './qr-logo.ts';
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
      /** The line above the bars (ISBN, ISSN and ISMN); empty if the code has none. */
      readonly topLine: string;
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

/** bwip-js gives the heights of bars in inches, and everything else in modules of one point. */
const MODULES_PER_INCH = 72;
/** Offset from bwip-js's x of a digit to the centre of its bars, in the main code and in an add-on. */
const DIGIT_SHIFT = -0.25;
const ADDON_SHIFT = 3.25;
/** Each value is checked before it is drawn, and many renders in a row show the same value. */
const cache = new LRUCache<string, EncodedCode>({ max: 200 });

/**
 * Encodes a value. `options` are those of the symbology, which `checkOptions` has checked. Throws
 * CodeValueError if the symbology cannot hold the value.
 */
export function encodeCode(symbology: Symbology, value: string, options: CodeOptions = {}): EncodedCode {
  const key = `${symbology.encoder} ${JSON.stringify(options)} ${value}`;
  let code = cache.get(key);
  if (code === undefined) {
    code = encodeUncached(symbology, value, options);
    cache.set(key, code);
  }
  return code;
}

function encodeUncached(symbology: Symbology, value: string, given: CodeOptions): EncodedCode {
  // lean-qr takes a third of the time of bwip-js.
  if (symbology.encoder === 'qrcode') return encodeQrCode(value, given);
  const prepared = prepareValue(symbology, value);
  const options: Record<string, unknown> = { includetext: true, ...prepared.options, ...given };
  // Versions of QR and Han Xin codes are numbers, which bwip-js takes as texts.
  if (typeof given['version'] === 'number') options['version'] = String(given['version']);
  if (symbology.addsCheck) options['includecheck'] = true;
  // SEMI T1, the only standard for BC412, requires a check character and start and stop characters.
  if (symbology.encoder === 'bc412') options['semi'] = true;
  const encoded = prepared.text;

  const parts =
    symbology.encoder === 'rectangularmicroqrcode' && given['version'] === undefined
      ? encodeSmallest(encoded, options)
      : encode(symbology.encoder, encoded, options);
  const [part] = parts;
  if (part === undefined) throw new CodeValueError('the encoder returned no code');
  if (part.sbs !== undefined)
    return toBars(part, symbology, prepared, describeNumber(symbology.encoder, value));
  if (part.pixx !== undefined && part.pixy !== undefined && part.pixs !== undefined) {
    const { pixx: columns, pixy: rows, pixs } = part;
    if (pixs.length === columns * rows) return { kind: 'matrix', columns, rows, dark: pixs };
    return { kind: 'matrix', ...encodeStackedRows(symbology.encoder, encoded, options) };
  }
  return { kind: 'hexagons', cells: part.pixs ?? [] };
}

function encodeQrCode(value: string, { eclevel, version, logo }: CodeOptions): EncodedCode {
  if (value === '') throw new CodeValueError('The data must not be empty');
  // `checkOptions` has checked what they are.
  const level = (eclevel ?? 'M') as ErrorCorrection;
  const code = encodeQr(value, level, (version ?? null) as number | null);
  if (code === null) {
    const holder = version === undefined ? 'a QR code' : `a QR code of version ${String(version)}`;
    throw new CodeValueError(
      `The length of the data is more than ${holder} holds at this error correction level`,
    );
  }
  const { size, dark } = typeof logo === 'number' ? clearForLogo(code, level, logo) : code;
  return { kind: 'matrix', columns: size, rows: size, dark };
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

function toBars(
  part: RawCode,
  symbology: Symbology,
  { options, readText }: PreparedValue,
  topLine: string,
): EncodedCode {
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
  const isBinary = options['binarytext'] === true;
  const decode = (text: string): string =>
    readText(isBinary ? text : Buffer.from(text, 'latin1').toString('utf8'));
  const digits =
    symbology.text !== 'digits'
      ? []
      : texts.map(([text, at, y, , size]) => {
          const middle = y ?? 0;
          return { text, center: at + (middle > 0 ? ADDON_SHIFT : DIGIT_SHIFT), middle, size: size / 12 };
        });
  const line = symbology.text === 'line' ? decode(texts.map(([text]) => text).join('')) : '';
  return { kind: 'bars', width: end, bars, digits, line, topLine };
}

/** Removes the prefix of a message such as `bwipp.ean13badLength#6878: EAN-13 must be 12 or 13 digits`. */
function plainReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^(bwipp|bwip-js)\.[^:]*:\s*/, '').trim();
}
