/** QR codes and barcodes of a scene. */
import type { CodeOptions } from '../../common/codes/code-options.ts';
import type { ElementBase } from './element-base.ts';
import type { Color } from './paint.ts';

export type BearerBars = 'none' | 'horizontal' | 'frame';

/** How large modules are. */
interface ModuleSizes {
  /** The side of a module in CSS pixels; absent: as large as fits the box. */
  readonly moduleSize?: number;
  /** By how much bars and dark modules are narrower, in CSS pixels; absent: not at all. */
  readonly barWidthReduction?: number;
}

export interface SceneQrCode extends ElementBase, ModuleSizes {
  readonly type: 'qrcode';
  /** Never empty: an empty code is left out of the scene. */
  readonly value: string;
  /** Its level of error correction, `eclevel`, and its options. */
  readonly options: CodeOptions;
  readonly color: Color;
  readonly background: Color | null;
  /** A picture in its middle; absent: none. */
  readonly logo?: { readonly asset: string; readonly size: number };
  /** Absent: squares. */
  readonly moduleShape?: 'rounded' | 'dots';
  /** Quiet zone in modules. */
  readonly margin: number;
}

export interface SceneBarcode extends ElementBase, ModuleSizes {
  readonly type: 'barcode';
  /** Never empty: an empty code is left out of the scene. */
  readonly value: string;
  readonly symbology: string;
  readonly color: Color;
  readonly background: Color | null;
  readonly showText: boolean;
  readonly options?: CodeOptions;
  /** Absent: as the standard says. */
  readonly bearerBars?: BearerBars;
}
