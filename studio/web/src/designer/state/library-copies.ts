/** Which parts of a template are copies of items of the library. */
import type { DesignerStore } from './designer.ts';
import type { LibraryCopy } from './design-settings.ts';

/** Notes that a color, a file or an element is a copy of an item. It is one of no other item then. */
export function noteCopies(
  store: DesignerStore,
  { id: itemId, revision }: { readonly id: string; readonly revision: number },
  uses: readonly string[],
): void {
  const { settings, setSettings } = store.getState();
  const others = (settings.library ?? []).map((copy) => withoutUses(copy, uses));
  const known = others.find((copy) => copy.itemId === itemId && copy.revision === revision);
  const noted = { itemId, revision, uses: [...(known?.uses ?? []), ...uses] };
  const library = [...others.filter((copy) => copy !== known && copy.uses.length > 0), noted];
  setSettings({ library });
}

/** Forgets that something is a copy. */
export function forgetCopy(store: DesignerStore, { itemId, revision }: LibraryCopy): void {
  const { settings, setSettings } = store.getState();
  const isOther = (copy: LibraryCopy) => copy.itemId !== itemId || copy.revision !== revision;
  setSettings({ library: (settings.library ?? []).filter(isOther) });
}

function withoutUses(copy: LibraryCopy, uses: readonly string[]): LibraryCopy {
  return copy.uses.some((use) => uses.includes(use))
    ? { ...copy, uses: copy.uses.filter((use) => !uses.includes(use)) }
    : copy;
}
