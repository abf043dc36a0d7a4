/** What the form of a chart shows of its Vega-Lite specification. The form knows one view with one mark. */

/** A specification of Vega-Lite, or an object in it. */
export type Spec = Record<string, unknown>;

export const chartKinds = ['bar', 'horizontalBar', 'line', 'area', 'point', 'pie', 'donut'] as const;
export type ChartKind = (typeof chartKinds)[number];

export const sorts = ['list', 'name', 'nameReversed', 'largest', 'smallest'] as const;
/** The order of the categories. `other`: one that the form does not know. */
export type Sort = (typeof sorts)[number] | 'other';

export const stacks = ['stacked', 'grouped', 'normalized', 'layered'] as const;
/** How the values of several series stand in one place. */
export type Stack = (typeof stacks)[number] | 'other';

export const legends = ['right', 'bottom', 'top', 'left', 'none'] as const;
export type Legend = (typeof legends)[number] | 'other';

/** What the form shows. */
export interface ChartForm {
  readonly kind: ChartKind;
  /** The name of the data; null: they are written in the specification. */
  readonly data: string | null;
  /** Fields of the data; empty: none. */
  readonly category: string;
  readonly value: string;
  readonly series: string;
  /** How the values of a category become one; empty: they do not. */
  readonly aggregate: string;
  readonly sort: Sort;
  readonly stack: Stack;
  readonly title: string;
  /** Null: there is none; undefined: Vega-Lite makes one. */
  readonly categoryTitle: string | null | undefined;
  readonly valueTitle: string | null | undefined;
  readonly seriesTitle: string | null | undefined;
  readonly legend: Legend;
  /** As d3 has it; empty: as Vega-Lite does. */
  readonly format: string;
  /** In CSS pixels; null: as Vega-Lite has it. */
  readonly textSize: number | null;
}

/** Why a specification is beyond the form. */
export type Beyond = 'views' | 'mark' | 'channel' | 'data';

/** The channels that hold the categories, the values and the series of a kind. */
export function listChannels(kind: ChartKind) {
  if (isRound(kind)) return { category: 'color', value: 'theta', series: null } as const;
  return kind === 'horizontalBar'
    ? ({ category: 'y', value: 'x', series: 'color' } as const)
    : ({ category: 'x', value: 'y', series: 'color' } as const);
}

/** Whether a kind is a circle. */
export function isRound(kind: ChartKind): boolean {
  return kind === 'pie' || kind === 'donut';
}

const views = ['layer', 'concat', 'hconcat', 'vconcat', 'facet', 'repeat', 'spec'];

/** Reads a specification. */
export function readForm(spec: Spec): ChartForm | Beyond {
  if (views.some((key) => spec[key] !== undefined)) return 'views';
  const kind = getKind(spec);
  if (kind === null) return 'mark';
  const data = getData(spec);
  if (data === undefined) return 'data';
  const encoding = objectAt(spec, 'encoding');
  const names = listChannels(kind);
  const [category, value] = [objectAt(encoding, names.category), objectAt(encoding, names.value)];
  const series = names.series === null ? {} : objectAt(encoding, names.series);
  if (![category, value, series].every(isPlain)) return 'channel';
  return {
    kind,
    data,
    category: textAt(category, 'field'),
    value: textAt(value, 'field'),
    series: textAt(series, 'field'),
    aggregate: textAt(value, 'aggregate'),
    sort: getSort(kind, encoding),
    stack: getStack(kind, encoding),
    title: getTitle(spec['title']),
    categoryTitle: getAxisTitle(category),
    valueTitle: getAxisTitle(value),
    seriesTitle: getAxisTitle(series),
    legend: getLegend(names.series === null ? category : series),
    format: textAt(objectAt(value, 'axis'), 'format'),
    textSize: numberOrNull(objectAt(objectAt(spec, 'config'), 'axis')['labelFontSize']),
  };
}

const markKinds: Readonly<Record<string, ChartKind>> = {
  bar: 'bar',
  line: 'line',
  area: 'area',
  point: 'point',
  circle: 'point',
  square: 'point',
  arc: 'pie',
};

