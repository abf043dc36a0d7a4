/** The line above the codes of books, periodicals and music, which their standards require. */

/**
 * The number in clear, with its check digit: `ISBN 978-1-56581-231-4`. Empty for other codes. Digits are
 * grouped as in the value, since only the registration agencies know how.
 */
export function describeNumber(encoder: string, value: string): string {
  const [number = ''] = value.trim().split(/\s+/);
  switch (encoder) {
    case 'isbn':
      return `ISBN ${withCheckDigit(number, /^97[89]/.test(number) ? 13 : 10)}`;
    case 'ismn':
      return `ISMN ${withCheckDigit(number, number.startsWith('M') ? 10 : 13)}`;
    case 'issn':
      return `ISSN ${withCheckDigit(number, 8)}`;
    default:
      return '';
  }
}

function withCheckDigit(number: string, length: number): string {
  const digits = number.replaceAll('-', '');
  if (digits.length !== length - 1) return number;
  // ISSN have one hyphen, in their middle.
  const hyphen = number.includes('-') && length !== 8 ? '-' : '';
  return `${number}${hyphen}${checkDigit(digits, length)}`;
}

/** ISO 2108 (ISBN), ISO 3297 (ISSN) and ISO 10957 (ISMN). */
function checkDigit(digits: string, length: number): string {
  // "M" of an ISMN of 10 characters counts as 3.
  const values = [...digits].map((digit) => (digit === 'M' ? 3 : Number(digit)));
  if (length === 13 || digits.startsWith('M')) {
    const first = length === 13 ? 1 : 3;
    const sum = values.reduce((total, value, at) => total + value * (at % 2 === 0 ? first : 4 - first), 0);
    return String((10 - (sum % 10)) % 10);
  }
  const sum = values.reduce((total, value, at) => total + value * (length - at), 0);
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? 'X' : String(check);
}
