import { ssim } from '@blazediff/ssim';
import type { Line, QualityCase, ReferenceText, TextLines } from './cases.ts';
import { GOAL_BASELINE_PX, GOAL_INK_PX, GOAL_SSIM } from './cases.ts';
import type { Picture } from './render-case.ts';

export interface Comparison {
  /** SSIM of the luminance, and the lowest SSIM of red, green and blue, in the area that has ink. */
  readonly luminance: number;
  readonly colour: number;
  /** Mean difference of a sample (0 to 255) over the whole image. */
  readonly meanDifference: number;
  /**
   * Largest offset of an edge and of the centre of gravity of ink, in pixels, of any line or of the whole
   * image.
   */
  readonly inkEdge: number;
  readonly inkCentre: number;
  readonly lines: LineComparison;
}

export interface LineComparison {
  readonly count: number;
  /** Describes the first line with another text; null if there is none. */
  readonly otherBreak: string | null;
  /** Largest offsets in CSS pixels; that of baselines less Chromium's rounding. */
  readonly baseline: number;
  readonly side: number;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

type Texts = readonly (TextLines & { readonly clipsText: boolean })[];

/** Smaller differences from the background are not ink: antialiasing and blurs. */
const INK_LEVEL = 24;
/** Letters overhang their lines by up to this much, and a hyphen at the end is not part of the text. */
const LINE_MARGIN_PX = 12;
/** SSIM uses a window of 11 pixels. */
const MARGIN_PX = 6;

/** Compares an image with the reference. Throws if their sizes differ. */
export function compare(
  ours: Picture,
  reference: Picture,
  texts: { readonly ours: Texts; readonly reference: readonly ReferenceText[] },
  density: number,
): Comparison {
  if (ours.width !== reference.width || ours.height !== reference.height) {
    throw new Error(
      `sizes differ: ${ours.width} × ${ours.height}, reference ${reference.width} × ${reference.height}`,
    );
  }
  const whole = { left: 0, top: 0, right: ours.width, bottom: ours.height };
  const strips = [whole, ...texts.reference.flatMap((text) => lineStrips(text, density, whole))];
  const inks = strips.map((strip) => [findInk(ours, strip), findInk(reference, strip)] as const);
  const part = cropBox(inks[0]?.map(({ box }) => box) ?? [], ours);
  const [a, b] = [crop(ours, part), crop(reference, part)];
  const score = (one: Picture, other: Picture): number =>
    ssim(one.data, other.data, undefined, one.width, one.height);
  const channels = [0, 1, 2].map((channel) => score(onlyChannel(a, channel), onlyChannel(b, channel)));
  return {
    luminance: score(a, b),
    colour: Math.min(...channels),
    meanDifference: meanDifference(ours, reference),
    inkEdge: Math.max(...inks.map((pair) => measureEdgeDistance(...pair))),
    inkCentre: Math.max(...inks.map((pair) => measureCentreDistance(...pair))),
    lines: compareLines(texts.ours, texts.reference),
  };
}

/** Returns the goals that a case misses. A case that reaches the common goals must not have lower ones. */
export function judge({ accepted }: QualityCase, result: Comparison): string[] {
  const faults: string[] = [];
  const minSsim = accepted?.ssim ?? GOAL_SSIM;
  for (const kind of ['luminance', 'colour'] as const) {
    if (result[kind] < minSsim) {
      faults.push(`SSIM of ${kind} is ${result[kind].toFixed(4)}, below ${minSsim}`);
    }
  }
  const { otherBreak, baseline } = result.lines;
  if (otherBreak !== null && accepted?.otherBreaks !== true) faults.push(otherBreak);
  const maxPx = accepted?.baselinePx ?? 0;
  if (baseline > maxPx)
    faults.push(`a baseline is ${baseline.toFixed(3)} px off${maxPx > 0 ? `, more than ${maxPx}` : ''}`);
  // Other line breaks move the ink.
  const maxInkPx = accepted?.otherBreaks === true ? Infinity : (accepted?.inkPx ?? GOAL_INK_PX);
  const ink = Math.max(result.inkEdge, result.inkCentre);
  if (ink > maxInkPx) faults.push(`ink is ${ink.toFixed(2)} pixels off, more than ${maxInkPx}`);
  if (accepted !== null && faults.length === 0) {
    const isGood =
      Math.min(result.luminance, result.colour) >= GOAL_SSIM &&
      otherBreak === null &&
      baseline <= 0 &&
      ink <= GOAL_INK_PX;
    if (isGood) faults.push('reaches the common goals: remove `accepted`');
  }
  return faults;
}

/** The absolute difference of two images; larger differences are darker. */
export function differencePicture(one: Picture, other: Picture): Picture {
  const data = Buffer.alloc(one.data.length, 255);
  for (let at = 0; at < data.length; at += 4) {
    for (let channel = 0; channel < 3; channel++) {
      const difference = Math.abs((one.data[at + channel] ?? 0) - (other.data[at + channel] ?? 0));
      data[at + channel] = 255 - Math.min(255, difference * 3);
    }
  }
  return { width: one.width, height: one.height, data };
}

interface Ink {
  readonly box: Box | null;
  readonly centre: { readonly x: number; readonly y: number } | null;
}

/**
 * The area of each line of a text that is not rotated: as high as the distance of two baselines, moved down
 * by the letters' depth. A single line has none.
 */
function lineStrips({ place, lines }: ReferenceText, density: number, whole: Box): Box[] {
  if (place === null) return [];
  return lines.flatMap(({ baseline, left, right }, index) => {
    const [before, after] = [lines[index - 1]?.baseline, lines[index + 1]?.baseline];
    const pitch =
      after !== undefined ? after - baseline : before !== undefined ? baseline - before : Infinity;
    const bottom = place.y + baseline + 0.3 * pitch;
    const strip = {
      left: Math.max(whole.left, Math.floor((place.x + left) * density) - LINE_MARGIN_PX),
      top: Math.max(whole.top, Math.round((bottom - pitch) * density)),
      right: Math.min(whole.right, Math.ceil((place.x + right) * density) + LINE_MARGIN_PX),
      bottom: Math.min(whole.bottom, Math.round(bottom * density)),
    };
    const isValid = Number.isFinite(pitch) && strip.left < strip.right && strip.top < strip.bottom;
    return isValid ? [strip] : [];
  });
}

/** Ink is everything that differs from the colour of the image's first pixel. */
function findInk({ width, data }: Picture, strip: Box): Ink {
  // An object: V8 (Node 24.21) sometimes compiled four local variables to wrong values, in 1 of 40 runs of
  // the tests under load. With the object, none of 542 runs failed.
  const box = { left: strip.right, top: strip.bottom, right: strip.left, bottom: strip.top };
  let [sum, sumX, sumY] = [0, 0, 0];
  for (let y = strip.top; y < strip.bottom; y++) {
    for (let x = strip.left; x < strip.right; x++) {
      const at = 4 * (y * width + x);
      let level = 0;
      for (let channel = 0; channel < 3; channel++) {
        level = Math.max(level, Math.abs((data[at + channel] ?? 0) - (data[channel] ?? 0)));
      }
      sum += level;
      sumX += level * (x + 0.5);
      sumY += level * (y + 0.5);
      if (level <= INK_LEVEL) continue;
      box.left = Math.min(box.left, x);
      box.top = Math.min(box.top, y);
      box.right = Math.max(box.right, x + 1);
      box.bottom = Math.max(box.bottom, y + 1);
    }
  }
  return {
    box: box.left < box.right ? box : null,
    centre: sum > 0 ? { x: sumX / sum, y: sumY / sum } : null,
  };
}

function measureEdgeDistance({ box: a }: Ink, { box: b }: Ink): number {
  if (a === null || b === null) return a === b ? 0 : Infinity;
  const edges = [a.left - b.left, a.top - b.top, a.right - b.right, a.bottom - b.bottom];
  return Math.max(...edges.map(Math.abs));
}

function measureCentreDistance({ centre: a }: Ink, { centre: b }: Ink): number {
  return a === null || b === null ? 0 : Math.hypot(a.x - b.x, a.y - b.y);
}

function compareLines(ours: Texts, reference: readonly ReferenceText[]): LineComparison {
  let [count, baseline, side] = [0, 0, 0];
  let otherBreak: string | null = null;
  for (const { id, lines } of reference) {
    const own = ours.find((text) => text.id === id);
    // Chromium reports the text that an ellipsis or a clamp hides, too.
    const cut = own?.clipsText === true;
    const expected = cut ? lines.slice(0, own.lines.length) : lines;
    count += expected.length;
    const found = own?.lines ?? [];
    if (found.length !== expected.length) {
      otherBreak ??= `"${id}" has ${found.length} lines instead of ${expected.length}`;
    }
    expected.forEach((line, index) => {
      const mine = found[index];
      if (mine === undefined) return;
      if (!hasSameText(mine, line, cut)) {
        otherBreak ??= `line ${index + 1} of "${id}" is "${mine.text}" instead of "${line.text}"`;
        return;
      }
      const rounding = (index + 2) * GOAL_BASELINE_PX;
      baseline = Math.max(baseline, Math.abs(mine.baseline - line.baseline) - rounding);
      if (cut && mine.text !== line.text) return;
      side = Math.max(side, Math.abs(mine.left - line.left), Math.abs(mine.right - line.right));
    });
  }
  return { count, otherBreak, baseline, side };
}

function hasSameText(mine: Line, expected: Line, cut: boolean): boolean {
  // Chromium reports the text before `text-transform`, and what is invisible at the end of a line.
  const [one, other] = [mine.text, expected.text].map((text) =>
    text
      .replaceAll(/[\u00ad\u200b]/g, '')
      .trim()
      .toUpperCase()
      .replaceAll('İ', 'I'),
  );
  if (one === undefined || other === undefined) return false;
  return one === other || (cut && one.endsWith('…') && other.startsWith(one.slice(0, -1)));
}

function cropBox(boxes: readonly (Box | null)[], { width, height }: Picture): Box {
  const known = boxes.filter((box) => box !== null);
  if (known.length === 0) return { left: 0, top: 0, right: width, bottom: height };
  return {
    left: Math.max(0, Math.min(...known.map(({ left }) => left)) - MARGIN_PX),
    top: Math.max(0, Math.min(...known.map(({ top }) => top)) - MARGIN_PX),
    right: Math.min(width, Math.max(...known.map(({ right }) => right)) + MARGIN_PX),
    bottom: Math.min(height, Math.max(...known.map(({ bottom }) => bottom)) + MARGIN_PX),
  };
}

function crop(picture: Picture, { left, top, right, bottom }: Box): Picture {
  const rows: Buffer[] = [];
  for (let y = top; y < bottom; y++) {
    rows.push(picture.data.subarray(4 * (y * picture.width + left), 4 * (y * picture.width + right)));
  }
  return { width: right - left, height: bottom - top, data: Buffer.concat(rows) };
}

/** One channel as a grey image. */
function onlyChannel(picture: Picture, channel: number): Picture {
  const data = Buffer.alloc(picture.data.length, 255);
  for (let at = 0; at < data.length; at += 4) data.fill(picture.data[at + channel] ?? 0, at, at + 3);
  return { ...picture, data };
}

function meanDifference(one: Picture, other: Picture): number {
  let sum = 0;
  for (let at = 0; at < one.data.length; at++) {
    sum += Math.abs((one.data[at] ?? 0) - (other.data[at] ?? 0));
  }
  return sum / (one.width * one.height * 3);
}
