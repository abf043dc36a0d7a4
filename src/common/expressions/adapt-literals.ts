import type { ASTNode } from '@marcbachmann/cel-js';
import { Decimal } from './decimal.ts';
import { listChildren, type ExpressionNode } from './evaluator.ts';

/**
 * Changes a parsed expression before its types are checked. Doubles become decimals: numbers those that are
 * written, with all their digits, and `double()` becomes `decimal()`. Entries of empty lists are `dyn`.
 *
 * @param text what the nodes have their places in
 * @param parseEmptyList makes a node of an empty list
 */
export function adaptLiterals(node: ExpressionNode, text: string, parseEmptyList: () => ASTNode): void {
  const changed: { args: unknown } = node;
  if (node.op === 'value' && typeof node.args === 'number') {
    const written = text.slice(node.start, node.end);
    changed.args = /^[\d.]+(?:e[+-]?\d+)?$/iu.test(written) ? Decimal.read(written) : Decimal.from(node.args);
  } else if (node.op === 'call') {
    const [name, ...others] = node.args as [string, ...unknown[]];
    if (name === 'double') changed.args = ['decimal', ...others];
  }
  if (node.op === 'list' && (node.args as unknown[]).length === 0)
    (node as ExpressionNode & { setMeta(key: string, value: ASTNode): void }).setMeta(
      'alternate',
      parseEmptyList(),
    );
  for (const child of listChildren(node)) adaptLiterals(child, text, parseEmptyList);
}
