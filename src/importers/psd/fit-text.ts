/** Texts whose font is not there, made as large as the letters that Photoshop has drawn. */
import type { Layer, LayerTextData } from 'ag-psd';
import type { TextElement, TextRun } from '../../../generated/template.ts';
import { rounded } from '../boxes.ts';
import { asWideAs, familyKey } from '../../common/names/stand-ins.ts';
import type { PsdContext } from './context.ts';
import type { LayerPixels } from './document.ts';
import { readFontName } from './font-names.ts';
import { inkBox, inkPitch, type Ink } from './ink.ts';
import { changes, moves, refine, computeWeight, type Draw, type Fit } from './search-fit.ts';

/** The font size is at most that much smaller or larger than the file says, or as it is without a size. */
const leastScale = 0.05;
const maxScale = 200;

/** Letters whose height differs by more are not of the size that the file says. */
const heightTolerance = 0.1;

/**
 * A text with the size, weight and letter spacing with which it covers what the layer covers. One whose
 * stand-in has letters as wide is only moved, unless the letters are not of the size that the file says.
 */
export function fitText(
  element: TextElement,
  layer: Layer,
  text: LayerTextData,
  name: string,
  context: PsdContext,
): TextElement {
  const { builder, document, measure } = context;
  const hasSize = getStyles(text).some(({ fontSize }) => fontSize !== undefined);
  const standIn = getStandIn(text, context);
  if (layer.hidden === true || (hasSize && standIn === 'none') || !isUpright(element) || !isAligned(text))
    return element;
  const pixels = document.pixels(layer);
  const target = pixels === null || typeof pixels === 'string' ? null : getInk(pixels);
  if (target === null || !context.fitting.spend(target.ink.width * target.ink.height)) return element;
  const stated = hasSize ? element : withPitch(element, target.ink);
  const draw = (fit: Fit): Ink | null => measure.ink(placed(fitted(stated, fit), target), target.ink);
  if (hasSize && standIn === 'as wide') {
    const moved = refine({ scale: 1, spacing: 0, weight: 0, x: 0, y: 0 }, target.ink, draw, moves);
    if (isAsHigh(draw(moved), target.ink))
      return {
        ...element,
        x: rounded(Number(element.x ?? 0) + moved.x),
        y: rounded(Number(element.y ?? 0) + moved.y),
      };
  }
  const first = firstFit(target, stated, 0, draw);
  if (first === null) return element;
  const weight = computeWeight(first, target.ink, draw);
  const weighted = weight === 0 ? first : (firstFit(target, stated, weight, draw) ?? first);
  // Letters that differ would cover most of the same where they are small: they stay as high as those.
  const asHigh: Draw = (fit) =>
    Math.abs(fit.scale / weighted.scale - 1) <= heightTolerance ? draw(fit) : null;
  const sized = refine(weighted, target.ink, asHigh, changes);
  // Letters of another size cover more or less.
  const change = computeWeight(sized, target.ink, draw);
  const heavier = { ...sized, weight: sized.weight + change };
  const fit = change === 0 ? sized : refine(heavier, target.ink, asHigh, changes);
  const asWide = 'They are those with which the stand-in takes as much room.';
  if (hasSize) builder.lose(name, 'fontSize, letterSpacing', asWide);
  else builder.lose(name, 'fontSize', 'The file does not say it; it is that of the letters in the layer.');
  if (fit.weight !== 0)
    builder.lose(name, 'fontWeight', 'It is that with which the stand-in covers as much as the letters did.');
  return fitted(stated, fit);
}

/** Whether two drawings of letters are as high as each other. */
function isAsHigh(drawn: Ink | null, wanted: Ink): boolean {
  const [one, other] = [drawn && inkBox(drawn), inkBox(wanted)];
  return one !== null && other !== null && Math.abs(one.height / other.height - 1) <= heightTolerance;
}

function getStyles({ style = {}, styleRuns = [] }: LayerTextData) {
  return [style, ...styleRuns.map((run) => run.style)];
}

/** Whether other fonts stand in for those of a text, and whether their letters are as wide. */
function getStandIn(text: LayerTextData, { builder }: PsdContext): 'none' | 'as wide' | 'alike' {
  const missing = getStyles(text)
    .map(({ font }) => readFontName(font?.name ?? ''))
    .filter(({ family }) => builder.fonts.find(family).loss !== null);
  if (missing.length === 0) return 'none';
  // Regular and bold faces are as wide; Arial Black is wider than any of Arimo.
  const areAsWide = missing.every(
    ({ family, weight }) => (weight === 400 || weight === 700) && asWideAs(familyKey(family)) !== null,
  );
  return areAsWide ? 'as wide' : 'alike';
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

function getInk({ x, y, width, height, data }: LayerPixels): Target {
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
    x: Number(element.x ?? 0) - x,
    y: Number(element.y ?? 0) - y,
    color: '#000',
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
    x: rounded(Number(element.x ?? 0) + x),
    y: rounded(Number(element.y ?? 0) + y),
  };
}

/** The size by the height of the letters, then the spacing by the width of the longest line. */
function firstFit({ ink }: Target, element: TextElement, weight: number, draw: Draw): Fit | null {
  const wanted = inkBox(ink);
  const lines = getLines(element);
  const gaps = getGaps(element);
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
      scale: Math.min(maxScale, Math.max(leastScale, scale)),
      spacing: round === 0 ? 0 : fit.spacing + (wanted.width - box.width) / gaps,
      x: fit.x + wanted.x - box.x,
      y: fit.y + wanted.y - box.y,
    };
  }
  return fit;
}

/** How many gaps between letters the longest line has. */
function getGaps(element: TextElement): number {
  return Math.max(1, ...getLines(element).map((line) => [...line].length - 1));
}

function getLines({ text, runs = [] }: TextElement): string[] {
  return (text ?? runs.map((run) => run.text ?? '').join('')).split('\n');
}

/** A text whose lines are as far apart as those that are seen. */
function withPitch(element: TextElement, ink: Ink): TextElement {
  const pitch = inkPitch(ink, getLines(element).length);
  return pitch === null ? element : { ...element, lineHeight: pitch / largestSize(element) };
}

function largestSize({ fontSize, runs = [] }: TextElement): number {
  return Math.max(...[fontSize, ...runs.map((run) => run.fontSize)].map((size) => Number(size ?? 0)), 0.1);
}
