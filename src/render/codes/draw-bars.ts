import type { DrawingContext } from '../text/draw/run-drawer.ts';
import { labelElement } from '../text/label.ts';
import type { FontBook } from '../fonts/font-book.ts';
import type { Rect } from '../geometry.ts';
import { drawText } from '../text/draw/draw-text.ts';
import { layoutText } from '../text/layout.ts';
import { addRect, type CodeSpace } from './code-space.ts';
import {
  barExtent,
  digitExtent,
  LINE_HEIGHT,
  TEXT_MODULES,
  TOP_TEXT_MODULES,
  type Extent,
} from './bar-levels.ts';
import { FRAME_MODULES } from './bearer-bars.ts';
import type { DrawnModules } from './draw-matrix.ts';
import type { EncodedCode } from './encode-code.ts';
import type { BearerBars } from '../scene/codes.ts';
import type { Symbology } from './symbologies.ts';

/** The max share of the box's height for the text. */
const TEXT_SHARE = 0.25;

interface BarDrawing {
  readonly context: DrawingContext;
  readonly fonts: FontBook;
  readonly space: CodeSpace;
  readonly code: EncodedCode & { readonly kind: 'bars' };
  readonly symbology: Symbology;
  readonly modules: DrawnModules;
  readonly color: string;
  readonly showText: boolean;
  readonly bearer: BearerBars;
}

/** The drawn area and the narrowest bar or module, in the units of the code's space. */
export interface DrawnArea {
  readonly area: Rect;
  readonly narrowest: number;
}

/**
 * Draws a linear code over the whole height of its box: bars on whole pixels, text below. EAN and UPC codes
 * have their digits between guard bars that extend downwards, and the digits of an add-on above it.
 */
export function drawBars(drawing: BarDrawing): DrawnArea {
  const { context, space, code, symbology, modules, bearer } = drawing;
  const { box } = space;
  const module = modules.size;
  const snap = (value: number): number => (space.crisp ? Math.round(value) : value);
  const { quietZone } = symbology;
  const frame = bearer === 'frame' ? FRAME_MODULES * module : 0;
  const quiet = (quietZone.left + quietZone.right) * module + 2 * frame;
  const edges = barEdges(code, modules, space.crisp, box.width - quiet);
  const totalWidth = edges.width + quiet;
  const outerLeft = box.x + (box.width - totalWidth) / 2;
  const left = snap(outerLeft + frame + quietZone.left * module);
  const bottom = snap(box.y + box.height);

  const textSize = Math.min(TEXT_MODULES * module, (box.height * TEXT_SHARE) / LINE_HEIGHT);
  const hasTopLine = drawing.showText && code.topLine !== '';
  const topSize = (textSize * TOP_TEXT_MODULES) / TEXT_MODULES;
  const top = snap(box.y + (hasTopLine ? topSize * LINE_HEIGHT : 0));
  const hasLine = drawing.showText && code.line !== '';
  const hasDigits = drawing.showText && code.digits.length > 0;
  // In a low box the text shrinks, and the guard bars and the space for an add-on's digits shrink with it.
  const unit = textSize / TEXT_MODULES;
  const lineTop = hasLine ? snap(bottom - textSize * LINE_HEIGHT) : bottom;
  const extent = hasDigits ? digitExtent(code) : barExtent(code.bars);
  const y = (level: number): number => {
    if (symbology.text !== 'digits') return stretch(level, extent, top, lineTop);
    const middle = (extent.top + extent.bottom) / 2;
    return level > middle ? top + (extent.top - level) * unit : bottom - (level - extent.bottom) * unit;
  };

  const { before, after } = modules.reduction;
  context.beginPath();
  code.bars.forEach((bar, index) => {
    const { x = 0, width = 0 } = edges.bars[index] ?? {};
    const barTop = snap(y(bar.top));
    const height = Math.max(space.crisp ? 1 : 0, snap(y(bar.bottom)) - barTop);
    addRect(context, space, left + x + before, barTop, width - before - after, height);
  });
  if (bearer !== 'none') {
    const thickness = FRAME_MODULES * module;
    const [from, to] = [snap(outerLeft), snap(outerLeft + totalWidth)];
    const bars = { x: from, width: to - from, top, bottom: lineTop };
    for (const rect of bearerRects(bearer, bars, modules.snaps ? Math.round(thickness) : thickness))
      addRect(context, space, rect.x, rect.y, rect.width, rect.height);
  }
  context.fill();

  if (hasLine) {
    // The line may extend into the quiet zones.
    const line = { x: box.x, y: lineTop, width: box.width, height: bottom - lineTop };
    drawLabel(drawing, code.line, line, textSize);
  }
  if (hasTopLine) {
    const line = { x: box.x, y: box.y, width: box.width, height: top - box.y };
    drawLabel(drawing, code.topLine, line, topSize);
  }
  for (const digit of hasDigits ? code.digits : []) {
    const size = textSize * digit.size;
    const middle = left + digit.center * module;
    const height = size * LINE_HEIGHT;
    // The middle of the line box is close enough to the middle of the digit.
    const cell = { x: middle - size, y: y(digit.middle) - height / 2, width: size * 2, height };
    drawLabel(drawing, digit.text, cell, size);
  }
  return {
    area: { x: left, y: top, width: edges.width, height: lineTop - top },
    narrowest: Math.min(...edges.bars.map(({ width }) => width)),
  };
}

