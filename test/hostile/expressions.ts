/**
 * Expressions that are made to take long, and values for them. All but `deep` ones would take far more than
 * 50 ms without a budget. The gate counts their steps, `npm run bench expressions` their time.
 */
import type { TemplateVariable } from '../../generated/template.ts';

/** The variables of all hostile expressions. */
export const hostileVariables: readonly TemplateVariable[] = [
  { name: 'title', type: 'text' },
  { name: 's', type: 'text' },
  { name: 'price', type: 'number' },
];

/** An expression with the values that make it take longest. */
export interface HostileExpression {
  readonly source: string;
  readonly values: Readonly<Record<string, string>>;
}

const list = (length: number) => `[${Array.from({ length }, (_, index) => index).join(',')}]`;
const sixty = list(60);
const a = (length: number) => 'a'.repeat(length);
const loop = (body: string) => `${sixty}.all(x, ${sixty}.all(y, ${body}))`;
const loops = (body: string) => `${sixty}.all(z, ${loop(body)})`;

/** Numbers in some order, with commas. */
const distinct = (length: number) => Array.from({ length }, (_, at) => (at * 7_919) % length).join();

/** `x + x`, and that twice, and so on. */
function doublingBindings(count: number): string {
  const bind = (index: number): string => {
    const before = index === 0 ? 'title' : `y${index - 1}`;
    return index === count ? '1' : `cel.bind(y${index}, ${before} + ${before}, ${bind(index + 1)})`;
  };
  return bind(0);
}

const hostile = (source: string, title = '', s = ''): HostileExpression => ({
  source,
  values: { title, s, price: '12.5' },
});

