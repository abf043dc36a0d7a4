import { numberKeys } from '../../../../../src/render/bind/placeholders.ts';
import type { TemplateDocument, TemplateElement } from './template.ts';
import { walkElements } from './elements.ts';

interface Content {
  readonly document: TemplateDocument;
}

/**
 * A recipe that moves elements, for documents whose numbers may be bound to values: those count as 0, opacity
 * as 1, and stay bound.
 */
export function keepBound<C extends Content>(recipe: (content: C) => void): (content: C) => void {
  return (content) => {
    const bound: { readonly element: Numbers; readonly key: string; readonly text: string }[] = [];
    for (const { element } of walkElements(content.document.elements)) {
      for (const [key, text] of boundNumbersOf(element)) {
        bound.push({ element: element as unknown as Numbers, key, text });
        (element as unknown as Numbers)[key] = key === 'opacity' ? 1 : 0;
      }
    }
    recipe(content);
    for (const { element, key, text } of bound) element[key] = text;
  };
}

type Numbers = Record<string, number | string>;

/** The keys of an element whose numbers are worked out, with what they are bound to. */
export function boundNumbersOf(element: TemplateElement): [key: string, text: string][] {
  return Object.entries(element).filter(
    (entry): entry is [string, string] => numberKeys.has(entry[0]) && typeof entry[1] === 'string',
  );
}
