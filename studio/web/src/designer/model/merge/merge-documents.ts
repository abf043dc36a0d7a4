/**
 * The three-way merge of documents, by element and key: what two sides have changed since both had the same.
 * Saving merges what somebody else has saved into what is here; undo takes a change back of what is there.
 */
import { takeId } from '../elements.ts';
import { carryPlaces } from './carry-places.ts';
import {
  mapKeys,
  nodeKey,
  readTree,
  slots,
  writeTree,
  type DocumentTree,
  type Slot,
  type TreeNode,
} from './document-tree.ts';
import { findRenamed } from './find-renamed.ts';
import { mergeKeys, type Keys, type Side } from './merge-keys.ts';
import { mergeOrder } from './merge-lists.ts';
import { isSame } from './same.ts';

/** Saved documents. */
interface DocumentSides {
  readonly base: object;
  readonly mine: object;
  readonly theirs: object;
}

interface MergeOptions {
  /** Whose value counts where both have changed the same key of the same element. */
  readonly prefer: Side;
  /** The id of an element that stays, whoever has removed it. */
  readonly keep?: string | null;
  /** Ids that new ones must not have: those of earlier elements, which undo brings back. */
  readonly reserved?: () => ReadonlySet<string>;
}

interface Merged {
  readonly document: object;
  /** Ids of elements of which both have changed the same key. */
  readonly conflicts: readonly string[];
  /** Ids of mine that are others in the merged document. */
  readonly renamed: ReadonlyMap<string, string>;
}

const noIds: ReadonlyMap<string, string> = new Map();

/** Merges two documents that were made of the same one. An element that one has changed is not removed. */
export function mergeDocuments(
  { base, mine, theirs }: DocumentSides,
  { prefer, keep = null, reserved = () => new Set() }: MergeOptions,
): Merged {
  if (mine === theirs || base === theirs) return { document: mine, conflicts: [], renamed: noIds };
  const trees = [base, mine, theirs].map(readTree);
  const [was = null, own = null, other = null] = trees;
  const isKept = keep === null || other?.has(nodeKey('elements', keep)) === true;
  if (base === mine && isKept) return { document: theirs, conflicts: [], renamed: noIds };
  if (was === null || own === null || other === null) {
    const conflicts: string[] = [];
    const sides = { base: base as Keys, mine: mine as Keys, theirs: theirs as Keys };
    const document = { ...mergeKeys(sides, prefer, prefer, (key) => conflicts.push(key)) };
    if ('pages' in document && 'elements' in document) {
      const isPaged = 'pages' in (prefer === 'mine' ? mine : theirs);
      delete document[isPaged ? 'elements' : 'pages'];
      conflicts.push('pages');
    }
    return { document, conflicts, renamed: noIds };
  }
  return new Merge(was, own, other, prefer, keep).run(reserved);
}

class Merge {
  readonly #base: DocumentTree;
  readonly #mine: DocumentTree;
  readonly #theirs: DocumentTree;
  readonly #prefer: Side;
  readonly #keep: string | null;
  /** Where each node is in the merged document. */
  readonly #places = new Map<string, readonly [parent: string, slot: Slot]>();

  constructor(
    base: DocumentTree,
    mine: DocumentTree,
    theirs: DocumentTree,
    prefer: Side,
    keep: string | null,
  ) {
    this.#base = base;
    const ownRenamed = findRenamed(base, mine);
    this.#theirs = mapKeys(theirs, findRenamed(base, theirs));
    const own = mapKeys(mine, ownRenamed);
    this.#mine = mapKeys(own, separateNew(base, own, this.#theirs));
    this.#prefer = prefer;
    this.#keep = keep;
  }

