import type { Surface } from '../../surface/layers.ts';
import type { SceneElement } from '../../scene/elements.ts';
import { PdfContext } from '../content/pdf-context.ts';
import type { PageStructure } from './structure.ts';

/** Returns a function that draws the pictures of a page as parts of its structure. */
export function pictureMarker({ pictures }: PageStructure) {
  return (context: Surface['context'], element: SceneElement, draw: () => void): void => {
    const part = pictures.get(element);
    const page: unknown = context;
    if (part === undefined || !(page instanceof PdfContext)) draw();
    else page.drawPart(part, draw);
  };
}
