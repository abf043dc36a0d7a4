import type { TemplateElement } from '../../../../generated/template.ts';

/** All elements with their pointers: a group before its members. */
export function* walkElements(
  elements: readonly TemplateElement[],
  pointer = '/elements',
): Generator<[pointer: string, element: TemplateElement]> {
  for (const [index, element] of elements.entries()) {
    yield [`${pointer}/${index}`, element];
    if (element.type === 'group') yield* walkElements(element.elements, `${pointer}/${index}/elements`);
  }
}
