/** The values of codes as bwip-js takes them: characters, declarations of encodings, and escapes. */
import type { Symbology } from './symbologies.ts';

/** A value that cannot be encoded. The message is for the API's client. */
export class CodeValueError extends Error {
  override readonly name = 'CodeValueError';
}

/** A value as the encoder takes it. */
export interface PreparedValue {
  readonly text: string;
  /** What the encoder has to know of it. */
  readonly options: Readonly<Record<string, unknown>>;
  /** From the text that the encoder prints below a code to the one that is shown. */
  readonly readText: (text: string) => string;
}

/** ECI 26 declares UTF-8. */
const UTF8_DECLARATION = '^ECI000026';
const same = (text: string): string => text;

/** Prepares a value for the encoder of its symbology. Throws CodeValueError if it has other characters. */
export function prepareValue(symbology: Symbology, value: string): PreparedValue {
  const { encoder } = symbology;
  if (symbology.elementStrings) return prepareElementStrings(value);
  if (encoder === 'rationalizedCodabar' && /^[0-9\-$:/.+]+$/.test(value))
    return { text: `A${value}A`, options: {}, readText: same };
  // Since 2020 only PZN with 8 digits are given out; with 7 digits a PZN is one of the old ones.
  if (encoder === 'pzn' && !/^\d{6,8}$/.test(value))
    throw new CodeValueError('a PZN has 8 digits, or 6 or 7 if it is from before 2020');
  if (encoder === 'pzn' && value.length === 8)
    return { text: value, options: { pzn8: true }, readText: same };
  return prepareCharacters(symbology, value);
}

/**
 * Codes hold bytes. Readers take those of QR codes as UTF-8, and those of others as Latin-1 unless the code
 * declares UTF-8. Latin-1 bytes that could be UTF-8 are declared, too, since some readers guess.
 */
function prepareCharacters(symbology: Symbology, text: string): PreparedValue {
  const isAscii = /^[\0-\x7f]*$/.test(text);
  if (isAscii || symbology.characters === 'utf8') return { text, options: {}, readText: same };
  if (symbology.characters === 'ascii')
    throw new CodeValueError('only ASCII characters can be encoded in this kind of code');
  const isLatin1 = /^[\0-\xff]*$/.test(text);
  if (isLatin1 && !(symbology.declaresUtf8 && isUtf8(text)))
    return { text, options: { binarytext: true }, readText: same };
  if (!symbology.declaresUtf8)
    throw new CodeValueError('only Latin-1 characters can be encoded in this kind of code');
  return {
    text: UTF8_DECLARATION + Buffer.from(text.replaceAll('^', '^^'), 'utf8').toString('latin1'),
    options: { parsefnc: true, binarytext: true },
    readText: same,
  };
}

/** Whether the Latin-1 bytes of a text are UTF-8 as well, such as those of "Ã¼". */
function isUtf8(text: string): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
    return true;
  } catch {
    return false;
  }
}

/** Characters by their numbers, in values that bwip-js parses. */
const ESCAPED_PARENTHESIS = '^040';
const ESCAPED_CARET = '^094';

/**
 * GS1 element strings: "(01)…(21)…". Parentheses are in GS1's character set, too: "\(" and "\)" are part of
 * the data, as is a "(" before anything but an application identifier of two to four digits.
 */
function prepareElementStrings(value: string): PreparedValue {
  const text = value.replace(/\\[()]|\^|(?!^)\((?!\d{2,4}\))/g, (found) =>
    found === '\\)' ? ')' : found === '^' ? ESCAPED_CARET : ESCAPED_PARENTHESIS,
  );
  if (text === value) return { text, options: {}, readText: same };
  return {
    text,
    options: { parse: true },
    readText: (shown) => shown.replaceAll(ESCAPED_PARENTHESIS, '('),
  };
}
