import { Alert, Anchor, Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { describeError } from '../api/problem.ts';
import { findSession, knownSession, signInWithPassword, type Session } from '../api/session.ts';
import { signInWait, type SignInWait } from '../api/sign-in-again.ts';
import { useStore } from '../api/store.ts';
import { shellWords } from '../words/shell.ts';
import { CodeStep, type WaitingSignIn } from './code-step.tsx';

const words = shellWords.signInAgain;

/**
 * The dialog for a session that ended in the middle of work. The page stays below it, with everything that
 * was entered; the requests that were refused are sent again afterwards.
 */
export function SignInAgain(): ReactNode {
  const wait = useStore(signInWait);
  return (
    <Modal
      opened={wait !== null}
      onClose={() => undefined}
      title={words.title}
      withCloseButton={false}
      closeOnEscape={false}
      // Above the page's own dialogs.
      zIndex={500}
    >
      {wait === null ? null : <SignInAgainForm wait={wait} />}
    </Modal>
  );
}

function SignInAgainForm({ wait }: { readonly wait: SignInWait }): ReactNode {
  const [earlier] = useState(knownSession);
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const [waiting, setWaiting] = useState<WaitingSignIn | null>(null);
  const { email = null, hasPassword = false } = earlier?.account ?? {};

  const accept = (session: Session) => {
    if (earlier === null || session.account.id === earlier.account.id) wait.done();
    else setMessage(words.otherAccount(session.account.name));
  };
  // Signed in again in another tab.
  useEffect(() => {
    const look = () => {
      if (document.hidden) return;
      void findSession().then((session) => (session === null ? undefined : accept(session)));
    };
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setMessage(null);
    try {
      const signIn = await signInWithPassword({ email: email ?? '', password });
      if ('challenge' in signIn) setWaiting(signIn);
      else accept(signIn);
    } catch (error) {
      setMessage(describeError(error).detail);
    }
    setBusy(false);
  };
  return (
    <Stack gap="md">
      <Text size="sm">{words.detail}</Text>
      {message === null ? null : (
        <Alert role="alert" color="red">
          {message}
        </Alert>
      )}
      {waiting !== null ? (
        <CodeStep waiting={waiting} onSignedIn={accept} onOver={() => setWaiting(null)} />
      ) : hasPassword && email !== null ? (
        <form onSubmit={(event) => void submit(event)}>
          <Stack gap="sm">
            <TextInput label={words.email} value={email} readOnly autoComplete="username" type="email" />
            <PasswordInput
              label={words.password}
              value={password}
              onChange={({ currentTarget }) => setPassword(currentTarget.value)}
              autoComplete="current-password"
              required
              withAsterisk={false}
              data-autofocus
            />
            <Group justify="flex-end">
              <Button type="submit" loading={isBusy}>
                {words.submit}
              </Button>
            </Group>
          </Stack>
        </form>
      ) : null}
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          <Anchor href="/studio/sign-in" target="_blank">
            {words.otherWay}
          </Anchor>
          <br />
          <Text span size="xs" c="dimmed">
            {words.otherWayHint}
          </Text>
        </Text>
        <Anchor href="/studio/sign-in" size="sm" c="dimmed">
          {words.leave}
        </Anchor>
      </Group>
    </Stack>
  );
}
