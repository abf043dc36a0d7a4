import { Button, Container, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { enter, signInWithPassword } from '../../api/session.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { signInWords as words } from '../../words/sign-in.ts';

/** Signs in with address and password. */
export function SignInPage(): ReactNode {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [state, setState] = useState<{ isBusy: boolean; error: unknown }>({ isBusy: false, error: null });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setState({ isBusy: true, error: null });
    try {
      enter(await signInWithPassword({ email, password }));
      await navigate(search.get('next') ?? '/', { replace: true });
    } catch (error) {
      setState({ isBusy: false, error });
    }
  };
  return (
    <Container component="main" size={400} py={72}>
      <PageHeader title={words.title} />
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          {state.error === null ? null : <ErrorState error={state.error} />}
          <TextInput
            type="email"
            label={words.email}
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            autoComplete="username"
            required
          />
          <PasswordInput
            label={words.password}
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            autoComplete="current-password"
            required
          />
          <Button type="submit" loading={state.isBusy}>
            {words.submit}
          </Button>
        </Stack>
      </form>
    </Container>
  );
}
