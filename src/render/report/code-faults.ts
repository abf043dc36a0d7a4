import { findQuietZone } from '../codes/symbologies.ts';
import type { SceneBarcode, SceneQrCode } from '../scene/codes.ts';
import { type Matrix, transformPoint } from '../geometry.ts';
import { parseColor } from '../color-channels.ts';
import { roundedLength, type LengthUnit } from '../../common/lengths/units.ts';
import type { CodeView } from './view-code.ts';

/**
 * ISO/IEC 15416 and 15415: the least difference of light between bars and spaces (grade C, which GS1
 * requires), and the most light that bars may reflect, as a part of that of spaces.
 */
const MIN_CONTRAST = 0.4;
const MAX_DARK_SHARE = 0.5;
/** Below this contrast there is nothing that could be called light or dark. */
const VISIBLE_CONTRAST = 0.05;
/** Dark and light are these percentiles: something in the middle of a code, such as a logo, is left out. */
const DARK_PERCENTILE = 0.1;
const LIGHT_PERCENTILE = 0.9;
/** The part of the quiet zone that may be covered; corners of frames are. */
const MAX_COVERED = 0.02;
/** Samples per module of the code in each direction, and the most of them. */
const SAMPLES_PER_MODULE = 2;
const MAX_SAMPLES = 400;
/** Linear codes are looked at in the middle of their bars, away from their text. */
const BAR_MIDDLE = { from: 0.35, to: 0.65, samples: 5 };
/**
 * The part of a standard's quiet zone without which readers fail, measured with zxing: linear codes need 7 of
 * 10 modules, others half of their zone or less. At least one module is looked at.
 */
const NEEDED_QUIET = { bars: 0.7, matrix: 0.5, hexagons: 0.5 };
/** Distance from the code, and from the needed zone's outer edge, that is not looked at; in modules. */
const INNER_GAP = 0.3;
const OUTER_GAP = 0.1;
const QUIET_SAMPLES_PER_MODULE = 4;

interface CodeFault {
  readonly code: 'CODE_PALE' | 'CODE_INVERTED' | 'CODE_CROWDED';
  readonly detail: string;
}

/** What readers may fail at in a code that is large enough. */
export function findCodeFaults(
  element: SceneQrCode | SceneBarcode,
  view: CodeView,
  matrix: Matrix,
  unit: LengthUnit = 'px',
): readonly CodeFault[] {
  const samples = sampleArea(view, matrix).sort((one, other) => one - other);
  const at = (percentile: number): number => samples[Math.floor(percentile * (samples.length - 1))] ?? 1;
  const [dark, light] = [at(DARK_PERCENTILE), at(LIGHT_PERCENTILE)];
  const contrast = light - dark;
  const faults: CodeFault[] = [];
  if (contrast < MIN_CONTRAST || dark > light * MAX_DARK_SHARE) {
    faults.push({
      code: 'CODE_PALE',
      detail:
        `Dark modules reflect ${percent(dark)} of the light and light ones ${percent(light)}; ` +
        `readers need a difference of ${percent(MIN_CONTRAST)}, and dark ones at half of light ones or less.`,
    });
  }
  if (contrast < VISIBLE_CONTRAST) return faults;
  const isInverted = hasLightModules(element, dark, light);
  if (isInverted) {
    faults.push({
      code: 'CODE_INVERTED',
      detail: 'The code is light on dark; many readers only find dark codes on a light background.',
    });
  }
  const covered = coveredShare(element, view, matrix, { middle: (dark + light) / 2, isInverted });
  if (covered > MAX_COVERED)
    faults.push({ code: 'CODE_CROWDED', detail: describeCrowded(element, view, unit) });
  return faults;
}

