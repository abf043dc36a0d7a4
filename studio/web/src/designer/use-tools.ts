import { useEffect, useMemo, type RefObject } from 'react';
import { knownSession } from '../api/session.ts';
import { notifyError, notifyFailed } from '../parts/notify.tsx';
import { designerWords as words } from '../words/designer/designer.ts';
import { addFonts, isFont } from './clipboard/add-fonts.ts';
import { addImages, type PictureTarget } from './clipboard/add-images.ts';
import { pasteWithFiles } from './clipboard/paste-elements.ts';
import { writeElements } from './clipboard/clipboard.ts';
import { noteCopied } from './clipboard/last-copied.ts';
import { pastePictureAddress, pasteTable, pasteText } from './clipboard/paste-content.ts';
import { readClipboard, writeHtml, type Pasted } from './clipboard/read-clipboard.ts';
import { wordsOf } from './clipboard/words.ts';
import { fitBox, fitPage, zoomAt } from './view/screen.ts';
import type { CommandTools } from './commands/command.ts';
import { openPalette } from './commands/palette.tsx';
import { goToPanel } from './panels.ts';
import { removeSelected } from './model/changes/content.ts';
import { findElements } from './model/elements.ts';
import { seenDocument } from './model/known-boxes.ts';
import { placeAroundWork } from './model/place-pages.ts';
import { measureBounds, computeCorners, toPage } from './model/placement.ts';
import type { DesignerStore } from './state/designer.ts';

/** What commands need of the page: its dialogs, the clipboard and the size of the canvas. */
export function useTools(
  store: DesignerStore,
  imageInput: RefObject<HTMLInputElement | null>,
  replaced: RefObject<string | null>,
  canEdit: boolean,
): CommandTools {
  useClipboard(store, canEdit);
  return useMemo(
    () => ({
      chooseImage(id) {
        replaced.current = id ?? null;
        imageInput.current?.click();
      },
      openPalette,
      goToPanel,
      // The browser sends the events that `useClipboard` answers.
      copy: () => void document.execCommand('copy'),
      cut: () => void document.execCommand('cut'),
      paste: (isInPlace) => void pasteFromPalette(store, isInPlace),
      zoom: (to) => zoom(store, to),
    }),
    [store, imageInput, replaced],
  );
}

/** Adds fonts to those of the template, and pictures to the page. Says so where the service refuses one. */
export async function addFiles(
  store: DesignerStore,
  files: readonly File[],
  target: PictureTarget = {},
): Promise<void> {
  const { maxFileBytes = Infinity } = knownSession()?.limits ?? {};
  const fonts = files.filter(isFont);
  const pictures = files.filter((file) => !isFont(file));
  if (fonts.length > 0) await addFonts(store, fonts, maxFileBytes).catch(notifyError);
  if (pictures.length > 0) await addImages(store, pictures, maxFileBytes, target).catch(notifyError);
}

/** Keys of the clipboard, wherever no field has the focus. */
function useClipboard(store: DesignerStore, canEdit: boolean): void {
  useEffect(() => {
    if (!canEdit) return;
    const copy = (event: ClipboardEvent) => {
      if (isInField(event)) return;
      const { templateId, design, change } = store.getState();
      if (design.selection.length === 0) return;
      // What is pasted into a text, or into another program, are the words.
      const copied = writeElements(templateId, design);
      const words = wordsOf(design);
      noteCopied(copied, words);
      event.clipboardData?.setData('text/plain', words);
      event.clipboardData?.setData('text/html', writeHtml(copied, words));
      event.preventDefault();
      if (event.type === 'cut') change(removeSelected);
    };
    const paste = (event: ClipboardEvent) => {
      if (isInField(event) || event.clipboardData === null) return;
      const pasted = readClipboard({
        text: event.clipboardData.getData('text/plain'),
        html: event.clipboardData.getData('text/html'),
        files: [...event.clipboardData.files],
      });
      if (pasted === null) return;
      event.preventDefault();
      pasteInto(store, pasted, isInPlace).catch(notifyError);
    };
    // The event of pasting does not say whether Shift is held.
    let isInPlace = false;
    const press = ({ shiftKey }: KeyboardEvent) => void (isInPlace = shiftKey);
    window.addEventListener('keydown', press, { capture: true });
    document.addEventListener('copy', copy);
    document.addEventListener('cut', copy);
    document.addEventListener('paste', paste);
    return () => {
      window.removeEventListener('keydown', press, { capture: true });
      document.removeEventListener('copy', copy);
      document.removeEventListener('cut', copy);
      document.removeEventListener('paste', paste);
    };
  }, [store, canEdit]);
}

function isInField({ target }: Event): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable="true"]') !== null;
}

/** Pastes whatever it is. */
async function pasteInto(store: DesignerStore, pasted: Pasted, isInPlace: boolean): Promise<void> {
  switch (pasted.kind) {
    case 'elements':
      return await pasteWithFiles(store, pasted.copied, isInPlace);
    case 'files':
      return await addFiles(store, pasted.files);
    case 'table':
      return pasteTable(store, pasted.rows);
    case 'picture':
      return pastePictureAddress(store, pasted.src);
    case 'text':
      return pasteText(store, pasted.runs);
  }
}

/** All that a page may read with permission. */
async function readWithPermission(): Promise<Parameters<typeof readClipboard>[0]> {
  const [item] = await navigator.clipboard.read();
  const get = async (type: string) => (item?.types.includes(type) === true ? await item.getType(type) : null);
  const picture = await get('image/png');
  return {
    text: (await (await get('text/plain'))?.text()) ?? '',
    html: (await (await get('text/html'))?.text()) ?? '',
    files: picture === null ? [] : [new File([picture], 'pasted.png', { type: 'image/png' })],
  };
}

/** Browsers let a page read the clipboard only with permission; the keys need none. */
async function pasteFromPalette(store: DesignerStore, isInPlace: boolean): Promise<void> {
  try {
    const pasted = readClipboard(await readWithPermission());
    if (pasted !== null) await pasteInto(store, pasted, isInPlace);
  } catch {
    notifyFailed(words.pasteByKeys);
  }
}

const zoomStep = 1.25;

function zoom(store: DesignerStore, to: Parameters<CommandTools['zoom']>[0]): void {
  const { view, design, setView, renderedPages } = store.getState();
  const canvas = document.querySelector('[data-canvas]')?.getBoundingClientRect();
  if (canvas === undefined) return;
  const centre = { x: canvas.width / 2, y: canvas.height / 2 };
  if (to === 'in' || to === 'out') {
    setView(zoomAt(view, to === 'in' ? view.zoom * zoomStep : view.zoom / zoomStep, centre));
    return;
  }
  if (to === 'actual' || typeof to === 'number') {
    const next = zoomAt(view, to === 'actual' ? 1 : to, centre);
    setView({ ...next, x: Math.round(next.x), y: Math.round(next.y) });
    return;
  }
  if (to === 'all') {
    const pages = placeAroundWork(design.document, renderedPages);
    const corners = pages.flatMap(({ x, y, width, height }) => [
      { x, y },
      { x: x + width, y: y + height },
    ]);
    setView(fitBox(design.document, canvas, measureBounds(corners), 8));
    return;
  }
  const placed = to === 'selection' ? findElements(seenDocument(design), design.selection) : [];
  if (placed.length === 0) {
    setView(fitPage(seenDocument(design), canvas, 8));
    return;
  }
  const corners = placed.flatMap((each) => computeCorners(each.element, toPage(each)));
  setView(fitBox(seenDocument(design), canvas, measureBounds(corners), 8));
}
