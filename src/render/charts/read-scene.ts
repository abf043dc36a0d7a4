import { multiply, type Matrix, type Size } from '../geometry.ts';
import type { SceneChart } from '../scene/chart.ts';
import type { Rgba, VectorShape } from '../vector/vector-image.ts';
import { inkColor } from '../inks/ink-color.ts';
import { toHex } from '../color-channels.ts';
import { ChartError } from './chart-error.ts';
import type { ChartPart, ChartText } from './chart-drawing.ts';
import { lineOfText, type TextRuler } from './chart-text.ts';
import { readFont } from './item-font.ts';
import { readColor, number, toShape, share } from './item-shape.ts';
import { MAX_MARKS, MAX_TEXTS } from './limits.ts';
import { toLine, toLines } from './measure-with.ts';
import { Marks, sceneVisit, type MarkItem, type SceneMark } from './vega.ts';

/** What a view shows, and where. */
interface ViewPlace {
  readonly size: Size;
  /** The origin of the scene graph in the view. */
  readonly origin: { readonly x: number; readonly y: number };
  readonly background: unknown;
}

export interface DrawnScene {
  readonly parts: readonly ChartPart[];
  readonly texts: readonly ChartText[];
  /** Marks of the data: axes, legends and titles are none. */
  readonly marks: number;
}

/** Reads a scene graph, as Vega's own writer of SVG does, and fits it into the box of the chart. */
export function readScene(
  root: SceneMark,
  chart: SceneChart,
  place: ViewPlace,
  ruler: TextRuler,
): DrawnScene {
  const { size, origin, background } = place;
  const scale = Math.min(chart.width / size.width, chart.height / size.height);
  if (!(scale > 0) || !Number.isFinite(scale)) return { parts: [], texts: [], marks: 0 };
  const fitted: Matrix = {
    a: scale,
    b: 0,
    c: 0,
    d: scale,
    e: (chart.width - size.width * scale) / 2,
    f: (chart.height - size.height * scale) / 2,
  };
  const reader = new SceneReader(chart, ruler);
  const color = readColor(background, 1);
  const sheet: VectorShape[] =
    color === null
      ? []
      : [
          {
            type: 'shape',
            d: `M0 0H${size.width}V${size.height}H0Z`,
            matrix: fitted,
            fill: { ink: { type: 'color', color }, rule: 'nonzero' },
            stroke: null,
          },
        ];
  const content = reader.readMark(root, multiply(fitted, translation(origin.x, origin.y)));
  return { parts: [...sheet, ...content], texts: reader.texts, marks: reader.marks };
}

class SceneReader {
  readonly texts: ChartText[] = [];
  marks = 0;
  #items = 0;
  readonly #chart: SceneChart;
  readonly #ruler: TextRuler;

  constructor(chart: SceneChart, ruler: TextRuler) {
    this.#chart = chart;
    this.#ruler = ruler;
  }

  /** The parts of a mark. `outer`: from the coordinates of the group around it to those of the box. */
  readMark(mark: SceneMark, outer: Matrix): ChartPart[] {
    const definition = Marks[mark.marktype];
    if (definition === undefined || mark.marktype === 'image')
      throw new ChartError(`has a mark of the type "${mark.marktype}", which is not drawn.`);
    const parts: ChartPart[] = [];
    const read = (item: MarkItem): void => {
      this.#count(mark);
      parts.push(...this.#readItem(mark, item, outer));
    };
    if (definition.nested) {
      const [first] = mark.items;
      if (first !== undefined) read(first);
    } else sceneVisit<MarkItem>(mark, read);
    return parts.length === 0 ? [] : clipped(parts, mark.clip, mark.group, outer);
  }

  #readItem(mark: SceneMark, item: MarkItem, outer: Matrix): ChartPart[] {
    if (mark.marktype === 'group') return this.#readGroup(item, outer);
    if (mark.marktype === 'text') return this.#readText(item, outer);
    const { d = '', transform } = getAttributes(mark.marktype, item);
    const path = mark.marktype === 'rule' ? getRule(item) : typeof d === 'string' ? d : '';
    const matrix = typeof transform === 'string' ? multiply(outer, getMatrix(transform)) : outer;
    const shape = toShape(item, path, matrix);
    return shape === null ? [] : [shape];
  }

