/** How an element lies beside its group as it lay in it: what mirrors, skews and turns both, together. */
import { compose, rotateDEG, type Matrix } from 'transformation-matrix';
import { roundLength, turnOfBox, type TurnedBox } from './placement.ts';

/** What mirrors, skews and turns a box about its centre. */
export interface Turn {
  readonly rotation: number;
  readonly flipX: boolean;
  readonly flipY: boolean;
  readonly skewX: number;
  readonly skewY: number;
}

/** A turn of a box, and by how much its sides have to be multiplied. */
export interface ScaledTurn extends Turn {
  readonly width: number;
  readonly height: number;
}

const radians = Math.PI / 180;
/** Degrees between the turns that are tried first. */
const coarseStep = 1;

/**
 * The turn of a member of a group beside the group. A skewed group with a member that is turned itself may
 * have no such turn: if the sides of the member may change, the box is still where it was; if not, the turn
 * is the nearest one.
 */
export function composeTurns(group: TurnedBox, member: TurnedBox, mayResize: boolean): ScaledTurn {
  const flips = {
    flipX: (group.flipX === true) !== (member.flipX === true),
    flipY: (group.flipY === true) !== (member.flipY === true),
  };
  // Both flips are moved to the right, before everything else.
  const sign = (group.flipX === true) !== (group.flipY === true) ? -1 : 1;
  const [outer, inner] = [group.rotation ?? 0, sign * (member.rotation ?? 0)];
  const skewX = sign * (member.skewX ?? 0);
  const skewY = sign * (member.skewY ?? 0);
  const [groupX, groupY] = [group.skewX ?? 0, group.skewY ?? 0];
  const plain = { ...flips, width: 1, height: 1 };
  if (groupX === 0 && groupY === 0) return { ...plain, rotation: outer + inner, skewX, skewY };
  if (skewX === 0 && skewY === 0 && inner % 90 === 0) {
    const [x, y] = inner % 180 === 0 ? [groupX, groupY] : [-groupY, -groupX];
    return { ...plain, rotation: outer + inner, skewX: x, skewY: y };
  }
  const both = compose(
    turnOfBox({ ...noBox, skewX: groupX, skewY: groupY }),
    turnOfBox({ ...noBox, rotation: inner, skewX, skewY }),
  );
  const near = nearestTurn(both);
  const found = near.distance > 1e-6 && mayResize ? scaledTurn(both) : { ...near, width: 1, height: 1 };
  return {
    ...found,
    rotation: outer + found.rotation,
    flipX: flips.flipX,
    flipY: flips.flipY !== found.height < 0,
    height: Math.abs(found.height),
  };
}

const noBox = { x: 0, y: 0, width: 0, height: 0 };

/** The turn and the two skews that come nearest to a transform. */
function nearestTurn(matrix: Matrix): Omit<Turn, 'flipX' | 'flipY'> & { readonly distance: number } {
  const distanceAt = (degrees: number): number => {
    const { a, d } = compose(rotateDEG(-degrees), matrix);
    return Math.hypot(a - 1, d - 1);
  };
  let rotation = 0;
  for (let degrees = -180; degrees < 180; degrees += coarseStep)
    if (distanceAt(degrees) < distanceAt(rotation)) rotation = degrees;
  for (let step = coarseStep / 2; step > 1e-9; step /= 2)
    for (const degrees of [rotation - step, rotation + step])
      if (distanceAt(degrees) < distanceAt(rotation)) rotation = degrees;
  const { b, c } = compose(rotateDEG(-rotation), matrix);
  return {
    rotation,
    skewX: Math.atan(c) / radians,
    skewY: Math.atan(b) / radians,
    distance: distanceAt(rotation),
  };
}

/** A turn, one skew and two scales, which make any transform. */
function scaledTurn(matrix: Matrix): Omit<ScaledTurn, 'flipX' | 'flipY'> {
  const rotation = Math.atan2(matrix.b, matrix.a) / radians;
  const { a: width, c, d: height } = compose(rotateDEG(-rotation), matrix);
  return { rotation, skewX: Math.atan(c / height) / radians, skewY: 0, width, height };
}

/** The keys of a turn as documents have them: those that change nothing are absent. */
export function turnKeys({ rotation, flipX, flipY, skewX, skewY }: Turn): Partial<Turn> {
  const turned = roundLength(((rotation % 360) + 360) % 360) % 360;
  const [across, down] = [roundLength(skewX), roundLength(skewY)];
  return {
    ...(turned === 0 ? {} : { rotation: turned }),
    ...(flipX ? { flipX } : {}),
    ...(flipY ? { flipY } : {}),
    ...(across === 0 ? {} : { skewX: across }),
    ...(down === 0 ? {} : { skewY: down }),
  };
}
