/**
 * Changes of a specification by its form: they write what Vega-Lite needs and leave all other keys as they
 * are. They return a new specification.
 */
import { findScale, type ChartField, type Role } from './fields.ts';
import {
  listChannels,
  isObject,
  isRound,
  objectAt,
  readForm,
  type ChartForm,
  type ChartKind,
  type Legend,
  type Sort,
  type Spec,
  type Stack,
} from './form.ts';

/** What the form sets. */
export type FormChange = Partial<Omit<ChartForm, TitleKey> & Readonly<Record<TitleKey, string | null>>>;

type TitleKey = 'categoryTitle' | 'valueTitle' | 'seriesTitle';

/** Changes a specification. One that is beyond the form stays as it is. */
export function changeForm(spec: Spec, change: FormChange, fields: readonly ChartField[]): Spec {
  const changed = JSON.parse(JSON.stringify(spec)) as Spec;
  const form = readForm(changed);
  if (typeof form === 'string') return spec;
  const context = { spec: changed, form, fields };
  const { kind, data, category, value, series, aggregate, sort, stack, title, legend, format } = change;
  if (kind !== undefined) setKind(context, kind);
  if (data !== undefined && data !== null) changed['data'] = { name: data };
  if (category !== undefined) setField(context, 'category', category);
  if (value !== undefined) setField(context, 'value', value);
  if (series !== undefined) setField(context, 'series', series);
  if (aggregate !== undefined) setAggregate(context, aggregate);
  if (sort !== undefined) setSort(context, sort);
  if (stack !== undefined) setStack(context, stack);
  if (title !== undefined) setTitle(changed, title);
  if (change.categoryTitle !== undefined) setAxisTitle(context, 'category', change.categoryTitle);
  if (change.valueTitle !== undefined) setAxisTitle(context, 'value', change.valueTitle);
  if (change.seriesTitle !== undefined) setAxisTitle(context, 'series', change.seriesTitle);
  if (legend !== undefined) setLegend(context, legend);
  if (format !== undefined) setIn(getChannel(context, 'value'), 'axis', { format: format || undefined });
  if (change.textSize !== undefined) setTextSize(changed, change.textSize);
  return changed;
}

interface Context {
  readonly spec: Spec;
  readonly form: ChartForm;
  readonly fields: readonly ChartField[];
}

/** The channel of a role, made if it is missing. */
function getChannel({ spec, form }: Context, role: Role): Spec {
  const encoding = ownObject(spec, 'encoding');
  return ownObject(encoding, listChannels(form.kind)[role] ?? 'color');
}

function ownObject(owner: Spec, key: string): Spec {
  if (!isObject(owner[key])) owner[key] = {};
  return owner[key] as Spec;
}

/** Sets keys of an object in an object; one that is left without keys goes. */
function setIn(owner: Spec, key: string, values: Spec): void {
  const inner = { ...objectAt(owner, key), ...values };
  const kept = Object.entries(inner).filter(([, value]) => value !== undefined);
  if (kept.length === 0) delete owner[key];
  else owner[key] = Object.fromEntries(kept);
}

const markOf: Readonly<Record<ChartKind, string>> = {
  bar: 'bar',
  horizontalBar: 'bar',
  line: 'line',
  area: 'area',
  point: 'point',
  pie: 'arc',
  donut: 'arc',
};

/** Three tenths of the shorter side are a hole. */
const hole = { expr: 'min(width, height) * 0.3' };

/** Another kind: its mark, and the channels in their new places. */
function setKind({ spec, form, fields }: Context, kind: ChartKind): void {
  if (kind === form.kind) return;
  const { mark } = spec;
  const { innerRadius: _, orient: __, ...look } = isObject(mark) ? mark : {};
  const keys = { ...look, type: markOf[kind], ...(kind === 'donut' ? { innerRadius: hole } : {}) };
  spec['mark'] = Object.keys(keys).length === 1 ? keys.type : keys;
  const [from, to] = [listChannels(form.kind), listChannels(kind)];
  const places: Readonly<Record<string, string | null>> = {
    ...(from.series === null ? { order: null } : { [from.series]: to.series }),
    [from.category]: to.category,
    [from.value]: to.value,
    [`${from.category}Offset`]: kind.endsWith('ar') ? `${to.category}Offset` : null,
  };
  const moved = Object.entries(objectAt(spec, 'encoding')).flatMap(([name, channel]) => {
    const place = Object.hasOwn(places, name) ? places[name] : name;
    return place === null || place === undefined ? [] : [[place, channel] as const];
  });
  const encoding = Object.fromEntries(moved);
  spec['encoding'] = encoding;
  const category = objectAt(encoding, to.category);
  retype(category, 'category', { from: form.kind, to: kind, fields });
  if (isRound(kind) !== isRound(form.kind)) {
    const value = objectAt(encoding, to.value);
    for (const channel of [category, value]) delete channel[isRound(kind) ? 'axis' : 'legend'];
    delete value['stack'];
    if (isRound(form.kind)) category['axis'] = { labelAngle: 0 };
  }
  const sort = isRound(kind) && form.sort === 'list' ? 'largest' : form.sort;
  if (encoding[to.category] !== undefined) setSort({ spec, form: { ...form, kind }, fields }, sort);
}

