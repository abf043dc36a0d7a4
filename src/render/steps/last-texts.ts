import type { SceneElement } from '../scene/elements.ts';
import type { SceneText } from '../scene/text.ts';
import type { PlacedPage } from './inputs.ts';

/** For each page, the texts that no later page has. Cells and headers with equal texts share their runs. */
export function listLastTexts(pages: readonly PlacedPage[]): readonly (readonly SceneText['runs'][])[] {
  const later = new Set<SceneText['runs']>();
  const visit = (element: SceneElement, last: SceneText['runs'][]): void => {
    if (element.type === 'group') for (const each of element.elements) visit(each, last);
    if (element.type !== 'text' || later.has(element.runs)) return;
    later.add(element.runs);
    last.push(element.runs);
  };
  return pages
    .toReversed()
    .map(({ job }) => {
      const last: SceneText['runs'][] = [];
      for (const element of job.scene.elements) visit(element, last);
      return last;
    })
    .reverse();
}
