/** The Swiss cross in the middle of the code of a QR-bill. */
import type { PathContext } from '../drawing/drawing-context.ts';
import { addRect, type CodeSpace } from './code-space.ts';
import { addModules, type MatrixEdges, type Reduction } from './draw-matrix.ts';
import type { EncodedCode } from './encode-code.ts';

/**
 * SIX, Implementation Guidelines for the QR-bill, section 6.4.2: the field with the cross is 7 × 7 mm, in a
 * code of 46 × 46 mm. Within a white edge it is a black square with a white cross, whose arms have the
 * proportions of the federal coat of arms: a seventh longer than wide. Lengths are parts of the code's side.
 */
const FIELD = 7 / 46;
const SQUARE = 6.5 / 46;
const ARM_WIDTH = 1.17 / 46;
const ARM_LENGTH = 3.9 / 46;

type MatrixCode = EncodedCode & { readonly kind: 'matrix' };

interface PlacedCode {
  readonly origin: { readonly x: number; readonly y: number };
  readonly module: number;
  readonly edges: MatrixEdges;
  readonly reduction: Reduction;
}

/** Adds the modules around the field and the square without its cross to the path. */
export function addSwissCode(
  context: PathContext,
  space: CodeSpace,
  code: MatrixCode,
  { origin, module, edges, reduction }: PlacedCode,
): void {
  const side = code.columns * module;
  addModules(context, space, withoutField(code), edges, reduction);
  const isSnapped = Number.isInteger(edges.x(1)) && Number.isInteger(edges.x(2));
  const at = (part: number): number => {
    const length = (side * (1 + part)) / 2;
    return isSnapped ? Math.round(length) : length;
  };
  // From the outside of the square to its cross, on both axes.
  const levels = [-SQUARE, -ARM_LENGTH, -ARM_WIDTH, ARM_WIDTH, ARM_LENGTH, SQUARE].map(at);
  const isCross = (column: number, row: number): boolean => {
    const [across, down] = [Math.abs(column - 2), Math.abs(row - 2)];
    return Math.min(across, down) === 0 && Math.max(across, down) <= 1;
  };
  for (let row = 0; row < 5; row += 1) {
    for (let column = 0; column < 5; column += 1) {
      if (isCross(column, row)) continue;
      const [left = 0, right = 0] = levels.slice(column, column + 2);
      const [top = 0, bottom = 0] = levels.slice(row, row + 2);
      addRect(context, space, origin.x + left, origin.y + top, right - left, bottom - top);
    }
  }
}

/** The modules that do not touch the field of the cross. */
function withoutField(code: MatrixCode): MatrixCode {
  const { columns } = code;
  const from = Math.floor((columns * (1 - FIELD)) / 2 + 1e-9);
  const to = columns - from;
  const isInField = (at: number): boolean => {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    return column >= from && column < to && row >= from && row < to;
  };
  return { ...code, dark: code.dark.map((dark, at) => (isInField(at) ? 0 : dark)) };
}
