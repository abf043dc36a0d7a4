/** The look of a chart before its specification's own `config`. */
import { withAlpha } from '../inks/ink-color.ts';
import type { SceneChart } from '../scene/chart.ts';

/** The colours of categories after those of the template: Vega's own. */
const TABLEAU = [
  '#4c78a8',
  '#f58518',
  '#e45756',
  '#72b7b2',
  '#54a24b',
  '#eeca3b',
  '#b279a2',
  '#ff9da6',
  '#9d755d',
  '#bab0ac',
];

/** A configuration of Vega-Lite: the fonts and colours of the template, without a background. */
export function toTheme({ fontFamily, color, colors }: SceneChart['theme']): object {
  const [first = TABLEAU[0]] = colors;
  const faint = (share: number): string => withAlpha(color, share);
  const text = { labelColor: color, titleColor: color };
  return {
    background: 'transparent',
    font: fontFamily,
    view: { stroke: 'transparent' },
    axis: { ...text, domainColor: faint(0.5), tickColor: faint(0.5), gridColor: faint(0.12) },
    legend: text,
    header: text,
    title: { color, subtitleColor: color },
    mark: { color: first },
    text: { color },
    rule: { color },
    range: { category: [...colors, ...TABLEAU.filter((each) => !colors.includes(`${each}ff`))] },
  };
}