/** Each is refused: it takes too many steps, or breaks a limit. */
export const hostileExpressions: Readonly<Record<string, HostileExpression>> = {
  'nested loops': hostile(loops('x + y + z >= 0')),
  'nested maps': hostile(`${sixty}.map(x, ${sixty}.map(y, ${sixty}.map(z, z))).size()`),
  'map literals in loops': hostile(loops('{"a": x, "b": [y, z]}.size() > 0')),
  'fields in loops': hostile(`cel.bind(m, {"a": 1}, ${loops('m.a == 1 && has(m.a)')})`),
  'a text that doubles': hostile(`["${'x'.repeat(50)}"]${'.map(x, x + x)'.repeat(60)}.size()`),
  'a list that doubles': hostile(`[[1, 2, 3]]${'.map(x, x + x)'.repeat(60)}.size()`),
  'bindings that double': hostile(doublingBindings(30), a(1_000)),
  'lists of lists, compared': hostile(`cel.bind(m, ${sixty}.map(x, ${sixty}), ${loop('m == m')})`),
  'maps, compared': hostile(`cel.bind(m, {"a": {"b": ${sixty}}}, ${loop('m == m')})`),
  'lists, searched': hostile(`cel.bind(m, ${sixty}.map(x, [x]), ${loop('[100] in m || true')})`),
  'a search for a long text': hostile(`${sixty}.all(x, !title.contains(s))`, a(14_000), `b${a(6_000)}`),
  'a search from the end': hostile(`${sixty}.all(x, title.lastIndexOf(s) < 0)`, a(20_000), `b${a(50)}`),
  'characters, split': hostile('title.split("").map(x, title.split("")).size()', a(60_000)),
  'a long text, split': hostile(`${sixty}.all(x, title.split("a", 2).size() > 1)`, a(300_000)),
  'a join with a long separator': hostile('title.split("").join(s) == ""', a(9_000), a(100_000)),
  'characters, counted': hostile(`${sixty}.all(x, title.size() > 1)`, a(100_000)),
  'parts of a text': hostile(loop('(title + "b").substring(x).size() > 1'), a(200)),
  'capital letters': hostile(`${sixty}.all(x, upper(title) != "")`, 'ß'.repeat(20_000)),
  'small letters': hostile(`${sixty}.all(x, title.lowerAscii() != "")`, 'İ'.repeat(20_000)),
  'words in capitals': hostile(`${sixty}.all(x, title(title) != "")`, 'a b '.repeat(5_000)),
  'a long text, cut': hostile('truncate(title, 749999)', a(750_000)),
  'combining marks, cut': hostile('truncate(title, 249999)', 'a\u0301\u0302'.repeat(250_000)),
  'texts, cut in a loop': hostile(`${sixty}.all(x, truncate(title, 24999) != "")`, a(25_000)),
  'a plural of many numbers': hostile('plural(1, {"other": s})', '', '#'.repeat(700_000)),
  'plurals in a loop': hostile(loop('plural(x, {"other": s}) != ""'), '', '#'.repeat(999)),
  'long numbers': hostile(loops('z >= 0 && number(1.7e308, {"minimumFractionDigits": 100}) != ""')),
  formatters: hostile(
    loops('number(x * y, {"minimumFractionDigits": x % 20, "maximumFractionDigits": 20 + y}) != ""'),
  ),
  'options that nobody has': hostile(loop('number(x, {"foo": x * 100 + y}) != ""')),
  'long options': hostile('number(1, {"foo": title})', a(10_000)),
  'formatters of dates': hostile(
    loop('date(now, {"year": "numeric", "month": "long", "weekday": "long", "foo": x * 100 + y}) != ""'),
  ),
  'formatters of distances': hostile(loop('relative(now, now, {"foo": x * 100 + y}) != ""')),
  'formatters of lists': hostile(loop('list(["a", "b"], {"foo": x * 100 + y}) != ""')),
  'a long list, written': hostile('list(title.split(""))', a(45_000)),
  'a pattern': hostile('title.matches("(a+)+$b")', a(200_000)),
  'a pattern with many states': hostile('title.matches("(a|aa|aaa){1000}b")', a(10_000)),
  'a pattern that repeats repetitions': hostile('title.matches(s)', 'x', `(((${a(970)}){10}){10}){10}`),
  'a pattern of large classes': hostile('title.matches(s)', 'x', String.raw`\pL{1000}`.repeat(50)),
  'patterns of large classes': hostile(
    String.raw`${list(90)}.all(x, !title.matches("(?i)[\\pL\\pN]{10}b" + string(x)))`,
    'x',
  ),
  'patterns in a loop': hostile(loop('!title.matches("(a?){900}b" + string(x * y))'), a(50)),
  durations: hostile(`${loops('z >= 0 && now + duration("1h1m1s1ms1us1ns") > now')}`),
  'a long duration': hostile(`now + duration("${'1'.repeat(1_900)}") == now`),
  'errors that are passed over': hostile(loop('1 / (x - x) > 0 || true')),
  'errors that quote a long text': hostile(loop('bool(title) || x >= 0'), a(1_000)),
  'a replacement that is long': hostile('replace(title, "a", s)', a(100_000), a(100_000)),
  'a replacement between all characters': hostile('replace(title, "", s)', a(50_000), a(50_000)),
  'replacements in a loop': hostile(`${sixty}.all(x, replace(title, "a", "bb") != "")`, a(20_000)),
  'replacements of replacements': hostile(
    'replace(replace(replace(replace(title, "a", s), "a", s), "a", s), "a", s)',
    a(10),
    a(100),
  ),
  'parts, split again': hostile(
    'split(title, ",").map(x, split(title, ",").size()).size()',
    ','.repeat(10_000),
  ),
  'parts, joined': hostile('join(split(title, ""), s)', a(10_000), a(100_000)),
  'texts, padded in a loop': hostile(loops('padStart(string(x * y * z), 1000, "0") != ""')),
  'parts, sorted': hostile('sort(split(title, ","), x, x).size()', distinct(50_000)),
  'long texts, sorted': hostile(`sort(${sixty}.map(x, title + string(x)), x, x).size()`, a(100_000)),
  'a long key, sorted by': hostile('sort(split(title, ""), x, title).size()', a(3_000)),
  'long keys, compared': hostile('unique(split(title, ""), x, title + x).size()', a(3_000)),
  'parts, grouped': hostile('group(split(title, ","), x, x).size()', distinct(50_000)),
  'a group for each part': hostile(
    'split(title, ",").map(x, group(split(title, ","), y, y + x).size()).size()',
    distinct(500),
  ),
  'sums up to each part': hostile('running(split(title, ""), x, 1.0).size()', a(100_000)),
  'sums for each part': hostile(
    'split(title, ",").map(x, running(split(title, ","), y, double(x)).size()).size()',
    distinct(500),
  ),
  'numbers in words': hostile(loops('words(999999999 + z) != ""')),
  'bytes of a text': hostile(`${sixty}.all(x, bytes(title).hex().size() > 0)`, a(20_000)),
};

/** As deep as 2,000 characters go. They end with a result or an error, but do not overflow the stack. */
export const deepExpressions: readonly string[] = [
  `${'1+'.repeat(990)}1`,
  `${'!'.repeat(1_900)}true`,
  `${'('.repeat(200)}1${')'.repeat(200)}`,
  `${'['.repeat(240)}${']'.repeat(240)}.size()`,
  `${'true ? '.repeat(150)}1${' : 2'.repeat(150)}`,
];
