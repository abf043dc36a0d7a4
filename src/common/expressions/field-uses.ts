import { TIMESTAMP, type ExpressionProblem } from './expression-problem.ts';
import { listChildren, type CheckedNode, type ExpressionNode } from './nodes.ts';

/** Where an expression names a field of an entry: `.price`, or `["unit price"]`. */
export interface FieldUse {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds where an expression names fields of entries: what stands before them has that type.
 *
 * @param text what the nodes have their places in
 * @param entryType the type of the entries of one list
 */
export function findFieldUses(root: ExpressionNode, text: string, entryType: string): FieldUse[] {
  const uses = listChildren(root).flatMap((child) => findFieldUses(child, text, entryType));
  const use = getField(root, text, entryType);
  return use === null ? uses : [...uses, use];
}

/** A field of a date, which the library finds missing in an evaluation only. */
export function findDateField(node: ExpressionNode, shift: number): ExpressionProblem | null {
  if (node.op === '.' || node.op === '[]') {
    const [left, key] = node.args as [CheckedNode, ExpressionNode | string];
    if (left.checkedType?.name === TIMESTAMP) {
      const offset = Math.max(0, left.end - shift + (node.op === '.' ? 1 : 0));
      const name = typeof key === 'string' ? ` ${JSON.stringify(key)}` : '';
      const detail =
        `A date has no field${name} (character ${offset + 1} of the expression). ` +
        'Its parts are getFullYear() and others.';
      return { offset, detail };
    }
  }
  for (const child of listChildren(node)) {
    const found = findDateField(child, shift);
    if (found !== null) return found;
  }
  return null;
}

function getField({ op, args, end }: ExpressionNode, text: string, entryType: string): FieldUse | null {
  if (op !== '.' && op !== '[]') return null;
  const [left, key] = args as [CheckedNode, ExpressionNode | string];
  if (left.checkedType?.name !== entryType) return null;
  if (typeof key === 'string') return { name: key, start: text.lastIndexOf('.', end - key.length - 1), end };
  return typeof key.args === 'string'
    ? { name: key.args, start: text.lastIndexOf('[', key.start), end }
    : null;
}
