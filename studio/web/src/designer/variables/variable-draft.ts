import type { TemplateVariable, VariableValidation } from '../model/template.ts';
import { defaultText } from '../../../../../src/domain/variables/lists.ts';
import { variableWords } from '../../words/designer/variables.ts';

const words = variableWords.dialog;

/** A variable while it is edited: what stands in the fields. */
export interface VariableDraft {
  readonly name: string;
  readonly label: string;
  readonly type: TemplateVariable['type'];
  readonly required: boolean;
  readonly defaultValue: string;
  readonly minLength: string;
  readonly maxLength: string;
  readonly min: string;
  readonly max: string;
  readonly pattern: string;
  /** One a line. */
  readonly options: string;
}

/** What is wrong, by field. */
export type DraftErrors = Partial<Record<keyof VariableDraft, string>>;

/** The fields of a variable; null: of a new one. */
export function openDraft(variable: TemplateVariable | null): VariableDraft {
  const opened = variable ?? newVariable;
  const { name, label, type, required, validation = {} } = opened;
  const write = (value: number | undefined) => (value === undefined ? '' : String(value));
  return {
    name,
    type,
    label: label ?? '',
    required: required ?? false,
    defaultValue: defaultText(opened) ?? '',
    minLength: write(validation.minLength),
    maxLength: write(validation.maxLength),
    min: write(validation.min),
    max: write(validation.max),
    pattern: validation.pattern ?? '',
    options: (validation.options ?? []).join('\n'),
  };
}

const newVariable: TemplateVariable = { name: '', type: 'text' };

/** Numbers have a range, all others have a length. */
export function hasRange({ type }: VariableDraft): boolean {
  return type === 'number';
}

/** Checks what the fields hold. The service checks patterns, defaults and options. */
export function checkDraft(draft: VariableDraft, takenNames: readonly string[]): DraftErrors {
  const errors: DraftErrors = {};
  const name = draft.name.trim();
  if (name === '') errors.name = words.nameEmpty;
  else if (/[{}]/u.test(name)) errors.name = words.nameBraces;
  else if (takenNames.includes(name)) errors.name = words.nameTaken;
  const [least, most] = hasRange(draft) ? (['min', 'max'] as const) : (['minLength', 'maxLength'] as const);
  for (const key of [least, most]) {
    const text = draft[key].trim();
    if (text === '') continue;
    if (!Number.isFinite(Number(text))) errors[key] = words.notNumber;
    else if (!hasRange(draft) && !/^\d+$/u.test(text)) errors[key] = words.notCount;
  }
  const isCrossed = readNumber(draft[least])! > readNumber(draft[most])!;
  if (errors[least] === undefined && errors[most] === undefined && isCrossed) errors[most] = words.crossed;
  return errors;
}

/** The variable that the fields describe, without keys that say nothing. */
export function closeDraft(draft: VariableDraft): TemplateVariable {
  const { label, type, required, defaultValue, pattern } = draft;
  const options = [...new Set(draft.options.split('\n').map((line) => line.trim()))].filter(
    (line) => line !== '',
  );
  const range = hasRange(draft)
    ? { min: readNumber(draft.min), max: readNumber(draft.max) }
    : { minLength: readNumber(draft.minLength), maxLength: readNumber(draft.maxLength) };
  const validation = dropUndefined<VariableValidation>({
    ...range,
    pattern: pattern === '' ? undefined : pattern,
    options: options.length === 0 ? undefined : options,
  });
  return {
    name: draft.name.trim(),
    type,
    ...(label.trim() === '' ? {} : { label: label.trim() }),
    ...(required ? { required } : {}),
    ...(defaultValue === '' ? {} : { defaultValue }),
    ...(Object.keys(validation).length === 0 ? {} : { validation }),
  };
}

function readNumber(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text);
}

function dropUndefined<Value extends object>(value: {
  readonly [Key in keyof Value]: Value[Key] | undefined;
}): Value {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Value;
}
