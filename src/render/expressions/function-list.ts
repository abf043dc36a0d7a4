/** A function of expressions, as the designer lists it. */
export interface FunctionDescription {
  readonly name: string;
  /** An example, which the designer inserts. */
  readonly example: string;
  readonly detail: string;
}

/** The functions beyond those of CEL. */
export const functionList: readonly FunctionDescription[] = [
  { name: 'number', example: 'number(x, {"maximumFractionDigits": 2})', detail: 'A number: 1,234.5' },
  { name: 'currency', example: 'currency(x, "EUR")', detail: 'An amount of money: €12.00' },
  { name: 'percent', example: 'percent(x)', detail: 'A share: 0.25 is 25%' },
  { name: 'date', example: 'date(d, "long")', detail: 'A date: full, long, medium or short' },
  { name: 'relative', example: 'relative(d, now)', detail: 'A time as seen from another: in 3 days' },
  { name: 'plural', example: 'plural(n, {"one": "# seat", "other": "# seats"})', detail: 'A form by number' },
  { name: 'list', example: 'list(["a", "b"])', detail: 'Several texts: a and b' },
  { name: 'upper', example: 'upper(text)', detail: 'Capital letters' },
  { name: 'lower', example: 'lower(text)', detail: 'Small letters' },
  { name: 'title', example: 'title(text)', detail: 'A capital at the start of each word' },
  { name: 'trim', example: 'trim(text)', detail: 'Without spaces at both ends' },
  { name: 'truncate', example: 'truncate(text, 40)', detail: 'At most so many characters, then …' },
];
