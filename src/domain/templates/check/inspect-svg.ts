import { svgLosses, type SvgLoss } from '../../../render/vector/svg-losses.ts';
import { checkSvg } from './svg.ts';

export interface SvgToInspect {
  readonly bytes: Uint8Array;
  /** Whether what renders leave out is not asked for. */
  readonly onlyChecks: boolean;
}

export interface InspectedSvg {
  /** As of `checkSvg`. */
  readonly problem: string | null;
  /** What renders leave out of a file without a problem. */
  readonly losses: readonly SvgLoss[];
}

/** Checks an SVG file, and finds what renders leave out of it. */
export function inspectSvg({ bytes, onlyChecks }: SvgToInspect): InspectedSvg {
  const problem = checkSvg(bytes);
  const losses = problem !== null || onlyChecks ? [] : svgLosses(bytes);
  return { problem, losses };
}
