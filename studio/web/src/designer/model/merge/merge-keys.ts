/** Three-way merges of what a node of a document has itself. */
import { slots } from './document-tree.ts';
import { isSame } from './same.ts';
import { mergeSets } from './merge-lists.ts';
import { mergeTexts, typeIntoRuns } from './merge-text.ts';

export type Keys = Readonly<Record<string, unknown>>;
export type Side = 'mine' | 'theirs';

interface KeySides {
  readonly base: Keys | undefined;
  readonly mine: Keys | undefined;
  readonly theirs: Keys | undefined;
}

/** Keys that are measured in what holds an element: those of the side that has moved it there count. */
const placeKeys: ReadonlySet<string> = new Set(['x', 'y', 'width', 'height', 'rotation']);

/**
 * The keys of both sides. Where both have changed the same one, that of `prefer` counts.
 *
 * @param preferPlace whose place counts
 * @param onConflict called with each key that both have changed
 */
export function mergeKeys(
  { base = {}, mine, theirs }: KeySides,
  prefer: Side,
  preferPlace: Side,
  onConflict: (key: string) => void,
): Keys {
  if (mine === undefined || theirs === undefined) return mine ?? theirs ?? {};
  const text = mergeContents({ base, mine, theirs }, prefer, onConflict);
  const merged: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(mine), ...Object.keys(theirs), ...Object.keys(text ?? {})])) {
    const [was, own, other] = [base[key], mine[key], theirs[key]];
    const isConflict = !isSame(own, other) && !isSame(was, own) && !isSame(was, other);
    const isSet = !('type' in mine) && !holdsNodes(key);
    const lists = isConflict && isSet ? mergeRootLists(was, own, other) : null;
    const preferred = placeKeys.has(key) ? preferPlace : prefer;
    let value = isSame(was, own) ? other : own;
    if (isConflict) value = lists ?? (preferred === 'mine' ? own : other);
    if (text !== null && (key === 'text' || key === 'runs')) value = text[key];
    else if (isConflict && lists === null) onConflict(key);
    if (value !== undefined) merged[key] = value;
  }
  return merged;
}

/** Elements that are equal are two. Their list is merged here only where ids are there twice. */
function holdsNodes(key: string): boolean {
  return (slots as readonly string[]).includes(key);
}

/** Fonts, inks, keywords: lists of the document that both have changed have what each has added. */
function mergeRootLists(was: unknown, own: unknown, other: unknown): unknown[] | null {
  if (!Array.isArray(own) || !Array.isArray(other)) return null;
  const lists = [was, own, other] as readonly (readonly unknown[] | undefined)[];
  return mergeSets(lists[0] ?? [], lists[1]!, lists[2]!);
}

/** A text with what both have typed, in the runs of the side that has styled it; null: not both have. */
function mergeContents(
  { base, mine, theirs }: Required<{ [K in keyof KeySides]: Keys }>,
  prefer: Side,
  onConflict: (key: string) => void,
): Keys | null {
  if (mine['type'] !== 'text' || theirs['type'] !== 'text') return null;
  const [was, own, other] = [base, mine, theirs].map(readContent);
  if (was === undefined || own === undefined || other === undefined) return null;
  const isOfBoth = !isSame(was, own) && !isSame(was, other) && !isSame(own, other);
  if (!isOfBoth) return null;
  const text = mergeTexts(was.text, own.text, other.text);
  if (text === null) {
    onConflict('text');
    const preferred = prefer === 'mine' ? own : other;
    return toKeys(preferred, preferred.text);
  }
  return toKeys(isSame(own.styles, was.styles) ? other : own, text);
}

function textOf(run: Keys): string {
  return typeof run['text'] === 'string' ? run['text'] : '';
}

interface Content {
  readonly text: string;
  readonly runs: readonly Keys[] | null;
  readonly styles: unknown;
}

function readContent({ text, runs }: Keys): Content {
  if (!Array.isArray(runs)) return { text: typeof text === 'string' ? text : '', runs: null, styles: null };
  const list = runs as readonly Keys[];
  return {
    text: list.map(textOf).join(''),
    runs: list,
    styles: list.map((run) => ({ ...run, text: '' })),
  };
}

function toKeys({ runs }: Content, text: string): Keys {
  if (runs === null) return { text };
  const texts = typeIntoRuns(runs.map(textOf), text);
  return { runs: runs.map((run, index) => ({ ...run, text: texts[index] })) };
}
