import type { SceneChart } from '../scene/chart.ts';

/** Whether a chart is as large as its box: it is one view, and says nothing about its size. */
export function fillsBox(spec: SceneChart['spec']): boolean {
  const composed = ['hconcat', 'vconcat', 'concat', 'facet', 'repeat', 'spec'];
  if (['width', 'height', ...composed].some((key) => spec[key] !== undefined)) return false;
  const encoding = spec['encoding'] as object | undefined;
  return ['row', 'column', 'facet'].every((key) => !(encoding !== undefined && key in encoding));
}
