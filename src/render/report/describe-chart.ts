import type { PageResources } from '../draw/page-resources.ts';
import { transformBounds } from '../geometry.ts';
import type { RenderWarning } from '../layout-report.ts';
import type { SceneChart } from '../scene/chart.ts';

/** Texts that a warning quotes. */
const MAX_QUOTED = 5;
/** Pixels that a text may reach beyond the box: antialiasing hides them. */
const TOLERANCE_PX = 1;

/** The warnings of a chart: its own, and those of its texts, each once. */
export function describeChart(
  chart: SceneChart,
  charts: PageResources['charts'],
  texts: PageResources['texts'],
): RenderWarning[] {
  const drawing = charts.get(chart);
  if (drawing === undefined) return [];
  const found = new Map<string, RenderWarning>();
  const clipped = new Set<string>();
  for (const { text, matrix } of drawing.texts) {
    const layout = texts.get(text);
    for (const warning of layout?.warnings ?? []) {
      // Its lines have no boxes of their own.
      if (warning.code !== 'TEXT_OVERFLOW') found.set(`${warning.code} ${warning.detail}`, warning);
    }
    const box = transformBounds({ left: 0, top: 0, right: text.width, bottom: text.height }, matrix);
    const { left, top, right, bottom } = box;
    const isInside =
      Math.min(left, top) >= -TOLERANCE_PX &&
      right <= chart.width + TOLERANCE_PX &&
      bottom <= chart.height + TOLERANCE_PX;
    if (!isInside) clipped.add(text.runs.map((run) => run.text).join(''));
  }
  const quoted = [...clipped].slice(0, MAX_QUOTED).map((text) => JSON.stringify(text));
  const more = clipped.size - quoted.length;
  const warnings = [...drawing.warnings, ...found.values()];
  if (clipped.size > 0)
    warnings.push({
      code: 'TEXT_CLIPPED',
      elementId: chart.id,
      detail:
        `The box of the chart cuts off ${quoted.join(', ')}${more > 0 ? ` and ${more} more texts` : ''}. ` +
        'Enlarge the box, or make texts and margins of the specification smaller.',
    });
  return warnings;
}
