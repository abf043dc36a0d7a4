import { Alert, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { IconAlertTriangle } from '../../generated/icons.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { Section } from '../../parts/section.tsx';
import { accountWords as words } from '../../words/account.ts';
import { passkeyWords } from '../../words/passkeys.ts';
import { secondFactorWords as factorWords } from '../../words/second-factor.ts';
import { shellWords } from '../../words/shell.ts';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

/** Who is signed in, the password, the sessions, and what Studio looks like. */
export function AccountPage(): ReactNode {
  const [query] = useSearchParams();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const themes = (['auto', 'light', 'dark'] as const).map((value) => ({
    value,
    label: shellWords.themes[value],
  }));
  return (
    <>
      <PageHeader title={words.title} />
      {query.has('tied') && (
        <Alert title={words.tied.title} icon={<IconAlertTriangle size={18} aria-hidden />} mb="lg">
          {words.tied.detail}
        </Alert>
      )}
      <Section title={words.profile.title} description={words.profile.description}>
        <ProfileForm />
      </Section>
      <Section title={words.password.title} description={words.password.description}>
        <PasswordForm />
      </Section>
      <Section title={factorWords.title} description={factorWords.description}>
        <SecondFactor />
      </Section>
      <Section title={passkeyWords.title} description={passkeyWords.description}>
        <Passkeys />
      </Section>
      <Section title={words.theme.title} description={words.theme.description}>
        <SegmentedControl
          aria-label={words.theme.title}
          data={themes}
          value={colorScheme}
          onChange={setColorScheme}
        />
      </Section>
      <Section title={words.sessions.title} description={words.sessions.description} isWide>
        <Sessions />
      </Section>
    </>
  );
}
