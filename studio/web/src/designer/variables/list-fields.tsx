import { ActionIcon, Button, Checkbox, Group, Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconPlus, IconTrash } from '../../generated/icons.ts';
import type { ListField } from '../../../../../generated/template.ts';
import { variableWords } from '../../words/designer/variables.ts';
import classes from './variables.module.css';

const words = variableWords.fields;

const types = Object.entries(variableWords.types)
  .filter(([value]) => value !== 'list')
  .map(([value, label]) => ({ value: value as ListField['type'], label }));

/** The fields of a list: name, type, and whether each entry needs a value. */
export function ListFields({
  fields,
  error,
  onChange,
}: {
  readonly fields: readonly ListField[];
  readonly error: string | undefined;
  readonly onChange: (fields: readonly ListField[]) => void;
}): ReactNode {
  const set = (index: number, change: Partial<ListField>) =>
    onChange(fields.map((each, at) => (at === index ? { ...each, ...change } : each)));
  return (
    <fieldset className={classes.rules}>
      <legend>{words.title}</legend>
      {fields.map(({ name, type, required = false }, index) => (
        <Group key={index} gap="xs" mb={6} wrap="nowrap">
          <TextInput
            aria-label={words.name(index + 1)}
            value={name}
            dir="auto"
            autoComplete="off"
            onChange={({ currentTarget }) => set(index, { name: currentTarget.value })}
          />
          <Select
            aria-label={words.type(index + 1)}
            data={types}
            value={type}
            allowDeselect={false}
            onChange={(chosen) => chosen !== null && set(index, { type: chosen })}
          />
          <Checkbox
            label={variableWords.dialog.required}
            checked={required}
            onChange={({ currentTarget }) => set(index, { required: currentTarget.checked })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={words.remove(index + 1)}
            onClick={() => onChange(fields.filter((_, at) => at !== index))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {error === undefined ? null : <div role="alert">{error}</div>}
      <Button
        size="compact-xs"
        variant="light"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => onChange([...fields, { name: '', type: 'text' }])}
      >
        {words.add}
      </Button>
    </fieldset>
  );
}
