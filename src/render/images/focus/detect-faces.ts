/** Finds the faces in a picture with a small network. */
import type { Rect } from '../../geometry.ts';
import { runNetwork, type Answers } from './network.ts';

/** A face in fractions of the picture's sides. */
interface Face extends Rect {
  /** How sure it is, from 0 to 1. */
  readonly score: number;
}

/** Pixels of a picture: red, green and blue, 8 bits each. */
export interface RgbPixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const MIN_SCORE = 0.5;
/** A box that shares more than this with a surer one is the same face. */
const MAX_OVERLAP = 0.4;
/** The average colour of the pictures that the network was taught with. */
const MEAN = [117.001, 114.697, 97.404];
/** Usual sizes of faces, in cells. */
const ANCHORS = [
  [1.603231, 2.094468],
  [6.041143, 7.080126],
  [2.882459, 3.518061],
  [4.266906, 5.178857],
  [9.041765, 10.66308],
] as const;
/** Centre, size and certainty of a box. */
const VALUES_PER_ANCHOR = 5;

/** Finds faces in pictures of one subject in several sizes, the surest first. */
export function detectFaces(pictures: readonly RgbPixels[]): Face[] {
  return joinBoxes(
    pictures.flatMap((picture) => readBoxes(runNetwork(toInput(picture), picture.width, picture.height))),
  );
}

function toInput({ data }: RgbPixels): Float32Array {
  // A plain loop: a function for each value takes a fifth of the time of all.
  const input = new Float32Array(data.length);
  for (const [channel, mean] of MEAN.entries())
    for (let at = channel; at < data.length; at += 3) input[at] = ((data[at] ?? 0) - mean) / 255;
  return input;
}

/** The boxes that are faces, in fractions of the picture. */
function readBoxes({ columns, rows, channels, values }: Answers): Face[] {
  const faces: Face[] = [];
  for (let cell = 0; cell < columns * rows; cell++) {
    for (const [index, [anchorWidth, anchorHeight]] of ANCHORS.entries()) {
      const at = cell * channels + index * VALUES_PER_ANCHOR;
      const [x = 0, y = 0, w = 0, h = 0, certainty = 0] = values.subarray(at, at + VALUES_PER_ANCHOR);
      const score = sigmoid(certainty);
      if (score < MIN_SCORE) continue;
      const width = (Math.exp(w) * anchorWidth) / columns;
      const height = (Math.exp(h) * anchorHeight) / rows;
      const left = ((cell % columns) + sigmoid(x)) / columns - width / 2;
      const top = (Math.floor(cell / columns) + sigmoid(y)) / rows - height / 2;
      faces.push({ ...within(left, top, width, height), score });
    }
  }
  return faces;
}

/** The part of a box that lies in the picture. */
function within(left: number, top: number, width: number, height: number): Rect {
  const [x, y] = [Math.max(0, left), Math.max(0, top)];
  return { x, y, width: Math.min(1, left + width) - x, height: Math.min(1, top + height) - y };
}

/** Leaves one box of those for the same face: the surest. */
function joinBoxes(boxes: readonly Face[]): Face[] {
  const kept: Face[] = [];
  for (const box of boxes.toSorted((a, b) => b.score - a.score))
    if (kept.every((other) => overlap(box, other) <= MAX_OVERLAP)) kept.push(box);
  return kept;
}

/** The share of the smaller of two boxes that both cover. */
function overlap(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / Math.min(a.width * a.height, b.width * b.height);
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
