import { Select, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { variableWords } from '../../words/designer/variables.ts';
import { hasRange, type DraftErrors, type VariableDraft } from './variable-draft.ts';
import { ListInput } from '../../parts/previews/list-input.tsx';
import { ListFields } from './list-fields.tsx';
import classes from './variables.module.css';

const words = variableWords.dialog;

interface FieldsProps {
  readonly draft: VariableDraft;
  readonly errors: DraftErrors;
  readonly nameHint: string;
  readonly onChange: (change: Partial<VariableDraft>) => void;
}

const types = Object.entries(variableWords.types).map(([value, label]) => ({
  value: value as VariableDraft['type'],
  label,
}));

/** The keys of a variable; its rules are those of its type. */
export function VariableFields({ draft, errors, nameHint, onChange }: FieldsProps): ReactNode {
  const text = (key: Exclude<keyof VariableDraft, 'required' | 'type' | 'fields'>) => ({
    label: words[key],
    value: draft[key],
    error: errors[key],
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ [key]: currentTarget.value }),
  });
  const range = hasRange(draft) ? (['min', 'max'] as const) : (['minLength', 'maxLength'] as const);
  return (
    <>
      <SimpleGrid cols={2} spacing="md">
        <TextInput {...text('name')} description={nameHint} dir="auto" required data-autofocus />
        <TextInput {...text('label')} description={words.labelHint} dir="auto" />
        <Select
          label={words.type}
          data={types}
          value={draft.type}
          onChange={(type) => type !== null && onChange({ type })}
          allowDeselect={false}
        />
        <Switch
          label={words.required}
          description={words.requiredHint}
          checked={draft.required}
          onChange={({ currentTarget }) => onChange({ required: currentTarget.checked })}
          mt={26}
        />
      </SimpleGrid>
      {draft.type === 'list' ? (
        <ListFields fields={draft.fields} error={errors.fields} onChange={(fields) => onChange({ fields })} />
      ) : null}
      {draft.type === 'list' ? (
        <ListInput
          field={{
            id: 'variable-default',
            label: words.defaultValue,
            description: words.defaultHint,
            withAsterisk: false,
            error: errors.defaultValue ?? null,
            placeholder: '',
            dir: 'auto',
          }}
          fields={draft.fields.map(({ name, type }) => ({ name, type, label: name, required: false }))}
          value={draft.defaultValue}
          onChange={(value) => onChange({ defaultValue: value ?? '' })}
        />
      ) : draft.type === 'text' ? (
        <Textarea {...text('defaultValue')} description={words.defaultHint} dir="auto" autosize maxRows={6} />
      ) : (
        <TextInput {...text('defaultValue')} description={words.defaultHint} />
      )}
      <fieldset className={classes.rules}>
        <legend>{words.rules}</legend>
        <SimpleGrid cols={2} spacing="sm">
          {range.map((key) => (
            <TextInput key={key} {...text(key)} inputMode="decimal" />
          ))}
        </SimpleGrid>
        {draft.type === 'list' ? null : <TextRules text={text} />}
      </fieldset>
    </>
  );
}

/** Rules of texts; a list has them in its fields. */
function TextRules({
  text,
}: {
  readonly text: (key: 'pattern' | 'options') => Record<string, unknown>;
}): ReactNode {
  return (
    <>
      <TextInput
        {...text('pattern')}
        description={words.patternHint}
        classNames={{ input: classes.code ?? '' }}
        spellCheck={false}
        mt="sm"
      />
      <Textarea
        {...text('options')}
        description={words.optionsHint}
        dir="auto"
        autosize
        minRows={2}
        maxRows={8}
        mt="sm"
      />
    </>
  );
}
