/** Operators that set the graphics state. */
import { readColor } from './gradients.ts';
import { lineCaps, lineJoins, type GraphicsState } from './graphics-state.ts';
import { num, nums } from './numbers.ts';

/** The length of a dot in points. */
const DOT = 0.01;

/**
 * Sets a colour. Here its colour space is decided.
 *
 * @param hasBlackInk whether black is the black ink alone
 */
export function setColor(color: string, operator: 'rg' | 'RG', hasBlackInk: boolean): string {
  const [red, green, blue] = readColor(color);
  if (hasBlackInk && red === 0 && green === 0 && blue === 0) return operator === 'rg' ? '0 g' : '0 G';
  return `${nums(red, green, blue)} ${operator}`;
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
