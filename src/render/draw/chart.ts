import { Path2D } from '@napi-rs/canvas';

import type { ChartPart } from '../charts/chart-drawing.ts';
import type { Matrix } from '../geometry.ts';
import type { SceneChart } from '../scene/chart.ts';
import type { Surface } from '../surface/layers.ts';
import { drawText } from '../text/draw/draw-text.ts';
import { drawShape } from '../vector/draw-vector.ts';
import type { PageResources } from './page-resources.ts';

/** What a mark of a chart costs, in pixels of a layer. */
const MARK_PIXELS = 1_000;

/** Draws a chart into its box, which clips it. */
export function drawChart(resources: PageResources, surface: Surface, chart: SceneChart): void {
  const drawing = resources.charts.get(chart);
  if (drawing === undefined) return;
  const { context } = surface;
  context.save();
  context.beginPath();
  context.rect(0, 0, chart.width, chart.height);
  context.clip();
  drawParts(resources, surface, drawing.parts);
  context.restore();
}

function drawParts(resources: PageResources, surface: Surface, parts: readonly ChartPart[]): void {
  const { context } = surface;
  if (resources.isRaster || surface.rasterised) surface.budget.spend(parts.length * MARK_PIXELS);
  for (const part of parts) {
    if (part.type === 'shape') {
      drawShape(context, part);
      continue;
    }
    context.save();
    if (part.type === 'group') {
      const { d, matrix, rule } = part.clip;
      const path = new Path2D();
      path.addPath(new Path2D(d), matrix);
      context.clip(path, rule);
      drawParts(resources, surface, part.parts);
    } else {
      apply(context, part.matrix);
      const layout = resources.texts.get(part.text);
      if (layout !== undefined) drawText(context, layout, resources.isRaster, () => undefined);
    }
    context.restore();
  }
}

function apply(context: Surface['context'], { a, b, c, d, e, f }: Matrix): void {
  context.transform(a, b, c, d, e, f);
}
