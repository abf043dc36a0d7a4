import type { SceneElement } from '../../scene/elements.ts';
import type { Surface } from '../../surface/layers.ts';
import type { PageStructure } from './structure.ts';

/** Returns a function that draws the pictures of a page as parts of its structure. */
export function pictureMarker({ pictures }: PageStructure) {
  return (surface: Surface, element: SceneElement, draw: () => void): void => {
    const part = pictures.get(element);
    if (part === undefined || surface.kind !== 'pdf') draw();
    else surface.drawPart(part, draw);
  };
}
