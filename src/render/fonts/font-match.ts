import type { FontStyle } from '../scene/text.ts';

/** The properties of a face that matter for choosing it. */
export interface FaceTraits {
  /** The lowest and highest weight of the face; both are the same unless the font is variable. */
  readonly weights: readonly [lowest: number, highest: number];
  readonly style: FontStyle;
}

/**
 * Chooses the face of a family by style, then by weight (CSS Fonts 4, section 5.2). A family without italics
 * uses its upright faces. `faces` must not be empty.
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
  if (best === undefined) throw new RangeError('the font family has no faces');
  return best;
}

/** The distance of weights in the search order of CSS: each further search step adds 1000. */
function distance(face: FaceTraits, desired: number): number {
  const [lowest, highest] = face.weights;
  if (lowest <= desired && desired <= highest) return 0;
  const weight = desired < lowest ? lowest : highest;
  if (desired >= 400 && desired <= 500) {
    if (weight > desired && weight <= 500) return weight - desired;
    return weight < desired ? 1000 + desired - weight : 2000 + weight - desired;
  }
  const searchesDown = desired < 400;
  if (searchesDown) return weight < desired ? desired - weight : 1000 + weight - desired;
  return weight > desired ? weight - desired : 1000 + desired - weight;
}
