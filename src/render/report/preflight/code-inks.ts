/** Whether the modules of a code are large enough for the number of its inks. */
import { PX_PER_INCH } from '../../../common/lengths/units.ts';
import type { DrawnCode } from '../../codes/draw-code.ts';
import { describeInks, visibleInks, type Plates } from './plates.ts';
import type { Fault } from './fault.ts';

/**
 * Plates are out of register by up to 0.1 mm: at each edge of a bar some inks are missing. Of a module twice
 * as wide as the 0.25 mm of one ink more than half keeps all inks.
 */
const SEVERAL_INKS_MM = 0.5;
const ROUNDING_MM = 0.0005;
const MM_PER_PX = 25.4 / PX_PER_INCH;

/** The warning about a code in several inks; null: it has one, or its modules are large enough. */
export function findCodeFault({ module }: DrawnCode, plates: Plates): Fault | null {
  const inks = visibleInks(plates).length;
  const millimetres = module * MM_PER_PX;
  if (inks < 2 || millimetres >= SEVERAL_INKS_MM - ROUNDING_MM) return null;
  const width = Math.floor(millimetres * 1000) / 1000;
  const wanted = (Math.ceil((SEVERAL_INKS_MM / millimetres) * 100) / 100).toFixed(2);
  return {
    code: 'CODE_TOO_SMALL',
    severity: 'error',
    detail:
      `A module is ${width} mm wide and has ${inks} inks (${describeInks(plates)}): ` +
      `in more than one ink it needs ${SEVERAL_INKS_MM} mm. Print the code in one ink, such as black, ` +
      `or enlarge its box ${wanted} times.`,
  };
}
