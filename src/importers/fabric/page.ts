/** The page of a design of Fabric.js, which saves what is on a canvas but not how large the canvas is. */
import type { FabricDesign, FabricObject } from '../../../generated/designs/fabric.ts';
import { transformBounds, unite, type Bounds, type Rect } from '../../render/geometry.ts';
import { objectMatrix } from './geometry.ts';
import { readOutline } from './outlines.ts';

/** The area of the canvas that is the page. */
export interface FabricPage extends Rect {
  /** Whether nothing in the design says how large it is. */
  readonly isGuess: boolean;
}

/** The largest page, in pixels. */
const maxSide = 20_000;

/** Names of the rectangle that editors have as their page. */
const pageNames = /^(?:workspace|clip|page|artboard|canvas|background)$/iu;

/** The major version of Fabric.js that saved a design. */
export function readVersion({ version, objects }: FabricDesign): number {
  const [major] = /^\d+/u.exec(version ?? objects[0]?.version ?? '') ?? [];
  return Number(major ?? 5);
}

/**
 * The page: by the design's own size, the canvas's clip path, a rectangle with the name of a page, the
 * picture in the background, and at last by what is on the canvas.
 */
export function readPage(design: FabricDesign): FabricPage {
  const version = readVersion(design);
  const { width, height, clipPath, backgroundImage, objects } = design;
  if (width !== undefined && height !== undefined && width >= 1 && height >= 1)
    return { ...rounded({ left: 0, top: 0, right: width, bottom: height }), isGuess: false };
  const named = objects.find(
    ({ type, id = '', name = '' }) =>
      /rect/iu.test(type) && [String(id), name].some((each) => pageNames.test(each)),
  );
  const [known] = [clipPath, named, backgroundImage].filter((each) => each !== undefined);
  const bounds = known === undefined ? null : getBounds(known, version, 0);
  if (bounds !== null && bounds.right - bounds.left >= 1 && bounds.bottom - bounds.top >= 1)
    return { ...rounded(bounds), isGuess: false };
  let all: Bounds | null = null;
  for (const object of objects) all = unite(all, getBounds(object, version, 1));
  const { right, bottom } = all ?? { right: 300, bottom: 150 };
  return { ...rounded({ left: 0, top: 0, right, bottom }), isGuess: true };
}

/** The box around an object on the canvas, with a share of its stroke. */
function getBounds(object: FabricObject, version: number, strokeShare: number): Bounds | null {
  const { width = 0, height = 0, strokeWidth = 0 } = object;
  const size = readOutline(object, version)?.bounds ?? { width, height };
  const [w, h] = [size.width / 2, size.height / 2].map((half) => half + (strokeShare * strokeWidth) / 2);
  if (w === undefined || h === undefined || !(w > 0 || h > 0)) return null;
  return transformBounds({ left: -w, top: -h, right: w, bottom: h }, objectMatrix(object, size, version));
}

function rounded({ left, top, right, bottom }: Bounds): Rect {
  const side = (length: number) => Math.min(maxSide, Math.max(1, Math.round(length)));
  return { x: left, y: top, width: side(right - left), height: side(bottom - top) };
}
