import type { TemplateVariable, VariableValidation } from '../model/template.ts';
import type { Schema } from '../../api/client.ts';
import type { ListEntry, ListField } from '../../../../../generated/template.ts';
import { readEntries, type Entries } from '../../parts/previews/list-entries.ts';
import { defaultText, innerListKey } from '../../../../../src/common/values/lists.ts';
import { variableWords } from '../../words/designer/variables.ts';

const words = variableWords.dialog;

/** A variable, or a field of a list, while it is edited: what stands in the fields of the form. */
export interface FieldDraft {
  /** The name that it had; null: it is new. */
  readonly before: string | null;
  readonly name: string;
  readonly label: string;
  readonly type: TemplateVariable['type'];
  readonly required: boolean;
  readonly defaultValue: string;
  readonly defaultIsNeutral: boolean;
  readonly minLength: string;
  readonly maxLength: string;
  readonly min: string;
  readonly max: string;
  readonly pattern: string;
  /** One a line. */
  readonly options: string;
  /** Of a list. */
  readonly fields: readonly FieldDraft[];
}

/** A variable while it is edited. */
export type VariableDraft = FieldDraft;

/** What is wrong with a variable or a field of a list, by the form's fields. */
export interface DraftErrors extends Partial<Record<keyof FieldDraft, string>> {
  /** By the place of the list's field. */
  readonly eachField?: readonly DraftErrors[];
}

/**
 * The fields of a variable; null: of a new one of this type.
 *
 * @param neutralDefault of a new one: what stands in for a missing value without a warning
 */
export function openDraft(
  variable: TemplateVariable | null,
  type: TemplateVariable['type'] = 'text',
  neutralDefault = '',
): VariableDraft {
  const preset = neutralDefault === '' ? {} : { defaultValue: neutralDefault, defaultIsNeutral: true };
  return { ...openField(variable ?? { ...newVariable, ...preset, type }), before: variable?.name ?? null };
}

/** A field of a list that is added. */
export function newField(): FieldDraft {
  return { ...openField(newVariable), before: null };
}

function openField(opened: TemplateVariable | ListField): FieldDraft {
  const { name, label, type, required, validation = {} } = opened;
  const write = (value: number | undefined) => (value === undefined ? '' : String(value));
  return {
    before: name,
    name,
    type,
    label: label ?? '',
    required: required ?? false,
    defaultValue: defaultText(opened) ?? '',
    defaultIsNeutral: opened.defaultIsNeutral ?? false,
    minLength: write(validation.minLength),
    maxLength: write(validation.maxLength),
    min: write(validation.min),
    max: write(validation.max),
    pattern: validation.pattern ?? '',
    options: (validation.options ?? []).join('\n'),
    fields: (opened.fields ?? []).map(openField),
  };
}

const newVariable: TemplateVariable = { name: '', type: 'text' };

/** Numbers have a range, all others have a length. */
export function hasRange({ type }: FieldDraft): boolean {
  return type === 'number';
}

/** Checks what the fields hold. The service checks patterns, defaults and options. */
export function checkDraft(
  draft: VariableDraft,
  takenNames: readonly string[],
  nameTaken: string = words.nameTaken,
): DraftErrors {
  const { type, fields } = draft;
  const errors = checkField(draft, takenNames, nameTaken);
  if (type !== 'list') return errors;
  const eachField = fields.map((field, index) => {
    const others = fields.filter((_, at) => at !== index).map(({ name }) => name.trim());
    return checkDraft(field, others, variableWords.fields.nameTaken);
  });
  return {
    ...errors,
    ...(fields.length === 0 ? { fields: variableWords.fields.wrong } : {}),
    ...(eachField.some((each) => Object.keys(each).length > 0) ? { eachField } : {}),
  };
}