  run(reserved: () => ReadonlySet<string>): Merged {
    const keys = [...new Set([...this.#mine.keys(), ...this.#theirs.keys()])].filter((key) => key !== '');
    const alive = new Set(keys.filter((key) => this.#isAlive(key)));
    // What holds an element that stays, stays.
    for (const key of alive) {
      const place = this.#findPlace(key, alive);
      if (place[0] !== '') alive.add(place[0]);
      this.#places.set(key, place);
    }
    this.#openCircles();
    this.#dropEmptied();
    this.#putOnPages();
    return this.#write(reserved);
  }

  #isAlive(key: string): boolean {
    const [was, own, other] = [this.#base.get(key), this.#mine.get(key), this.#theirs.get(key)];
    if (own !== undefined && other !== undefined) return true;
    const one = own ?? other!;
    const isKept = own !== undefined && this.#keep !== null && own.own['id'] === this.#keep;
    return was === undefined || isKept || !isSame(was.own, one.own) || was.parent !== one.parent;
  }

  #findPlace(key: string, alive: ReadonlySet<string>): readonly [string, Slot] {
    const [was, own, other] = [this.#base, this.#mine, this.#theirs].map((tree) => placeOf(tree.get(key)));
    const isOwnMoved = own !== null && !isSame(was, own);
    const isOtherMoved = other !== null && !isSame(was, other);
    const first = isOwnMoved && !(isOtherMoved && this.#prefer === 'theirs') ? own : (other ?? own);
    const places = [first, own, other].filter((place) => place != null);
    return places.find(([parent]) => parent === '' || alive.has(parent)) ?? places[0]!;
  }

  /** Each side may have moved one of two groups into the other. */
  #openCircles(): void {
    for (const key of this.#places.keys()) {
      const seen = new Set<string>();
      let at: string | undefined = key;
      while (at !== undefined && at !== '' && !seen.has(at)) {
        seen.add(at);
        at = this.#places.get(at)?.[0];
      }
      if (at === '') continue;
      for (const each of seen) {
        const place = placeOf(this.#theirs.get(each) ?? this.#mine.get(each));
        this.#places.set(each, place ?? ['', 'elements']);
      }
    }
  }

  /** A group that one has taken apart goes, whatever the other has changed of it: its members have it. */
  #dropEmptied(): void {
    const filled = new Set(Array.from(this.#places.values(), ([parent]) => parent));
    for (const key of this.#places.keys()) {
      const isTakenApart = !this.#mine.has(key) || !this.#theirs.has(key);
      const members = this.#base.get(key)?.held.elements ?? [];
      const isGroup = this.#base.get(key)?.own['type'] === 'group' && members.length > 0;
      if (isGroup && isTakenApart && !filled.has(key)) this.#places.delete(key);
    }
  }

  /** A document has elements, or pages that have them; a group of pages has some. */
  #putOnPages(): void {
    const members = this.#groupPlaces();
    for (const [key, [, slot]] of this.#places) {
      const isGroup = slot === 'pages' && this.#has(key, 'pages');
      if (isGroup && !members.has(placeKey(key, 'pages'))) this.#places.delete(key);
    }
    const pages = [...this.#places.keys()].filter((key) => this.#places.get(key)![1] === 'pages');
    const first = pages.find((key) => this.#has(key, 'elements'));
    if (first === undefined) return;
    for (const key of members.get(placeKey('', 'elements')) ?? []) this.#places.set(key, [first, 'elements']);
  }

  #has(key: string, name: string): boolean {
    return name in (this.#mine.get(key) ?? this.#theirs.get(key)!).own;
  }

  /** What each place holds, by `placeKey`. */
  #groupPlaces(): ReadonlyMap<string, readonly string[]> {
    const groups = new Map<string, string[]>();
    for (const [key, [parent, slot]] of this.#places) {
      const place = placeKey(parent, slot);
      groups.set(place, [...(groups.get(place) ?? []), key]);
    }
    return groups;
  }

  #write(reserved: () => ReadonlySet<string>): Merged {
    const conflicts = new Set<string>();
    const merged = new Map<string, Record<string, unknown>>();
    for (const key of ['', ...this.#places.keys()]) {
      const [base, mine, theirs] = [this.#base, this.#mine, this.#theirs].map((each) => each.get(key));
      const isOtherMoved =
        placeOf(mine)?.[0] === placeOf(base)?.[0] && placeOf(theirs)?.[0] !== placeOf(base)?.[0];
      const sides = this.#carry(key) ?? { base: base?.own, mine: mine?.own, theirs: theirs?.own };
      const onConflict = () => conflicts.add(nameOf(mine ?? theirs));
      const preferPlace = isOtherMoved ? 'theirs' : this.#prefer;
      merged.set(key, { ...mergeKeys(sides, this.#prefer, preferPlace, onConflict) });
    }
    const renamed = this.#nameApart(merged, reserved);
    const members = this.#groupPlaces();
    const tree = new Map<string, TreeNode>();
    for (const [key, own] of merged) {
      const held: Partial<Record<Slot, readonly string[]>> = {};
      for (const slot of slots) {
        const list = members.get(placeKey(key, slot)) ?? [];
        if (list.length > 0) own[slot] = null;
        if (own[slot] === null) held[slot] = this.#order(key, slot, list);
      }
      if (key === '') keepOneOf(own, held);
      const [parent, slot] = this.#places.get(key) ?? [null, 'elements' as const];
      tree.set(key, { own, parent, slot, held });
    }
    return { document: writeTree(tree), conflicts: [...conflicts], renamed };
  }

  #carry(key: string): ReturnType<typeof carryPlaces> {
    const parent = this.#places.get(key)?.[0];
    if (parent === undefined) return null;
    return carryPlaces(key, parent, { base: this.#base, mine: this.#mine, theirs: this.#theirs });
  }

  /** Each id is there once. What is saved already keeps its own. */
  #nameApart(
    merged: ReadonlyMap<string, Record<string, unknown>>,
    reserved: () => ReadonlySet<string>,
  ): ReadonlyMap<string, string> {
    const taken = new Set<string>();
    const renamed = new Map<string, string>();
    const keys = [...this.#places.keys()].filter((key) => this.#places.get(key)![1] !== 'variables');
    const isSaved = (key: string) => this.#theirs.get(key)?.own['id'] === merged.get(key)!['id'];
    for (const key of [...keys.filter(isSaved), ...keys.filter((each) => !isSaved(each))]) {
      const own = merged.get(key)!;
      const id = String(own['id']);
      own['id'] = taken.has(id) ? takeId(new Set([...taken, ...reserved()]), id) : id;
      taken.add(String(own['id']));
      const before = this.#mine.get(key)?.own['id'];
      if (typeof before === 'string' && before !== own['id']) renamed.set(before, String(own['id']));
    }
    return renamed;
  }

  #order(parent: string, slot: Slot, members: readonly string[]): string[] {
    const [base, mine, theirs] = [this.#base, this.#mine, this.#theirs].map(
      (tree) => tree.get(parent)?.held[slot] ?? [],
    );
    const all = new Set(members);
    const order = mergeOrder(base!, mine!, theirs!, (key) => all.has(key));
    const there = new Set(order);
    return [...order, ...members.filter((key) => !there.has(key))];
  }
}

/** A document has pages or elements of its own. */
function keepOneOf(own: Record<string, unknown>, held: Partial<Record<Slot, readonly string[]>>): void {
  const hasPages = (held.pages ?? []).length > 0;
  const [kept, other] = hasPages ? (['pages', 'elements'] as const) : (['elements', 'pages'] as const);
  delete own[other];
  delete held[other];
  own[kept] ??= null;
  held[kept] ??= [];
}

function nameOf(node: TreeNode | undefined): string {
  const id = node?.own['id'] ?? node?.own['name'];
  return typeof id === 'string' ? id : '';
}

function placeKey(parent: string, slot: Slot): string {
  return `${slot}\n${parent}`;
}

function placeOf(node: TreeNode | undefined): readonly [parent: string, slot: Slot] | null {
  return node === undefined || node.parent === null ? null : [node.parent, node.slot];
}

/** What both have added with the same id is two elements: mine gets another key. */
function separateNew(
  base: DocumentTree,
  mine: DocumentTree,
  theirs: DocumentTree,
): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const [key, node] of mine) {
    const other = theirs.get(key);
    const isOfBoth = key !== '' && other !== undefined && !base.has(key) && node.slot !== 'variables';
    if (isOfBoth && !isSame(node.own, other.own)) keys.set(key, `${key}\nmine`);
  }
  return keys;
}
