import { variableWords } from '../../words/designer/variables.ts';
import type { DraftErrors, FieldDraft } from './variable-draft.ts';

const words = variableWords.dialog;

/** The keys of a variable that are typed. */
type TextKey =
  | 'name'
  | 'label'
  | 'defaultValue'
  | 'min'
  | 'max'
  | 'minLength'
  | 'maxLength'
  | 'pattern'
  | 'options';

/** What the fields of a form need, by the key that they edit. */
export function toTextProps(
  draft: FieldDraft,
  errors: DraftErrors,
  onChange: (change: Partial<FieldDraft>) => void,
) {
  return (key: TextKey) => ({
    label: ofList(draft, key) ?? words[key],
    value: draft[key],
    error: errors[key],
    autoComplete: 'off',
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ [key]: currentTarget.value }),
  });
}

/** The length of a list is how many entries it has. */
function ofList({ type }: FieldDraft, key: TextKey): string | null {
  if (type !== 'list') return null;
  return key === 'minLength' || key === 'maxLength' ? variableWords.fields[key] : null;
}