/**
 * Converts a bar's level to a y coordinate; bars of different heights (postal codes) keep their proportions.
 */
function stretch(level: number, extent: Extent, top: number, bottom: number): number {
  return bottom - ((level - extent.bottom) / (extent.top - extent.bottom)) * (bottom - top);
}

/**
 * The left edges and widths of the bars. Most codes use whole modules. Postal codes have bars and gaps of
 * 1.44 and 1.872 points: they become the nearest whole pixels that fit, the same for every bar.
 */
function barEdges(
  code: EncodedCode & { kind: 'bars' },
  { size: module, isGiven, snaps }: DrawnModules,
  crisp: boolean,
  available: number,
): BarEdges {
  const place = (scale: number, round: boolean) => {
    const size = (length: number): number =>
      round ? Math.max(1, Math.round(length * scale)) : length * scale;
    let [x, end] = [0, 0];
    const bars = code.bars.map((bar) => {
      x += bar.x > end ? size(bar.x - end) : 0;
      const placed = { x, width: size(bar.width) };
      x += placed.width;
      end = bar.x + bar.width;
      return placed;
    });
    return { width: x, bars };
  };
  const whole = code.bars.every((bar) => Number.isInteger(bar.x) && Number.isInteger(bar.width));
  if (whole && isGiven && snaps) return snapEdges(place(module, false));
  if (whole || !crisp || module < 1) return place(module, false);
  if (isGiven) return place(module, true);
  let scale = available / code.width;
  let placed = place(scale, true);
  while (placed.width > available && scale > 0.5) {
    scale *= 0.97;
    placed = place(scale, true);
  }
  return placed;
}

interface BarEdges {
  readonly width: number;
  readonly bars: readonly { readonly x: number; readonly width: number }[];
}

/** Bars whose modules are no whole dots: each edge becomes the nearest one. */
function snapEdges({ width, bars }: BarEdges): BarEdges {
  const snapped = bars.map((bar) => {
    const x = Math.round(bar.x);
    return { x, width: Math.max(1, Math.round(bar.x + bar.width) - x) };
  });
  return { width: Math.round(width), bars: snapped };
}

/** The rectangles of bearer bars: they touch the ends of the bars, or are a frame around the quiet zones. */
function bearerRects(
  bearer: BearerBars,
  { x, width, top, bottom }: { x: number; width: number; top: number; bottom: number },
  thickness: number,
): Rect[] {
  const horizontal = [top, bottom - thickness].map((y) => ({ x, y, width, height: thickness }));
  if (bearer !== 'frame') return horizontal;
  const height = bottom - top - 2 * thickness;
  const vertical = [x, x + width - thickness];
  return [
    ...horizontal,
    ...vertical.map((left) => ({ x: left, y: top + thickness, width: thickness, height })),
  ];
}

/** Draws a short text in the centre of a box, smaller if it does not fit. */
function drawLabel({ context, fonts, color }: BarDrawing, text: string, box: Rect, fontSize: number): void {
  const element = labelElement({
    text,
    box,
    fontSize,
    fontWeight: 400,
    lineHeight: LINE_HEIGHT,
    color,
    align: 'center',
    overflow: 'shrink',
  });
  context.save();
  context.translate(box.x, box.y);
  drawText(context, layoutText(element, fonts));
  context.restore();
}