function getKind(spec: Spec): ChartKind | null {
  const { mark } = spec;
  const type = isObject(mark) ? mark['type'] : mark;
  const kind = typeof type === 'string' && Object.hasOwn(markKinds, type) ? markKinds[type]! : null;
  if (kind === 'pie' && isObject(mark) && mark['innerRadius'] !== undefined && mark['innerRadius'] !== 0)
    return 'donut';
  return kind === 'bar' && isHorizontal(spec) ? 'horizontalBar' : kind;
}

/** As Vega-Lite finds it: bars lie if only the horizontal axis has values. */
function isHorizontal({ mark, encoding }: Spec): boolean {
  if (isObject(mark) && typeof mark['orient'] === 'string') return mark['orient'] === 'horizontal';
  const channels = isObject(encoding) ? encoding : {};
  return isMeasure(objectAt(channels, 'x')) && !isMeasure(objectAt(channels, 'y'));
}

function isMeasure({ aggregate, type, bin, timeUnit }: Spec): boolean {
  return aggregate !== undefined || (type === 'quantitative' && bin === undefined && timeUnit === undefined);
}

/** The name of the data; null: they are inline; undefined: neither. */
function getData({ data }: Spec): string | null | undefined {
  if (!isObject(data)) return undefined;
  if (Array.isArray(data['values'])) return null;
  return typeof data['name'] === 'string' ? data['name'] : undefined;
}

/** Whether a channel has a field, a plain aggregate, or nothing. */
function isPlain(channel: Spec): boolean {
  const { field, aggregate } = channel;
  const isText = (value: unknown) => value === undefined || typeof value === 'string';
  const isFixed = 'datum' in channel || 'value' in channel || 'condition' in channel;
  return isText(field) && isText(aggregate) && !(isFixed && field === undefined);
}

function getSort(kind: ChartKind, encoding: Spec): Sort {
  const { category, value } = listChannels(kind);
  const { sort } = objectAt(encoding, category);
  if (isRound(kind) && encoding['order'] !== undefined) {
    const order = objectAt(encoding, 'order')['sort'];
    return order === 'descending' ? 'largest' : order === 'ascending' ? 'smallest' : 'other';
  }
  const known: Readonly<Record<string, Sort>> = {
    ascending: 'name',
    descending: 'nameReversed',
    [value]: 'smallest',
    [`-${value}`]: 'largest',
  };
  // Slices are in the order of their names, whatever that of the legend is.
  if (sort === null) return isRound(kind) ? 'other' : 'list';
  if (sort === undefined) return 'name';
  return typeof sort === 'string' ? (known[sort] ?? 'other') : 'other';
}

function getStack(kind: ChartKind, encoding: Spec): Stack {
  const { category, value } = listChannels(kind);
  if (encoding[`${category}Offset`] !== undefined) return 'grouped';
  const { stack } = objectAt(encoding, value);
  if (stack === undefined || stack === 'zero' || stack === true) return 'stacked';
  if (stack === 'normalize') return 'normalized';
  return stack === null || stack === false ? 'layered' : 'other';
}

function getTitle(title: unknown): string {
  const text = isObject(title) && !Array.isArray(title) ? title['text'] : title;
  if (Array.isArray(text)) return text.join(' ');
  return typeof text === 'string' ? text : '';
}

function getAxisTitle(channel: Spec): string | null | undefined {
  const axis = objectAt(channel, 'axis');
  const title = axis['title'] === undefined ? channel['title'] : axis['title'];
  return title === null || title === '' ? null : title === undefined ? undefined : getTitle(title);
}

function getLegend({ legend }: Spec): Legend {
  if (legend === null) return 'none';
  const orient = isObject(legend) ? legend['orient'] : undefined;
  if (orient === undefined) return 'right';
  return legends.find((each) => each === orient) ?? 'other';
}

/** The object at a key; an empty one if there is none. */
export function objectAt(owner: Spec, key: string): Spec {
  const value = owner[key];
  return isObject(value) ? value : {};
}

function textAt(owner: Spec, key: string): string {
  const value = owner[key];
  return typeof value === 'string' ? value : '';
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

/** Whether a value is an object or a list. */
export function isObject(value: unknown): value is Spec {
  return typeof value === 'object' && value !== null;
}
