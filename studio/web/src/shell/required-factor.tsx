import { Button, Divider, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { read } from '../api/client.ts';
import { hasPasskeys } from '../api/passkeys.ts';
import { useChange } from '../api/queries.ts';
import { signOut, useSession } from '../api/session.ts';
import { notifyError } from '../parts/notify.tsx';
import { PasskeySetUp } from '../parts/passkey-set-up.tsx';
import { SecondFactorSetUp } from '../parts/second-factor-set-up.tsx';
import { passkeyWords } from '../words/passkeys.ts';
import { secondFactorWords } from '../words/second-factor.ts';
import { Entrance } from './entrance.tsx';

const words = secondFactorWords.required;

/** Instead of every page, for a member who has to set up a second factor first. */
export function RequiredFactor(): ReactNode {
  const { workspace } = useSession();
  const { data: passkeys } = useQuery(read('/passkeys'));
  const [way, setWay] = useState<'app' | 'passkey'>('app');
  const [isShowingCodes, setShowingCodes] = useState(false);
  const refresh = useChange(() => Promise.resolve(), ['/session']);
  const mayUsePasskey = passkeys?.origin === window.location.origin && hasPasskeys();
  const SetUp = way === 'app' ? SecondFactorSetUp : PasskeySetUp;
  return (
    <Entrance title={words.title}>
      <Stack gap="md">
        <Text size="sm">{words.detail(workspace.name)}</Text>
        <SetUp onRecoveryCodes={() => setShowingCodes(true)} onDone={() => refresh.mutate()} />
        {mayUsePasskey && !isShowingCodes ? (
          <>
            <Divider label={passkeyWords.or} />
            <Button variant="default" fullWidth onClick={() => setWay(way === 'app' ? 'passkey' : 'app')}>
              {way === 'app' ? words.usePasskey : words.useApp}
            </Button>
          </>
        ) : null}
        <Button variant="subtle" fullWidth onClick={() => void signOut().catch(notifyError)}>
          {words.signOut}
        </Button>
      </Stack>
    </Entrance>
  );
}
