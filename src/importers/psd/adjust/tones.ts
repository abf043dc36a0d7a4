/** Adjustments that change each channel by itself: a table with 256 values for each of them. */
import type {
  BrightnessAdjustment,
  CurvesAdjustment,
  CurvesAdjustmentChannel,
  ExposureAdjustment,
  LevelsAdjustment,
  LevelsAdjustmentChannel,
} from 'ag-psd';

/** A value from 0 to 255 for each value of a channel. */
type Table = Uint8ClampedArray;

/** The tables of red, green and blue. */
export type Tables = readonly [Table, Table, Table];

function getTable(valueAt: (value: number) => number): Table {
  return Uint8ClampedArray.from({ length: 256 }, (_, value) => valueAt(value));
}

function same(table: Table): Tables {
  return [table, table, table];
}

/** The first table's values looked up in the second one. */
function after(first: Table, second: Table): Table {
  return first.map((value) => second[value] ?? value);
}

/** Channels change by their own tables, then all of them by that of the picture. */
function combined(all: Table | null, own: readonly [Table | null, Table | null, Table | null]): Tables {
  const plain = getTable((value) => value);
  const [red, green, blue] = own.map((table) => after(table ?? plain, all ?? plain));
  return [red ?? plain, green ?? plain, blue ?? plain];
}

/** Every channel is turned around. */
export function invert(): Tables {
  return same(getTable((value) => 255 - value));
}

/** As many evenly spaced values as `levels` says. */
export function posterize(levels: number): Tables {
  const count = Math.min(255, Math.max(2, Math.round(levels)));
  return same(getTable((value) => (Math.floor((value * count) / 256) * 255) / (count - 1)));
}

/** A part of the values becomes the whole range, with a gamma, then a range of its own. */
export function levels({ rgb, red, green, blue }: LevelsAdjustment): Tables {
  return combined(rgb ? levelTable(rgb) : null, [
    red ? levelTable(red) : null,
    green ? levelTable(green) : null,
    blue ? levelTable(blue) : null,
  ]);
}

function levelTable(channel: LevelsAdjustmentChannel): Table {
  const { shadowInput, highlightInput, shadowOutput, highlightOutput, midtoneInput } = channel;
  const range = Math.max(1, highlightInput - shadowInput);
  const gamma = Math.min(10, Math.max(0.1, midtoneInput));
  return getTable((value) => {
    const share = Math.min(1, Math.max(0, (value - shadowInput) / range)) ** (1 / gamma);
    return shadowOutput + share * (highlightOutput - shadowOutput);
  });
}

/** A natural cubic spline through the points of each curve. */
export function curves({ rgb, red, green, blue }: CurvesAdjustment): Tables {
  return combined(curveTable(rgb), [curveTable(red), curveTable(green), curveTable(blue)]);
}

/** The most points of a curve that are read; Photoshop has 16. */
const maxPoints = 64;

function curveTable(points: CurvesAdjustmentChannel = []): Table | null {
  const places = new Map(points.slice(0, maxPoints).map(({ input, output }) => [input, output]));
  const sorted = [...places].sort(([one], [other]) => one - other);
  return sorted.length < 2 ? null : getTable(splineThrough(sorted));
}

/** Press et al., Numerical Recipes, 3.3: second derivatives are 0 at both ends. */
function splineThrough(points: readonly (readonly [number, number])[]): (x: number) => number {
  const x = points.map(([place]) => place);
  const y = points.map(([, value]) => value);
  const last = points.length - 1;
  const [bends, rests] = [new Float64Array(last + 1), new Float64Array(last + 1)];
  const at = (list: ArrayLike<number>, index: number): number => list[index] ?? 0;
  for (let i = 1; i < last; i += 1) {
    const share = (at(x, i) - at(x, i - 1)) / (at(x, i + 1) - at(x, i - 1));
    const divisor = share * at(bends, i - 1) + 2;
    bends[i] = (share - 1) / divisor;
    const turn =
      (at(y, i + 1) - at(y, i)) / (at(x, i + 1) - at(x, i)) -
      (at(y, i) - at(y, i - 1)) / (at(x, i) - at(x, i - 1));
    rests[i] = ((6 * turn) / (at(x, i + 1) - at(x, i - 1)) - share * at(rests, i - 1)) / divisor;
  }
  for (let i = last - 1; i >= 0; i -= 1) bends[i] = at(bends, i) * at(bends, i + 1) + at(rests, i);
  return (value) => {
    if (value <= at(x, 0)) return at(y, 0);
    if (value >= at(x, last)) return at(y, last);
    const high = x.findIndex((place) => place >= value);
    const step = at(x, high) - at(x, high - 1);
    const [a, b] = [(at(x, high) - value) / step, (value - at(x, high - 1)) / step];
    const bend = (a ** 3 - a) * at(bends, high - 1) + (b ** 3 - b) * at(bends, high);
    return a * at(y, high - 1) + b * at(y, high) + (bend * step ** 2) / 6;
  };
}

/** The gamma with which values become light. */
const lightGamma = 2.2;

/** Light is multiplied by powers of 2 and moved, then has a gamma. */
export function exposure({ exposure: stops = 0, offset = 0, gamma = 1 }: ExposureAdjustment): Tables {
  const factor = 2 ** Math.min(20, Math.max(-20, stops));
  const power = 1 / Math.min(10, Math.max(0.01, gamma)) / lightGamma;
  return same(getTable((value) => 255 * Math.max(0, (value / 255) ** lightGamma * factor + offset) ** power));
}

/**
 * Brightness and contrast. Older documents move all values, and stretch them about the mean. How newer ones
 * bend them is not published; splines through two or three points come near it.
 */
export function brightness(adjustment: BrightnessAdjustment): Tables {
  const { brightness: bright = 0, contrast = 0, meanValue = 127, useLegacy = false } = adjustment;
  if (useLegacy) {
    const slope = contrast >= 0 ? 100 / Math.max(0.1, 100 - contrast) : (100 + contrast) / 100;
    return same(getTable((value) => (value + bright - meanValue) * slope + meanValue));
  }
  const brighter = splineThrough([
    [0, 0],
    [130 - (bright * 26) / 51, 130 + bright],
    [255, 255],
  ]);
  const steeper = splineThrough([
    [0, 0],
    [64, 64 - contrast * 0.3],
    [192, 192 + contrast * 0.3],
    [255, 255],
  ]);
  return same(getTable((value) => steeper(Math.min(255, Math.max(0, brighter(value))))));
}
