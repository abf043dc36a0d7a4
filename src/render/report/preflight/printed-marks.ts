/** The lines and letters that an element prints, in their size on the page. */
import type { ChartPart } from '../../charts/chart-drawing.ts';
import { toHex } from '../../color-channels.ts';
import type { PageResources } from '../../draw/page-resources.ts';
import { toBackground } from '../../draw/group-background.ts';
import { fitPath } from '../../draw/shapes.ts';
import { multiply, type Matrix } from '../../geometry.ts';
import { colorsIn } from '../../inks/element-colors.ts';
import { inkColor } from '../../inks/ink-color.ts';
import type { Color, Paint, Stroke } from '../../scene/paint.ts';
import type { SceneRect } from '../../scene/shapes.ts';
import type { SceneText } from '../../scene/text.ts';
import { measureDecoration } from '../../text/draw/decorations.ts';
import type { LaidOutRun } from '../../text/text-layout.ts';
import type { Ink, Rgba, VectorNode, VectorShape } from '../../vector/vector-image.ts';
import type { PageElement } from '../page-elements.ts';

/** A line, or letters in one style. Widths and sizes are CSS pixels on the page. */
export type Mark =
  | { readonly kind: 'line'; readonly colors: readonly Color[]; readonly width: number }
  | {
      readonly kind: 'letters';
      readonly colors: readonly Color[];
      readonly fontSize: number;
      readonly text: string;
      readonly run: LaidOutRun;
    }
  | { readonly kind: 'area'; readonly colors: readonly Color[] };

type Resources = Pick<PageResources, 'texts' | 'charts' | 'images'>;

/** The marks of an element, without those of the elements in it. Codes have rules of their own. */
export function marksOf({ element, matrix, groups }: PageElement, resources: Resources): Mark[] {
  switch (element.type) {
    case 'rect':
      return boxMarks(element, matrix);
    case 'ellipse':
      return [...areaMarks(element.fill), ...strokeMarks(element.stroke, matrix)];
    case 'line':
      return strokeMarks(element.stroke, matrix);
    case 'path': {
      // The lines of a table are paths; `borders` of the table says how wide they are.
      const isInTable = groups.some(({ group }) => group.row !== undefined);
      const bounds = isInTable ? null : (fitPath(element)?.getBounds() ?? null);
      const thin = bounds === null ? Infinity : Math.min(bounds[2] - bounds[0], bounds[3] - bounds[1]);
      const fill =
        element.stroke === null ? filledMarks(element.fill, thin, matrix) : areaMarks(element.fill);
      return [...fill, ...strokeMarks(element.stroke, matrix)];
    }
    case 'text':
      return textMarks(element, matrix, resources);
    case 'chart':
      return (resources.charts.get(element)?.parts ?? []).flatMap((part) =>
        chartMarks(part, matrix, resources),
      );
    case 'image': {
      const placed = resources.images.get(element);
      if (placed === undefined || !('nodes' in placed.source)) return [];
      const { source, transform } = placed;
      const inside = { a: 1 / source.width, b: 0, c: 0, d: 1 / source.height, e: 0, f: 0 };
      const toPage = multiply(multiply(matrix, transform), inside);
      return source.nodes.flatMap((node) => vectorMarks(node, toPage));
    }
    case 'group': {
      const background = toBackground(element);
      const borders = element.table?.borders ?? null;
      const lines = borders === null ? [] : strokeMarks(borders, matrix);
      return [...(background === null ? [] : boxMarks(background, matrix)), ...lines];
    }
    case 'qrcode':
    case 'barcode':
      return [];
  }
}

/** By how much a transform makes lines thinner in the direction in which they become thinnest, or thicker. */
export function scalesOf({ a, b, c, d }: Matrix): { readonly least: number; readonly most: number } {
  const turned = Math.hypot((a + d) / 2, (b - c) / 2);
  const mirrored = Math.hypot((a - d) / 2, (b + c) / 2);
  return { least: Math.abs(turned - mirrored), most: turned + mirrored };
}

