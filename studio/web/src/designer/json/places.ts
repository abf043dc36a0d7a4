/** Between places in the text of a document and places in the document. */
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { Path } from './schema.ts';

type TreeNode = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>;

/** A part of the text. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Keys and numbers from the root to a node. */
export function findPath(state: EditorState, node: TreeNode): Path {
  const path: (string | number)[] = [];
  for (let each: TreeNode | null = node; each !== null; each = each.parent) {
    const { parent } = each;
    if (each.name === 'Property') path.unshift(findKey(state, each) ?? '');
    else if (parent?.name === 'Array' && isValue(each)) path.unshift(valuesIn(parent).indexOf(each.from));
  }
  return path;
}

/** The value of a part of the text, as far as it can be read. */
export function readNode(state: EditorState, node: TreeNode | null): unknown {
  if (node === null) return undefined;
  if (node.name === 'JsonText') return readNode(state, node.firstChild);
  if (node.name === 'Object') {
    const value: Record<string, unknown> = {};
    for (const property of node.getChildren('Property')) {
      const key = findKey(state, property);
      if (key !== null) value[key] = readNode(state, getValue(property));
    }
    return value;
  }
  if (node.name === 'Array') return valuesIn(node).map((from) => readNode(state, childAt(node, from)));
  return parse(state.sliceDoc(node.from, node.to));
}

/** Where a JSON pointer leads to: a plain value, the key of a list or an object, or what holds it. */
export function findPlace(state: EditorState, pointer: string): Range {
  let node: TreeNode | null = syntaxTree(state).topNode.firstChild;
  let key: TreeNode | null = null;
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    const next: readonly [TreeNode | null, TreeNode | null] | null = enter(state, node, name);
    if (next === null) break;
    [key, node] = next;
  }
  if (node === null) return { from: 0, to: 0 };
  if (node.name !== 'Object' && node.name !== 'Array') return { from: node.from, to: node.to };
  return key === null ? { from: node.from, to: node.from + 1 } : { from: key.from, to: key.to };
}

/** Where the text stops being JSON. */
export function findFault(state: EditorState): Range {
  // Before what is seen is parsed in the background, the whole text is.
  const tree = ensureSyntaxTree(state, state.doc.length, 1_000) ?? syntaxTree(state);
  let place: Range | null = null;
  tree.iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) place ??= { from, to };
      return place === null;
    },
  });
  return place ?? { from: state.doc.length, to: state.doc.length };
}

/** The key, and the value, of one step. */
function enter(
  state: EditorState,
  node: TreeNode | null,
  name: string,
): readonly [TreeNode | null, TreeNode | null] | null {
  if (node?.name === 'Array') {
    const from = valuesIn(node)[Number(name)];
    return from === undefined ? null : [null, childAt(node, from)];
  }
  const property = node?.getChildren('Property').find((each) => findKey(state, each) === name);
  return property === undefined ? null : [property.getChild('PropertyName'), getValue(property)];
}

/** The key of a property; null while it is no string yet. */
export function findKey(state: EditorState, property: TreeNode): string | null {
  const name = property.getChild('PropertyName');
  const key = name === null ? undefined : parse(state.sliceDoc(name.from, name.to));
  return typeof key === 'string' ? key : null;
}

function getValue(property: TreeNode): TreeNode | null {
  const last = property.lastChild;
  return last !== null && isValue(last) ? last : null;
}

/** Where the values of a list begin. */
function valuesIn(list: TreeNode): number[] {
  const places: number[] = [];
  for (let each = list.firstChild; each !== null; each = each.nextSibling) {
    if (isValue(each)) places.push(each.from);
  }
  return places;
}

function childAt(list: TreeNode, from: number): TreeNode | null {
  for (let each = list.firstChild; each !== null; each = each.nextSibling) {
    if (each.from === from && isValue(each)) return each;
  }
  return null;
}

function isValue({ name }: TreeNode): boolean {
  return ['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null'].includes(name);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
