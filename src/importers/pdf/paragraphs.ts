/** Lines of a page as paragraphs, and their markup. */
import { unite, type Bounds, type Matrix } from '../../render/geometry.ts';
import { escapeText, num, tag, writeTransform } from '../../render/svg/markup.ts';
import { overlaps } from './clips.ts';
import type { Shape, Text } from './content.ts';
import type { PageFonts } from './fonts.ts';
import { readingOrder } from './reading-order.ts';
import { lineBounds, lineText } from './text-lines.ts';
import type { TextLine, TextRun } from './text-line.ts';

/** Edges of lines that differ by less are one, as a share of the font size. */
const edgeTolerance = 0.12;

/** Sizes and distances that differ by less are equal. */
const sizeTolerance = 0.02;
const stepTolerance = 0.04;

/** The least and the greatest distance of lines of a paragraph, as a share of the font size. */
const minStep = 0.7;
const maxStep = 1.9;

/** Texts are looked for that far back, to continue their paragraph. */
const maxBack = 12;

/** The most shapes that are looked at for what divides texts. */
const maxDividers = 2_000;

type Align = 'left' | 'center' | 'right';

const shares: Readonly<Record<Align, number>> = { left: 0, center: 0.5, right: 1 };
const anchors: Readonly<Record<Align, string | undefined>> = {
  left: undefined,
  center: 'middle',
  right: 'end',
};

/** The start of a line that is read from right to left is on its right. */
const rtlAnchors: Readonly<Record<Align, string | undefined>> = {
  left: 'end',
  center: 'middle',
  right: undefined,
};

/** Joins the texts of a layer that are lines of one paragraph. */
export function joinParagraphs(items: readonly (Shape | Text)[]): (Shape | Text)[] {
  const joined: (Shape | Text)[] = [];
  const shapes = items.filter((item) => item.kind === 'shape').slice(0, maxDividers);
  for (const item of items) {
    if (item.kind === 'shape' || !takenIn(joined, item, shapes)) joined.push(item);
  }
  return joined;
}

function takenIn(joined: readonly (Shape | Text)[], text: Text, shapes: readonly Shape[]): boolean {
  const [line] = text.lines;
  if (line === undefined || lineText(line).trim() === '') return true;
  for (let at = joined.length - 1; at >= Math.max(0, joined.length - maxBack); at -= 1) {
    const item = joined[at];
    if (item === undefined) return false;
    if (item.kind === 'shape') {
      if (overlaps(item.bounds, text.bounds)) return false;
      continue;
    }
    if (item.mask !== text.mask || item.blend !== text.blend || item.clips !== text.clips) continue;
    if (!continues(item.lines, line) || isDivided(item, text, shapes)) continue;
    item.lines.push(line);
    item.bounds = unite(item.bounds, text.bounds) ?? item.bounds;
    return true;
  }
  return false;
}

/** Whether a rule runs between a paragraph and a line, or only one of them lies on a panel. */
function isDivided({ lines }: Text, { bounds }: Text, shapes: readonly Shape[]): boolean {
  const last = lines.at(-1);
  if (last === undefined) return false;
  const above = lineBounds(last);
  // Underlines are nearer to their line.
  const between = {
    left: Math.max(above.left, bounds.left),
    right: Math.min(above.right, bounds.right),
    top: above.bottom + 0.03 * last.size,
    bottom: bounds.top + 0.1 * last.size,
  };
  const isRule = ({ top, bottom }: Bounds): boolean => bottom - top < 0.3 * last.size;
  return shapes.some(({ bounds: shape }) =>
    isRule(shape) ? overlaps(shape, between) : isOn(above, shape) !== isOn(bounds, shape),
  );
}

function isOn(text: Bounds, panel: Bounds): boolean {
  const middle = (text.top + text.bottom) / 2;
  const start = Math.min(text.left + 1, text.right);
  return start > panel.left && start < panel.right && middle > panel.top && middle < panel.bottom;
}

