import type { TemplateVariable, VariableValidation } from '../model/template.ts';
import type { ListField } from '../../../../../generated/template.ts';
import { readEntries } from '../../parts/previews/list-entries.ts';
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
  /** Of a list. */
  readonly fields: readonly ListField[];
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
    fields: opened.fields ?? [],
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
  const names = draft.fields.map((field) => field.name.trim());
  const isNamed = names.length > 0 && !names.includes('') && new Set(names).size === names.length;
  if (draft.type === 'list' && !isNamed) errors.fields = variableWords.fields.wrong;
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
  const { label, type, required, defaultValue } = draft;
  const range = hasRange(draft)
    ? { min: readNumber(draft.min), max: readNumber(draft.max) }
    : { minLength: readNumber(draft.minLength), maxLength: readNumber(draft.maxLength) };
  const isList = type === 'list';
  const validation = dropUndefined<VariableValidation>({
    ...range,
    ...(isList ? {} : textRules(draft)),
  });
  return {
    name: draft.name.trim(),
    type,
    ...(label.trim() === '' ? {} : { label: label.trim() }),
    ...(required ? { required } : {}),
    ...(isList ? { fields: draft.fields.map((field) => ({ ...field, name: field.name.trim() })) } : {}),
    ...(defaultValue === '' ? {} : { defaultValue: isList ? asEntries(defaultValue) : defaultValue }),
    ...(Object.keys(validation).length === 0 ? {} : { validation }),
  };
}

function textRules({ pattern, options }: VariableDraft) {
  const accepted = [...new Set(options.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
  return {
    pattern: pattern === '' ? undefined : pattern,
    options: accepted.length === 0 ? undefined : accepted,
  };
}

/** Entries as a person would write them into the document. */
function asEntries(json: string): string | Record<string, string>[] {
  const entries = readEntries(json);
  return entries.length === 0 ? json : entries.map((entry) => ({ ...entry }));
}

function readNumber(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text);
}

function dropUndefined<Value extends object>(value: {
  readonly [Key in keyof Value]: Value[Key] | undefined;
}): Value {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Value;
}
