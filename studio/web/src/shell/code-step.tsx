import { Alert, Button, Divider, Stack } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { Schema } from '../api/client.ts';
import { hasPasskeys, signInWithPasskey } from '../api/passkeys.ts';
import { ApiError, describeError } from '../api/problem.ts';
import { finishSignIn, type Session } from '../api/session.ts';
import { CodeField } from '../parts/code-field.tsx';
import { passkeyWords } from '../words/passkeys.ts';
import { secondFactorWords as words } from '../words/second-factor.ts';

/** A sign-in that waits for the second factor. */
export type WaitingSignIn = Pick<Schema<'CodeChallenge'>, 'challenge' | 'secondFactors'>;

interface CodeStepProps {
  readonly waiting: WaitingSignIn;
  readonly onSignedIn: (session: Session) => void;
  /** The first step has to be done again. */
  readonly onOver: () => void;
}

/** The second step of signing in: a passkey, a code of the authenticator app, or a recovery code. */
export function CodeStep({
  waiting: { challenge, secondFactors },
  onSignedIn,
  onOver,
}: CodeStepProps): ReactNode {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState<'code' | 'passkey' | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const mayUsePasskey = secondFactors.includes('PASSKEY') && hasPasskeys();
  const run = async (way: 'code' | 'passkey') => {
    setBusy(way);
    setMessage(null);
    try {
      onSignedIn(await (way === 'code' ? finishSignIn({ challenge, code }) : signInWithPasskey(challenge)));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CHALLENGE_INVALID') return onOver();
      setMessage(describeError(error).detail);
      setBusy(null);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run('code');
  };
  const alert =
    message === null ? null : (
      <Alert role="alert" color="red">
        {message}
      </Alert>
    );
  return (
    <Stack gap="md">
      {alert}
      {mayUsePasskey ? (
        <>
          <Button
            fullWidth
            loading={busy === 'passkey'}
            onClick={() => void run('passkey')}
            autoFocus
            data-autofocus
          >
            {passkeyWords.use}
          </Button>
          <Divider label={passkeyWords.or} />
        </>
      ) : null}
      <form onSubmit={submit}>
        <Stack gap="md">
          <CodeField
            takesRecoveryCodes
            description={secondFactors.includes('APP') ? words.codeOrRecovery : words.recoveryOnly}
            value={code}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
            {...(mayUsePasskey ? {} : { autoFocus: true, 'data-autofocus': true })}
          />
          <Button
            type="submit"
            variant={mayUsePasskey ? 'default' : 'filled'}
            fullWidth
            loading={busy === 'code'}
          >
            {words.signIn}
          </Button>
        </Stack>
      </form>
      <Button variant="subtle" fullWidth onClick={onOver}>
        {words.back}
      </Button>
    </Stack>
  );
}
