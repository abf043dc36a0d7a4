import { idKey, type DocumentTree, type TreeNode } from './document-tree.ts';
import { isSame } from './same.ts';

/** Keys that may change together with the name: that of a text follows its first line. */
const freeKeys: ReadonlySet<string> = new Set(['text', 'runs', 'height']);

/**
 * Elements, pages and variables with another id than in the base: the new key, and the one in the base.
 * They are the same in all else.
 */
export function findRenamed(base: DocumentTree, tree: DocumentTree): ReadonlyMap<string, string> {
  const removed = [...base].filter(([key]) => !tree.has(key));
  const renamed = new Map<string, string>();
  if (removed.length === 0) return renamed;
  for (const [key, node] of tree) {
    if (base.has(key)) continue;
    const at = removed.findIndex(([, before]) => isSameButName(before, node));
    if (at === -1) continue;
    renamed.set(key, removed[at]![0]);
    removed.splice(at, 1);
  }
  return renamed;
}

function isSameButName(before: TreeNode, after: TreeNode): boolean {
  if (before.slot !== after.slot || before.parent !== after.parent) return false;
  const keys = new Set([...Object.keys(before.own), ...Object.keys(after.own)]);
  keys.delete(idKey(before.slot));
  return [...keys].every((key) => freeKeys.has(key) || isSame(before.own[key], after.own[key]));
}
