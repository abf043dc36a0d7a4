import type { Canvas } from '@napi-rs/canvas';

import type { ImageType } from './sniff.ts';

/** What has to be known of a picture before it is decoded. Sides are those of the upright picture, EXIF applied. */
export interface ImageInfo {
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** EXIF orientation, 1 to 8. */
  readonly orientation: number;
  /** More than 8 bits a sample. */
  readonly deep: boolean;
  /** Whether its samples are 8-bit sRGB (or have no profile that says otherwise) in three channels. */
  readonly plainRgb: boolean;
  /** A JPEG of CMYK without a profile. */
  readonly inksUnknown: boolean;
  /** Grey of more than 8 bits, with a profile. */
  readonly deepGrey: boolean;
}

/** Straight (not premultiplied) RGBA rows without padding. */
export interface RawPixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly opaque: boolean;
}

/** A picture scaled to the size that it is drawn at, ready to be drawn. */
export interface Pixels {
  readonly canvas: Canvas;
  readonly width: number;
  readonly height: number;
  readonly opaque: boolean;
}

/** A picture in a form that a PDF takes as it is. */
export interface CompressedImage {
  readonly width: number;
  readonly height: number;
  /** `flate`: rows with PNG's filters. */
  readonly encoding: 'jpeg' | 'flate';
  /** RGB samples, 8 bits each, compressed. */
  readonly data: Uint8Array;
  /** Null where the picture is opaque. */
  readonly mask: CompressedMask | null;
}

/** Opacity in one channel, compressed rows with PNG's filters. It may have more pixels than the colours it belongs to. */
export interface CompressedMask {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}
