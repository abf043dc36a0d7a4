/** Vega and Vega-Lite as charts use them. Only this folder loads them, and only for a chart. */
import * as vega from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import * as vegaLite from 'vega-lite';

import { ChartError } from './chart-error.ts';
import { MAX_MADE } from './limits.ts';

/** A mark of the scene graph that `View` makes, as far as it is drawn. */
export interface SceneMark {
  readonly marktype: string;
  readonly clip?: unknown;
  readonly items: readonly MarkItem[];
  readonly group?: MarkItem;
}

/** One item of a mark. Groups have marks in it. */
export type MarkItem = Readonly<Record<string, unknown>> & {
  readonly items?: readonly SceneMark[];
  readonly mark: SceneMark;
};

type Emit = (name: string, value: unknown) => void;

/** Writes the attributes that an item has in Vega's own SVG. */
interface MarkDefinition {
  readonly tag: string;
  readonly nested: boolean;
  readonly attr: (emit: Emit, item: MarkItem) => void;
  readonly background?: (emit: Emit, item: MarkItem) => void;
  readonly foreground?: (emit: Emit, item: MarkItem) => void;
}

/** What Vega exports without a declaration. */
interface Untyped {
  readonly Marks: Readonly<Record<string, MarkDefinition>>;
  readonly sceneVisit: <T>(scene: object, visit: (item: T) => void) => void;
  readonly setRandom: (random: () => number) => void;
  readonly randomLCG: (seed: number) => () => number;
  readonly textMetrics: {
    width: (item: MarkItem, text: unknown) => number;
  };
}

const untyped = vega as unknown as Untyped;
export const { Marks, sceneVisit, setRandom, randomLCG, textMetrics } = untyped;
export { vega, vegaLite, expressionInterpreter };

/** Functions of expressions whose result could fill the memory before the time is up. */
const sequence = (...range: readonly number[]): number[] => {
  const [start, stop, step = 1] = range.length < 2 ? [0, range[0] ?? 0] : range;
  const count = Math.max(0, Math.ceil(((stop ?? 0) - (start ?? 0)) / step)) || 0;
  if (count > MAX_MADE)
    throw new ChartError(`makes a sequence of ${count} numbers; a chart may make ${MAX_MADE}.`);
  return Array.from({ length: count }, (_, index) => (start ?? 0) + index * step);
};
vega.expressionFunction('sequence', sequence);
const pad = (text: unknown, length: number, character?: string, align?: 'left' | 'right' | 'center') =>
  vega.pad(String(text), Math.min(length, MAX_MADE), character, align);
vega.expressionFunction('pad', pad);
