/** What the editor offers and explains, by the schema. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';
import { findKey, findPath, readNode } from './places.ts';
import {
  describe,
  listKeys,
  schemasAt,
  listValues,
  listVariants,
  type Path,
  type SchemaNode,
} from './schema.ts';

/** Offers the keys of an object, and the values of a key. */
export function completeBySchema(root: SchemaNode) {
  return ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const word = /"?[\w-]*$/u.exec(state.doc.lineAt(pos).text.slice(0, pos - state.doc.lineAt(pos).from));
    const from = pos - (word?.[0].length ?? 0);
    if (!explicit && from === pos) return null;
    const value = readNode(state, syntaxTree(state).topNode);
    const before = state.sliceDoc(0, from).trimEnd();
    // The closing quotation mark that the editor has added.
    const to = state.sliceDoc(pos, pos + 1) === '"' && word?.[0].startsWith('"') ? pos + 1 : pos;
    const options = before.endsWith(':')
      ? offerValues(root, value, findPath(state, syntaxTree(state).resolveInner(before.length, -1)))
      : offerKeys(state, root, value, from);
    return options.length === 0 ? null : { from, to, options, filter: true };
  };
}

function offerKeys(state: EditorState, root: SchemaNode, value: unknown, at: number): Completion[] {
  let node = syntaxTree(state).resolveInner(at, -1);
  while (node.name !== 'Object' && node.parent !== null) node = node.parent;
  if (node.name !== 'Object') return [];
  const present = new Set(node.getChildren('Property').map((property) => findKey(state, property)));
  const nodes = schemasAt(root, value, findPath(state, node));
  const after = state.sliceDoc(at).match(/^"?[\w-]*"?\s*:/u) === null ? ': ' : '';
  return [...listKeys(root, nodes)]
    .filter(([key]) => !present.has(key))
    .map(([key, info]) => ({
      label: `"${key}"`,
      type: 'property',
      info,
      apply: `${JSON.stringify(key)}${after}`,
    }));
}

function offerValues(root: SchemaNode, value: unknown, path: Path): Completion[] {
  const key = path.at(-1);
  const holder = schemasAt(root, value, path.slice(0, -1));
  const variants = typeof key === 'string' ? listVariants(root, holder, key) : [];
  const values = variants.length > 0 ? variants : listValues(root, schemasAt(root, value, path));
  return values.map((each) => ({ label: JSON.stringify(each), type: 'enum' }));
}

/** Explains the key under the pointer. */
export function explainBySchema(root: SchemaNode) {
  return hoverTooltip((view, pos, side) => {
    const { state } = view;
    const node = syntaxTree(state).resolveInner(pos, side);
    if (node.name !== 'PropertyName') return null;
    const value = readNode(state, syntaxTree(state).topNode);
    const text = describe(schemasAt(root, value, findPath(state, node)));
    if (text === '') return null;
    return {
      pos: node.from,
      end: node.to,
      above: true,
      create: () => {
        const dom = document.createElement('div');
        dom.className = 'cm-explanation';
        dom.textContent = text;
        return { dom };
      },
    };
  });
}
