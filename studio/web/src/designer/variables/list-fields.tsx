import {
  ActionIcon,
  Button,
  Checkbox,
  Collapse,
  Group,
  Input,
  Select,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import { IconAdjustments, IconChevronDown, IconPlus, IconTrash } from '../../generated/icons.ts';
import type { ListField } from '../../../../../generated/template.ts';
import { MAX_LIST_DEPTH } from '../../../../../src/common/values/lists.ts';
import { ListInput } from '../../parts/previews/list-input.tsx';
import { variableWords } from '../../words/designer/variables.ts';
import { RuleFields } from './rule-fields.tsx';
import { newField, shownFields, type FieldDraft, type DraftErrors } from './variable-draft.ts';
import classes from './variables.module.css';

const words = variableWords.fields;

const types = Object.entries(variableWords.types).map(([value, label]) => ({
  value: value as ListField['type'],
  label,
}));
const typesOfTexts = types.filter(({ value }) => value !== 'list');

interface ListFieldsProps {
  readonly fields: readonly FieldDraft[];
  readonly error: string | undefined;
  readonly errors: readonly DraftErrors[];
  /** The lists around the fields. */
  readonly depth: number;
  readonly onChange: (fields: readonly FieldDraft[]) => void;
}

/** The fields of a list in the order of its columns, each with its rules. */
export function ListFields({ fields, error, errors, depth, onChange }: ListFieldsProps): ReactNode {
  const set = (index: number, change: Partial<FieldDraft>) =>
    onChange(fields.map((each, at) => (at === index ? { ...each, ...change } : each)));
  const moveUp = (index: number) => {
    const moved = [...fields];
    moved.splice(index - 1, 0, ...moved.splice(index, 1));
    onChange(moved);
  };
  return (
    <fieldset className={classes.rules}>
      <legend>{words.title}</legend>
      {fields.map((field, index) => (
        <FieldRow
          key={index}
          number={index + 1}
          field={field}
          errors={errors[index] ?? {}}
          depth={depth}
          onChange={(change) => set(index, change)}
          onMoveUp={index === 0 ? null : () => moveUp(index)}
          onRemove={() => onChange(fields.filter((_, at) => at !== index))}
        />
      ))}
      {error === undefined ? null : <Input.Error role="alert">{error}</Input.Error>}
      <Button
        size="compact-xs"
        variant="light"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => onChange([...fields, newField()])}
      >
        {words.add}
      </Button>
    </fieldset>
  );
}

interface FieldRowProps {
  readonly number: number;
  readonly field: FieldDraft;
  readonly errors: DraftErrors;
  readonly depth: number;
  readonly onChange: (change: Partial<FieldDraft>) => void;
  readonly onMoveUp: (() => void) | null;
  readonly onRemove: () => void;
}

function FieldRow(props: FieldRowProps): ReactNode {
  const { number, field, errors, depth, onChange, onMoveUp, onRemove } = props;
  const id = useId();
  const [isOpened, setOpened] = useState(false);
  const { name: nameError, ...others } = errors;
  // What is wrong has to be seen.
  const isOpen = isOpened || Object.keys(others).length > 0;
  return (
    <div role="group" aria-label={words.item(number)} className={classes.field}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <TextInput
          aria-label={words.name(number)}
          value={field.name}
          dir="auto"
          autoComplete="off"
          error={nameError}
          className={classes.fieldName}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        />
        <Select
          aria-label={words.type(number)}
          data={depth < MAX_LIST_DEPTH ? types : typesOfTexts}
          value={field.type}
          allowDeselect={false}
          className={classes.fieldType}
          onChange={(chosen) => {
            if (chosen === null) return;
            onChange({ type: chosen });
            // A list needs fields.
            if (chosen === 'list') setOpened(true);
          }}
        />
        <Group gap={2} wrap="nowrap" mt={4}>
          <ActionIcon
            variant={isOpen ? 'light' : 'subtle'}
            color={isOpen ? 'ink' : 'gray'}
            aria-label={words.rules(number)}
            aria-expanded={isOpen}
            onClick={() => setOpened(!isOpen)}
          >
            <IconAdjustments size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={words.moveUp(number)}
            disabled={onMoveUp === null}
            onClick={() => onMoveUp?.()}
          >
            <IconChevronDown size={16} aria-hidden className={classes.up} />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" aria-label={words.remove(number)} onClick={onRemove}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      <Collapse expanded={isOpen}>
        {isOpen ? (
          <div className={classes.fieldRules}>
            <SimpleGrid cols={2} spacing="sm" mb="sm">
              <TextInput
                label={variableWords.dialog.label}
                value={field.label}
                dir="auto"
                autoComplete="off"
                onChange={({ currentTarget }) => onChange({ label: currentTarget.value })}
              />
              {field.type === 'list' ? null : (
                <TextInput
                  label={variableWords.dialog.defaultValue}
                  value={field.defaultValue}
                  dir="auto"
                  autoComplete="off"
                  onChange={({ currentTarget }) => onChange({ defaultValue: currentTarget.value })}
                />
              )}
            </SimpleGrid>
            <Checkbox
              label={words.required}
              checked={field.required}
              mb="sm"
              onChange={({ currentTarget }) => onChange({ required: currentTarget.checked })}
            />
            {field.type === 'list' ? (
              <Stack gap="sm" mb="sm">
                <ListFields
                  fields={field.fields}
                  error={errors.fields}
                  errors={errors.eachField ?? []}
                  depth={depth + 1}
                  onChange={(fields) => onChange({ fields })}
                />
                <ListInput
                  field={{
                    id: `${id}-default`,
                    label: variableWords.dialog.defaultValue,
                    description: words.defaultHint,
                    withAsterisk: false,
                    error: errors.defaultValue ?? null,
                    placeholder: '',
                    dir: 'auto',
                  }}
                  fields={shownFields(field.fields)}
                  place={field.name}
                  value={field.defaultValue}
                  onChange={(value) => onChange({ defaultValue: value ?? '' })}
                />
              </Stack>
            ) : null}
            <RuleFields draft={field} errors={errors} onChange={onChange} />
          </div>
        ) : null}
      </Collapse>
    </div>
  );
}
