import {
  Alert,
  Button,
  Code,
  Divider,
  Group,
  Loader,
  PasswordInput,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation, useNavigate, useSearchParams, type NavigateFunction } from 'react-router';
import { IconAlertTriangle } from '../../generated/icons.ts';
import { ApiError, describeError, fieldErrors, type Message } from '../../api/problem.ts';
import { enter, signInWithLink, signInWithPassword, type SignIn } from '../../api/session.ts';
import { CodeStep, type WaitingSignIn } from '../../shell/code-step.tsx';
import { Entrance } from '../../shell/entrance.tsx';
import { secondFactorWords as factorWords } from '../../words/second-factor.ts';
import { signInWords as words } from '../../words/sign-in.ts';

type Words = Pick<Message, 'title' | 'detail'>;

/** How another page, or the first step, leads here. */
interface State {
  readonly problem?: Words;
  /** Waits for the second factor. */
  readonly waiting?: WaitingSignIn;
  /** The page to open afterwards. */
  readonly next?: string;
}

/** The name of the identity provider, which the service writes into the page. */
const provider = document.querySelector<HTMLMetaElement>('meta[name="platen-sso"]')?.content ?? '';

/** Signs in: with a password, with the provider, or with the token of a link. */
export function SignInPage(): ReactNode {
  const [search] = useSearchParams();
  const token = search.get('token');
  const next = pathInApp(search.get('next'));
  const navigate = useNavigate();
  const { state } = useLocation() as { readonly state: State | null };
  const problem = state?.problem ?? words.providerProblems[search.get('problem') ?? ''] ?? null;
  return (
    <Entrance title={words.title}>
      {state?.waiting !== undefined ? (
        <CodeStep
          waiting={state.waiting}
          onSignedIn={(session) => {
            enter(session);
            void navigate(state.next ?? '/', { replace: true });
          }}
          onOver={() => void navigate('/sign-in', { replace: true, state: { problem: factorWords.over } })}
        />
      ) : token === null ? (
        <Ways next={next} problem={problem} />
      ) : (
        <WithLink token={token} next={next} />
      )}
    </Entrance>
  );
}

/** Uses the token, once. Afterwards the address, and so the browser's history, no longer has it. */
function WithLink({ token, next }: { readonly token: string; readonly next: string }): ReactNode {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [error, setError] = useState<unknown>(null);
  const isSent = useRef(false);
  const send = async () => {
    setError(null);
    try {
      await go(navigate, await signInWithLink({ token }), next);
    } catch (failure) {
      const needed = neededFields(failure);
      if (needed.includes('/password')) {
        const kind = needed.includes('/name') ? 'invitation' : 'address';
        await navigate('/join', { replace: true, state: { token, kind } });
      } else if (needed.includes('/name')) {
        const invitedBy = fieldErrors(failure)['name'];
        const state = { token, kind: 'provider', invitedBy, name: search.get('name') ?? '' };
        await navigate('/join', { replace: true, state });
      } else if (failure instanceof ApiError && failure.code === 'LINK_INVALID') {
        await navigate('/sign-in', { replace: true, state: { problem: words.linkInvalid } });
      } else {
        setError(failure);
      }
    }
  };
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    void send();
  });
  return error === null ? (
    <Group gap="sm" role="status">
      <Loader size="sm" aria-hidden />
      <Text size="sm">{words.withLink}</Text>
    </Group>
  ) : (
    <Stack gap="md">
      <Problem words={describeError(error)} />
      <Button variant="default" onClick={() => void send()}>
        {words.submit}
      </Button>
    </Stack>
  );
}

/**
 * What else a token needs: an invitation a name and a password, one for a new address the
 * password, one after a sign-in at the provider a name.
 */
function neededFields(error: unknown): readonly string[] {
  return error instanceof ApiError ? error.fields.map(({ pointer }) => pointer) : [];
}

function Ways({ next, problem }: { readonly next: string; readonly problem: Words | null }): ReactNode {
  const navigate = useNavigate();
  const [failure, setFailure] = useState(problem);
  const password = useRef<HTMLInputElement>(null);
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', password: '' } });
  const submit = form.onSubmit(async (values) => {
    setFailure(null);
    try {
      await go(navigate, await signInWithPassword(values), next);
    } catch (error) {
      form.setErrors(fieldErrors(error));
      setFailure(describeFailure(error));
      password.current?.select();
    }
  });
  return (
    <Stack gap="md">
      {failure === null ? null : <Problem words={failure} />}
      {provider === '' ? null : (
        <>
          <Button component="a" href={providerAddress(next)} variant="default" fullWidth>
            {words.singleSignOn(provider)}
          </Button>
          <Divider label={words.or} />
        </>
      )}
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            type="email"
            label={words.email}
            autoComplete="username"
            required
            withAsterisk={false}
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            ref={password}
            label={words.password}
            autoComplete="current-password"
            required
            withAsterisk={false}
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Button type="submit" fullWidth loading={form.submitting}>
            {words.submit}
          </Button>
        </Stack>
      </form>
      <Text size="xs" c="dimmed">
        {words.hint} <Code>{words.hintCommand}</Code>
      </Text>
    </Stack>
  );
}

function Problem({ words: { title, detail } }: { readonly words: Words }): ReactNode {
  return (
    <Alert role="alert" color="red" title={title} icon={<IconAlertTriangle size={18} aria-hidden />}>
      {detail === title ? null : detail}
    </Alert>
  );
}

function describeFailure(error: unknown): Words {
  if (error instanceof ApiError && error.code === 'SIGN_IN_FAILED') {
    return { title: words.failed, detail: words.failed };
  }
  if (error instanceof ApiError && error.status === 429)
    return { title: words.limited, detail: words.limited };
  return describeError(error);
}

function providerAddress(next: string): string {
  const returnTo = next === '/' ? '/studio' : `/studio${next}`;
  return `/studio/api/v1/oidc?returnTo=${encodeURIComponent(returnTo)}`;
}

/** Opens the page that was asked for, or the second step. */
async function go(navigate: NavigateFunction, signIn: SignIn, next: string): Promise<void> {
  if ('challenge' in signIn) {
    const { challenge, secondFactors } = signIn;
    await navigate('/sign-in', { replace: true, state: { waiting: { challenge, secondFactors }, next } });
    return;
  }
  enter(signIn);
  await navigate(next, { replace: true });
}

/** Only pages of the app: the address may come from anywhere. */
function pathInApp(path: string | null): string {
  return path !== null && /^\/(?![/\\])/.test(path) ? path : '/';
}
