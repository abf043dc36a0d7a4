import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useChange } from '../api/queries.ts';
import { signOut, useSession } from '../api/session.ts';
import { notifyError } from '../parts/notify.tsx';
import { SecondFactorSetUp } from '../parts/second-factor-set-up.tsx';
import { secondFactorWords } from '../words/second-factor.ts';
import { Entrance } from './entrance.tsx';

const words = secondFactorWords.required;

/** Instead of every page, for a member who has to set up a second factor first. */
export function RequiredFactor(): ReactNode {
  const { workspace } = useSession();
  const refresh = useChange(() => Promise.resolve(), ['/session']);
  return (
    <Entrance title={words.title}>
      <Stack gap="md">
        <Text size="sm">{words.detail(workspace.name)}</Text>
        <SecondFactorSetUp onDone={() => refresh.mutate()} />
        <Button variant="subtle" fullWidth onClick={() => void signOut().catch(notifyError)}>
          {words.signOut}
        </Button>
      </Stack>
    </Entrance>
  );
}
