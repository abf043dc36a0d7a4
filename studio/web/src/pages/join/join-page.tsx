import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState, type ReactNode } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { ApiError, fieldErrors } from '../../api/problem.ts';
import { enter, signInWithLink } from '../../api/session.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import { Entrance } from '../../shell/entrance.tsx';
import { joinWords as words } from '../../words/sign-in.ts';

type Kind = 'invitation' | 'address' | 'provider';

interface State {
  readonly token?: string;
  /** What the token is for: `provider` joins after a sign-in at the provider. */
  readonly kind?: Kind;
  /** For `provider`: who invites, in words, and the name there. */
  readonly invitedBy?: string;
  readonly name?: string;
}

/** Takes an invitation (name and password of the new member), or confirms a new address (password). */
export function JoinPage(): ReactNode {
  const [search] = useSearchParams();
  const { state } = useLocation() as { readonly state: State | null };
  // The sign-in page hands it over without the address.
  const [token] = useState(state?.token ?? search.get('token'));
  const [given] = useState<State>(state ?? {});
  const { kind = 'invitation' } = given;
  const [isUsed, setUsed] = useState(false);
  if (token === null || isUsed) {
    const { title, detail } = isUsed ? words.linkInvalid : words.noToken;
    return (
      <Entrance title={title}>
        <Text size="sm" mb="md">
          {detail}
        </Text>
        <Anchor component={Link} to="/sign-in" size="sm">
          {words.signIn}
        </Anchor>
      </Entrance>
    );
  }
  return (
    <Entrance title={titles[kind]}>
      <JoinForm token={token} kind={kind} given={given} onUsed={() => setUsed(true)} />
    </Entrance>
  );
}

const titles: Readonly<Record<Kind, string>> = {
  invitation: words.title,
  address: words.address.title,
  provider: words.provider.title,
};

interface JoinFormProps {
  readonly token: string;
  readonly kind: Kind;
  readonly given: State;
  readonly onUsed: () => void;
}

function JoinForm({ token, kind, given, onUsed }: JoinFormProps): ReactNode {
  const isAddress = kind === 'address';
  const isProvider = kind === 'provider';
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>(null);
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: given.name ?? '', password: '' } });
  const submit = form.onSubmit(async ({ name, password }) => {
    setError(null);
    try {
      const signIn = await signInWithLink({
        token,
        ...(isProvider ? {} : { password }),
        ...(isAddress ? {} : { name }),
      });
      if ('challenge' in signIn) {
        const { challenge } = signIn;
        await navigate('/sign-in', { replace: true, state: { challenge } });
        return;
      }
      enter(signIn);
      await navigate('/', { replace: true });
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'LINK_INVALID') return onUsed();
      form.setErrors(fieldErrors(failure));
      setError(failure);
    }
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {isProvider ? given.invitedBy : isAddress ? words.address.description : words.description}
        </Text>
        {error === null ? null : <ErrorState error={error} />}
        {isAddress ? null : (
          <TextInput
            label={words.name}
            description={words.nameHint}
            autoComplete="name"
            dir="auto"
            required
            withAsterisk={false}
            maxLength={200}
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
        )}
        {isProvider ? null : (
          <PasswordInput
            label={words.password}
            {...(isAddress ? {} : { description: words.passwordHint })}
            autoComplete={isAddress ? 'current-password' : 'new-password'}
            required
            withAsterisk={false}
            minLength={8}
            maxLength={200}
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
        )}
        <Button type="submit" fullWidth loading={form.submitting}>
          {isAddress ? words.address.submit : words.submit}
        </Button>
        {isProvider ? (
          <Anchor component={Link} to="/sign-in" size="sm" ta="center">
            {words.provider.decline}
          </Anchor>
        ) : null}
      </Stack>
    </form>
  );
}
