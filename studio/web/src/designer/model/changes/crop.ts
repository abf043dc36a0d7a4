/** Changes of the part of a picture that its frame shows. */
import { keepBound } from '../bound-numbers.ts';
import { edit, type Design, type EditOptions } from '../design.ts';
import { findElement } from '../elements.ts';
import { canCrop } from '../picture-crop.ts';
import type { TemplateElement } from '../template.ts';

/** Changes an image whose lengths are all numbers meanwhile. */
export function cropImage(
  design: Design,
  id: string,
  recipe: (element: Extract<TemplateElement, { type: 'image' }>) => void,
  options: EditOptions = {},
): Design {
  return edit(
    design,
    keepBound(design, ({ document }) => {
      const element = findElement(document, id)?.element;
      if (element !== undefined && canCrop(element)) recipe(element);
    }),
    options,
  );
}
