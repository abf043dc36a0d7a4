/** A document as its elements, pages and variables: each is a node with its own keys, found by its id. */

type Keys = Record<string, unknown>;

/** The keys that hold other nodes. A header or footer is a list of one. */
export const slots = ['elements', 'pages', 'header', 'footer', 'variables'] as const;
export type Slot = (typeof slots)[number];

export interface TreeNode {
  /** Its keys; null for each that holds other nodes. */
  readonly own: Readonly<Keys>;
  /** The key of the node that holds it; null: it is the document itself. */
  readonly parent: string | null;
  readonly slot: Slot;
  /** The keys of the nodes that it holds. */
  readonly held: Readonly<Partial<Record<Slot, readonly string[]>>>;
}

/** By key: `elements title`, `pages front`. The key of the document itself is empty. */
export type DocumentTree = ReadonlyMap<string, TreeNode>;

/** The key of a node: its kind and its id. Elements are of one kind wherever they are. */
export function nodeKey(slot: Slot, id: string): string {
  return `${slot === 'pages' || slot === 'variables' ? slot : 'elements'} ${id}`;
}

/** The key whose value makes a node known. */
export function idKey(slot: Slot): 'id' | 'name' {
  return slot === 'variables' ? 'name' : 'id';
}

/** The tree of a saved document; null: an id is missing, or is there twice. */
export function readTree(document: object): DocumentTree | null {
  const tree = new Map<string, TreeNode>();
  const add = (key: string, value: object, parent: string | null, slot: Slot): boolean => {
    if (tree.has(key)) return false;
    const own: Keys = {};
    const held: Partial<Record<Slot, string[]>> = {};
    tree.set(key, { own, parent, slot, held });
    for (const [name, inner] of Object.entries(value as Keys)) {
      const children = listNodes(name, inner);
      if (children === null) {
        if (inner !== undefined) own[name] = inner;
        continue;
      }
      own[name] = null;
      const keys: string[] = [];
      held[name as Slot] = keys;
      for (const child of children) {
        const id = child[idKey(name as Slot)];
        if (typeof id !== 'string') return false;
        keys.push(nodeKey(name as Slot, id));
        if (!add(keys.at(-1)!, child, key, name as Slot)) return false;
      }
    }
    return true;
  };
  return add('', document, null, 'elements') ? tree : null;
}

function listNodes(name: string, value: unknown): readonly Keys[] | null {
  if (!slots.includes(name as Slot) || typeof value !== 'object' || value === null) return null;
  const list: readonly unknown[] | null = isSingle(name) ? [value] : Array.isArray(value) ? value : null;
  if (list === null) return null;
  return list.every((each) => typeof each === 'object' && each !== null) ? (list as Keys[]) : null;
}

function isSingle(slot: string): boolean {
  return slot === 'header' || slot === 'footer';
}

/** The document of a tree. */
export function writeTree(tree: DocumentTree, key = ''): object {
  const { own, held } = tree.get(key)!;
  const made: Keys = {};
  for (const [name, value] of Object.entries(own)) {
    const keys = held[name as Slot];
    if (keys === undefined) made[name] = value;
    else if (!isSingle(name)) made[name] = keys.map((each) => writeTree(tree, each));
    else if (keys[0] !== undefined) made[name] = writeTree(tree, keys[0]);
  }
  return made;
}

/** The same tree with other keys. */
export function mapKeys(tree: DocumentTree, keys: ReadonlyMap<string, string>): DocumentTree {
  if (keys.size === 0) return tree;
  const map = (key: string) => keys.get(key) ?? key;
  return new Map(
    Array.from(tree, ([key, node]) => [
      map(key),
      {
        ...node,
        parent: node.parent === null ? null : map(node.parent),
        held: Object.fromEntries(Object.entries(node.held).map(([slot, each]) => [slot, each.map(map)])),
      },
    ]),
  );
}

/** The same document, in which elements and pages have other ids. */
export function renameIds(document: object, ids: ReadonlyMap<string, string>): object {
  const tree = readTree(document);
  if (tree === null || ![...ids.keys()].some((id) => hasId(tree, id))) return document;
  const renamed = new Map(
    Array.from(tree, ([key, node]): [string, TreeNode] => {
      const next = node.slot === 'variables' ? undefined : ids.get(String(node.own['id']));
      return [
        key,
        next === undefined || hasId(tree, next) ? node : { ...node, own: { ...node.own, id: next } },
      ];
    }),
  );
  return writeTree(renamed);
}

function hasId(tree: DocumentTree, id: string): boolean {
  return tree.has(nodeKey('elements', id)) || tree.has(nodeKey('pages', id));
}
