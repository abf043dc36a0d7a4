import type { FontStyle } from '../scene.ts';

/** What a face of a family is, as far as choosing among its faces goes. */
export interface FaceTraits {
  /** The weights that the face can show: one, or the range of a variable font's weight axis. */
  readonly weights: readonly [least: number, most: number];
  readonly style: FontStyle;
}

/**
 * Chooses the face of a family for a weight and a style: first the style (a family without italics lends its upright
 * faces), then the weight, both by CSS Fonts 4, section 5.2. `faces` may not be empty.
 */
export function matchFace<Face extends FaceTraits>(
  faces: readonly Face[],
  weight: number,
  style: FontStyle,
): Face {
  const sameStyle = faces.filter((face) => face.style === style);
  const candidates = sameStyle.length > 0 ? sameStyle : faces;
  let best = candidates[0];
  for (const face of candidates) {
    if (best === undefined || distance(face, weight) < distance(best, weight)) best = face;
  }
  if (best === undefined) throw new RangeError('a font family has no faces');
  return best;
}

/** Orders weights as CSS does: each of its search steps is moved 1000 away from the one before. */
function distance(face: FaceTraits, desired: number): number {
  const [least, most] = face.weights;
  if (least <= desired && desired <= most) return 0;
  const weight = desired < least ? least : most;
  if (desired >= 400 && desired <= 500) {
    if (weight > desired && weight <= 500) return weight - desired;
    return weight < desired ? 1000 + desired - weight : 2000 + weight - desired;
  }
  const searchesDown = desired < 400;
  if (searchesDown) return weight < desired ? desired - weight : 1000 + weight - desired;
  return weight > desired ? weight - desired : 1000 + desired - weight;
}
