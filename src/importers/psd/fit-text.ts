/** Texts whose font is not there, made as large as the letters that Photoshop has drawn. */
import type { Layer, LayerTextData } from 'ag-psd';
import type { TextElement, TextRun } from '../../../generated/template.ts';
import { rounded } from '../boxes.ts';
import type { PsdContext } from './context.ts';
import type { LayerPixels } from './document.ts';
import { readFontName } from './font-names.ts';
import { inkBox, inkError, inkPitch, type Ink } from './ink.ts';

/** The most pixels of one text, and of all texts, that are drawn about a hundred times. */
const maxTextPixels = 500_000;
const maxPixels = 1_500_000;

/** Limits what texts of one document take to be fitted: those beyond it keep the size that the file says. */
export class FittingBudget {
  #left = maxPixels;

  /** Whether a text of this size is fitted. */
  spend(pixels: number): boolean {
    if (pixels > Math.min(maxTextPixels, this.#left)) return false;
    this.#left -= pixels;
    return true;
  }
}

/** The font size is at most that much smaller or larger than the file says, or as it is without a size. */
const leastScale = 0.05;
const mostScale = 200;

/** What is added to the weight of the font. */
const weights = [0, 100, -100];

/** How many times as large the error may be before another weight is better. */
const clearly = 1.25;

/** How often a step of one length is tried. */
const maxPasses = 2;

/** How a text differs from what the file says. */
interface Fit {
  /** Of the font sizes. */
  readonly scale: number;
  /** What is added between letters, in pixels. */
  readonly spacing: number;
  readonly weight: number;
  readonly x: number;
  readonly y: number;
}

/** A text with the size, weight and letter spacing with which it covers what the layer covers. */
export function fitText(
  element: TextElement,
  layer: Layer,
  text: LayerTextData,
  name: string,
  context: PsdContext,
): TextElement {
  const { builder, document, measure } = context;
  const hasSize = stylesOf(text).some(({ fontSize }) => fontSize !== undefined);
  if (
    layer.hidden === true ||
    (hasSize && !hasStandIn(text, context)) ||
    !isUpright(element) ||
    !isAligned(text)
  )
    return element;
  const pixels = document.pixels(layer);
  const target = pixels === null || typeof pixels === 'string' ? null : inkOf(pixels);
  if (target === null || !context.fitting.spend(target.ink.width * target.ink.height)) return element;
  const stated = hasSize ? element : withPitch(element, target.ink);
  const draw = (fit: Fit): Ink | null => measure.ink(placed(fitted(stated, fit), target), target.ink);
  const fits = weights.map((weight) => firstFit(target, stated, weight, draw));
  const fit = refine(bestOf(fits, target.ink, draw), target.ink, draw);
  if (fit === null) return element;
  if (hasSize)
    builder.lose(
      name,
      'fontSize, letterSpacing',
      'They are those with which the stand-in takes as much room.',
    );
  else builder.lose(name, 'fontSize', 'The file does not say it; it is that of the letters in the layer.');
  return fitted(stated, fit);
}

function stylesOf({ style = {}, styleRuns = [] }: LayerTextData) {
  return [style, ...styleRuns.map((run) => run.style)];
}

function hasStandIn(text: LayerTextData, { builder }: PsdContext): boolean {
  const names = stylesOf(text).map(({ font }) => font?.name ?? '');
  return names.some((name) => builder.fonts.find(readFontName(name).family).loss !== null);
}

function isUpright({ rotation = 0, skewX = 0, flipY = false, writingMode }: TextElement): boolean {
  return rotation === 0 && skewX === 0 && !flipY && writingMode === undefined;
}

/** Whether all paragraphs have one alignment: else their lines are elsewhere. */
function isAligned({ paragraphStyle = {}, paragraphStyleRuns = [] }: LayerTextData): boolean {
  const all = paragraphStyleRuns.map(({ style }) => style.justification ?? paragraphStyle.justification);
  return new Set(all).size <= 1;
}

/** The letters of the layer, with room around them. */
interface Target {
  readonly ink: Ink;
  readonly x: number;
  readonly y: number;
}

function inkOf({ x, y, width, height, data }: LayerPixels): Target {
  const beside = 4 + Math.ceil(Math.max(height, width / 4));
  const above = 4 + Math.ceil(height / 2);
  const [wide, high] = [width + 2 * beside, height + 2 * above];
  const ink = { width: wide, height: high, data: new Uint8ClampedArray(wide * high) };
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1)
      ink.data[(row + above) * wide + column + beside] = data[(row * width + column) * 4 + 3] ?? 0;
  return { ink, x: x - beside, y: y - above };
}

/** A text in the pixels of the target, in black. */
function placed(element: TextElement, { x, y }: Target): TextElement {
  const runs = element.runs?.map((run) => (run.color === undefined ? run : { ...run, color: '#000' }));
  return {
    ...element,
    ...{ x: Number(element.x ?? 0) - x, y: Number(element.y ?? 0) - y, color: '#000' },
    ...(runs && { runs }),
  };
}

function fitted(element: TextElement, { scale, spacing, weight, x, y }: Fit): TextElement {
  const lineHeight = Number(element.lineHeight ?? 1.2);
  const change = <Piece extends TextElement | TextRun>(piece: Piece, isWhole: boolean): Piece => ({
    ...piece,
    ...(piece.fontSize !== undefined && { fontSize: rounded(Number(piece.fontSize) * scale) }),
    ...((isWhole || piece.letterSpacing !== undefined) && {
      letterSpacing: rounded(Number(piece.letterSpacing ?? 0) * scale + spacing),
    }),
    ...(piece.fontWeight !== undefined && {
      fontWeight: Math.min(900, Math.max(100, Number(piece.fontWeight) + weight)),
    }),
  });
  const { runs } = element;
  return {
    ...change(element, true),
    ...(runs && { runs: runs.map((run) => change(run, false)) }),
    // Lines are as far apart as they were.
    lineHeight: rounded(lineHeight / scale),
    ...{ x: rounded(Number(element.x ?? 0) + x), y: rounded(Number(element.y ?? 0) + y) },
  };
}

type Draw = (fit: Fit) => Ink | null;

/** The size by the height of the letters, then the spacing by the width of the longest line. */
function firstFit({ ink }: Target, element: TextElement, weight: number, draw: Draw): Fit | null {
  const wanted = inkBox(ink);
  const lines = linesOf(element);
  const gaps = Math.max(1, ...lines.map((line) => [...line].length - 1));
  const leading = Number(element.lineHeight ?? 1.2) * largestSize(element) * (lines.length - 1);
  let fit: Fit = { scale: 1, spacing: 0, weight, x: 0, y: 0 };
  for (let round = 0; round < 4; round += 1) {
    const drawn = draw(fit);
    const box = drawn && inkBox(drawn);
    if (!wanted || !box) return round === 0 ? null : fit;
    const ratio = (wanted.height - leading) / Math.max(1, box.height - leading);
    const scale = round < 2 ? fit.scale * (ratio > 0 ? ratio : 1) : fit.scale;
    fit = {
      ...fit,
      scale: Math.min(mostScale, Math.max(leastScale, scale)),
      spacing: round === 0 ? 0 : fit.spacing + (wanted.width - box.width) / gaps,
      x: fit.x + wanted.x - box.x,
      y: fit.y + wanted.y - box.y,
    };
  }
  return fit;
}

function linesOf({ text, runs = [] }: TextElement): string[] {
  return (text ?? runs.map((run) => run.text ?? '').join('')).split('\n');
}

/** A text whose lines are as far apart as those that are seen. */
function withPitch(element: TextElement, ink: Ink): TextElement {
  const pitch = inkPitch(ink, linesOf(element).length);
  return pitch === null ? element : { ...element, lineHeight: pitch / largestSize(element) };
}

function largestSize({ fontSize, runs = [] }: TextElement): number {
  return Math.max(...[fontSize, ...runs.map((run) => run.fontSize)].map((size) => Number(size ?? 0)), 0.1);
}

/** The fit that covers most of the same; the first one, unless another is clearly better. */
function bestOf(fits: readonly (Fit | null)[], target: Ink, draw: Draw): Fit | null {
  let best: Fit | null = null;
  let least = Infinity;
  for (const fit of fits) {
    const error: number =
      fit === null ? Infinity : errorOf(fit, target, draw) / (best === null ? clearly : 1);
    if (error < least) [best, least] = [fit, error];
  }
  return best;
}

function errorOf(fit: Fit, target: Ink, draw: Draw): number {
  const drawn = draw(fit);
  return drawn === null ? Infinity : inkError(drawn, target);
}

/** Small steps, as long as one of them makes the letters cover more of the same. */
function refine(start: Fit | null, target: Ink, draw: Draw): Fit | null {
  if (start === null) return null;
  let best = start;
  let least = errorOf(start, target, draw);
  for (let step = 1; step >= 0.25; step /= 2) {
    const tries: ((fit: Fit) => Fit)[] = [1, -1].flatMap((sign) => [
      (fit) => ({ ...fit, y: fit.y + sign * step }),
      (fit) => ({ ...fit, x: fit.x + sign * step }),
      (fit) => ({ ...fit, scale: fit.scale * (1 + 0.02 * sign * step) }),
      (fit) => ({ ...fit, spacing: fit.spacing + 0.2 * sign * step }),
    ]);
    for (let pass = 0, isBetter = true; isBetter && pass < maxPasses; pass += 1) {
      isBetter = false;
      for (const change of tries) {
        const fit = change(best);
        const error = errorOf(fit, target, draw);
        if (error >= least) continue;
        [best, least, isBetter] = [fit, error, true];
      }
    }
  }
  return best;
}
