/** How much letters cover of each pixel, compared. */

/** A coverage from 0 to 255 for each pixel. */
export interface Ink {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

interface InkBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Lower values at an edge are antialiasing. */
const visible = 64;

/** The box around what is covered, with parts of pixels at its edges; null if nothing is. */
export function inkBox({ width, height, data }: Ink): InkBox | null {
  const columns = new Uint8ClampedArray(width);
  const rows = new Uint8ClampedArray(height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const covered = data[row * width + column] ?? 0;
      if (covered > (columns[column] ?? 0)) columns[column] = covered;
      if (covered > (rows[row] ?? 0)) rows[row] = covered;
    }
  }
  const [left, right] = getEdges(columns);
  const [top, bottom] = getEdges(rows);
  return right <= left || bottom <= top
    ? null
    : { x: left, y: top, width: right - left, height: bottom - top };
}

/** Where a profile begins and ends; a pixel that is half covered counts as half. */
function getEdges(profile: Uint8ClampedArray): [number, number] {
  const first = profile.findIndex((covered) => covered >= visible);
  const last = profile.findLastIndex((covered) => covered >= visible);
  if (first === -1) return [0, 0];
  return [first + 1 - (profile[first] ?? 0) / 255, last + (profile[last] ?? 0) / 255];
}

/** How far lines are apart, by the ends of the bands of rows that are covered; null if there are others. */
export function inkPitch({ width, height, data }: Ink, lines: number): number | null {
  const ends: number[] = [];
  let wasCovered = false;
  for (let row = 0; row < height; row += 1) {
    const isCovered = data.subarray(row * width, (row + 1) * width).some((covered) => covered >= visible);
    if (wasCovered && !isCovered) ends.push(row);
    wasCovered = isCovered;
  }
  const [first = 0, last = 0] = [ends[0], ends.at(-1)];
  return lines > 1 && ends.length === lines ? (last - first) / (lines - 1) : null;
}

/** The sum of squared differences of two coverages of one size. */
export function inkError({ data }: Ink, other: Ink): number {
  let sum = 0;
  for (let at = 0; at < data.length; at += 1) sum += ((data[at] ?? 0) - (other.data[at] ?? 0)) ** 2;
  return sum;
}

/** How much is covered in all. */
export function inkAmount({ data }: Ink): number {
  return data.reduce((sum, covered) => sum + covered, 0);
}
