import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { chartWords as words } from '../../words/designer/chart.ts';
import type { TemplateVariable } from '../model/template.ts';
import { CheckedText } from '../fields/text-field.tsx';
import { changeForm, type FormChange } from './change.ts';
import { dataNames, listFields, type ChartField } from './fields.ts';
import { AxisTitle, Choice, FieldChoice, Title } from './form-controls.tsx';
import { listChannels, isRound, type ChartForm, type Spec, type Stack } from './form.ts';
import classes from '../fields/fields.module.css';

interface ChartFormProps {
  readonly spec: Spec;
  readonly form: ChartForm;
  readonly variables: readonly TemplateVariable[];
  readonly setEach: (make: (current: unknown) => unknown) => void;
}

/** The controls of a chart. Each writes its own keys of the specification. */
export function ChartFormFields({ spec, form, variables, setEach }: ChartFormProps): ReactNode {
  const { kind, data, category, value, series, aggregate } = form;
  const fields = listFields(spec, variables, data);
  const names = listChannels(kind);
  const set = (change: FormChange, of = fields) =>
    setEach((current) => changeForm(current as Spec, change, of));
  const setData = (name: string) => {
    const next = listFields(spec, variables, name);
    set({ data: name, ...choose(form, next) }, next);
  };
  const fieldNames = fields.map(({ name }) => name);
  const datas = dataNames(spec, variables);
  const canStack = series !== '' && ['bar', 'horizontalBar', 'area'].includes(kind);
  const hasLegend = isRound(kind) || series !== '';
  return (
    <div className={classes.grid} role="group" aria-label={words.form}>
      <Choice
        label={words.kind}
        value={kind}
        options={words.kinds}
        onChange={(next) => set({ kind: next })}
      />
      <NativeSelect
        size="xs"
        label={words.data}
        value={data ?? ''}
        data={[
          ...(data === null ? [{ value: '', label: words.inline }] : []),
          ...new Set([...datas, ...(data === null ? [] : [data])]),
        ]}
        onChange={({ currentTarget }) => setData(currentTarget.value)}
      />
      <FieldChoice
        label={words.channels[names.category]}
        value={category}
        fields={fieldNames}
        empty={words.noField}
        onChange={(field) => set({ category: field })}
      />
      <FieldChoice
        label={words.channels[names.value]}
        value={value}
        fields={fieldNames}
        empty={aggregate === 'count' ? words.aggregates.count : words.noField}
        onChange={(field) => set({ value: field })}
      />
      <Choice
        label={words.aggregate}
        value={aggregate}
        options={words.aggregates}
        onChange={(next) => set({ aggregate: next })}
      />
      {names.series === null ? null : (
        <FieldChoice
          label={words.series}
          value={series}
          fields={fieldNames}
          empty={words.none}
          onChange={(field) => set({ series: field })}
        />
      )}
      <Choice
        label={words.sort}
        value={form.sort}
        options={isRound(kind) ? roundSorts : words.sorts}
        onChange={(sort) => set({ sort })}
      />
      {canStack ? (
        <Choice
          label={words.stack}
          value={form.stack}
          options={kind === 'area' ? areaStacks : barStacks}
          onChange={(stack) => set({ stack })}
        />
      ) : null}
      <div className={classes.wide}>
        <Title
          label={words.title}
          value={form.title}
          hint={words.noTitle}
          onApply={(title) => set({ title })}
        />
      </div>
      <AxisTitle
        label={words.titles[names.category]}
        value={form.categoryTitle}
        automatic={category}
        onApply={(categoryTitle) => set({ categoryTitle })}
      />
      {isRound(kind) ? null : (
        <AxisTitle
          label={words.titles[names.value as 'x' | 'y']}
          value={form.valueTitle}
          automatic={value === '' ? words.aggregates.count : value}
          onApply={(valueTitle) => set({ valueTitle })}
        />
      )}
      {hasLegend ? (
        <Choice
          label={words.legend}
          value={form.legend}
          options={words.legends}
          onChange={(legend) => set({ legend })}
        />
      ) : null}
      {series === '' ? null : (
        <AxisTitle
          label={words.titles.color}
          value={form.seriesTitle}
          automatic={series}
          onApply={(seriesTitle) => set({ seriesTitle })}
        />
      )}
      {isRound(kind) ? null : (
        <Choice
          label={words.format}
          value={form.format}
          options={{
            ...words.formats,
            ...(form.format === '' ? {} : { [form.format]: formatName(form.format) }),
          }}
          onChange={(format) => set({ format })}
        />
      )}
      <CheckedText
        label={words.textSize}
        name={words.textSize}
        value={form.textSize === null ? '' : String(form.textSize)}
        placeholder="10"
        check={(text) => (text === '' || isTextSize(Number(text)) ? null : words.textSizeFault)}
        onApply={(text) => set({ textSize: text === '' ? null : Number(text) })}
      />
    </div>
  );
}

/** Fields of other data: those of the same names stay. */
function choose(
  { kind, category, value, series, aggregate }: ChartForm,
  fields: readonly ChartField[],
): FormChange {
  const isThere = (name: string) => fields.some((field) => field.name === name);
  const number = fields.find(({ type }) => type === 'number');
  const other = fields.find(({ type }) => type !== 'number') ?? fields[0];
  return {
    ...(isThere(category) || other === undefined ? {} : { category: other.name }),
    ...(isThere(value) || aggregate === 'count'
      ? {}
      : number === undefined
        ? { aggregate: 'count' }
        : { value: number.name }),
    ...(series === '' || isThere(series) || isRound(kind) ? {} : { series: '' }),
  };
}

const roundSorts = {
  name: words.sorts.name,
  largest: words.sorts.largest,
  smallest: words.sorts.smallest,
} as const;
const barStacks: Readonly<Partial<Record<Stack, string>>> = words.stacks;
const { grouped: _, ...areaStacks } = barStacks;

function isTextSize(size: number): boolean {
  return size >= 4 && size <= 200;
}

function formatName(format: string): string {
  return (words.formats as Readonly<Record<string, string>>)[format] ?? format;
}
