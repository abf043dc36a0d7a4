import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { api, data, type Schema } from '../api/client.ts';
import { describeError } from '../api/problem.ts';
import { secondFactorWords } from '../words/second-factor.ts';
import { CodeBlock } from './code-block.tsx';
import { CodeField } from './code-field.tsx';
import { ErrorState } from './error-state.tsx';
import { isOwnersError, useOwnerProof } from './owner-proof.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

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
  const [started, setStarted] = useState<Started | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) {
    return <RecoveryCodes codes={codes} onDone={onDone} />;
  }
  return started === null ? (
    <ProofStep onStarted={setStarted} />
  ) : (
    <ScanStep
      started={started}
      onConfirmed={(next) => {
        // An account with passkeys has recovery codes already.
        if (next.length === 0) return onDone();
        setCodes(next);
        onRecoveryCodes?.();
      }}
    />
  );
}

function ProofStep({ onStarted }: { readonly onStarted: (started: Started) => void }): ReactNode {
  const { error, isBusy, run } = useStep();
  const { fields, read } = useOwnerProof(error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => onStarted(await data(api.POST('/second-factor', { body: await read() }))));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{secondFactorWords.description}</Text>
        {fields}
        {error === null || isOwnersError(error) ? null : <ErrorState error={error} />}
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
          error={error === null ? null : describeError(error).detail}
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

/** Runs a step, and keeps its error. */
function useStep() {
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (step: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    try {
      await step();
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };
  return { error, isBusy, run };
}
