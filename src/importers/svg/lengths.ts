import { PX_PER_UNIT } from '../../render/vector/css-units.ts';

const lengthPattern = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([a-z]*|%)$/iu;

/** What relative lengths refer to. */
export interface LengthBase {
  /** The whole, for percentages. */
  readonly whole: number;
  readonly fontSize: number;
}

/** A length in user units (CSS Values 4); null if it is none. */
export function readUserLength(value: string | undefined, { whole, fontSize }: LengthBase): number | null {
  const [, number, unit = ''] = lengthPattern.exec((value ?? '').trim()) ?? [];
  if (number === undefined) return null;
  const amount = Number(number);
  const name = unit.toLowerCase();
  const factor =
    { '%': whole / 100, em: fontSize, rem: 16, ex: fontSize / 2, ch: fontSize / 2 }[name] ??
    PX_PER_UNIT[name];
  const length = factor === undefined ? Number.NaN : amount * factor;
  return Number.isFinite(length) ? length : null;
}

/** A number or a percentage within 0 and 1; `otherwise` if it is neither. */
export function readShare(value: string | undefined, otherwise: number): number {
  const share = readUserLength(value, { whole: 1, fontSize: 1 });
  return share === null ? otherwise : Math.min(1, Math.max(0, share));
}

/** Numbers between white space and commas; what is none is left out. */
export function readNumberList(value: string | undefined): number[] {
  const numbers = (value ?? '').match(/[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/giu) ?? [];
  return numbers.map(Number).filter(Number.isFinite);
}
