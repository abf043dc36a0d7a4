import type { FoundImage } from '../images/place-images.ts';
import type { SceneElement } from '../scene/elements.ts';
import { isSmart, type SceneImage } from '../scene/image.ts';
import type { PlacedPage, PlacedPages, RenderInput } from './inputs.ts';

/**
 * Decides which part of pictures is shown that are cropped by what is on them. All formats, and the report,
 * see the same position after that.
 *
 * @throws RenderInputError for a picture that cannot be decoded
 */
export async function focusPictures({ pages, ...input }: RenderInput & PlacedPages): Promise<PlacedPages> {
  if (!pages.some(({ found }) => found.some(({ element }) => isUndecided(element)))) return { pages };
  const focused: PlacedPage[] = [];
  for (const page of pages) focused.push(await focusPage(page, input));
  return { pages: focused };
}

function isUndecided({ position, focusPoint, fit }: SceneImage): boolean {
  return isSmart(position) || (focusPoint !== undefined && fit !== 'tile');
}

async function focusPage(page: PlacedPage, { imageCache }: RenderInput): Promise<PlacedPage> {
  const { placeFocus } = await import('../images/focus/place-focus.ts');
  const { job } = page;
  const decided = new Map<SceneElement, SceneImage>();
  const found: FoundImage[] = [];
  for (const image of page.found) {
    const { element, source, info } = image;
    const { position, focusPoint } = element;
    let focused: Pick<SceneImage, 'position' | 'focus'> | null = null;
    if (isSmart(position)) {
      // Renders without such pictures do not load the network.
      const { findFocus } = await import('../images/focus/find-focus.ts');
      const key = `${position} ${source.reference.hash}`;
      const focus = await imageCache.focus(key, () => findFocus(source, info, position, job.imageMaxPixels));
      const { kind, boxes } = focus;
      const place = placeFocus(element, info, focus);
      const faces = kind === 'face' ? boxes.length : 0;
      const isFound = place !== 'attention';
      focused = { position: place, focus: { position, found: isFound ? kind : 'attention', faces } };
    } else if (focusPoint !== undefined) {
      const boxes = [{ ...focusPoint, width: 0, height: 0 }];
      const place = placeFocus(element, info, { kind: 'point', boxes });
      // A crop that leaves the point out shows its own middle.
      if (place !== 'attention')
        focused = { position: place, focus: { position: 'point', found: 'point', faces: 0 } };
    }
    if (focused === null) {
      found.push(image);
      continue;
    }
    const own: SceneImage = { ...element, ...focused };
    decided.set(element, own);
    found.push({ ...image, element: own });
  }
  const scene = { ...job.scene, elements: exchange(job.scene.elements, decided) };
  return { ...page, job: { ...job, scene }, found };
}

function exchange(
  elements: readonly SceneElement[],
  decided: ReadonlyMap<SceneElement, SceneImage>,
): SceneElement[] {
  return elements.map((element) => {
    if (element.type === 'group') return { ...element, elements: exchange(element.elements, decided) };
    return decided.get(element) ?? element;
  });
}
