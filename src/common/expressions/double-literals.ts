import { Decimal } from './decimal.ts';
import { listChildren, type ExpressionNode } from './evaluator.ts';

/**
 * Makes the doubles of a parsed expression decimals, before its types are checked: its numbers become those
 * that are written, with all their digits, and `double()` becomes `decimal()`.
 *
 * @param text what the nodes have their places in
 */
export function readDoublesAsDecimals(node: ExpressionNode, text: string): void {
  const changed: { args: unknown } = node;
  if (node.op === 'value' && typeof node.args === 'number') {
    const written = text.slice(node.start, node.end);
    changed.args = /^[\d.]+(?:e[+-]?\d+)?$/iu.test(written) ? Decimal.read(written) : Decimal.from(node.args);
  } else if (node.op === 'call') {
    const [name, ...others] = node.args as [string, ...unknown[]];
    if (name === 'double') changed.args = ['decimal', ...others];
  }
  for (const child of listChildren(node)) readDoublesAsDecimals(child, text);
}
