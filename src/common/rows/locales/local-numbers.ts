/** Numbers as people write them: `1.250,50 €`, `(1 250.00)`, `15 %`, `₹1,00,000`. */

/** What separates the decimals. */
export type DecimalSign = 'point' | 'comma';

/** Signs of currencies that are words, as people write them: `Ft` is a currency, `ft` a length. */
const currencyWords =
  '[Kk][Rr]\\.?|[Kk][Čč]|[Zz][Łł]|Ft|[Ll]e[iu]|LE[IU]|лв\\.?|[Рр]уб\\.?|[Рр]\\.|грн|[Ff]r\\.?|' +
  '[Ss][Ff]r\\.?|SFR|[Rr]s\\.?|RS|[Dd]h|DH|RM|R[Pp]|kn|[Ee]uros?|EURO|Eur|RMB|NIS|TL';

/** What stands before the sign of a dollar or a pound. `K`, `M` and `B` are thousands and more. */
const countries = 'USD?|AU?|CA?|CAN|HK|NT|NZ|SG?|MX|MEX|AR?|CLP?|COL?|R|U|Z|J|TT|BZ|Bds|EC|FJ|E|CN|JP';

/** Codes that are no currencies as lower case: `5 kgs`, `5 sek`, `top 5`. */
const otherWords = new Set(['ALL', 'CUP', 'GEL', 'KGS', 'MAD', 'MOP', 'PEN', 'SEK', 'STD', 'TOP', 'TRY']);
const codes = Intl.supportedValuesOf('currency').flatMap((code) =>
  otherWords.has(code) ? [code] : [code, code.toLowerCase()],
);
const symbol = `(?:(?:${countries}|${countries.toLowerCase()})?\\p{Sc}|${codes.join('|')}|${currencyWords})`;
const before = new RegExp(`^${symbol}\\s*`, 'u');
const after = new RegExp(`\\s*${symbol}$`, 'u');
const alone = new RegExp(`^${symbol}$`, 'u');

/** Whether a text is the sign, the code or the word of a currency. */
export function isCurrency(text: string): boolean {
  return alone.test(text);
}

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
