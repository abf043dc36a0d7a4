import { Alert, Button, Stack } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { ApiError, describeError } from '../api/problem.ts';
import { finishSignIn, type Session } from '../api/session.ts';
import { CodeField } from '../parts/code-field.tsx';
import { secondFactorWords as words } from '../words/second-factor.ts';

interface CodeStepProps {
  readonly challenge: string;
  readonly onSignedIn: (session: Session) => void;
  /** The first step has to be done again. */
  readonly onOver: () => void;
}

/** The second step of signing in: a code of the authenticator app, or a recovery code. */
export function CodeStep({ challenge, onSignedIn, onOver }: CodeStepProps): ReactNode {
  const [code, setCode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setMessage(null);
    try {
      onSignedIn(await finishSignIn({ challenge, code }));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CHALLENGE_INVALID') return onOver();
      setMessage(describeError(error).detail);
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        {message === null ? null : (
          <Alert role="alert" color="red">
            {message}
          </Alert>
        )}
        <CodeField
          takesRecoveryCodes
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
          autoFocus
          data-autofocus
        />
        <Button type="submit" fullWidth loading={isBusy}>
          {words.signIn}
        </Button>
        <Button variant="subtle" fullWidth onClick={onOver}>
          {words.back}
        </Button>
      </Stack>
    </form>
  );
}
