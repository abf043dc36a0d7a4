/** Numbers as people write them: `1.250,50 €`, `(1 250.00)`, `15 %`, `₹1,00,000`. */

/** What separates the decimals. */
export type DecimalSign = 'point' | 'comma';

/** Signs of currencies that are words. Others are symbols, or codes of three letters. */
const currencyWords =
  'kr\\.?|kč|zł|ft|lei|leu|лв\\.?|руб\\.?|р\\.|грн|fr\\.?|sfr\\.?|rs\\.?|dh|rm|rp|kn|euro';
const symbol = `(?:[a-z]{0,3}\\p{Sc}|[a-z]{3}|R\\$|${currencyWords})`;
const before = new RegExp(`^${symbol}\\s*`, 'iu');
const after = new RegExp(`\\s*${symbol}$`, 'iu');

/** Digits of other scripts begin at these code points. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10];

const groups = "[ \\u00a0\\u2009\\u202f'’_";
const shapes: Readonly<Record<DecimalSign, RegExp>> = {
  comma: new RegExp(`^(\\d{1,3}(?:(${groups}.])\\d{3}(?:\\2\\d{3})*)?|\\d+)?(?:,(\\d+))?$`, 'u'),
  point: new RegExp(
    `^(\\d{1,3}(?:(${groups},])\\d{3}(?:\\2\\d{3})*)?|\\d{1,2}(?:,\\d{2})+,\\d{3}|\\d+)?(?:\\.(\\d+))?$`,
    'u',
  ),
};

/** As JSON writes numbers. */
const plain = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/u;

/** Whether a text is a number as JSON writes it. */
export function isPlainNumber(text: string): boolean {
  return plain.test(text);
}

/** Whether a text is a number as JSON writes it that may have groups of thousands instead: `1.250`. */
export function mayBeGrouped(text: string): boolean {
  return /^-?[1-9]\d{0,2}(?:\.\d{3})+$/u.test(text);
}

/**
 * The number that a text means, as JSON writes it; null for any other text. A percentage is a hundredth.
 */
export function readLocalNumber(text: string, decimalSign: DecimalSign): string | null {
  let rest = withPlainDigits(text.trim());
  if (decimalSign === 'point' && /[eE]/u.test(rest) && isPlainNumber(rest)) return rest;
  const isInBrackets = /^\(.*\)$/u.test(rest);
  if (isInBrackets) rest = rest.slice(1, -1).trim();
  const isPercent = /[%٪]$/u.test(rest);
  if (isPercent) rest = rest.slice(0, -1).trim();
  let minus = isInBrackets;
  const dropSign = (): void => {
    const [, leading = '', , trailing = ''] = /^([-−+]?)(.*?)([-−]?)$/u.exec(rest) ?? [];
    if (/[-−]/u.test(leading + trailing)) minus = true;
    // "12,-" and "12.-" have no cents.
    rest = rest.slice(leading.length, rest.length - trailing.length).trim();
  };
  const hasNoCents = /\d[.,][-–—]+$/u.test(rest.replace(after, ''));
  if (hasNoCents) rest = rest.replace(after, '').replace(/[.,][-–—]+$/u, '');
  dropSign();
  rest = rest.replace(before, '');
  if (/\d/u.test(rest)) rest = rest.replace(after, '');
  dropSign();
  const match = shapes[decimalSign].exec(rest);
  const [, whole = '', , decimals = ''] = match ?? [];
  if (match === null || whole + decimals === '') return null;
  const digits = whole.replaceAll(/\D/gu, '').replace(/^0+(?=\d)/u, '') || '0';
  const number = isPercent ? divideByHundred(digits, decimals) : digits + (decimals && `.${decimals}`);
  return minus && /[1-9]/u.test(number) ? `-${number}` : number;
}

function divideByHundred(whole: string, decimals: string): string {
  const digits = whole.padStart(3, '0');
  const moved = `${digits.slice(0, -2)}.${digits.slice(-2)}${decimals}`;
  return moved.replace(/\.?0+$/u, '').replace(/^0+(?=\d)/u, '');
}

/** Digits, the decimal sign and the groups of Arabic, Indic and other scripts as those of Latin. */
function withPlainDigits(text: string): string {
  if (!/[^\u0000-\u00ff]/u.test(text)) return text;
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = zeros.find((each) => code >= each && code < each + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}
