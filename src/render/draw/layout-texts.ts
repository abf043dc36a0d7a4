import type { FontBook } from '../fonts/font-book.ts';
import type { SceneElement, SceneText } from '../scene.ts';
import { layoutText } from '../text/layout.ts';
import type { TextLayout } from '../text/text-layout.ts';

/** Lays out every text of a scene, those inside groups too. */
export function layoutTexts(elements: readonly SceneElement[], fonts: FontBook): Map<SceneText, TextLayout> {
  const layouts = new Map<SceneText, TextLayout>();
  const visit = (element: SceneElement): void => {
    if (element.type === 'text') layouts.set(element, layoutText(element, fonts));
    else if (element.type === 'group') element.elements.forEach(visit);
  };
  elements.forEach(visit);
  return layouts;
}
