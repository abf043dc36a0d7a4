/** A chart as the designer adds it, and the list that it shows. */
import type { TemplateVariable } from '../model/template.ts';
import { toField, findScale } from './fields.ts';
import type { Spec } from './form.ts';

/**
 * Bars of a list: its first text or date by its first number; without a number, how many entries there are
 * of each.
 *
 * @param textSize of labels, in CSS pixels
 */
export function buildChart(list: TemplateVariable, textSize: number): Spec {
  const fields = (list.fields ?? []).map(toField);
  const value = fields.find(({ type }) => type === 'number');
  const category = fields.find(({ type }) => type !== 'number') ?? fields[0];
  const counts = { aggregate: 'count', type: 'quantitative' };
  const title = list.label ?? '';
  return {
    ...(title === '' ? {} : { title }),
    data: { name: list.name },
    mark: { type: 'bar', cornerRadiusEnd: Math.round(textSize / 4) },
    encoding: {
      x: {
        field: category?.name ?? '',
        ...findScale(category, 'category', 'bar'),
        sort: null,
        title: null,
        axis: { labelAngle: 0, ticks: false },
      },
      y: {
        ...(value === undefined ? counts : { field: value.name, ...findScale(value, 'value', 'bar') }),
        title: null,
        axis: { domain: false, ticks: false, tickCount: 5 },
      },
    },
    config: {
      axis: { labelFontSize: textSize, titleFontSize: textSize, labelPadding: Math.round(textSize / 2) },
      legend: { labelFontSize: textSize, titleFontSize: textSize },
      title: { fontSize: Math.round(textSize * 1.3), anchor: 'start', offset: textSize },
    },
  };
}

/** A list with entries that look like something. */
export function sampleList(
  name: string,
  words: {
    readonly label: string;
    readonly fields: readonly [string, string];
    readonly entries: readonly string[];
  },
): TemplateVariable {
  const [text, number] = words.fields;
  return {
    name,
    type: 'list',
    label: words.label,
    fields: [
      { name: text, type: 'text' },
      { name: number, type: 'number' },
    ],
    defaultValue: words.entries.map((entry, index) => ({
      [text]: entry,
      [number]: String(sampleValues[index % sampleValues.length]),
    })),
  };
}

const sampleValues = [120, 180, 150, 210, 260, 240];