function checkField(draft: FieldDraft, takenNames: readonly string[], nameTaken: string): DraftErrors {
  const errors: { -readonly [Key in keyof DraftErrors]: DraftErrors[Key] } = {};
  const name = draft.name.trim();
  if (name === '') errors.name = words.nameEmpty;
  else if (/[{}]/u.test(name)) errors.name = words.nameBraces;
  else if (takenNames.includes(name)) errors.name = nameTaken;
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
export function closeDraft(draft: FieldDraft): TemplateVariable & ListField {
  const { type, fields, defaultValue } = draft;
  if (type !== 'list') return { ...closeField(draft), type, ...givenDefault(defaultValue) };
  return {
    ...closeField(draft),
    type,
    fields: fields.map(closeDraft),
    ...givenDefault(asEntries(defaultValue, fields)),
  };
}

function givenDefault<Value extends string | object>(defaultValue: Value): { defaultValue?: Value } {
  return defaultValue === '' ? {} : { defaultValue };
}

function closeField(draft: FieldDraft): ListField {
  const { label, type, required, defaultIsNeutral } = draft;
  const range = hasRange(draft)
    ? { min: readNumber(draft.min), max: readNumber(draft.max) }
    : { minLength: readNumber(draft.minLength), maxLength: readNumber(draft.maxLength) };
  const validation = dropUndefined<VariableValidation>({
    ...range,
    ...(type === 'list' ? {} : textRules(draft)),
  });
  return {
    name: draft.name.trim(),
    type,
    ...(label.trim() === '' ? {} : { label: label.trim() }),
    ...(required ? { required } : {}),
    ...(defaultIsNeutral ? { defaultIsNeutral } : {}),
    ...(Object.keys(validation).length === 0 ? {} : { validation }),
  };
}

/** New names of fields by those they had, by the keys of their lists: see `innerListKey`. */
export type NewFieldNames = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The new names of the fields of a list, and of the lists in it. @param list its key, by its old names */
export function renamedFields({ fields }: FieldDraft, list: string): NewFieldNames {
  const names = new Map(
    fields.flatMap(({ before, name }) =>
      before === null || before === name.trim() ? [] : [[before, name.trim()] as const],
    ),
  );
  const inner = fields.flatMap((field) =>
    field.before === null ? [] : [...renamedFields(field, innerListKey(list, field.before))],
  );
  return new Map([...(names.size === 0 ? [] : [[list, names] as const]), ...inner]);
}

/** Entries with the new names of their fields. */
function renameFields(entries: Entries, fields: readonly FieldDraft[]): Entries {
  return entries.map((entry) =>
    Object.fromEntries(
      Object.entries(entry).map(([key, value]) => {
        const field = fields.find(({ before, name }) => (before ?? name.trim()) === key);
        if (field === undefined) return [key, value];
        return [field.name.trim(), typeof value === 'object' ? renameFields(value, field.fields) : value];
      }),
    ),
  );
}

/** The columns of a list's default. Its entries have the names that the fields had. */
export function shownFields(fields: readonly FieldDraft[]): Schema<'ListField'>[] {
  const named = fields.filter(({ name }) => name.trim() !== '');
  return named.map(({ before, name, type, label, fields: inner }) => ({
    name: before ?? name,
    type,
    required: false,
    label: label === '' ? name : label,
    ...(type === 'list' ? { fields: shownFields(inner) } : {}),
  }));
}

function textRules({ pattern, options }: FieldDraft) {
  const accepted = [...new Set(options.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
  return {
    pattern: pattern === '' ? undefined : pattern,
    options: accepted.length === 0 ? undefined : accepted,
  };
}

/** Entries as a person would write them into the document. */
function asEntries(json: string, fields: readonly FieldDraft[]): string | ListEntry[] {
  const entries = renameFields(readEntries(json), fields);
  return entries.length === 0 ? json : (structuredClone(entries) as ListEntry[]);
}

function readNumber(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text);
}

function dropUndefined<Value extends object>(value: {
  readonly [Key in keyof Value]: Value[Key] | undefined;
}): Value {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Value;
}
