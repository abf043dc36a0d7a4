/** Images that become files of the template: chosen, dropped or pasted. */
import { notifyFailed, notifyNote, notifyWhile } from '../../parts/notify.tsx';
import { refusePicture } from '../../parts/template/check-picture.ts';
import { invalidateFiles, pathOfFile, uploadFile } from '../../parts/template/upload-file.ts';
import { fileWords } from '../../words/files.ts';
import { designerWords as words } from '../../words/designer/designer.ts';
import { addElements, changeElement } from '../model/changes/content.ts';
import { frameNewPicture } from '../model/changes/frame.ts';
import { findElement } from '../model/elements.ts';
import { isShape } from '../model/frames.ts';
import { seenDocument } from '../model/known-boxes.ts';
import { sideBySide } from '../model/landing-place.ts';
import { newImage } from '../model/new-elements.ts';
import type { Point } from '../model/placement.ts';
import type { TemplateElement } from '../model/template.ts';
import type { DesignerStore } from '../state/designer.ts';
import { addInView } from '../view/seen-area.ts';
import { findPlace, readFile, readSizes } from './put-file.ts';

/** Where pictures go. */
export interface PictureTarget {
  /** The middle of all of them, on the page in the document's unit. */
  readonly at?: Point | undefined;
  /** The image that shows the only one in place of its own, or the shape that becomes its frame. */
  readonly replaced?: string | null;
}

/**
 * Uploads pictures, and adds an image for each, side by side in one step of undo. A file that is no picture,
 * or is too large, is named; the others go on.
 *
 * @returns the paths of the pictures in the template
 * @throws ApiError if the service refuses one
 */
export async function addImages(
  store: DesignerStore,
  files: readonly File[],
  maxBytes: number,
  { at, replaced = null }: PictureTarget = {},
): Promise<readonly string[]> {
  const { templateId } = store.getState();
  const sizes = await readSizes(templateId);
  const added: { readonly path: string; readonly pixels: PixelSize }[] = [];
  try {
    for (const file of files) {
      const reason = await refusePicture(file, file.name, maxBytes);
      if (reason !== null) {
        notifyFailed(fileWords.named(file.name, reason));
        continue;
      }
      const place = await findPlace(templateId, pathOfFile(file), file, sizes);
      const { path, notes = [] } = place.isThere
        ? place
        : await notifyWhile(words.uploading(place.path), uploadFile(templateId, place.path, file));
      sizes.set(path, file.size);
      for (const note of notes) notifyNote(fileWords.named(file.name, note));
      const pixels = (await measure(file)) ?? (await measureUploaded(templateId, path)) ?? unknownSize;
      added.push({ path, pixels });
    }
  } finally {
    // Those before one that is refused are there.
    showImages(store, added, at, added.length === 1 ? replaced : null);
  }
  await invalidateFiles();
  return added.map(({ path }) => path);
}

function showImages(
  store: DesignerStore,
  added: readonly { readonly path: string; readonly pixels: PixelSize }[],
  at: Point | undefined,
  replaced: string | null,
): void {
  const [first] = added;
  if (first === undefined) return;
  const { change, design, select } = store.getState();
  const shape = replaced === null ? null : findElement(design.document, replaced);
  if (shape !== null && isShape(shape.element)) {
    change((before) => frameNewPicture(before, shape.element.id, first.path));
    return;
  }
  if (replaced !== null && findElement(design.document, replaced)?.element.type === 'image') {
    change((before) => changeElement(before, replaced, (element) => showPicture(element, first.path)));
    select([replaced]);
    return;
  }
  const make = (before: typeof design) => {
    const document = seenDocument(before);
    const images = added.map(({ path, pixels }) => newImage(path, pixels, document, at));
    const middle = at ?? { x: document.viewport.width / 2, y: document.viewport.height / 2 };
    if (images.length > 1)
      for (const [index, place] of sideBySide(images, middle, document).entries())
        Object.assign(images[index]!, place);
    return addElements(before, images);
  };
  if (at === undefined) addInView(store, make);
  else change(make);
}

/** Another picture in the same frame. What was cut off of the last one was its own. */
function showPicture(element: TemplateElement, path: string): void {
  if (element.type !== 'image') return;
  element.src = path;
  for (const key of ['crop', 'colors'] as const)
    if (element[key] !== undefined) element[key] = undefined as never;
}

interface PixelSize {
  readonly width: number;
  readonly height: number;
}

const unknownSize: PixelSize = { width: 300, height: 300 };

/** The size of the picture that the service has made of one that the browser cannot read. */
async function measureUploaded(templateId: string, path: string): Promise<PixelSize | null> {
  return await measure(await readFile(templateId, path));
}

/** The size of a picture in pixels; null if the browser cannot read it. */
async function measure(file: Blob): Promise<PixelSize | null> {
  const picture = new Image();
  const url = URL.createObjectURL(file);
  picture.src = url;
  await picture.decode().catch(() => undefined);
  URL.revokeObjectURL(url);
  const { naturalWidth: width, naturalHeight: height } = picture;
  return width > 0 && height > 0 ? { width, height } : null;
}