/** The light of points in the code. */
function sampleArea({ code, lightAt }: CodeView, matrix: Matrix): number[] {
  const { area, columns, rows } = code;
  const across = Math.min(MAX_SAMPLES, columns * SAMPLES_PER_MODULE);
  const down = rows === null ? BAR_MIDDLE.samples : Math.min(MAX_SAMPLES, rows * SAMPLES_PER_MODULE);
  const [from, to] = rows === null ? [BAR_MIDDLE.from, BAR_MIDDLE.to] : [0, 1];
  const samples: number[] = [];
  for (let row = 0; row < down; row++) {
    const y = area.y + area.height * (from + ((row + 0.5) / down) * (to - from));
    for (let column = 0; column < across; column++) {
      const point = transformPoint(area.x + (area.width * (column + 0.5)) / across, y, matrix);
      const light = lightAt(point.x, point.y);
      if (light !== null) samples.push(light);
    }
  }
  return samples;
}

function hasLightModules(
  { color, blendMode }: SceneQrCode | SceneBarcode,
  dark: number,
  light: number,
): boolean {
  const [red, green, blue, alpha] = parseColor(color);
  if (alpha === 0 || blendMode !== 'normal') return false;
  const linear = (level: number): number => (level / 255) ** 2.2;
  const own = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  return Math.abs(own - light) < Math.abs(own - dark);
}

/** The part of the quiet zone where the page is as dark as the code, or ends. */
function coveredShare(
  element: SceneQrCode | SceneBarcode,
  { code, lightAt }: CodeView,
  matrix: Matrix,
  { middle, isInverted }: { readonly middle: number; readonly isInverted: boolean },
): number {
  const { area, rows } = code;
  const quiet = neededQuietZone(element, code.kind);
  const module = getModule(code);
  const step = module / QUIET_SAMPLES_PER_MODULE;
  const inner = module * INNER_GAP;
  const reach = (modules: number): number => Math.max(0, modules - OUTER_GAP) * module;
  const [left, right] = [area.x - reach(quiet.left), area.x + area.width + reach(quiet.right)];
  const bars = { from: area.y + area.height * BAR_MIDDLE.from, to: area.y + area.height * BAR_MIDDLE.to };
  const [top, bottom] =
    rows === null
      ? [bars.from, bars.to]
      : [area.y - reach(quiet.top), area.y + area.height + reach(quiet.bottom)];
  const stepDown = rows === null ? (bottom - top) / BAR_MIDDLE.samples : step;
  const isInside = (x: number, y: number): boolean =>
    x > area.x - inner &&
    x < area.x + area.width + inner &&
    (rows === null || (y > area.y - inner && y < area.y + area.height + inner));
  let [all, covered] = [0, 0];
  for (let y = top + stepDown / 2; y < bottom; y += stepDown) {
    for (let x = left + step / 2; x < right; x += step) {
      if (isInside(x, y)) continue;
      const point = transformPoint(x, y, matrix);
      const light = lightAt(point.x, point.y);
      all += 1;
      if (light === null || light < middle !== isInverted) covered += 1;
    }
  }
  return all === 0 ? 0 : covered / all;
}

/** The side of a module; bars may be wider than the narrowest one by a rounded pixel. */
function getModule({ area, columns }: CodeView['code']): number {
  return area.width / columns;
}

function neededQuietZone(element: SceneQrCode | SceneBarcode, kind: CodeView['code']['kind']) {
  const { left, right, top, bottom } = findQuietZone(element);
  const needed = (modules: number): number => (modules === 0 ? 0 : Math.max(1, modules * NEEDED_QUIET[kind]));
  return { left: needed(left), right: needed(right), top: needed(top), bottom: needed(bottom) };
}

function describeCrowded(element: SceneQrCode | SceneBarcode, { code }: CodeView, unit: LengthUnit): string {
  const module = getModule(code);
  const describe = ({ left, right, top, bottom }: ReturnType<typeof findQuietZone>): string => {
    const length = (modules: number): string => `${roundedLength(modules * module, unit)} ${unit}`;
    if (top > 0 || bottom > 0) return `${length(Math.max(left, right, top, bottom))} on every side`;
    return left === right
      ? `${length(left)} on both sides`
      : `${length(left)} to its left and ${length(right)} to its right`;
  };
  const [standard, needed] = [findQuietZone(element), neededQuietZone(element, code.kind)].map(describe);
  return (
    `The clear space around the code is too small: it should be ${standard}, and readers need ${needed}. ` +
    'Another element, the background of the code or the edge of the page is in it.'
  );
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
