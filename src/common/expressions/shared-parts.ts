import { findVariable, listChildren, type ExpressionNode } from './nodes.ts';

/** Methods that go through a list or map with a variable of their own. */
const loopMethods = new Set(['map', 'filter', 'all', 'exists', 'exists_one']);

/** Functions that do so: `sort(items, x, x.price)`. */
const loopFunctions = new Set(['sort', 'unique', 'group', 'running']);

/**
 * The parts of an expression that go through lists and have the same value in each row of a table or repeat:
 * `sum(items.map(i, i.price))` in `item.price / sum(items.map(i, i.price))`. They are worked out once a page;
 * one that depends on names of its part of the template once for each of their values, as `order` in a table
 * of `order.items`.
 *
 * @param isDeclared whether a name is a variable of the template, whose value is the same everywhere
 * @param isOfPart whether a name has one value in each row, or in several rows
 * @returns the names of the part that each depends on
 */
export function findSharedParts(
  root: ExpressionNode,
  isDeclared: (name: string) => boolean,
  isOfPart: (name: string) => boolean,
): ReadonlyMap<ExpressionNode, readonly string[]> {
  const isKnown = (name: string) => isDeclared(name) || isOfPart(name);
  const shared = new Set<ExpressionNode>();
  const visit = (node: ExpressionNode, bound: ReadonlySet<string>): { isSame: boolean; hasLoop: boolean } => {
    const name = findVariable(node);
    if (name !== null) {
      const isOwn = node.op === 'id' && bound.has(name);
      return { isSame: !isOwn && isKnown(name), hasLoop: false };
    }
    const loop = readLoop(node);
    const outer = loop === null ? listChildren(node) : loop.outside;
    const parts = outer.map((child) => visit(child, bound));
    if (loop !== null) {
      const inner = new Set([...bound, loop.variable]);
      // Of its own variable, a loop depends no more than of its list.
      const body = loop.inside.map((child) => visitWithin(child, inner, loop.variable));
      parts.push(...body);
    }
    const isSame = parts.every((part) => part.isSame);
    const hasLoop = loop?.isLoop === true || parts.some((part) => part.hasLoop);
    if (isSame && hasLoop && (node.op === 'call' || node.op === 'rcall')) shared.add(node);
    return { isSame, hasLoop };
  };
  /** Visits the body of a loop, whose own variable counts as the same. */
  const visitWithin = (node: ExpressionNode, bound: ReadonlySet<string>, own: string) => {
    const free = findFree(node, new Set());
    free.delete(own);
    visit(node, bound);
    const isSame = [...free].every((name) => !bound.has(name) && isKnown(name));
    return { isSame, hasLoop: false };
  };
  visit(root, new Set());
  return new Map(
    [...shared].map((node) => [node, [...findFree(node, new Set())].filter((name) => !isDeclared(name))]),
  );
}

/** The names that a part reads, but for the variables of its own loops. */
function findFree(node: ExpressionNode, bound: ReadonlySet<string>): Set<string> {
  const name = findVariable(node);
  if (name !== null) return new Set(node.op === 'id' && bound.has(name) ? [] : [name]);
  const loop = readLoop(node);
  if (loop === null) return union(listChildren(node).map((child) => findFree(child, bound)));
  const inner = new Set([...bound, loop.variable]);
  return union([
    ...loop.outside.map((child) => findFree(child, bound)),
    ...loop.inside.map((child) => findFree(child, inner)),
  ]);
}

function union(sets: readonly Set<string>[]): Set<string> {
  return new Set(sets.flatMap((set) => [...set]));
}

interface LoopParts {
  readonly variable: string;
  readonly outside: readonly ExpressionNode[];
  readonly inside: readonly ExpressionNode[];
  /** `cel.bind` has a variable, but goes through nothing. */
  readonly isLoop: boolean;
}

function readLoop({ op, args }: ExpressionNode): LoopParts | null {
  if (op === 'rcall') {
    const [name, receiver, [variable, ...others]] = args as [string, ExpressionNode, ExpressionNode[]];
    if (variable?.op !== 'id') return null;
    const own = variable.args as string;
    if (loopMethods.has(name) && others.length > 0)
      return { variable: own, outside: [receiver], inside: others, isLoop: true };
    if (name === 'bind' && receiver.op === 'id' && receiver.args === 'cel')
      return { variable: own, outside: others.slice(0, 1), inside: others.slice(1), isLoop: false };
  }
  if (op !== 'call') return null;
  const [name, [list, variable, ...inside]] = args as [string, ExpressionNode[]];
  if (!loopFunctions.has(name) || list === undefined || variable?.op !== 'id' || inside.length === 0)
    return null;
  return { variable: variable.args as string, outside: [list], inside, isLoop: true };
}
