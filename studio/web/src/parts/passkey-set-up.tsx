import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { addPasskey } from '../api/passkeys.ts';
import { passkeyWords as words } from '../words/passkeys.ts';
import { readUserAgent } from './browser-name.ts';
import { ErrorState } from './error-state.tsx';
import { isOwnersError, useOwnerProof } from './owner-proof.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Adds a passkey: name, password, the browser's own dialog, and recovery codes with the first factor. */
export function PasskeySetUp({
  onRecoveryCodes,
  onDone,
}: {
  readonly onRecoveryCodes?: () => void;
  readonly onDone: () => void;
}): ReactNode {
  const [name, setName] = useState(deviceName);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { fields, read } = useOwnerProof(error);
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={onDone} />;
  const run = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      const { recoveryCodes } = await addPasskey(name, await read());
      if (recoveryCodes.length === 0) return onDone();
      setCodes(recoveryCodes);
      onRecoveryCodes?.();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void run(event)}>
      <Stack gap="md">
        <TextInput
          label={words.name}
          description={words.nameHint}
          dir="auto"
          required
          withAsterisk={false}
          maxLength={200}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {fields}
        {error === null || isOwnersError(error) ? null : <ErrorState error={error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            {words.adding.action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What a passkey of this browser is probably called. */
function deviceName(): string {
  const { browser, system } = readUserAgent(navigator.userAgent);
  return [browser, system].filter((part) => part !== null).join(', ');
}
