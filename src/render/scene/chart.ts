/** Charts of a scene. */
import type { ElementBase } from './element-base.ts';
import type { Color } from './paint.ts';

/** A chart by Vega-Lite. */
export interface SceneChart extends ElementBase {
  readonly type: 'chart';
  /** As the template has it. */
  readonly spec: Readonly<Record<string, unknown>>;
  /** Lists that the specification may name as data. */
  readonly lists: Readonly<Record<string, readonly ChartRow[]>>;
  /** Values of variables that its expressions may name. */
  readonly values: Readonly<Record<string, string | number | null>>;
  readonly theme: {
    readonly fontFamily: string;
    /** Of texts, axes and rules. */
    readonly color: Color;
    /** Of marks. */
    readonly colors: readonly Color[];
  };
  /** BCP 47, for the formats of numbers and dates. */
  readonly locale: string;
}

/** An entry of a list by its fields. A list in it has rows of its own. */
export interface ChartRow {
  readonly [field: string]: string | number | null | readonly ChartRow[];
}
