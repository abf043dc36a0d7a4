/** The words of elements, for what takes no elements. */
import type { Design } from '../model/design.ts';
import { readText } from '../model/changes/type-text.ts';
import { findElements, walkElements } from '../model/elements.ts';

/** The texts of what is selected, one a line; of a selection without texts, the names of its elements. */
export function wordsOf({ document, selection }: Pick<Design, 'document' | 'selection'>): string {
  const elements = findElements(document, selection).map(({ element }) => element);
  const texts = [...walkElements(elements)].flatMap(({ element }) =>
    element.type === 'text' ? [readText(element)] : [],
  );
  return texts.length > 0 ? texts.join('\n') : elements.map(({ id }) => id).join('\n');
}
