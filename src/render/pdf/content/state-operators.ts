/** Operators that set the graphics state. */
import type { Inks } from '../../inks/ink-color.ts';
import type { Rgba } from './gradients.ts';
import { componentsOf, findInkSpace, type InkSpace } from '../../inks/ink-space.ts';
import { lineCaps, lineJoins, type GraphicsState } from './graphics-state.ts';
import { num, nums } from './numbers.ts';

/** The length of a dot in points. */
const DOT = 0.01;

/** Sets a colour of sRGB. */
export function setRgb([red, green, blue]: Rgba, kind: 'fill' | 'stroke'): string {
  return `${nums(red, green, blue)} ${kind === 'fill' ? 'rg' : 'RG'}`;
}

/** Sets a neutral grey in black ink. `light`: from 0 to 1. */
export function setGrey(light: number, kind: 'fill' | 'stroke'): string {
  return `${num(light)} ${kind === 'fill' ? 'g' : 'G'}`;
}

/**
 * Sets a colour in inks.
 *
 * @param nameSpace names the space of inks with names of their own
 */
export function setInks(inks: Inks, kind: 'fill' | 'stroke', nameSpace: (space: InkSpace) => string): string {
  const space = findInkSpace([inks]);
  const isFill = kind === 'fill';
  const amounts = nums(...componentsOf(inks, space));
  if (space.spots.length > 0) {
    const name = nameSpace(space);
    return isFill ? `/${name} cs ${amounts} scn` : `/${name} CS ${amounts} SCN`;
  }
  return `${amounts} ${isFill ? 'k' : 'K'}`;
}

/** Sets width, ends, corners and dashes of lines. `scale`: units of the content for one of the state. */
export function setLine(state: GraphicsState, scale: number): string {
  const { lineWidth, lineCap, lineJoin, miterLimit, lineDash, lineDashOffset } = state;
  const dash = lineDash.length % 2 === 0 ? lineDash : [...lineDash, ...lineDash];
  const isSolid = dash.every((length) => length === 0);
  const lengths = dash.map((length, index) => {
    const isGap = index % 2 === 1;
    // PDFium makes dashes without a length, which are dots with round caps, a tenth of a point long.
    const dot = (isGap ? dash[index - 1] : length) === 0 ? DOT : 0;
    return num(length * scale + (isGap ? -dot : dot));
  });
  const form = `${num(lineWidth * scale)} w ${lineCaps[lineCap] ?? 0} J ${lineJoins[lineJoin] ?? 0} j`;
  const limit = `${num(Math.max(1, miterLimit))} M`;
  return isSolid
    ? `${form} ${limit} [] 0 d`
    : `${form} ${limit} [${lengths.join(' ')}] ${num(lineDashOffset * scale)} d`;
}
