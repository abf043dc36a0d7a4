import { wholePlaceholder } from '../../../../../src/common/placeholders/placeholders.ts';

const none: ReadonlySet<string> = new Set();

/** Whether a text is one placeholder, `{{ … }}`, that is not empty, with nothing around it. */
export function isPlaceholder(text: string): boolean {
  return (wholePlaceholder(text, none) ?? '') !== '';
}
