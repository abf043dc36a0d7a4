/** Finds where a turned rectangle is drawn in a picture, more exactly than a pixel. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A grey picture: 0 is black, 255 white. */
export interface GreyPicture {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Pixels on both sides of an edge that are looked at. */
const reach = 3;
const step = 1 / 16;
/** The corners' surroundings belong to two edges. */
const share = { from: 0.25, to: 0.75 };

/**
 * The corners of a black rectangle on white, from corners that are less than `reach` pixels off: the share
 * of black along lines across an edge says where it is; a line is fitted to many such places; two lines meet
 * in a corner.
 *
 * @param corners clockwise, in pixels of the picture
 */
export function findCorners(picture: GreyPicture, corners: readonly Point[]): Point[] {
  const lines = corners.map((from, index) => fitEdge(picture, from, corners.at(index + 1 - corners.length)!));
  return lines.map((line, index) => meet(lines.at(index - 1), line));
}

/** A line through a point. */
interface Line {
  readonly through: Point;
  readonly direction: Point;
}

function fitEdge(picture: GreyPicture, from: Point, to: Point): Line {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const outwards = { x: along.y, y: -along.x };
  const count = Math.max(8, Math.round(length));
  const places = Array.from({ length: count }, (_, index) => {
    const at = length * (share.from + ((index + 0.5) / count) * (share.to - share.from));
    let black = 0;
    for (let across = -reach + step / 2; across < reach; across += step) {
      const x = from.x + along.x * at + outwards.x * across;
      const y = from.y + along.y * at + outwards.y * across;
      black += blackAt(picture, x, y) * step;
    }
    return { at, off: black - reach };
  });
  const meanAt = places.reduce((sum, { at }) => sum + at, 0) / count;
  const meanOff = places.reduce((sum, { off }) => sum + off, 0) / count;
  const covariance = places.reduce((sum, { at, off }) => sum + (at - meanAt) * (off - meanOff), 0);
  const slope = covariance / places.reduce((sum, { at }) => sum + (at - meanAt) ** 2, 0);
  return {
    through: {
      x: from.x + along.x * meanAt + outwards.x * meanOff,
      y: from.y + along.y * meanAt + outwards.y * meanOff,
    },
    direction: { x: along.x + outwards.x * slope, y: along.y + outwards.y * slope },
  };
}

/** How black it is between the centres of four pixels. */
function blackAt({ data, width, height }: GreyPicture, x: number, y: number): number {
  const [left, top] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
  const [right, below] = [x - 0.5 - left, y - 0.5 - top];
  const at = (column: number, row: number): number => {
    if (column < 0 || row < 0 || column >= width || row >= height) throw new Error('outside the picture');
    return 1 - data[row * width + column]! / 255;
  };
  return (
    (at(left, top) * (1 - right) + at(left + 1, top) * right) * (1 - below) +
    (at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right) * below
  );
}

function meet(a: Line, b: Line): Point {
  const cross = a.direction.x * b.direction.y - a.direction.y * b.direction.x;
  const [x, y] = [b.through.x - a.through.x, b.through.y - a.through.y];
  const t = (x * b.direction.y - y * b.direction.x) / cross;
  return { x: a.through.x + a.direction.x * t, y: a.through.y + a.direction.y * t };
}
