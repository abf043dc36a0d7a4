import { listChildren, findVariable, type ExpressionNode } from './nodes.ts';

/** Operators that make true or false of what they compare. */
const comparing = new Set(['==', '!=', '<', '<=', '>', '>=', '&&', '||', '!_', 'in']);

/** Methods that only ask something of a text or a list. */
const asking = new Set(['contains', 'startsWith', 'endsWith', 'matches', 'exists', 'all', 'exists_one']);

/**
 * The names whose values may be in the result of an expression. Those that it compares, or chooses by, are
 * not: `status == "Sold" ? price : ""` shows `price`.
 */
export function findShownNames(root: ExpressionNode): readonly string[] {
  const names = new Set<string>();
  const visit = (node: ExpressionNode): void => {
    const { op, args } = node;
    const name = findVariable(node);
    if (name !== null) names.add(name);
    else if (op === '?:') (args as ExpressionNode[]).slice(1).forEach(visit);
    else if (!comparing.has(op) && !(op === 'rcall' && asking.has((args as [string])[0])))
      listChildren(node).forEach(visit);
  };
  visit(root);
  return [...names];
}
