import { findVariable, listChildren, type ExpressionNode } from './nodes.ts';

/** Where an expression takes an item of a list by a name: `i` in `running(items, x, x.price)[i]`. */
export interface PlaceUse {
  readonly name: string;
  /** The list whose items it is about: `items`. */
  readonly list: string;
}

/** The places at which an expression takes items of lists. @param text what the nodes have their places in */
export function findPlaceUses(root: ExpressionNode, text: string): readonly PlaceUse[] {
  const uses: PlaceUse[] = [];
  const visit = (node: ExpressionNode, lists: readonly string[]): void => {
    const name = findVariable(node);
    if (name !== null) {
      uses.push(...lists.map((list) => ({ name, list })));
      return;
    }
    if (node.op !== '[]') return listChildren(node).forEach((child) => visit(child, lists));
    const [list, place] = node.args as [ExpressionNode, ExpressionNode];
    visit(list, lists);
    const { start, end } = withSameOrder(list);
    visit(place, [...lists, text.slice(start, end)]);
  };
  visit(root, []);
  return uses;
}

/** The list of which another one has a result for each item, in the same order. */
function withSameOrder(node: ExpressionNode): ExpressionNode {
  const [name, first, others] = node.args as [unknown, unknown, unknown];
  if (node.op === 'call' && name === 'running' && Array.isArray(first))
    return withSameOrder((first as [ExpressionNode])[0]);
  // With three arguments it leaves items out.
  if (node.op === 'rcall' && name === 'map' && Array.isArray(others) && others.length === 2)
    return withSameOrder(first as ExpressionNode);
  return node;
}