/** A field is taken as its kind of chart needs it, unless somebody chose otherwise. */
function retype(
  channel: Spec,
  role: Role,
  kinds: { readonly from: ChartKind; readonly to: ChartKind; readonly fields: readonly ChartField[] },
): void {
  const field = kinds.fields.find(({ name }) => name === channel['field']);
  const { type, timeUnit } = findScale(field, role, kinds.from);
  if (field === undefined || channel['type'] !== type || channel['timeUnit'] !== timeUnit) return;
  delete channel['timeUnit'];
  Object.assign(channel, findScale(field, role, kinds.to));
}

function setField(context: Context, role: Role, name: string): void {
  const { spec, form, fields } = context;
  const names = listChannels(form.kind);
  const offset = `${names.category}Offset`;
  const encoding = ownObject(spec, 'encoding');
  if (name === '') {
    delete encoding[names[role] ?? 'color'];
    if (role === 'series') delete encoding[offset];
    return;
  }
  const channel = getChannel(context, role);
  if (channel['field'] === name) return;
  const field = fields.find((each) => each.name === name);
  const before = fields.find((each) => each.name === channel['field']);
  channel['field'] = name;
  for (const key of ['value', 'datum', 'condition']) delete channel[key];
  if (channel['aggregate'] === 'count') delete channel['aggregate'];
  if (channel['type'] === undefined || before?.type !== field?.type) {
    for (const key of ['timeUnit', 'bin']) delete channel[key];
    Object.assign(channel, findScale(field, role, form.kind));
  }
  if (role === 'series' && encoding[offset] !== undefined) setIn(encoding, offset, { field: name });
}

function setAggregate(context: Context, aggregate: string): void {
  const channel = getChannel(context, 'value');
  if (aggregate === 'count') {
    delete channel['field'];
    Object.assign(channel, { aggregate, type: 'quantitative' });
    return;
  }
  const { fields } = context;
  if (channel['field'] === undefined) {
    const number = fields.find(({ type }) => type === 'number') ?? fields[0];
    if (number !== undefined) channel['field'] = number.name;
  }
  if (aggregate === '') delete channel['aggregate'];
  else Object.assign(channel, { aggregate, type: 'quantitative' });
}

function setSort(context: Context, sort: Sort): void {
  const { spec, form } = context;
  const { value } = listChannels(form.kind);
  const channel = getChannel(context, 'category');
  const encoding = objectAt(spec, 'encoding');
  if (sort === 'other') return;
  delete channel['sort'];
  delete encoding['order'];
  if (sort === 'list') channel['sort'] = null;
  if (sort === 'nameReversed') channel['sort'] = 'descending';
  if (sort !== 'largest' && sort !== 'smallest') return;
  if (isRound(form.kind)) {
    const { field, aggregate } = objectAt(encoding, value);
    encoding['order'] = {
      ...(field === undefined ? {} : { field }),
      ...(aggregate === undefined ? {} : { aggregate }),
      type: 'quantitative',
      sort: sort === 'largest' ? 'descending' : 'ascending',
    };
  } else channel['sort'] = sort === 'largest' ? `-${value}` : value;
}

function setStack(context: Context, stack: Stack): void {
  const { spec, form } = context;
  const encoding = ownObject(spec, 'encoding');
  const value = getChannel(context, 'value');
  const offset = `${listChannels(form.kind).category}Offset`;
  delete encoding[offset];
  delete value['stack'];
  if (stack === 'grouped') encoding[offset] = { field: form.series };
  if (stack === 'normalized') value['stack'] = 'normalize';
  if (stack === 'layered') value['stack'] = null;
}

function setTitle(spec: Spec, text: string): void {
  const { title } = spec;
  if (text === '') delete spec['title'];
  else if (isObject(title) && !Array.isArray(title)) title['text'] = text;
  else spec['title'] = text;
}

function setAxisTitle(context: Context, role: Role, title: string | null): void {
  const channel = getChannel(context, role);
  const axis = objectAt(channel, 'axis');
  if (axis['title'] === undefined) channel['title'] = title;
  else axis['title'] = title;
}

function setLegend(context: Context, legend: Legend): void {
  const channel = getChannel(context, isRound(context.form.kind) ? 'category' : 'series');
  if (legend === 'none') channel['legend'] = null;
  else setIn(channel, 'legend', { orient: legend === 'right' ? undefined : legend });
}

/** Titles of charts are larger than other texts. */
const titleShare = 1.3;

function setTextSize(spec: Spec, size: number | null): void {
  const config = ownObject(spec, 'config');
  const texts = { labelFontSize: size ?? undefined, titleFontSize: size ?? undefined };
  setIn(config, 'axis', texts);
  setIn(config, 'legend', texts);
  setIn(config, 'title', { fontSize: size === null ? undefined : Math.round(size * titleShare) });
  if (Object.keys(config).length === 0) delete spec['config'];
}
