/** Lines and letters that are too fine for a press. */
import { parseColor } from '../../color-channels.ts';
import {
  PX_PER_INCH,
  POINTS_PER_INCH,
  roundedLength,
  type LengthUnit,
} from '../../../common/lengths/units.ts';
import type { Color } from '../../scene/paint.ts';
import { describeInks, unitePlates, visibleInks, type Plates } from './plates.ts';
import type { Fault } from './fault.ts';
import type { Mark } from './printed-marks.ts';

/** Thinner lines break, or disappear. */
const HAIRLINE_PT = 0.25;
/** Letters in several inks have coloured edges below this size, since plates are never quite in register. */
const SEVERAL_INKS_PT = 5;
/** The same for black text with other inks in it: it is thin and dark, and edges show up to this size. */
const RICH_BLACK_PT = 12;
/** What is called black: channels so dark, and so near to each other. */
const DARK = 64;
const NEUTRAL = 28;
/** Other inks than black, together. */
const RICH_INK = 0.1;
const ROUNDING_PT = 0.0005;

const PT_PER_PX = POINTS_PER_INCH / PX_PER_INCH;

/** At most one warning of each kind, with the worst of the marks. */
export function findMarkFaults(
  marks: readonly Mark[],
  platesOf: (color: Color) => Plates,
  unit: LengthUnit = 'px',
): Fault[] {
  const thinnest = marks.reduce(
    (least, mark) => (mark.kind === 'line' ? Math.min(least, mark.width) : least),
    Infinity,
  );
  const faults: Fault[] = [];
  if (thinnest * PT_PER_PX < HAIRLINE_PT - ROUNDING_PT) faults.push(describeThin(thinnest, unit));
  const letters = marks
    .filter((mark) => mark.kind === 'letters')
    .toSorted((one, other) => one.fontSize - other.fontSize);
  const several = letters.filter(({ colors }) => visibleInks(unitePlates(colors.map(platesOf))).length > 1);
  const rich = several.find(
    ({ colors, fontSize }) =>
      fontSize * PT_PER_PX < RICH_BLACK_PT - ROUNDING_PT &&
      colors.some((color) => isRichBlack(color, platesOf)),
  );
  if (rich !== undefined) faults.push(describeRich(rich, platesOf));
  const small = several.find(({ fontSize }) => fontSize * PT_PER_PX < SEVERAL_INKS_PT - ROUNDING_PT);
  if (small !== undefined && small !== rich) faults.push(describeSmall(small, platesOf));
  return faults;
}

type Letters = Extract<Mark, { kind: 'letters' }>;

/** Whether a colour is seen as black, and is not black ink alone. */
function isRichBlack(color: Color, platesOf: (color: Color) => Plates): boolean {
  const [red, green, blue] = parseColor(color);
  const [least, most] = [Math.min(red, green, blue), Math.max(red, green, blue)];
  if (most > DARK || most - least > NEUTRAL) return false;
  const plates = platesOf(color);
  const others = [...plates].reduce((sum, [name, amount]) => (name === 'black' ? sum : sum + amount), 0);
  return others >= RICH_INK && visibleInks(plates).length > 1;
}

function describeThin(width: number, unit: LengthUnit): Fault {
  const least = HAIRLINE_PT / PT_PER_PX;
  const digits = (px: number): string => `${roundedLength(px, unit)} ${unit}`;
  return {
    code: 'LINE_TOO_THIN',
    severity: 'error',
    detail:
      `A line is ${points(width)} pt wide on the page (${digits(width)}). Below ${HAIRLINE_PT} pt ` +
      `(${digits(least)}) lines break or disappear on a press: ` +
      `make it ${factor(least / width)} times as wide.`,
  };
}

function describeSmall(letters: Letters, platesOf: (color: Color) => Plates): Fault {
  return {
    code: 'TEXT_TOO_SMALL',
    severity: 'error',
    detail:
      `${quote(letters)} is ${points(letters.fontSize)} pt high in several inks ` +
      `(${inksIn(letters, platesOf)}): below ${SEVERAL_INKS_PT} pt their edges show. ` +
      'Print it in one ink, such as black, or larger.',
  };
}

function describeRich(letters: Letters, platesOf: (color: Color) => Plates): Fault {
  return {
    code: 'BLACK_TOO_RICH',
    severity: 'error',
    detail:
      `${quote(letters)} is black with other inks (${inksIn(letters, platesOf)}) ` +
      `at ${points(letters.fontSize)} pt: below ${RICH_BLACK_PT} pt their edges show. ` +
      'Use black ink alone: a neutral grey such as #000000, ' +
      'or device-cmyk(0% 0% 0% 100%).',
  };
}

function inksIn({ colors }: Letters, platesOf: (color: Color) => Plates): string {
  return describeInks(unitePlates(colors.map(platesOf)));
}

const MAX_QUOTED = 24;

function quote({ text }: Letters): string {
  const characters = [...text];
  const short = characters.length > MAX_QUOTED ? `${characters.slice(0, MAX_QUOTED - 1).join('')}…` : text;
  return JSON.stringify(short);
}

/** Rounded down, so that a number below a limit stays below it. */
function points(px: number): number {
  return Math.floor(px * PT_PER_PX * 100 + 1e-6) / 100;
}

function factor(value: number): string {
  return (Math.ceil(value * 100 - 1e-6) / 100).toFixed(2);
}
