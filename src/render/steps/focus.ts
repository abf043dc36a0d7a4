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
  const isAsked = pages.some(({ found }) => found.some(({ element }) => isSmart(element.position)));
  if (!isAsked) return { pages };
  const focused: PlacedPage[] = [];
  for (const page of pages) focused.push(await focusPage(page, input));
  return { pages: focused };
}

async function focusPage(page: PlacedPage, { imageCache }: RenderInput): Promise<PlacedPage> {
  // Renders without such pictures do not load the network.
  const { findFocus } = await import('../images/focus/find-focus.ts');
  const { placeFocus } = await import('../images/focus/place-focus.ts');
  const { job } = page;
  const decided = new Map<SceneElement, SceneImage>();
  const found: FoundImage[] = [];
  for (const image of page.found) {
    const { element, source, info } = image;
    const { position } = element;
    if (!isSmart(position)) {
      found.push(image);
      continue;
    }
    const key = `${position} ${source.reference.hash}`;
    const focus = await imageCache.focus(key, () => findFocus(source, info, position, job.imageMaxPixels));
    const { kind, boxes } = focus;
    const place = placeFocus(element, info, focus);
    const isFound = place !== 'attention';
    const own: SceneImage = {
      ...element,
      position: place,
      focus: {
        position,
        found: isFound ? kind : 'attention',
        faces: kind === 'face' ? boxes.length : 0,
      },
    };
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
