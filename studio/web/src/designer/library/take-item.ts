/** Items of the library that are used in a template: it gets copies. */
import { api, data, type Schema } from '../../api/client.ts';
import { knownSession } from '../../api/session.ts';
import { readLibraryFile, type LibraryItem } from '../../parts/library/library.ts';
import { addFonts } from '../clipboard/add-fonts.ts';
import { addImages } from '../clipboard/add-images.ts';
import { inUnit, pasteElements } from '../clipboard/clipboard.ts';
import { bringFiles } from '../clipboard/paste-elements.ts';
import { applyStyle, readStyle } from '../fields/values/copy-style.ts';
import { changeElements, setKey } from '../model/changes/content.ts';
import { findElements } from '../model/elements.ts';
import type { TemplateElement } from '../model/template.ts';
import type { DesignerStore } from '../state/designer.ts';
import { noteCopies } from '../state/library-copies.ts';
import { addInView } from '../view/seen-area.ts';
import { copyOfItem } from './item-elements.ts';

/**
 * Uses an item. Returns false if nothing is selected that it could be given to.
 *
 * @throws ApiError if the service refuses a file, or the item is gone
 */
export async function takeItem(store: DesignerStore, item: LibraryItem): Promise<boolean> {
  switch (item.kind) {
    case 'COLOR':
      return giveColor(store, item);
    case 'LOGO':
    case 'PICTURE': {
      noteCopies(store, item, await addImages(store, await readFiles(item), maxBytes()));
      return true;
    }
    case 'FONT': {
      noteCopies(store, item, await addFonts(store, await readFiles(item), maxBytes()));
      return true;
    }
    case 'TEXT_STYLE':
      await takeStyle(store, item);
      return true;
    case 'BLOCK':
      await addElementsOf(store, item);
      return true;
  }
}

/** As large as a file of a template may be. */
export function maxBytes(): number {
  return knownSession()?.limits.maxFileBytes ?? Infinity;
}

/** The files of an item, by the names that they have there. */
export async function readFiles({ id, files }: LibraryItem): Promise<File[]> {
  return await Promise.all(
    files.map(async ({ path, mediaType }) => {
      const name = path.split('/').at(-1) ?? path;
      return new File([await readLibraryFile(id, path)], name, { type: mediaType });
    }),
  );
}

/** An item with its document. */
async function readItem({ id }: Pick<LibraryItem, 'id'>): Promise<Schema<'LibraryItemWithDocument'>> {
  return await data(api.GET('/library/{libraryItemId}', { params: { path: { libraryItemId: id } } }));
}

/** The key of an element that is its color: that of letters, of a line, or of the area. */
function colorPlace(element: TemplateElement): { readonly target: object; readonly key: string } | null {
  switch (element.type) {
    case 'text':
    case 'qrcode':
    case 'barcode':
      return { target: element, key: 'color' };
    case 'rect':
    case 'ellipse':
    case 'group':
      return { target: element, key: 'fill' };
    case 'path':
      return element.fill === undefined && element.stroke !== undefined
        ? { target: element.stroke, key: 'color' }
        : { target: element, key: 'fill' };
    case 'line':
      return element.stroke === undefined ? null : { target: element.stroke, key: 'color' };
    case 'image':
    case 'chart':
    case 'table':
      return null;
  }
}

function giveColor(store: DesignerStore, item: LibraryItem): boolean {
  const { color } = item;
  const { design, change } = store.getState();
  const given = findElements(design.document, design.selection).filter(
    ({ element }) => colorPlace(element) !== null,
  );
  if (color === undefined || given.length === 0) return false;
  change((before) =>
    changeElements(before, design.selection, (element) => {
      const place = colorPlace(element);
      if (place !== null) setKey(place.target as Record<string, unknown>, place.key, color);
    }),
  );
  noteCopies(store, item, [color]);
  return true;
}

async function takeStyle(store: DesignerStore, item: LibraryItem): Promise<void> {
  const copied = await bringItem(store, item);
  const [text] = copied.elements;
  const { design, change } = store.getState();
  const texts = findElements(design.document, design.selection).filter(
    ({ element }) => element.type === 'text',
  );
  const ids = texts.map(({ element }) => element.id);
  if (text === undefined || ids.length === 0) return await addElementsOf(store, item);
  const style = readStyle(text);
  change((before) => {
    const { selection } = before;
    const styled = changeElements(before, ids, (element) => applyStyle(element, style));
    return { ...styled, selection };
  });
  addFontsOf(store, copied);
  noteCopies(store, item, ids);
}

/** The elements of an item with files and fonts of this template, in its unit. */
export async function bringItem(store: DesignerStore, item: Pick<LibraryItem, 'id'>) {
  const read = await readItem(item);
  const own = await bringFiles(store, copyOfItem(read), (path) => readLibraryFile(read.id, path));
  return inUnit(own, store.getState().design.document.viewportUnit ?? 'px');
}

/** Adds fonts and variables of copied elements that the document lacks, without the elements. */
function addFontsOf(
  store: DesignerStore,
  { elements: _, ...copied }: Awaited<ReturnType<typeof bringItem>>,
): void {
  const { fonts = [], variables } = copied;
  if (fonts.length === 0 && variables.length === 0) return;
  const { selection } = store.getState().design;
  store.getState().change((design) => ({ ...pasteElements(design, { ...copied, elements: [] }), selection }));
}

async function addElementsOf(store: DesignerStore, item: LibraryItem): Promise<void> {
  const copied = await bringItem(store, item);
  addInView(store, (design) => pasteElements(design, copied));
  noteCopies(store, item, store.getState().design.selection);
}
