import { Box, Switch } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { formatCount } from '../../formats.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { notifyDone, notifyError } from '../../parts/notify.tsx';
import { Section } from '../../parts/section.tsx';
import { secondFactorWords } from '../../words/second-factor.ts';

const words = secondFactorWords.ofWorkspace;

/** Whether members need a second factor, for owners. */
export function RequiredFactor({ members }: { readonly members: readonly Schema<'Member'>[] }): ReactNode {
  const { workspace } = useSession();
  const [isAsking, setAsking] = useState(false);
  const change = useChange(
    (requiresSecondFactor: boolean) => api.PATCH('/workspace', { body: { requiresSecondFactor } }),
    ['/session', '/activity'],
    {
      onSuccess: (_, isRequired) => notifyDone(isRequired ? words.required : words.notRequired),
      onError: notifyError,
    },
  );
  const without = members.filter(({ status, hasSecondFactor }) => status === 'ACTIVE' && !hasSecondFactor);
  return (
    <Box mt="xl">
      <Section title={words.title} description={words.description}>
        <Switch
          label={words.require}
          description={words.requireHint}
          checked={workspace.requiresSecondFactor}
          disabled={change.isPending}
          onChange={({ currentTarget }) => (currentTarget.checked ? setAsking(true) : change.mutate(false))}
        />
      </Section>
      <ConfirmDialog
        isOpen={isAsking}
        title={words.confirmTitle}
        confirm={words.action}
        onConfirm={() => change.mutateAsync(true)}
        onClose={() => setAsking(false)}
      >
        {words.confirm(formatCount(without.length, ...words.members))}{' '}
        {without.some(({ isYou }) => isYou) ? words.confirmYourself : null}
      </ConfirmDialog>
    </Box>
  );
}
