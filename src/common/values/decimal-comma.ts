/** A number with a decimal comma; thousands may be in groups. */
const shape = /^([+-]?)(\d{1,3}(?:([. \u00a0\u202f'’])\d{3}(?:\3\d{3})*)?|\d+),(\d+)$/u;

/** A number in groups of thousands, as decimal commas leave the point free for. */
const grouped = /^([+-]?)([1-9]\d{0,2}(?:\.\d{3})+)$/u;

/**
 * The number that a text with a decimal comma means, as `166.76` for `166,76`, `1.166,76` or `1 166,76`. Null
 * for any other text.
 */
export function readDecimalComma(text: string): string | null {
  const [, sign = '', whole = '', , decimals = ''] = shape.exec(text) ?? [];
  return decimals === '' ? null : `${minus(sign)}${plainWhole(whole)}.${decimals}`;
}

/** The number that groups of thousands with points mean, as `1166` for `1.166`. Null for any other text. */
export function readPointGroups(text: string): string | null {
  const [, sign = '', whole = ''] = grouped.exec(text) ?? [];
  return whole === '' ? null : `${minus(sign)}${plainWhole(whole)}`;
}

function minus(sign: string): string {
  return sign === '-' ? '-' : '';
}

function plainWhole(text: string): string {
  return text.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '');
}
