import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { secondFactorWords as words } from '../words/second-factor.ts';

/** A code of the authenticator app; where it signs in, also a recovery code. */
export function CodeField({
  takesRecoveryCodes = false,
  ...input
}: TextInputProps & { readonly takesRecoveryCodes?: boolean }): ReactNode {
  return (
    <TextInput
      label={words.code}
      description={takesRecoveryCodes ? words.codeOrRecovery : words.codeHint}
      // Phones and password managers offer the code.
      autoComplete="one-time-code"
      inputMode={takesRecoveryCodes ? 'text' : 'numeric'}
      autoCapitalize="none"
      spellCheck={false}
      required
      withAsterisk={false}
      minLength={6}
      maxLength={40}
      {...input}
    />
  );
}
