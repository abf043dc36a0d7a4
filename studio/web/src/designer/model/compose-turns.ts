/** How an element lies beside its group as it lay in it: what mirrors, skews and turns both, together. */
import { compose, inverse, rotateDEG, scale, type Matrix } from 'transformation-matrix';
import { knownBox, roundLength, turnOfBox, type TurnedBox } from './placement.ts';
import type { TemplateElement } from './template.ts';

/** What mirrors, skews and turns a box about its centre. */
export interface Turn {
  readonly rotation: number;
  readonly flipX: boolean;
  readonly flipY: boolean;
  readonly skewX: number;
  readonly skewY: number;
}

/** The keys of a turn. */
export const turnNames = ['rotation', 'flipX', 'flipY', 'skewX', 'skewY'] as const;

/** Whether a box is mirrored, skewed or turned. */
export function isTurned({ rotation = 0, flipX, flipY, skewX = 0, skewY = 0 }: Partial<TurnedBox>): boolean {
  return rotation !== 0 || flipX === true || flipY === true || skewX !== 0 || skewY !== 0;
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

/**
 * The turn of an element that leaves some groups and enters others, so that it is seen as before. As in
 * `composeTurns`, it may be the nearest one where groups are skewed.
 *
 * @param from the groups around it, the outermost first
 * @param to those that it goes to
 */
export function carryTurn(
  element: TurnedBox,
  from: readonly TurnedBox[],
  to: readonly TurnedBox[],
  mayResize: boolean,
): ScaledTurn {
  let turn: ScaledTurn = { ...readTurn(element), width: 1, height: 1 };
  const leave = (step: ScaledTurn) => {
    turn = { ...step, width: turn.width * step.width, height: turn.height * step.height };
  };
  for (const group of from.toReversed()) leave(composeTurns(group, { ...noBox, ...turn }, mayResize));
  for (const group of to) leave(enterGroup(group, turn, mayResize));
  return turn;
}

function readTurn(box: TurnedBox): Turn {
  const { rotation, flipX, flipY, skewX = 0, skewY = 0 } = knownBox(box);
  return { rotation, flipX: flipX === true, flipY: flipY === true, skewX, skewY };
}

/** The turn in a group of what has a turn beside it. */
function enterGroup(group: TurnedBox, turn: Turn, mayResize: boolean): ScaledTurn {
  const { rotation, flipX, flipY, skewX, skewY } = readTurn(group);
  if (skewX === 0 && skewY === 0) {
    // Without a skew, what takes a turn back is a turn itself.
    const back = flipX === flipY ? -rotation : rotation;
    return composeTurns({ ...noBox, rotation: back, flipX, flipY }, { ...noBox, ...turn }, mayResize);
  }
  const flips = { flipX: flipX !== turn.flipX, flipY: flipY !== turn.flipY };
  const mirrored = scale(flips.flipX ? -1 : 1, flips.flipY ? -1 : 1);
  const inside = compose(inverse(turnOfBox(group)), turnOfBox({ ...noBox, ...turn }), mirrored);
  const near = nearestTurn(inside);
  if (near.distance <= 1e-6 || !mayResize) return { ...near, ...flips, width: 1, height: 1 };
  const exact = scaledTurn(inside);
  return {
    ...exact,
    flipX: flips.flipX,
    flipY: flips.flipY !== exact.height < 0,
    height: Math.abs(exact.height),
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

/** What may get other sides without looking different: its content is stretched to the box. */
export const isStretched: Readonly<Record<TemplateElement['type'], boolean>> = {
  text: false,
  image: true,
  rect: true,
  ellipse: true,
  line: true,
  path: true,
  qrcode: false,
  barcode: false,
  chart: false,
  table: false,
  group: false,
};

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
