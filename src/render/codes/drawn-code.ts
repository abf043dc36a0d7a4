import type { Rect } from '../images/placement.ts';
import type { EncodedCode } from './encode-code.ts';

/** How large a code became. */
export interface DrawnCode {
  readonly kind: EncodedCode['kind'];
  /** Width of the narrowest bar, side of a module, or distance between two hexagons, in CSS pixels. */
  readonly module: number;
  /** The same in pixels of the output; null on a PDF page, where it is a vector. */
  readonly modulePixels: number | null;
  /** Whether modules begin and end where pixels do. */
  readonly crisp: boolean;
  /** The code without its clear space, in its element's box; CSS pixels. */
  readonly area: Rect;
  /** Modules across, and down where the code has rows of them. */
  readonly columns: number;
  readonly rows: number | null;
}
