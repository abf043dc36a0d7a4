/** Places of shapes on a slide and in groups. */
import { rounded } from '../boxes.ts';
import type { PlacedBox } from '../placement.ts';
import { emuPerPx } from './context.ts';
import type { Fill } from './paints.ts';
import { findNode, isOn, readNumber, type XmlNode } from './xml.ts';

/** The box of a shape, turned about its middle. */
export interface ShapeBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly rotation: number;
}

/** The coordinates of a group, or of the slide. */
export interface Space {
  readonly x: number;
  readonly y: number;
  readonly scaleX: number;
  readonly scaleY: number;
  /** The fill of the group. */
  readonly fill: Fill | null;
}

/** The coordinates of a slide. */
export const slideSpace: Space = { x: 0, y: 0, scaleX: 1, scaleY: 1, fill: null };

/** A box with what is mirrored. */
export interface PlacedShape {
  readonly box: ShapeBox;
  readonly flipX: boolean;
  readonly flipY: boolean;
}

/** The place that an `xfrm` says. */
export function placeBy(xfrm: XmlNode, { x, y, scaleX, scaleY }: Space): PlacedShape {
  const [off, ext] = [findNode(xfrm, 'off'), findNode(xfrm, 'ext')];
  return {
    box: {
      x: (((readNumber(off, 'x') ?? 0) - x) * scaleX) / emuPerPx,
      y: (((readNumber(off, 'y') ?? 0) - y) * scaleY) / emuPerPx,
      width: Math.max(0, ((readNumber(ext, 'cx') ?? 0) * scaleX) / emuPerPx),
      height: Math.max(0, ((readNumber(ext, 'cy') ?? 0) * scaleY) / emuPerPx),
      rotation: (readNumber(xfrm, 'rot') ?? 0) / 60_000,
    },
    flipX: isOn(xfrm.attributes['flipH']),
    flipY: isOn(xfrm.attributes['flipV']),
  };
}

/** A place as the keys of an element. */
export function toBox({ box, flipX, flipY }: PlacedShape): PlacedBox {
  const rotation = rounded(box.rotation % 360);
  return {
    x: rounded(box.x),
    y: rounded(box.y),
    width: rounded(box.width),
    height: rounded(box.height),
    ...(rotation !== 0 && { rotation }),
    ...(flipX && { flipX: true }),
    ...(flipY && { flipY: true }),
  };
}
