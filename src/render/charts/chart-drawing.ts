/** A chart that is ready to be drawn: shapes, texts and clipped groups in the coordinates of its box. */
import type { Matrix } from '../geometry.ts';
import type { RenderWarning } from '../layout-report.ts';
import type { SceneChart } from '../scene/chart.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { SceneText } from '../scene/text.ts';
import type { FillRule, VectorShape } from '../vector/vector-image.ts';

export interface ChartDrawing {
  readonly parts: readonly ChartPart[];
  /** The texts of all parts, to be laid out with those of the page. */
  readonly texts: readonly ChartText[];
  readonly warnings: readonly RenderWarning[];
}

/** The drawings of a page's charts. */
export type ChartDrawings = ReadonlyMap<SceneChart, ChartDrawing>;

export type ChartPart = VectorShape | ChartGroup | ChartText;

/** Parts inside of a clip, which is in the coordinates of the chart's box. */
export interface ChartGroup {
  readonly type: 'group';
  readonly clip: { readonly d: string; readonly matrix: Matrix; readonly rule: FillRule };
  readonly parts: readonly ChartPart[];
}

/** One line of text. */
export interface ChartText {
  readonly type: 'text';
  readonly text: SceneText;
  /** From the coordinates of the text's box, at 0, 0, to those of the chart's. */
  readonly matrix: Matrix;
}

/** A page without charts. */
export const noCharts: ChartDrawings = new Map();

/** The charts of a page, also inside groups. */
export function chartsIn(elements: readonly SceneElement[]): SceneChart[] {
  return elements.flatMap((element) =>
    element.type === 'group' ? chartsIn(element.elements) : element.type === 'chart' ? [element] : [],
  );
}