  #readGroup(item: MarkItem, outer: Matrix): ChartPart[] {
    const matrix = multiply(outer, translation(number(item['x'], 0), number(item['y'], 0)));
    const { background, foreground } = Marks['group'] ?? {};
    const d = (write: typeof background): string => {
      let path = '';
      write?.((name, value) => {
        if (name === 'd' && typeof value === 'string') path = value;
      }, item);
      return path;
    };
    const isFore = Boolean(item['strokeForeground']) && Boolean(item['stroke']);
    const back = toShape(isFore ? { ...item, stroke: null } : item, d(background), matrix);
    const content = (item.items ?? []).length === 0 ? [] : this.#readContent(item, matrix);
    const fore = isFore ? toShape({ ...item, fill: null }, d(foreground), matrix) : null;
    return [
      ...(back === null ? [] : [back]),
      ...clipped(content, item['clip'], item, matrix),
      ...(fore === null ? [] : [fore]),
    ];
  }

  #readContent(item: MarkItem, matrix: Matrix): ChartPart[] {
    const parts: ChartPart[] = [];
    sceneVisit<SceneMark>(item, (mark) => {
      parts.push(...this.readMark(mark, matrix));
    });
    return parts;
  }

  #readText(item: MarkItem, outer: Matrix): ChartPart[] {
    const font = readFont(item);
    const color = readColor(item['fill'], share(item['opacity']) * share(item['fillOpacity']));
    if (color === null || !(font.size > 0)) return [];
    const { transform } = getAttributes('text', item);
    const placed = multiply(outer, getMatrix(String(transform)));
    const leading = number(item['lineHeight'], font.size + 2);
    return toLines(item).flatMap((given, index): ChartText[] => {
      const line = toLine(item, given, this.#ruler);
      if (line === '') return [];
      if (this.texts.length >= MAX_TEXTS)
        throw new ChartError(`has more than ${MAX_TEXTS} texts, which nobody can read.`);
      const width = this.#ruler.width(line, font);
      const before = item['align'] === 'center' ? width / 2 : item['align'] === 'right' ? width : 0;
      const text = {
        ...lineOfText(this.#chart.id, line, font, getHex(color), this.#chart.locale),
        width,
        height: font.size,
      };
      const matrix = multiply(placed, translation(-before, index * leading - font.size));
      const part: ChartText = { type: 'text', text, matrix };
      this.texts.push(part);
      return [part];
    });
  }

  #count({ marktype, role }: SceneMark & { readonly role?: unknown }): void {
    this.#items += 1;
    if (role === 'mark' && marktype !== 'group') this.marks += 1;
    if (this.#items > MAX_MARKS)
      throw new ChartError(`has more than ${MAX_MARKS} marks: draw fewer data, or aggregate them.`);
  }
}

function clipped(
  parts: readonly ChartPart[],
  clip: unknown,
  around: MarkItem | undefined,
  matrix: Matrix,
): ChartPart[] {
  if (clip === undefined || clip === null || clip === false || parts.length === 0) return [...parts];
  const box = `M0 0H${number(around?.['width'], 0)}V${number(around?.['height'], 0)}H0Z`;
  const made: unknown = typeof clip === 'function' ? (clip as (context: null) => unknown)(null) : box;
  const d = typeof made === 'string' ? made : '';
  return [{ type: 'group', clip: { d, matrix, rule: 'nonzero' }, parts }];
}

/** What Vega's writer of SVG writes for an item. */
function getAttributes(marktype: string, item: MarkItem): Readonly<Record<string, unknown>> {
  const attributes: Record<string, unknown> = {};
  Marks[marktype]?.attr((name, value) => {
    attributes[name] = value;
  }, item);
  return attributes;
}

function getRule({ x, y, x2, y2 }: MarkItem): string {
  const across = x2 === null || x2 === undefined ? 0 : number(x2, 0) - number(x, 0);
  const down = y2 === null || y2 === undefined ? 0 : number(y2, 0) - number(y, 0);
  return `M0 0L${across} ${down}`;
}

const TRANSFORM = /(translate|rotate|scale)\(([^)]*)\)/gu;

/** The matrix of an SVG transform as Vega writes it. */
function getMatrix(transform: string): Matrix {
  let matrix = translation(0, 0);
  for (const [, name, list = ''] of transform.matchAll(TRANSFORM)) {
    const [one = 0, two = 0] = list.split(',').map((part) => number(part, 0));
    const angle = (one * Math.PI) / 180;
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    const next =
      name === 'translate'
        ? translation(one, two)
        : name === 'rotate'
          ? { a: cos, b: sin, c: -sin, d: cos, e: 0, f: 0 }
          : { a: one, b: 0, c: 0, d: two, e: 0, f: 0 };
    matrix = multiply(matrix, next);
  }
  return matrix;
}

function translation(e: number, f: number): Matrix {
  return { a: 1, b: 0, c: 0, d: 1, e, f };
}

function getHex([red, green, blue, alpha, inks]: Rgba): string {
  const seen = toHex([red, green, blue, alpha]);
  return inks === undefined ? seen : inkColor(seen, inks);
}
