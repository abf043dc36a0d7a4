/** Commands that group elements, and take groups apart. */
import { applyToPoint } from 'transformation-matrix';
import type { GroupElement, TemplateElement } from '../template.ts';
import { keepBound } from '../bound-numbers.ts';
import { isPlacedBy } from '../layout-target.ts';
import { leaveFlow } from './free-from-layout.ts';
import { replaceBy } from './layout.ts';
import { edit, type Design } from '../design.ts';
import { composeTurns, isStretched, isTurned, turnKeys, turnNames } from '../compose-turns.ts';
import { commonGroup, findElements, listIds, takeId } from '../elements.ts';
import { isOwn } from '../running.ts';
import { boundsOfAll, roundLength, toParent } from '../placement.ts';

/** Whether what is selected can become a group: it is in one, or on the page, and no header or footer. */
export function canGroup({ document, selection }: Design): boolean {
  const placed = findElements(document, selection);
  return (
    placed.length > 0 && commonGroup(placed) !== undefined && placed.every(({ element }) => isOwn(element))
  );
}

/** Makes a group of what is selected, where the foremost was, or the first in a layout, and selects it. */
export function group(design: Design, name: string): Design {
  if (!canGroup(design)) return design;
  return edit(
    design,
    keepBound(design, (content) => {
      const { document, selection } = content;
      const placed = findElements(document, selection);
      const elements = placed.map(({ element }) => element);
      const { siblings, groups } = placed[0]!;
      const around = groups.length === 0 ? document.layout : groups.at(-1)!.layout;
      const isPlaced = elements.every((element) => isPlacedBy(around, element));
      const bounds = boundsOfAll(elements);
      const [x, y] = [roundLength(bounds.x), roundLength(bounds.y)];
      const made = {
        type: 'group',
        id: takeId(listIds(document), name),
        // A layout has a place for it.
        ...(isPlaced ? {} : { x, y }),
        width: roundLength(bounds.width),
        height: roundLength(bounds.height),
        elements: elements.map((element) => ({
          ...element,
          x: roundLength(element.x - x),
          y: roundLength(element.y - y),
        })),
      } as GroupElement;
      // A layout has it where the first of them was; elsewhere it is in front of what was between them.
      replaceBy(siblings, elements, made, isPlaced ? 'first' : 'last');
      content.selection = [made.id];
    }),
  );
}

/** Whether a group is selected. */
export function canUngroup({ document, selection }: Design): boolean {
  return findElements(document, selection).some(({ element }) => element.type === 'group');
}

/** Takes the selected groups apart. Their elements stay where they are seen, and are selected. */
export function ungroup(design: Design): Design {
  return edit(
    design,
    keepBound(design, (content) => {
      const { document, selection } = content;
      const selected: string[] = [];
      for (const { element } of findElements(document, selection).toReversed()) {
        if (element.type !== 'group') {
          selected.push(element.id);
          continue;
        }
        // Its place may have changed, if another group of the list came apart before.
        const [placed] = findElements(document, [element.id]);
        const members = element.elements.map((member) => leaveGroup(member, element));
        const around = placed!.groups.length === 0 ? document.layout : placed!.groups.at(-1)!.layout;
        if (element.layout !== undefined && around === undefined) members.forEach(leaveFlow);
        placed!.siblings.splice(placed!.index, 1, ...members);
        selected.push(...members.map(({ id }) => id));
      }
      content.selection = selected;
    }),
  );
}

/** A member as it stands beside its group: mirrored, skewed and turned with it, and as translucent. */
function leaveGroup(member: TemplateElement, from: GroupElement): TemplateElement {
  const centre = applyToPoint(toParent(from), {
    x: member.x + member.width / 2,
    y: member.y + member.height / 2,
  });
  const opacity = (member.opacity ?? 1) * (from.opacity ?? 1);
  const left = { ...member };
  if (isTurned(from)) {
    const turn = composeTurns(from, member, isStretched[member.type]);
    for (const key of turnNames) delete left[key];
    Object.assign(left, turnKeys(turn));
    if (turn.width !== 1) left.width = roundLength(member.width * turn.width);
    if (turn.height !== 1) left.height = roundLength(member.height * turn.height);
  }
  return {
    ...left,
    x: roundLength(centre.x - left.width / 2),
    y: roundLength(centre.y - left.height / 2),
    ...(opacity === (member.opacity ?? 1) ? {} : { opacity: roundLength(opacity) }),
  };
}
