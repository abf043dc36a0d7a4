/** Places of an element that two sides have in different groups, each in the group where it ends. */
import { turnNames } from '../compose-turns.ts';
import type { PlacedElement } from '../elements.ts';
import { placeInGroups } from '../place-in-groups.ts';
import type { TemplateElement } from '../template.ts';
import type { DocumentTree, TreeNode } from './document-tree.ts';
import type { Keys } from './merge-keys.ts';

interface Sides<Value> {
  readonly base: Value;
  readonly mine: Value;
  readonly theirs: Value;
}

const lengthNames = ['x', 'y', 'width', 'height'] as const;
const placeNames = [...lengthNames, ...turnNames];
/** What a group that is left and entered again adds to a length, by rounding. */
const tolerance = 1e-3;

/**
 * The keys of an element for each side, with the place in `parent` at which the side shows it: what one side
 * has moved in a group that the other has taken apart, stays moved. Null: all have it in `parent`, or a
 * layout places it.
 *
 * @param parent the key of what holds the element in the merged document
 */
export function carryPlaces(
  key: string,
  parent: string,
  trees: Sides<DocumentTree>,
): Sides<Keys | undefined> | null {
  const nodes = [trees.base.get(key), trees.mine.get(key), trees.theirs.get(key)];
  if (nodes.every((node) => node === undefined || node.parent === parent)) return null;
  const to = [trees.mine, trees.theirs].find((tree) => tree.get(key)?.parent === parent);
  if (to === undefined) return null;
  const groups = listGroups(to, key);
  const carried = [trees.base, trees.mine, trees.theirs].map((tree) => {
    const node = tree.get(key);
    return node === undefined || node.parent === parent
      ? node?.own
      : carry(node, listGroups(tree, key), groups);
  });
  if (carried.includes(null)) return null;
  const [was, mine, theirs] = carried as (Keys | undefined)[];
  const base = settle(was, to.get(key)!.own);
  return { base, mine: settle(mine, base), theirs: settle(theirs, base) };
}

/** The keys of an element in other groups; null: a layout places the element, or one of the groups. */
function carry({ own }: TreeNode, from: readonly Group[], to: readonly Group[]): Keys | null {
  // What both are in is measured alike.
  const common = from.findIndex(({ key }, index) => to[index]?.key !== key);
  const shared = common < 0 ? from.length : common;
  const [left, entered] = [from.slice(shared), to.slice(shared)];
  const placed = [own, ...[...left, ...entered].map((group) => group.own)];
  if (!placed.every((keys) => lengthNames.every((name) => typeof keys[name] === 'number'))) return null;
  const element = { ...own } as unknown as TemplateElement;
  const list = (groups: readonly Group[]) =>
    groups.map((group) => group.own) as unknown as PlacedElement['groups'];
  placeInGroups(element, list(left), list(entered));
  return element as unknown as Keys;
}

interface Group {
  readonly key: string;
  readonly own: Keys;
}

/** The groups around an element, the outermost first. */
function listGroups(tree: DocumentTree, key: string): readonly Group[] {
  const groups: Group[] = [];
  let parent = tree.get(key)?.parent;
  while (parent != null && parent !== '') {
    const node: TreeNode = tree.get(parent)!;
    if (node.own['type'] !== 'group') break;
    groups.unshift({ key: parent, own: node.own });
    parent = node.parent;
  }
  return groups;
}

/** Keys whose place differs from that of others by rounding only have theirs. */
function settle(keys: Keys | undefined, others: Keys | undefined): Keys | undefined {
  if (keys === undefined || others === undefined) return keys;
  const settled = { ...keys };
  for (const name of placeNames) {
    const [own, other] = [keys[name] ?? 0, others[name] ?? 0];
    if (typeof own !== 'number' || typeof other !== 'number' || Math.abs(own - other) > tolerance) continue;
    settled[name] = others[name];
  }
  return settled;
}
