import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { DialogButtons } from '../../parts/dialog-buttons.tsx';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { api, data, type Schema } from '../../api/client.ts';
import { fieldErrors } from '../../api/problem.ts';
import { useChange } from '../../api/queries.ts';
import { formatDate } from '../../formats.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import { keyWords } from '../../words/keys.ts';
import { SecretDialog } from '../../parts/secret-dialog.tsx';

const { dialog: words, created: createdWords } = keyWords;

interface CreateKeyDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Creates a key, and shows it once. */
export function CreateKeyDialog({ isOpen, onClose }: CreateKeyDialogProps): ReactNode {
  return (
    <SecretDialog isOpen={isOpen} onClose={onClose} title={words.title} created={createdWords}>
      {(onCreated) => <CreateKeyForm onCreated={onCreated} onCancel={onClose} />}
    </SecretDialog>
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
        <DialogButtons submit={words.submit} isBusy={create.isPending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
