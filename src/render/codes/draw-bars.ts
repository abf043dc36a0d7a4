import type { DrawingContext } from '../text/draw/run-drawer.ts';
import { labelElement } from '../text/label.ts';
import type { FontBook } from '../fonts/font-book.ts';
import type { Rect } from '../geometry.ts';
import { drawText } from '../text/draw/draw-text.ts';
import { layoutText } from '../text/layout.ts';
import { addRect, type CodeSpace } from './code-space.ts';
import type { Bar, EncodedCode } from './encode-code.ts';
import type { Symbology } from './symbologies.ts';

/** Font size divided by the module width. A digit then fits the seven modules of an EAN character. */
const TEXT_MODULES = 10;
/** The max share of the box's height for the text. */
const TEXT_SHARE = 0.25;
/** Height of Inter's digits, and the line height, both divided by the font size. */
const DIGIT_HEIGHT = 0.73;
const LINE_HEIGHT = 1.2;

interface BarDrawing {
  readonly context: DrawingContext;
  readonly fonts: FontBook;
  readonly space: CodeSpace;
  readonly code: EncodedCode & { readonly kind: 'bars' };
  readonly symbology: Symbology;
  /** Width of the narrowest bar in the units of `space`. */
  readonly module: number;
  readonly color: string;
  readonly showText: boolean;
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
  const { context, space, code, symbology, module } = drawing;
  const { box } = space;
  const snap = (value: number): number => (space.crisp ? Math.round(value) : value);
  const { quietZone } = symbology;
  const quiet = (quietZone.left + quietZone.right) * module;
  const edges = barEdges(code, module, space.crisp, box.width - quiet);
  const totalWidth = edges.width + quiet;
  const left = snap(box.x + (box.width - totalWidth) / 2 + quietZone.left * module);
  const [top, bottom] = [snap(box.y), snap(box.y + box.height)];

  const textSize = Math.min(TEXT_MODULES * module, (box.height * TEXT_SHARE) / LINE_HEIGHT);
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

  context.beginPath();
  code.bars.forEach((bar, index) => {
    const { x = 0, width = 0 } = edges.bars[index] ?? {};
    const barTop = snap(y(bar.top));
    const height = Math.max(space.crisp ? 1 : 0, snap(y(bar.bottom)) - barTop);
    addRect(context, space, left + x, barTop, width, height);
  });
  context.fill();

  if (hasLine) {
    // The line may extend into the quiet zones.
    const line = { x: box.x, y: lineTop, width: box.width, height: bottom - lineTop };
    drawLabel(drawing, code.line, line, textSize);
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

interface Extent {
  readonly top: number;
  readonly bottom: number;
}

function barExtent(bars: readonly Bar[]): Extent {
  return { top: Math.max(...bars.map((bar) => bar.top)), bottom: Math.min(...bars.map((bar) => bar.bottom)) };
}

function digitExtent({ bars, digits }: EncodedCode & { kind: 'bars' }): Extent {
  const extent = barExtent(bars);
  const reach = (TEXT_MODULES * DIGIT_HEIGHT) / 2;
  return {
    top: Math.max(extent.top, ...digits.map(({ middle }) => middle + reach)),
    bottom: Math.min(extent.bottom, ...digits.map(({ middle }) => middle - reach)),
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
  module: number,
  crisp: boolean,
  available: number,
): { readonly width: number; readonly bars: readonly { readonly x: number; readonly width: number }[] } {
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
  if (whole || !crisp || module < 1) return place(module, false);
  let scale = available / code.width;
  let placed = place(scale, true);
  while (placed.width > available && scale > 0.5) {
    scale *= 0.97;
    placed = place(scale, true);
  }
  return placed;
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
