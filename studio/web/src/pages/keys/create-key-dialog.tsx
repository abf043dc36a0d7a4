import { Alert, Button, Checkbox, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState, type ReactNode } from 'react';
import { IconAlertTriangle } from '../../generated/icons.ts';
import { api, data, type Schema } from '../../api/client.ts';
import { fieldErrors } from '../../api/problem.ts';
import { useChange } from '../../api/queries.ts';
import { formatDate } from '../../formats.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import { HandedOver } from '../../parts/handed-over.tsx';
import { keyWords } from '../../words/keys.ts';
import { partWords } from '../../words/parts.ts';

const { dialog: words, created: createdWords } = keyWords;

interface CreateKeyDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Creates a key, and shows it once. Only the button closes the dialog then, so that no key is lost. */
export function CreateKeyDialog({ isOpen, onClose }: CreateKeyDialogProps): ReactNode {
  const [apiKey, setApiKey] = useState<string | null>(null);
  const isShown = apiKey !== null;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      onExitTransitionEnd={() => setApiKey(null)}
      title={isShown ? createdWords.title : words.title}
      withCloseButton={!isShown}
      closeOnEscape={!isShown}
    >
      {isShown ? (
        <HandedOver value={apiKey} what={createdWords.apiKey} copy={createdWords.copy} onDone={onClose}>
          <Stack gap="sm">
            <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
              {createdWords.warning}
            </Alert>
            <Text size="sm">{createdWords.hint}</Text>
          </Stack>
        </HandedOver>
      ) : (
        <CreateKeyForm onCreated={setApiKey} onCancel={onClose} />
      )}
    </Modal>
  );
}

const lifetimes = ['never', '7', '30', '90', '365'] as const;

function CreateKeyForm({
  onCreated,
  onCancel,
}: {
  readonly onCreated: (apiKey: string) => void;
  readonly onCancel: () => void;
}): ReactNode {
  const form = useForm({
    initialValues: { name: '', expiresInDays: 'never', mayAuthor: false },
  });
  const create = useChange(
    (body: Schema<'NewKey'>) => data(api.POST('/keys', { body })),
    ['/keys', '/activity', '/members'],
    {
      onSuccess: ({ apiKey }) => onCreated(apiKey),
      onError: (error) => form.setErrors(fieldErrors(error)),
    },
  );
  const days = Number(form.values.expiresInDays);
  const submit = form.onSubmit(({ name, expiresInDays, mayAuthor }) =>
    create.mutate({
      name,
      mayAuthor,
      ...(expiresInDays === 'never' ? {} : { expiresInDays: Number(expiresInDays) }),
    }),
  );
  return (
    <form onSubmit={submit}>
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
        <NativeSelect
          label={words.expires}
          description={
            Number.isNaN(days)
              ? words.neverHint
              : words.expiresOn(formatDate(Date.now() + days * 24 * 60 * 60 * 1000))
          }
          data={lifetimes.map((value) => ({ value, label: words.lifetimes[value] }))}
          {...form.getInputProps('expiresInDays')}
        />
        <Checkbox
          label={words.mayAuthor}
          description={words.mayAuthorHint}
          {...form.getInputProps('mayAuthor', { type: 'checkbox' })}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {partWords.cancel}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {words.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
