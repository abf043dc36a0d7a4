import { titleKeys } from '../../common/placeholders/chart-titles.ts';
import { checkExpression } from './check-expression.ts';
import { MAX_DEPTH, MAX_MADE, MAX_SIDE, MAX_SPEC_PARTS } from './limits.ts';

/** What is wrong with a specification, and where in it. */
export interface SpecProblem {
  /** JSON pointer into the specification. */
  readonly pointer: string;
  readonly detail: string;
}

type Refuse = (pointer: string, detail: string) => void;

/**
 * Checks a Vega-Lite specification before anything reads it: what would load something, wait for somebody or
 * take forever is refused with its place. `lists`: the names of lists that it may name as data.
 */
export function checkSpec(
  spec: Readonly<Record<string, unknown>>,
  lists: ReadonlySet<string>,
): readonly SpecProblem[] {
  const problems: SpecProblem[] = [];
  const refuse: Refuse = (pointer, detail) => {
    problems.push({ pointer, detail });
  };
  const { $schema, datasets } = spec;
  if (typeof $schema === 'string' && !$schema.includes('vega-lite'))
    refuse('/$schema', 'This is no specification of Vega-Lite.');
  const named = new Set([...lists, ...Object.keys(isObject(datasets) ? datasets : {})]);
  const size = measure(spec);
  if (size !== null) refuse('', size);
  else walk(spec, '', { named, refuse });
  return problems;
}

interface Walk {
  readonly named: ReadonlySet<string>;
  readonly refuse: Refuse;
}

/** Keys whose values are rows of data. */
const rowKeys = new Set(['values', 'datasets']);

function walk(node: unknown, pointer: string, context: Walk): void {
  if (Array.isArray(node)) {
    for (const [index, inner] of node.entries()) walk(inner, `${pointer}/${index}`, context);
    return;
  }
  if (!isObject(node)) return;
  for (const [key, value] of Object.entries(node)) {
    const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    checkKey(key, value, at, context);
    const isRows = rowKeys.has(key) && (Array.isArray(value) || key === 'datasets') && isData(pointer, key);
    if (!isRows) walk(value, at, context);
  }
}

/** `values` of an axis or a scale are no rows: expressions may stand there. */
function isData(pointer: string, key: string): boolean {
  return key === 'datasets' || pointer.endsWith('/data');
}

const reasons: Readonly<Record<string, string>> = {
  url: 'Charts load nothing: write the rows into "values", or name a list of the template by "name".',
  href: 'A chart has no links.',
  select: 'A chart cannot be clicked: selections are for interactive views.',
  selection: 'A chart cannot be clicked: selections are for interactive views.',
  bind: 'A chart has no input fields to bind a parameter to.',
  signals: 'Signals of Vega are not supported: use "params" with "value" or "expr".',
  on: 'A chart has no events.',
  events: 'A chart has no events.',
  blend: 'Blend modes inside of a chart are not drawn; "blendMode" of the element is.',
};

const expressionKeys = new Set(['expr', 'calculate', 'labelExpr', 'signal', 'update']);
/** Keys that hold an expression if they hold a string. */
const conditionKeys = new Set(['filter', 'test']);

const marks: ReadonlySet<string> = new Set([
  'arc',
  'area',
  'bar',
  'boxplot',
  'circle',
  'errorband',
  'errorbar',
  'geoshape',
  'image',
  'line',
  'point',
  'rect',
  'rule',
  'square',
  'text',
  'tick',
  'trail',
]);

/** Largest numbers of keys. */
const largest: Readonly<Record<string, number>> = {
  width: MAX_SIDE,
  height: MAX_SIDE,
  maxbins: 1_000,
  tickCount: 1_000,
  steps: MAX_MADE,
  minsteps: MAX_MADE,
  maxsteps: MAX_MADE,
  fontSize: MAX_SIDE,
  strokeWidth: MAX_SIDE,
};

function checkKey(key: string, value: unknown, at: string, context: Walk): void {
  const { refuse } = context;
  const reason = Object.hasOwn(reasons, key) ? reasons[key] : undefined;
  // The transforms loess and regression name a field by `on`.
  const isField = key === 'on' && typeof value === 'string';
  if (reason !== undefined && !isField && value !== null && value !== false) refuse(at, reason);
  const mark = key === 'mark' ? (isObject(value) ? value['type'] : value) : undefined;
  if (typeof mark === 'string' && !marks.has(mark))
    refuse(at, `There is no mark ${JSON.stringify(mark.slice(0, 40))}: expected ${[...marks].join(', ')}.`);
  if (isImageMark(key, value))
    refuse(at, 'Images inside of a chart are not drawn: nothing is loaded for it.');
  if (key === 'data' && isObject(value)) checkData(value, at, context);
  if (key === 'sequence' && isObject(value)) checkSequence(value, at, refuse);
  const max = Object.hasOwn(largest, key) ? largest[key] : undefined;
  if (max !== undefined && typeof value === 'number' && !(value <= max))
    refuse(at, `expected at most ${max}, got ${value}.`);
  if (typeof value !== 'string') return;
  if (expressionKeys.has(key) || conditionKeys.has(key)) {
    const problem = checkExpression(value);
    if (problem !== null) refuse(at, problem);
  } else if (value.includes('{{') && !titleKeys.has(key)) {
    const detail =
      'Placeholders are filled in the titles and texts of a specification only; ' +
      'its expressions may name variables: {"expr": "name"}.';
    refuse(at, detail);
  }
}

function isImageMark(key: string, value: unknown): boolean {
  return key === 'mark' && (value === 'image' || (isObject(value) && value['type'] === 'image'));
}

/** Formats that Vega reads by code that it makes of the text. */
const textFormats: ReadonlySet<unknown> = new Set(['csv', 'tsv', 'dsv']);

function checkData(data: Readonly<Record<string, unknown>>, at: string, { named, refuse }: Walk): void {
  const { name, format } = data;
  if (isObject(format) && textFormats.has(format['type']))
    refuse(
      `${at}/format/type`,
      'Tables as text are not read: write the rows as objects into "values", ' +
        'or name a list of the template by "name".',
    );
  const isSource = ['values', 'sequence', 'sphere', 'graticule', 'url'].some((key) => key in data);
  if (typeof name !== 'string' || isSource || named.has(name)) return;
  refuse(
    `${at}/name`,
    `There is no list ${JSON.stringify(name.slice(0, 100))}: declare a variable of the type list.`,
  );
}

function checkSequence(
  { start, stop, step = 1 }: Readonly<Record<string, unknown>>,
  at: string,
  refuse: Refuse,
) {
  if (typeof start !== 'number' || typeof stop !== 'number' || typeof step !== 'number')
    return refuse(at, 'A sequence needs numbers for "start", "stop" and "step".');
  const count = (stop - start) / step;
  if (!(count <= MAX_MADE)) refuse(at, `A sequence may have ${MAX_MADE} numbers.`);
}

/** What is wrong with the size of a specification; null if nothing is. */
function measure(spec: object): string | null {
  let level: unknown[] = [spec];
  let count = 0;
  for (let depth = 0; level.length > 0; depth++) {
    count += level.length;
    if (depth > MAX_DEPTH) return `The specification has more than ${MAX_DEPTH} levels.`;
    if (count > MAX_SPEC_PARTS) return `The specification has more than ${MAX_SPEC_PARTS} values.`;
    level = level.flatMap((node) =>
      typeof node === 'object' && node !== null ? Object.values(node as Record<string, unknown>) : [],
    );
  }
  return null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
