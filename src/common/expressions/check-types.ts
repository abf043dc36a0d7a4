import type { ASTNode, TypeCheckResult } from '@marcbachmann/cel-js';
import { Decimal, DECIMAL } from './decimal.ts';
import type { CheckedNode, ExpressionNode } from './nodes.ts';

/**
 * Checks the types of a parsed expression. CEL needs numbers of one kind in the two ends of a choice
 * (`price == null ? 0 : price`) and beside `in` (`size in [1, 2]`). Where an expression has both kinds there,
 * the whole numbers become decimals, as beside an operator.
 *
 * @param parseDecimal makes a node that calls `decimal()`
 */
export function checkTypes(
  parsed: { check(): TypeCheckResult },
  parseDecimal: () => ASTNode,
): TypeCheckResult {
  for (;;) {
    const result = parsed.check();
    const wholes = result.valid ? [] : findWholes(result.error);
    if (wholes.length === 0) return result;
    for (const { nodes, index } of wholes) nodes[index] = toDecimal(nodes[index]!, parseDecimal);
  }
}

/** A whole number that is to become a decimal, among the parts of the node that it is in. */
interface Place {
  readonly nodes: ExpressionNode[];
  readonly index: number;
}

/** The whole numbers beside decimals that an error is about. */
function findWholes(error: unknown): readonly Place[] {
  const { code, node } = error as { readonly code?: string; readonly node?: ExpressionNode };
  if (node === undefined) return [];
  const nodes = node.args as ExpressionNode[];
  if (code === 'incompatible_ternary_branches') {
    const index = nodes.findLastIndex(isOfType('int'));
    return index > 0 && isOfType(DECIMAL)(nodes[index === 1 ? 2 : 1]!) ? [{ nodes, index }] : [];
  }
  if (code !== 'no_such_overload' || node.op !== 'in') return [];
  const [left, right] = nodes as [ExpressionNode, ExpressionNode & { checkedType?: unknown }];
  if (isOfType('int')(left) && isOfType(`list<${DECIMAL}>`)(right)) return [{ nodes, index: 0 }];
  if (!isOfType(DECIMAL)(left) || right.op !== 'list' || !isOfType('list<int>')(right)) return [];
  delete right.checkedType;
  const items = right.args as ExpressionNode[];
  return items.map((_, index) => ({ nodes: items, index }));
}

function isOfType(name: string): (node: ExpressionNode) => boolean {
  return ({ checkedType }: CheckedNode) => checkedType?.name === name;
}

function toDecimal(node: ExpressionNode, parseDecimal: () => ASTNode): ExpressionNode {
  const call = parseDecimal() as unknown as ExpressionNode & { args: [string, ExpressionNode[]] };
  const [value] = call.args[1];
  if (node.op === 'value' && value !== undefined) {
    (value as { args: unknown }).args = Decimal.from(node.args as bigint);
    return value;
  }
  call.args[1] = [node];
  return call;
}
