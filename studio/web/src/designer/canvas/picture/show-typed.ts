import { produce } from 'immer';
import type { TemplateDocument } from '../../model/template.ts';
import { unset } from '../../model/design.ts';
import { findElement } from '../../model/elements.ts';

let last: {
  readonly document: TemplateDocument;
  readonly id: string;
  readonly shown: TemplateDocument;
} | null = null;

/**
 * The document in which the text that is edited is shown as it is typed, with `{{name}}` and not its value,
 * and whole.
 * The same object for the same arguments as in the call before.
 */
export function showTyped(document: TemplateDocument, id: string | null): TemplateDocument {
  if (id === null) return document;
  if (last?.document === document && last.id === id) return last.shown;
  const shown = produce(document, (draft) => {
    const element = findElement(draft, id)?.element;
    if (element?.type !== 'text') return;
    // All that is typed is seen, also what the box has no room for.
    if (element.overflow !== 'shrink') element.overflow = 'visible';
    unset(element, 'maxLines');
    if (element.text !== undefined) element.text = escapeBraces(element.text);
    for (const run of element.runs ?? []) run.text = escapeBraces(run.text);
  });
  last = { document, id, shown };
  return shown;
}

/** Makes every `{{` literal. */
function escapeBraces(text: string): string {
  return text.replaceAll(/(?<!\\)\{\{/gu, '\\{{');
}