function continues(lines: readonly TextLine[], line: TextLine): boolean {
  const last = lines.at(-1);
  if (last === undefined || last.basisKey !== line.basisKey) return false;
  const [main, other] = [last, line].map(({ runs }) => runs.toSorted(byLength)[0]);
  if (!isAlike(main, other) && !isAlike(last.runs.at(-1), line.runs[0])) return false;
  const even = [...last.runs, ...line.runs].filter(({ raised }) => raised === 0);
  if (even.some(({ size }) => Math.abs(size / line.size - 1) > sizeTolerance)) return false;
  const step = line.y - last.y;
  if (step < minStep * line.size || step > maxStep * line.size) return false;
  const before = lines.at(-2);
  if (before !== undefined && Math.abs((last.y - before.y) / step - 1) > stepTolerance) return false;
  return findAlign([...lines, line]) !== null;
}

function isAlike(one: TextRun | undefined, other: TextRun | undefined): boolean {
  return one !== undefined && one.font === other?.font && one.paint.fill === other.paint.fill;
}

function byLength(one: TextRun, other: TextRun): number {
  return other.parts.length - one.parts.length;
}

/** Which edge of lines, or their middle, is at one place; null if none is. */
function findAlign(lines: readonly TextLine[], preferred: Align = 'left'): Align | null {
  const [first] = lines;
  if (first === undefined) return null;
  const found = [preferred, ...(Object.keys(shares) as Align[])].find((align) =>
    lines.every(
      (line) => Math.abs(placeOf(line, align) - placeOf(first, align)) < edgeTolerance * first.size,
    ),
  );
  return found ?? null;
}

/** Spaces at the ends of a line count for nothing. */
function placeOf({ x, end }: TextLine, align: Align): number {
  return x + (end - x) * shares[align];
}

/** The markup of a text. */
export function writeText(text: Text, fonts: PageFonts): string {
  const [first] = text.lines;
  if (first === undefined) return '';
  const ordered = text.lines.map(({ runs }) => readingOrder(runs));
  const isRtl = ordered.filter((line) => line.isRtl).length * 2 > ordered.length;
  const edge = isRtl ? 'right' : 'left';
  const align = text.lines.length === 1 ? edge : (findAlign(text.lines, edge) ?? edge);
  const last = text.lines.at(-1) ?? first;
  const step = text.lines.length === 1 ? 0 : (last.y - first.y) / (text.lines.length - 1);
  const main = text.lines.flatMap(({ runs }) => runs).toSorted(byLength)[0];
  if (main === undefined) return '';
  const around = styleOf(main, fonts);
  const lines = text.lines.map((line, index) =>
    tag(
      'tspan',
      {
        x: placeOf(first, align),
        y: first.y + step * index,
        textLength: line.end > line.x ? line.end - line.x : undefined,
      },
      (ordered[index]?.runs ?? []).map((run) => writeRun(run, main, fonts)).join(''),
    ),
  );
  return tag(
    'text',
    {
      ...around,
      'xml:space': 'preserve',
      direction: isRtl ? 'rtl' : undefined,
      'text-anchor': isRtl ? rtlAnchors[align] : anchors[align],
      transform: isUpright(first.basis) ? undefined : writeTransform(first.basis),
    },
    lines.join(''),
  );
}

function isUpright({ a, b, c, d }: Matrix): boolean {
  return [a - 1, b, c, d - 1].every((value) => Math.abs(value) < 1e-4);
}

function writeRun(run: TextRun, main: TextRun, fonts: PageFonts): string {
  const [own, around] = [styleOf(run, fonts), styleOf(main, fonts)];
  const differs = Object.fromEntries(Object.entries(own).filter(([key, value]) => value !== around[key]));
  const shift = run.raised === 0 ? {} : { 'baseline-shift': num(run.raised) };
  return tag('tspan', { ...differs, ...shift }, escapeText(run.parts.join('')));
}

function styleOf({ font, size, paint }: TextRun, fonts: PageFonts): Record<string, string | undefined> {
  const { family, weight, isItalic } = fonts.face(font);
  const isStroked = paint.stroke !== 'none' && paint.strokeWidth > 0;
  return {
    'font-family': `'${family.replaceAll("'", '')}'`,
    'font-size': num(size),
    'font-weight': String(weight),
    'font-style': isItalic ? 'italic' : 'normal',
    fill: paint.fill,
    'fill-opacity': String(paint.fillAlpha),
    stroke: isStroked ? paint.stroke : 'none',
    'stroke-opacity': isStroked ? String(paint.strokeAlpha) : undefined,
    'stroke-width': isStroked ? num(paint.strokeWidth) : undefined,
  };
}
