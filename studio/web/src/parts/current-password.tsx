import { PasswordInput } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { ApiError, fieldErrors } from '../api/problem.ts';
import { accountWords } from '../words/account.ts';

/** The current password, which a new address of one's own needs. */
export function CurrentPassword({
  input,
}: {
  readonly input: ComponentProps<typeof PasswordInput>;
}): ReactNode {
  return (
    <PasswordInput
      label={accountWords.password.current}
      description={accountWords.password.forAddress}
      autoComplete="current-password"
      required
      withAsterisk={false}
      maxLength={200}
      {...input}
    />
  );
}

/** The errors of a form that changes a member, by field. */
export function changeErrors(error: unknown): Readonly<Record<string, string>> {
  if (error instanceof ApiError && error.code === 'PASSWORD_WRONG')
    return { currentPassword: accountWords.password.wrong };
  return fieldErrors(error);
}
