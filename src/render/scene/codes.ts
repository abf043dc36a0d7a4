/** QR codes and barcodes of a scene. */
import type { ElementBase } from './element-base.ts';
import type { Color } from './paint.ts';

export interface SceneQrCode extends ElementBase {
  readonly type: 'qrcode';
  /** Never empty: an empty code is left out of the scene. */
  readonly value: string;
  readonly errorCorrection: 'L' | 'M' | 'Q' | 'H';
  readonly color: Color;
  readonly background: Color | null;
  /** Quiet zone in modules. */
  readonly margin: number;
}

export interface SceneBarcode extends ElementBase {
  readonly type: 'barcode';
  /** Never empty: an empty code is left out of the scene. */
  readonly value: string;
  readonly symbology: string;
  readonly color: Color;
  readonly background: Color | null;
  readonly showText: boolean;
}
