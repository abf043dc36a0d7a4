import { Select, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { variableWords } from '../../words/designer/variables.ts';
import { shownFields, type DraftErrors, type VariableDraft } from './variable-draft.ts';
import { ListInput } from '../../parts/previews/list-input.tsx';
import { ListFields } from './list-fields.tsx';
import { RuleFields } from './rule-fields.tsx';
import { toTextProps } from './text-props.ts';
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
  const text = toTextProps(draft, errors, onChange);
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
        <ListFields
          fields={draft.fields}
          error={errors.fields}
          errors={errors.eachField ?? []}
          depth={1}
          onChange={(fields) => onChange({ fields })}
        />
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
          fields={shownFields(draft.fields)}
          place={draft.name}
          value={draft.defaultValue}
          onChange={(value) => onChange({ defaultValue: value ?? '' })}
        />
      ) : draft.type === 'text' ? (
        <Textarea {...text('defaultValue')} description={words.defaultHint} dir="auto" autosize maxRows={6} />
      ) : (
        <TextInput {...text('defaultValue')} description={words.defaultHint} />
      )}
      {draft.defaultValue === '' ? null : (
        <Switch
          label={words.defaultIsNeutral}
          description={words.defaultIsNeutralHint}
          checked={draft.defaultIsNeutral}
          onChange={({ currentTarget }) => onChange({ defaultIsNeutral: currentTarget.checked })}
        />
      )}
      <fieldset className={classes.rules}>
        <legend>{words.rules}</legend>
        <RuleFields draft={draft} errors={errors} onChange={onChange} />
      </fieldset>
    </>
  );
}
