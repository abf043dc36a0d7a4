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
  { name: 'sum', example: 'sum(items.map(i, i.price))', detail: 'The total of numbers' },
  { name: 'round', example: 'round(x, 2)', detail: 'A number with this many decimals, as it is shown' },
  { name: 'floor', example: 'floor(x)', detail: 'A number rounded down: 2 of 2.7' },
  { name: 'ceil', example: 'ceil(x)', detail: 'A number rounded up: 3 of 2.1' },
  { name: 'abs', example: 'abs(x)', detail: 'A number without its sign' },
  { name: 'min', example: 'min(items.map(i, i.price))', detail: 'The smallest of numbers' },
  { name: 'max', example: 'max(items.map(i, i.price))', detail: 'The largest of numbers' },
  { name: 'running', example: 'running(items, x, x.price)', detail: 'The sums up to each entry' },
  { name: 'sort', example: 'sort(items, x, x.price)', detail: 'The entries in order' },
  { name: 'unique', example: 'unique(items, x, x.category)', detail: 'The first entry of each kind' },
  { name: 'group', example: 'group(items, x, x.category)', detail: 'The entries of each kind, by its name' },
  { name: 'first', example: 'first(items)', detail: 'The first entry' },
  { name: 'last', example: 'last(items)', detail: 'The last entry' },
  { name: 'slice', example: 'slice(items, 0, 3)', detail: 'Some of the entries, or of the characters' },
  { name: 'words', example: 'words(n)', detail: 'A number in words: twenty-one' },
  { name: 'split', example: 'split(text, ",")', detail: 'A list of its parts' },
  { name: 'join', example: 'join(texts, ", ")', detail: 'One text of a list' },
  { name: 'replace', example: 'replace(text, "a", "b")', detail: 'Another text in each place of one' },
  {
    name: 'padStart',
    example: 'padStart(string(n), 5, "0")',
    detail: 'At least this many characters: 00042',
  },
  { name: 'upper', example: 'upper(text)', detail: 'Capital letters' },
  { name: 'lower', example: 'lower(text)', detail: 'Small letters' },
  { name: 'title', example: 'title(text)', detail: 'A capital at the start of each word' },
  { name: 'trim', example: 'trim(text)', detail: 'Without spaces at both ends' },
  { name: 'truncate', example: 'truncate(text, 40)', detail: 'At most this many characters, then …' },
];

/** Functions of CEL that are written after a value: `title.size()`. */
export const methodList: readonly FunctionDescription[] = [
  { name: 'size', example: 'text.size()', detail: 'How many characters or items' },
  { name: 'contains', example: 'text.contains("a")', detail: 'Whether a text is in it' },
  { name: 'startsWith', example: 'text.startsWith("a")', detail: 'Whether it begins so' },
  { name: 'endsWith', example: 'text.endsWith("a")', detail: 'Whether it ends so' },
  { name: 'matches', example: 'text.matches("^[0-9]+$")', detail: 'Whether an RE2 pattern is in it' },
  { name: 'indexOf', example: 'text.indexOf("a")', detail: 'Where a text is in it, or -1' },
  { name: 'lastIndexOf', example: 'text.lastIndexOf("a")', detail: 'Where a text is in it last, or -1' },
  { name: 'substring', example: 'text.substring(0, 5)', detail: 'A part of it' },
  { name: 'split', example: 'text.split(",")', detail: 'A list of its parts' },
  { name: 'join', example: 'items.join(", ")', detail: 'One text of a list' },
  { name: 'map', example: 'items.map(x, upper(x))', detail: 'Each item changed' },
  { name: 'filter', example: 'items.filter(x, x != "")', detail: 'Some of the items' },
  { name: 'all', example: 'items.all(x, x != "")', detail: 'Whether all items are so' },
  { name: 'exists', example: 'items.exists(x, x == "a")', detail: 'Whether an item is so' },
  { name: 'getFullYear', example: 'date.getFullYear()', detail: 'The year: 2026' },
  { name: 'getMonth', example: 'date.getMonth()', detail: 'The month, from 0' },
  { name: 'getDate', example: 'date.getDate()', detail: 'The day of the month, from 1' },
  { name: 'getDayOfWeek', example: 'date.getDayOfWeek()', detail: 'The day of the week, from Sunday, 0' },
  { name: 'getDayOfYear', example: 'date.getDayOfYear()', detail: 'The day of the year, from 0' },
  { name: 'getHours', example: 'date.getHours()', detail: 'The hour, or that of a time zone' },
  { name: 'getMinutes', example: 'date.getMinutes()', detail: 'The minute' },
];
