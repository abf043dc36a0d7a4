import type { ASTNode } from '@marcbachmann/cel-js';
import { beyondNumbers, Decimal } from './decimal.ts';
import { listChildren, type ExpressionNode } from './nodes.ts';
import type { ExpressionProblem } from './expression-problem.ts';

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
    const read = decimalShape.test(written) ? Decimal.read(written) : null;
    changed.args = read ?? Decimal.from(node.args);
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

const decimalShape = /^[\d.]+(?:e[+-]?\d+)?$/iu;

/**
 * The first number of a parsed expression that has more digits than numbers have, or is too large or too
 * small: it would be rounded.
 *
 * @param text what the nodes have their places in
 * @param shift where the expression begins in it
 */
export function findRoundedNumber(
  node: ExpressionNode,
  text: string,
  shift: number,
): ExpressionProblem | null {
  if (node.op === 'value' && typeof node.args === 'number') {
    const written = text.slice(node.start, node.end);
    if (!decimalShape.test(written) || Decimal.canHold(written)) return null;
    const offset = node.start - shift;
    const detail = `This number has ${beyondNumbers} (character ${offset + 1} of the expression).`;
    return { offset, detail };
  }
  for (const child of listChildren(node)) {
    const found = findRoundedNumber(child, text, shift);
    if (found !== null) return found;
  }
  return null;
}
