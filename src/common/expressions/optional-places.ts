import type { OptionalPlaces } from './evaluation.ts';
import { listChildren, findVariable, type ExpressionNode } from './nodes.ts';
import { functionList } from './function-list.ts';

/** Functions that a value that was not given is no number for. */
const needing = new Set(['running', 'min', 'max']);

/** Functions that accept a value that was not given. */
const formatting = new Set(functionList.map(({ name }) => name).filter((name) => !needing.has(name)));

/** The places where a variable may have no value: the result, `== null`, and arguments of our functions. */
export function findOptionalPlaces(root: ExpressionNode): OptionalPlaces {
  const places: OptionalPlaces = new WeakSet();
  const visit = (node: ExpressionNode, isOptional: boolean): void => {
    const { op, args } = node;
    if (isOptional && (op === 'id' || op === '.' || op === '[]')) places.add(node);
    if (findVariable(node) !== null) return;
    if (op === '?:') {
      const [condition, left, right] = args as [ExpressionNode, ExpressionNode, ExpressionNode];
      visit(condition, false);
      visit(left, isOptional);
      visit(right, isOptional);
      return;
    }
    const acceptsNone =
      ((op === '==' || op === '!=') && listChildren(node).some(isNull)) ||
      (op === 'call' && formatting.has((args as [string])[0]));
    for (const child of listChildren(node)) visit(child, acceptsNone);
  };
  visit(root, true);
  return places;
}

function isNull({ op, args }: ExpressionNode): boolean {
  return op === 'value' && args === null;
}
