import type { ASTNode } from '@marcbachmann/cel-js';

/** A node of a parsed expression, of any operator. */
export interface ExpressionNode {
  readonly op: string;
  readonly args: unknown;
  readonly start: number;
  readonly end: number;
}

/** A node after the check of its types. */
export interface CheckedNode extends ExpressionNode {
  readonly checkedType?: { readonly kind: string; readonly name: string };
}

/** The variable that a node reads: `name`, `vars["name"]` or `vars.name`; null for other nodes. */
export function findVariable({ op, args }: ExpressionNode): string | null {
  if (op === 'id') return args as string;
  if (op !== '.' && op !== '[]') return null;
  const [left, key] = args as [ExpressionNode, ExpressionNode | string];
  if (left.op !== 'id' || left.args !== 'vars') return null;
  if (typeof key === 'string') return key;
  return key.op === 'value' && typeof key.args === 'string' ? key.args : null;
}

/** The nodes inside of a node, as it was written. */
export function listChildren({ args }: ExpressionNode): ExpressionNode[] {
  return nodesIn(args);
}

function nodesIn(value: unknown): ExpressionNode[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  return typeof value === 'object' && value !== null && 'op' in value ? [value as ExpressionNode] : [];
}

/** The public type of nodes has no operators of expanded macros. */
export function asNode(node: ASTNode): ExpressionNode {
  return node;
}
