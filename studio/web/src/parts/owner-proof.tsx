import { PasswordInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Schema } from '../api/client.ts';
import { hasPasskeys, provePasskey } from '../api/passkeys.ts';
import { ApiError } from '../api/problem.ts';
import { useSession } from '../api/session.ts';
import { accountWords } from '../words/account.ts';
import { passkeyWords } from '../words/passkeys.ts';
import { secondFactorWords as words } from '../words/second-factor.ts';
import { CodeField } from './code-field.tsx';

interface OwnerFields {
  /** Null where nothing is asked for: the account has no password and no second factor. */
  readonly fields: ReactNode;
  /** Reads what was entered; without a code it asks the browser for a passkey. */
  readonly read: () => Promise<Schema<'OwnerProof'>>;
}

/** Fields for what changes the second factor: the password, and the second factor where there is one. */
export function useOwnerProof(error: unknown): OwnerFields {
  const { account } = useSession();
  const { hasPassword, hasSecondFactor, secondFactors } = account;
  const [currentPassword, setPassword] = useState('');
  const [code, setCode] = useState('');
  const mayUsePasskey = secondFactors.includes('PASSKEY') && hasPasskeys();
  const errorCode = error instanceof ApiError ? error.code : '';
  const hint = secondFactors.includes('APP') ? words.codeOrRecovery : words.recoveryOnly;
  const fields = (
    <>
      {hasPassword ? (
        <PasswordInput
          label={words.password}
          description={words.passwordHint}
          autoComplete="current-password"
          required
          withAsterisk={false}
          maxLength={200}
          value={currentPassword}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          error={errorCode === 'PASSWORD_WRONG' ? accountWords.password.wrong : null}
          data-autofocus
        />
      ) : null}
      {hasSecondFactor ? (
        <CodeField
          takesRecoveryCodes
          description={mayUsePasskey ? `${hint}. ${passkeyWords.withPasskey}` : hint}
          required={!mayUsePasskey}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
          error={errorCode === 'CODE_WRONG' && error instanceof ApiError ? error.message : null}
        />
      ) : null}
    </>
  );
  return {
    fields: hasPassword || hasSecondFactor ? fields : null,
    read: async () => ({
      ...(hasPassword ? { currentPassword } : {}),
      ...(!hasSecondFactor ? {} : code !== '' ? { code } : { passkey: await provePasskey() }),
    }),
  };
}

/** Whether a field says what was wrong. */
export function isOwnersError(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'PASSWORD_WRONG' || error.code === 'CODE_WRONG');
}
