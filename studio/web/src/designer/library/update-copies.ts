/** Copies of items that differ from the library, and how they are made as it has them. */
import type { LibraryItem } from '../../parts/library/library.ts';
import { copyFile, readSizes } from '../clipboard/put-file.ts';
import { addFonts, invalidateFonts } from '../clipboard/add-fonts.ts';
import { invalidateFiles, pathOfFile } from '../../parts/template/upload-file.ts';
import { applyStyle, readStyle } from '../fields/values/copy-style.ts';
import { colorKeys } from '../fields/values/colors.ts';
import { changeDocument, changeElements } from '../model/changes/content.ts';
import { edit, type Design } from '../model/design.ts';
import { copyElement, findElement, listIds } from '../model/elements.ts';
import type { TemplateElement } from '../model/template.ts';
import type { DesignerStore } from '../state/designer.ts';
import type { LibraryCopy } from '../state/design-settings.ts';
import { noteCopies } from '../state/library-copies.ts';
import { pairFiles } from './pair-files.ts';
import { bringItem, maxBytes, readFiles } from './take-item.ts';

/** A copy that differs from its item. */
interface OldCopy {
  readonly copy: LibraryCopy;
  /** Null: it is removed from the library. */
  readonly item: LibraryItem | null;
}

/** The copies of a template that differ from the library, without those that the document has no more. */
export function findOldCopies(
  { document }: Pick<Design, 'document'>,
  copies: readonly LibraryCopy[],
  items: ReadonlyMap<string, LibraryItem | null>,
): OldCopy[] {
  const strings = new Set(listStrings(document));
  return copies.flatMap((copy) => {
    const item = items.get(copy.itemId);
    const isUsed = copy.uses.some((use) => strings.has(use));
    return item === undefined || !isUsed || item?.revision === copy.revision ? [] : [{ copy, item }];
  });
}

/**
 * Makes the copies as the library has the item now: one step of undo, and another one for faces of a font
 * that are new there.
 *
 * @returns the paths of the copies whose file the item has no more: they stay as they are
 * @throws ApiError if the service refuses a file, or the item is gone
 */
export async function updateCopy(
  store: DesignerStore,
  copy: LibraryCopy,
  item: LibraryItem,
): Promise<readonly string[]> {
  const { uses, kept = [] } = await applyUpdate(store, copy, item);
  // An earlier color or file that undo brings back is a copy as well.
  noteCopies(store, item, [...kept, ...uses]);
  return kept;
}

/** What is a copy of the item as it is now. */
interface Updated {
  readonly uses: readonly string[];
  /** Copies whose file the item has no more. */
  readonly kept?: readonly string[];
}

async function applyUpdate(store: DesignerStore, { uses }: LibraryCopy, item: LibraryItem): Promise<Updated> {
  const { change } = store.getState();
  switch (item.kind) {
    case 'COLOR': {
      const { color = '' } = item;
      change((design) => replaceStrings(design, new Map(uses.map((use) => [use, color])), colorKeys));
      return { uses: [color] };
    }
    case 'FONT':
      return await updateFonts(store, uses, item);
    case 'LOGO':
    case 'PICTURE': {
      const paths = await addFiles(store, await readFiles(item));
      // The item has one file.
      change((design) => replaceStrings(design, new Map(uses.map((use) => [use, paths[0] ?? use]))));
      return { uses: paths };
    }
    case 'TEXT_STYLE': {
      const [text] = (await bringItem(store, item)).elements;
      if (text !== undefined)
        change((design) => changeElements(design, uses, (element) => applyStyle(element, readStyle(text))));
      return { uses };
    }
    case 'BLOCK': {
      const [element] = (await bringItem(store, item)).elements;
      if (element !== undefined) change((design) => replaceElements(design, uses, element));
      return { uses };
    }
  }
}

/** Each file of a font takes the place of the copy that has its name; what the font has more is added. */
async function updateFonts(
  store: DesignerStore,
  uses: readonly string[],
  item: LibraryItem,
): Promise<Updated> {
  const files = await readFiles(item);
  const pairs = pairFiles(
    uses,
    files.map(({ name }) => name),
  );
  const paired = [...pairs].flatMap(([use, at]) => {
    const file = files[at];
    return file === undefined ? [] : [{ use, file }];
  });
  const paths = await addFiles(
    store,
    paired.map(({ file }) => file),
  );
  const taken = new Set(pairs.values());
  const more = files.filter((_, at) => !taken.has(at));
  const added = more.length === 0 ? [] : await addFonts(store, more, maxBytes());
  const replaced = new Map(paired.map(({ use }, at) => [use, paths[at] ?? use]));
  store.getState().change((design) => replaceStrings(design, replaced));
  return { uses: [...paths, ...added], kept: uses.filter((use) => !pairs.has(use)) };
}

async function addFiles(store: DesignerStore, files: readonly File[]): Promise<string[]> {
  const { templateId } = store.getState();
  const sizes = await readSizes(templateId);
  const paths: string[] = [];
  for (const file of files) paths.push(await copyFile({ path: pathOfFile(file), file }, templateId, sizes));
  await Promise.all([invalidateFiles(), invalidateFonts()]);
  return paths;
}

/**
 * Replaces whole strings everywhere in the document.
 *
 * @param keys only of these keys; default: of all
 */
function replaceStrings(
  design: Design,
  replaced: ReadonlyMap<string, string>,
  keys?: ReadonlySet<string>,
): Design {
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const holder = value as Record<string, unknown>;
    for (const [key, inner] of Object.entries(holder)) {
      const next = typeof inner === 'string' && (keys?.has(key) ?? true) ? replaced.get(inner) : undefined;
      if (next !== undefined) holder[key] = next;
      else visit(inner);
    }
  };
  return changeDocument(design, visit);
}

/** Puts another element at the place of some, under their names. */
function replaceElements(design: Design, ids: readonly string[], element: TemplateElement): Design {
  return edit(design, ({ document }) => {
    const taken = listIds(document);
    for (const id of ids) {
      const placed = findElement(document, id);
      if (placed === null) continue;
      const { x, y } = placed.element;
      placed.siblings[placed.index] = { ...copyElement(structuredClone(element), taken), id, x, y };
    }
  });
}

function listStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(listStrings);
}
