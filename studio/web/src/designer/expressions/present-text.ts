import { shownValues } from '../state/shown-values.ts';
import type { DesignerState } from '../state/designer.ts';
import { scopeAt } from './known-names.ts';

/**
 * What a text with placeholders shows at present, with the values of the canvas; null if it shows nothing.
 *
 * @param place the keys from what is selected to the text
 */
export async function presentText(state: DesignerState, text: string, place: string): Promise<string | null> {
  const { evaluateText } = await import('./evaluate.ts');
  const { document } = state.design;
  const { entries } = scopeAt(state.design, place);
  const result = evaluateText(text, document, shownValues(state), { entries, isAlways: true });
  return result === null || result.isFault ? null : result.text;
}
