import type { SKRSContext2D } from '@napi-rs/canvas';

import { labelElement } from '../draw/label.ts';
import type { FontBook } from '../fonts/font-book.ts';
import type { Rect } from '../images/placement.ts';
import { drawText } from '../text/draw.ts';
import { layoutText } from '../text/layout.ts';
import type { CodeFrame } from './code-frame.ts';
import type { Bar, EncodedCode } from './encode-code.ts';
import type { Symbology } from './symbologies.ts';

/** Size of the text over the width of a module: a digit then fits the seven modules of an EAN character. */
const TEXT_MODULES = 10;
/** Part of the box's height that the text may take at most. */
const TEXT_SHARE = 0.25;
/** Height of Inter's digits, and of the lines that they are set in, over the font size. */
const DIGIT_HEIGHT = 0.73;
const LINE_HEIGHT = 1.2;

interface BarDrawing {
  readonly context: SKRSContext2D;
  readonly fonts: FontBook;
  readonly frame: CodeFrame;
  readonly code: EncodedCode & { readonly kind: 'bars' };
  readonly symbology: Symbology;
  /** Width of the narrowest bar in the frame's units. */
  readonly module: number;
  readonly color: string;
  readonly showText: boolean;
}

/** What was drawn, in the frame's units. */
export interface DrawnBars {
  readonly area: Rect;
  readonly narrowest: number;
}

/**
 * Draws a linear code over the box's whole height: bars on whole pixels, and below them the text. EAN and UPC codes have
 * their digits between guard bars that reach down, and the digits of an add-on above it.
 */
export function drawBars(drawing: BarDrawing): DrawnBars {
  const { context, frame, code, symbology, module } = drawing;
  const { box } = frame;
  const snap = (value: number): number => (frame.crisp ? Math.round(value) : value);
  const quiet = (symbology.quiet.left + symbology.quiet.right) * module;
  const edges = barEdges(code, module, frame.crisp, box.width - quiet);
  const across = edges.width + quiet;
  const left = snap(box.x + (box.width - across) / 2 + symbology.quiet.left * module);
  const [top, bottom] = [snap(box.y), snap(box.y + box.height)];

  const textSize = Math.min(TEXT_MODULES * module, (box.height * TEXT_SHARE) / LINE_HEIGHT);
  const hasLine = drawing.showText && code.line !== '';
  const hasDigits = drawing.showText && code.digits.length > 0;
  // Lengths that belong to the text (guard bars, the room of an add-on's digits) shrink with it in a low box.
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
    context.rect(left + x, barTop, width, Math.max(frame.crisp ? 1 : 0, snap(y(bar.bottom)) - barTop));
  });
  context.fill();

  if (hasLine) {
    // The line may use the quiet zones, but not the pixel that would touch a neighbour.
    const line = { x: box.x, y: lineTop, width: box.width, height: bottom - lineTop };
    drawLabel(drawing, code.line, line, textSize);
  }
  for (const digit of hasDigits ? code.digits : []) {
    const size = textSize * digit.size;
    const middle = left + digit.center * module;
    const height = size * LINE_HEIGHT;
    // A line's box is centred on its digits closely enough to place one by its middle.
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

/** Bars of different heights (postal codes) keep their proportions. */
function stretch(level: number, extent: Extent, top: number, bottom: number): number {
  return bottom - ((level - extent.bottom) / (extent.top - extent.bottom)) * (bottom - top);
}

/**
 * Where bars begin and how wide they are. Most codes count in whole modules; postal codes have bars and gaps of 1.44 and
 * 1.872 points, which become the nearest whole pixels that still fit, the same for every bar.
 */
function barEdges(
  code: EncodedCode & { kind: 'bars' },
  module: number,
  crisp: boolean,
  room: number,
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
  let scale = room / code.width;
  let placed = place(scale, true);
  while (placed.width > room && scale > 0.5) {
    scale *= 0.97;
    placed = place(scale, true);
  }
  return placed;
}

/** Draws a short text in the middle of a box, smaller where it does not fit. */
function drawLabel(
  { context, fonts, color }: BarDrawing,
  text: string,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  fontSize: number,
): void {
  const element = labelElement({
    ...{ text, box, fontSize, fontWeight: 400, lineHeight: LINE_HEIGHT, color },
    align: 'center',
    overflow: 'shrink',
  });
  context.save();
  context.translate(box.x, box.y);
  drawText(context, layoutText(element, fonts));
  context.restore();
}