function boxMarks({ fill, stroke, width, height }: SceneRect, matrix: Matrix): Mark[] {
  const isFramed = stroke !== null && stroke.width > 0;
  const filled = isFramed ? areaMarks(fill) : filledMarks(fill, Math.min(width, height), matrix);
  return [...filled, ...strokeMarks(stroke, matrix)];
}

/** An area that is so narrow is a line as well. */
function filledMarks(fill: Paint | null, width: number, matrix: Matrix): Mark[] {
  const areas = areaMarks(fill);
  if (width <= 0 || !Number.isFinite(width)) return areas;
  return areas.flatMap((area) => [
    area,
    { kind: 'line', colors: area.colors, width: width * scalesOf(matrix).least } as const,
  ]);
}

function areaMarks(fill: Paint | null): Mark[] {
  return fill === null ? [] : [{ kind: 'area', colors: colorsIn(fill) }];
}

function strokeMarks(stroke: Pick<Stroke, 'color' | 'width'> | null, matrix: Matrix): Mark[] {
  if (stroke === null || stroke.width <= 0) return [];
  const width = stroke.width * scalesOf(matrix).least;
  return [{ kind: 'line', colors: colorsIn(stroke.color), width }];
}

function textMarks(element: SceneText, matrix: Matrix, { texts }: Pick<Resources, 'texts'>): Mark[] {
  const layout = texts.get(element);
  if (layout === undefined) return [];
  const { least } = scalesOf(matrix);
  return [...layout.lines, ...(layout.rubies ?? [])].flatMap(({ runs }) =>
    runs.flatMap((run): Mark[] => {
      if (run.icon !== undefined) return [];
      const { fontSize, drawn, color, decoration, stroke = layout.stroke, highlight } = run;
      const marks: Mark[] = [];
      const under = highlight ?? layout.highlight;
      if (under !== null) marks.push({ kind: 'area', colors: [under.color] });
      // The plates of an outline in another ink are out of register with those of the letter, too.
      const outline = stroke !== null && stroke.width > 0 ? [stroke.color] : [];
      if (drawn.trim() !== '')
        marks.push({
          kind: 'letters',
          colors: [...colorsIn(color), ...outline],
          fontSize: fontSize * least,
          text: drawn.trim(),
          run,
        });
      if (stroke !== null && stroke.width > 0)
        marks.push({ kind: 'line', colors: [stroke.color], width: stroke.width * least });
      if (decoration !== null)
        marks.push({
          kind: 'line',
          colors: colorsIn(decoration.color),
          width: measureDecoration(decoration).thickness * least,
        });
      return marks;
    }),
  );
}

function chartMarks(part: ChartPart, around: Matrix, resources: Resources): Mark[] {
  switch (part.type) {
    case 'group':
      return part.parts.flatMap((each) => chartMarks(each, around, resources));
    case 'text':
      return textMarks(part.text, multiply(around, part.matrix), resources);
    case 'shape':
      return shapeMarks(part, around);
  }
}

function vectorMarks(node: VectorNode, toPage: Matrix): Mark[] {
  if (node.type === 'shape') return shapeMarks(node, toPage);
  return node.opacity <= 0 ? [] : node.nodes.flatMap((each) => vectorMarks(each, toPage));
}

function shapeMarks({ fill, stroke, matrix }: VectorShape, around: Matrix): Mark[] {
  const marks: Mark[] = fill === null ? [] : [{ kind: 'area', colors: colorsOfInk(fill.ink) }];
  if (stroke === null || stroke.width <= 0) return marks;
  const { least } = scalesOf(multiply(around, matrix));
  return [...marks, { kind: 'line', colors: colorsOfInk(stroke.ink), width: stroke.width * least }];
}

function colorsOfInk(ink: Ink): Color[] {
  const colors = ink.type === 'color' ? [ink.color] : ink.stops.map(({ color }) => color);
  return colors.map(toColor);
}

function toColor([red, green, blue, alpha, inks]: Rgba): Color {
  const seen = toHex([red, green, blue, alpha]);
  return inks === undefined ? seen : inkColor(seen, inks);
}
