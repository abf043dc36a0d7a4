import { Alert, Button, Group, PasswordInput, Stack, VisuallyHidden } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { api, data, type Schema } from '../../api/client.ts';
import { ApiError, fieldErrors } from '../../api/problem.ts';
import { useChange } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import { notifyDone } from '../../parts/notify.tsx';
import { accountWords } from '../../words/account.ts';

const words = accountWords.password;

/** Sets the password: with the current one, if the session needs it. */
export function PasswordForm(): ReactNode {
  const { account, session } = useSession();
  const form = useForm({ initialValues: { currentPassword: '', newPassword: '' } });
  const set = useChange(
    async (body: Schema<'PasswordChange'>) => void (await data(api.PUT('/password', { body }))),
    ['/session', '/sessions'],
    {
      onSuccess: () => {
        form.reset();
        notifyDone(words.done);
      },
      onError: (error) => {
        const isWrong = error instanceof ApiError && error.code === 'PASSWORD_WRONG';
        form.setErrors(isWrong ? { currentPassword: words.wrong } : fieldErrors(error));
      },
    },
  );
  if (account.email === null) {
    return (
      <Alert role="note" color="ink">
        {account.role === 'OWNER' ? words.needsOwnEmail : words.needsEmail}
      </Alert>
    );
  }
  const submit = form.onSubmit(({ currentPassword, newPassword }) =>
    set.mutate(session.needsCurrentPassword ? { currentPassword, newPassword } : { newPassword }),
  );
  return (
    <form onSubmit={submit}>
      <Stack gap="md" maw={420}>
        {set.error === null || Object.keys(form.errors).length > 0 ? null : <ErrorState error={set.error} />}
        {/* Tells password managers whose password it is. */}
        <VisuallyHidden aria-hidden>
          <input type="email" autoComplete="username" value={account.email} readOnly tabIndex={-1} />
        </VisuallyHidden>
        {session.needsCurrentPassword ? (
          <PasswordInput
            label={words.current}
            autoComplete="current-password"
            required
            withAsterisk={false}
            aria-invalid={form.errors['currentPassword'] !== undefined}
            {...form.getInputProps('currentPassword')}
          />
        ) : null}
        <PasswordInput
          label={words.new}
          description={words.newHint}
          autoComplete="new-password"
          required
          withAsterisk={false}
          minLength={8}
          maxLength={200}
          {...form.getInputProps('newPassword')}
        />
        <Group>
          <Button type="submit" variant="default" loading={set.isPending}>
            {account.hasPassword ? words.change : words.set}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
