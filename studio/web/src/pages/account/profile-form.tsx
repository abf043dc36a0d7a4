import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { api, data, type Schema } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { changeErrors, CurrentPassword } from '../../parts/current-password.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { notifyDone } from '../../parts/notify.tsx';
import { accountWords } from '../../words/account.ts';

const words = accountWords.profile;

/** The member's own name, and for owners the address. */
export function ProfileForm(): ReactNode {
  const { account } = useSession();
  const isOwner = account.role === 'OWNER';
  const form = useForm({
    initialValues: { name: account.name, email: account.email ?? '', currentPassword: '' },
  });
  const save = useChange(
    (body: Schema<'MemberChange'>) =>
      data(api.PATCH('/members/{memberId}', { params: { path: { memberId: account.id } }, body })),
    ['/session', '/members'],
    {
      onSuccess: () => {
        form.setFieldValue('currentPassword', '');
        form.resetDirty();
        notifyDone(words.saved);
      },
      onError: (error) => form.setErrors(changeErrors(error)),
    },
  );
  const isEmailChanged = isOwner && form.values.email !== (account.email ?? '');
  const needsPassword = isEmailChanged && account.hasPassword;
  const submit = form.onSubmit(({ name, email, currentPassword }) =>
    save.mutate({
      name,
      ...(isEmailChanged ? { email } : {}),
      ...(needsPassword ? { currentPassword } : {}),
    }),
  );
  return (
    <form onSubmit={submit}>
      <Stack gap="md" maw={420}>
        {save.error === null || Object.keys(form.errors).length > 0 ? null : (
          <ErrorState error={save.error} />
        )}
        <TextInput
          label={words.name}
          autoComplete="name"
          dir="auto"
          required
          withAsterisk={false}
          maxLength={200}
          {...form.getInputProps('name')}
        />
        <TextInput
          type="email"
          label={words.email}
          description={isOwner ? words.emailHint : words.emailByOwner}
          autoComplete="email"
          readOnly={!isOwner}
          {...(isOwner ? {} : { placeholder: words.noEmail })}
          required={isOwner && account.email !== null}
          withAsterisk={false}
          maxLength={254}
          {...form.getInputProps('email')}
        />
        {needsPassword ? <CurrentPassword input={form.getInputProps('currentPassword')} /> : null}
        <Group>
          <Button type="submit" variant="default" disabled={!form.isDirty()} loading={save.isPending}>
            {words.save}
          </Button>
          <Text size="sm" c="dimmed">
            {words.roles[account.role]}
          </Text>
        </Group>
      </Stack>
    </form>
  );
}
