/** Controls that edit a part of a text: what was selected in it last. */
import { changePart, partOf } from '../model/changes/style-text.ts';
import { findElements } from '../model/elements.ts';
import type { Design } from '../model/design.ts';
import type { Edited } from '../fields/edited.tsx';
import { elementSchemas, schemaAt } from '../fields/values/schema.ts';
import { setValue } from '../fields/values/values.ts';
import type { DesignerState, DesignerStore } from '../state/designer.ts';
import { propertyWords } from '../../words/designer/properties.ts';

const textSchema = [elementSchemas().get('text')!];
const runSchema = schemaAt(textSchema, 'runs.0');

/** What of the one selected text is selected in it. */
export interface SelectedPart {
  readonly id: string;
  readonly text: string;
  readonly edited: Edited;
}

/** The part of a text that is selected; null: none, or all of it has one style and is selected. */
export function findPart(
  store: DesignerStore,
  { document, selection }: Pick<Design, 'document' | 'selection'>,
  range: DesignerState['textRange'],
): SelectedPart | null {
  const [placed, ...others] = findElements(document, selection);
  if (placed?.element.type !== 'text' || others.length > 0 || range?.id !== placed.element.id) return null;
  const { element } = placed;
  const part = partOf(element, range);
  if (part === null) return null;
  const unit = document.viewportUnit ?? 'px';
  return {
    id: element.id,
    text: part.map(({ text }) => text).join(''),
    edited: {
      targets: part,
      schema: runSchema,
      unit,
      name: propertyWords.runs.part,
      // A part that says nothing looks as its text.
      inherited: { targets: [element], schema: textSchema },
      set: setValue,
      change: (recipe, joins) =>
        store
          .getState()
          .change((design) =>
            changePart(design, element.id, range, recipe, joins === undefined ? {} : { joins }),
          ),
    },
  };
}
