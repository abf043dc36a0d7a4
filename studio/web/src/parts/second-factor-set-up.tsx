import { Anchor, Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { api, data, type Schema } from '../api/client.ts';
import { ApiError, describeError } from '../api/problem.ts';
import { useSession } from '../api/session.ts';
import { accountWords } from '../words/account.ts';
import { secondFactorWords } from '../words/second-factor.ts';
import { CodeBlock } from './code-block.tsx';
import { CodeField } from './code-field.tsx';
import { HandedOver } from './handed-over.tsx';
import { QrCode } from './qr-code.tsx';

const words = secondFactorWords.settingUp;

type Started = Schema<'StartedSecondFactor'>;

/** Turns on the second factor: password, QR code, first code, recovery codes. */
export function SecondFactorSetUp({
  onRecoveryCodes,
  onDone,
}: {
  readonly onRecoveryCodes?: () => void;
  readonly onDone: () => void;
}): ReactNode {
  const { account } = useSession();
  const [started, setStarted] = useState<Started | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) {
    const { recovery } = secondFactorWords;
    return (
      <HandedOver value={codes.join('\n')} what={recovery.what} copy={recovery.copy} onDone={onDone}>
        {recovery.detail}
      </HandedOver>
    );
  }
  return started === null ? (
    <PasswordStep needsPassword={account.hasPassword} onStarted={setStarted} />
  ) : (
    <ScanStep
      started={started}
      onConfirmed={(next) => {
        setCodes(next);
        onRecoveryCodes?.();
      }}
    />
  );
}

function PasswordStep({
  needsPassword,
  onStarted,
}: {
  readonly needsPassword: boolean;
  readonly onStarted: (started: Started) => void;
}): ReactNode {
  const [currentPassword, setPassword] = useState('');
  const { error, isBusy, run } = useStep();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = needsPassword ? { currentPassword } : {};
    void run(async () => onStarted(await data(api.POST('/second-factor', { body }))));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{secondFactorWords.description}</Text>
        {needsPassword ? (
          <PasswordInput
            label={secondFactorWords.password}
            description={secondFactorWords.passwordHint}
            autoComplete="current-password"
            required
            withAsterisk={false}
            maxLength={200}
            value={currentPassword}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            error={error}
            data-autofocus
          />
        ) : (
          <ErrorText>{error}</ErrorText>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            {secondFactorWords.next}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function ScanStep({
  started: { secret, uri, qrCode },
  onConfirmed,
}: {
  readonly started: Started;
  readonly onConfirmed: (codes: readonly string[]) => void;
}): ReactNode {
  const [code, setCode] = useState('');
  const { error, isBusy, run } = useStep();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const { recoveryCodes } = await data(api.PUT('/second-factor', { body: { code } }));
      onConfirmed(recoveryCodes);
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{words.scan}</Text>
        <QrCode rows={qrCode} label={words.qrCode} />
        <Text size="sm">
          {words.secret}{' '}
          <Anchor href={uri} underline="always">
            {words.openApp}
          </Anchor>
        </Text>
        <CodeBlock code={toGroups(secret)} label={words.secretLabel} />
        <CodeField
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
          error={error}
          autoFocus
        />
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            {words.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Groups of four, four in a line: all of it is seen on a phone, too. */
function toGroups(secret: string): string {
  const lines = secret.match(/.{1,16}/g) ?? [];
  return lines.map((line) => line.replaceAll(/.{4}(?=.)/g, '$& ')).join('\n');
}

/** Runs a step, and keeps what was wrong with it in words. */
function useStep() {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (step: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    try {
      await step();
    } catch (failure) {
      const isWrong = failure instanceof ApiError && failure.code === 'PASSWORD_WRONG';
      setError(isWrong ? accountWords.password.wrong : describeError(failure).detail);
    }
    setBusy(false);
  };
  return { error, isBusy, run };
}

function ErrorText({ children }: { readonly children: string | null }): ReactNode {
  return children === null ? null : (
    <Text size="sm" c="red" role="alert">
      {children}
    </Text>
  );
}
