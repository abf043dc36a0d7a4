import {
  Checkbox,
  Fieldset,
  Group,
  MultiSelect,
  NumberInput,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { DialogButtons } from '../dialog-buttons.tsx';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { api, data, type Schema } from '../../api/client.ts';
import { fieldErrors } from '../../api/problem.ts';
import { useChange } from '../../api/queries.ts';
import { ErrorState } from '../error-state.tsx';
import { templatePageWords } from '../../words/template.ts';
import { urlKeyWords } from '../../words/url-keys.ts';
import { SecretDialog } from '../secret-dialog.tsx';
import { TemplatesSelect, type ChosenTemplate } from './templates-select.tsx';

const { dialog: words, created: createdWords } = urlKeyWords;

interface CreateUrlKeyDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The templates that are chosen at first. */
  readonly templates?: readonly ChosenTemplate[];
}

/** Creates a URL key, and shows its secret once. */
export function CreateUrlKeyDialog({ isOpen, onClose, templates = [] }: CreateUrlKeyDialogProps): ReactNode {
  return (
    <SecretDialog isOpen={isOpen} onClose={onClose} title={words.title} created={createdWords}>
      {(onCreated) => <CreateUrlKeyForm templates={templates} onCreated={onCreated} onCancel={onClose} />}
    </SecretDialog>
  );
}

const formats = Object.entries(templatePageWords.tryIt.formats).map(([value, label]) => ({ value, label }));

function CreateUrlKeyForm({
  templates,
  onCreated,
  onCancel,
}: {
  readonly templates: readonly ChosenTemplate[];
  readonly onCreated: (secret: string) => void;
  readonly onCancel: () => void;
}): ReactNode {
  const form = useForm<FormValues>({
    initialValues: { ...unrestricted, templateIds: templates.map(({ id }) => id) },
  });
  const create = useChange(
    (body: Schema<'NewUrlKey'>) => data(api.POST('/url-keys', { body })),
    ['/url-keys', '/activity'],
    {
      onSuccess: ({ secret }) => onCreated(secret),
      // A host is a line of its field.
      onError: (error) =>
        form.setErrors(
          Object.fromEntries(
            Object.entries(fieldErrors(error)).map(([name, text]) => [name.replace(/\.\d+$/, ''), text]),
          ),
        ),
    },
  );
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate(toBody(values)))}>
      <Stack gap="md">
        {create.error === null || Object.keys(form.errors).length > 0 ? null : (
          <ErrorState error={create.error} />
        )}
        <TextInput
          label={words.name}
          description={words.nameHint}
          dir="auto"
          required
          withAsterisk={false}
          maxLength={200}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Fieldset legend={words.restrictions}>
          <Stack gap="md">
            <Text size="sm" c="dimmed">
              {words.restrictionsHint}
            </Text>
            <TemplatesSelect
              known={templates}
              value={form.values.templateIds}
              onChange={(chosen) => form.setFieldValue('templateIds', chosen)}
              error={form.errors['templateIds']}
            />
            <MultiSelect
              label={words.formats}
              placeholder={form.values.formats.length === 0 ? words.allFormats : ''}
              data={formats}
              {...form.getInputProps('formats')}
              comboboxProps={{ withinPortal: false }}
            />
            <Group gap="md" grow align="flex-start">
              <NumberInput
                label={words.maxSide}
                placeholder={words.anyNumber}
                min={1}
                max={1_000_000}
                allowDecimal={false}
                hideControls
                {...form.getInputProps('maxSide')}
              />
              <NumberInput
                label={words.rendersADay}
                placeholder={words.anyNumber}
                min={1}
                max={1_000_000_000}
                allowDecimal={false}
                hideControls
                {...form.getInputProps('rendersADay')}
              />
            </Group>
            <Textarea
              label={words.imageHosts}
              description={words.imageHostsHint}
              rows={2}
              spellCheck={false}
              {...form.getInputProps('imageHosts')}
            />
            <Checkbox
              label={words.fallback}
              description={words.fallbackHint}
              {...form.getInputProps('fallback', { type: 'checkbox' })}
            />
            <Switch
              label={words.fit}
              description={words.fitHint}
              {...form.getInputProps('fit', { type: 'checkbox' })}
            />
          </Stack>
        </Fieldset>
        <DialogButtons submit={words.submit} isBusy={create.isPending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

interface FormValues {
  readonly name: string;
  readonly templateIds: string[];
  readonly formats: string[];
  readonly maxSide: number | string;
  readonly rendersADay: number | string;
  /** One a line. */
  readonly imageHosts: string;
  readonly fallback: boolean;
  readonly fit: boolean;
}

const unrestricted: FormValues = {
  name: '',
  templateIds: [],
  formats: [],
  maxSide: '',
  rendersADay: '',
  imageHosts: '',
  fallback: false,
  fit: false,
};

function toBody(values: FormValues): Schema<'NewUrlKey'> {
  const { name, templateIds, formats: chosen, maxSide, rendersADay, fallback, fit } = values;
  const hosts = [...new Set(values.imageHosts.split(/[\s,]+/).filter((host) => host !== ''))];
  return {
    name,
    fallback,
    fit,
    ...(templateIds.length === 0 ? {} : { templateIds }),
    ...(chosen.length === 0 ? {} : { formats: chosen as Schema<'OutputFormat'>[] }),
    ...(typeof maxSide === 'number' ? { maxSide } : {}),
    ...(typeof rendersADay === 'number' ? { rendersADay } : {}),
    ...(hosts.length === 0 ? {} : { imageHosts: hosts }),
  };
}
