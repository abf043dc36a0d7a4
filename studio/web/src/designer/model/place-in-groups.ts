import { applyToPoint, compose, inverse, translate } from 'transformation-matrix';
import type { TemplateElement } from './template.ts';
import { carryTurn, isStretched, isTurned, turnKeys, turnNames, type Turn } from './compose-turns.ts';
import type { PlacedElement } from './elements.ts';
import { groupToPage, roundLength, type Point } from './placement.ts';

/**
 * Gives an element the place and the turn in other groups with which it is seen where it was, mirrored and
 * skewed as it was.
 *
 * @param distance on the page, by which it is moved as well
 */
export function placeInGroups(
  element: TemplateElement,
  from: PlacedElement['groups'],
  to: PlacedElement['groups'],
  distance: Point = { x: 0, y: 0 },
): void {
  const moved = translate(distance.x, distance.y);
  const change = compose(inverse(groupToPage({ groups: to })), moved, groupToPage({ groups: from }));
  const centre = applyToPoint(change, {
    x: element.x + element.width / 2,
    y: element.y + element.height / 2,
  });
  // Groups around both of them turn nothing.
  const common = from.findIndex(({ id }, index) => to[index]?.id !== id);
  const shared = common < 0 ? from.length : common;
  const [left, entered] = [from.slice(shared), to.slice(shared)];
  if ([...left, ...entered].some(isTurned)) {
    const turn = carryTurn(element, left, entered, isStretched[element.type]);
    const keys: Partial<Turn> = turnKeys(turn);
    // A key of undefined keeps its place, as `unset` does.
    for (const key of turnNames)
      if (key in element || keys[key] !== undefined) element[key] = keys[key] as never;
    if (turn.width !== 1) element.width = roundLength(element.width * turn.width);
    if (turn.height !== 1) element.height = roundLength(element.height * turn.height);
  }
  element.x = roundLength(centre.x - element.width / 2);
  element.y = roundLength(centre.y - element.height / 2);
}
