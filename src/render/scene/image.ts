/** Pictures of a scene, and masks. */
import type { CornerRadii, ElementBase } from './element-base.ts';
import type { Color, Paint } from './paint.ts';
import type { ScenePath } from './shapes.ts';

export interface SceneImage extends ElementBase {
  readonly type: 'image';
  /** The address of a link. */
  readonly href?: string;
  /** Asset key; null if the bound source is empty: nothing is drawn. */
  readonly asset: string | null;
  readonly fit: 'cover' | 'contain' | 'fill' | 'none' | 'scale-down' | 'tile';
  /** For the fit `tile`, which repeats the picture from the top left; absent: the picture's own width. */
  readonly tileWidth?: number;
  readonly position: { readonly x: number; readonly y: number } | 'attention' | SmartPosition;
  /** The point of its file that is kept in view, as fractions; absent: `position` counts. */
  readonly focusPoint?: { readonly x: number; readonly y: number };
  /** How `position` was found; absent: the template says it. */
  readonly focus?: Focus;
  readonly mask?: Mask;
  /** Paints in place of colours of an SVG. */
  readonly colors?: Readonly<Record<Color, Paint>>;
  /** The part of the picture that is used, as fractions of it; absent: all of it. */
  readonly crop?: Crop;
  readonly cornerRadius: CornerRadii;
  /** CSS filter amounts. The neutral value, 1 or 0 as in CSS, leaves the image unchanged. */
  readonly filters: {
    readonly grayscale: number;
    readonly sepia: number;
    readonly saturate: number;
    readonly brightness: number;
    readonly contrast: number;
    /** Standard deviation in CSS pixels. */
    readonly blur: number;
  };
}

/** What a crop keeps. It becomes a point, or `attention`, before anything is drawn. */
export type SmartPosition = 'face' | 'subject';

/** How the place of a picture was found. */
export interface Focus {
  /** As the template says; `point` is that of the file. */
  readonly position: SmartPosition | 'point';
  /** What was there. */
  readonly found: SmartPosition | 'attention' | 'point';
  readonly faces: number;
}

/** Whether a position depends on what a picture shows, and is not decided yet. */
export function isSmart(position: SceneImage['position']): position is SmartPosition {
  return position === 'face' || position === 'subject';
}

/** An image at 0, 0 without effects, which belongs to an element. */
export function plainImage(
  {
    asset,
    id,
    width,
    height,
    sizing,
  }: Pick<SceneImage, 'asset' | 'id' | 'width' | 'height'> & {
    readonly sizing?: SceneImage['sizing'] | undefined;
  },
  fit: SceneImage['fit'],
): SceneImage {
  return {
    type: 'image',
    id,
    x: 0,
    y: 0,
    width,
    height,
    rotation: 0,
    opacity: 1,
    blendMode: 'normal',
    shadow: null,
    blur: 0,
    asset,
    fit,
    position: { x: 0.5, y: 0.5 },
    cornerRadius: [0, 0, 0, 0],
    filters: { grayscale: 0, sepia: 0, saturate: 1, brightness: 1, contrast: 1, blur: 0 },
    ...(sizing === undefined ? {} : { sizing }),
  };
}

/**
 * What an element is shown through, stretched over its box: the inside of a path, or the luminance of a
 * picture times its opacity.
 */
export type Mask =
  | ({ readonly type: 'path' } & Pick<ScenePath, 'd' | 'viewBox' | 'fillRule'>)
  /** `asset` is an asset key. */
  | { readonly type: 'picture'; readonly asset: string };

/** A part of a picture, as fractions of its sides. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
