import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { ProofDialog } from '../../parts/proof-dialog.tsx';
import { notifyDone } from '../../parts/notify.tsx';
import { passkeyWords } from '../../words/passkeys.ts';

const words = passkeyWords.removing;

/** Removes a passkey, with the password and the second factor. */
export function RemoveDialog({
  passkey: { id: passkeyId, name },
  isLastPasskey,
  isOpen,
  onClose,
}: {
  readonly passkey: Schema<'Passkey'>;
  readonly isLastPasskey: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const { account } = useSession();
  // The dialog closes with an animation, in which the account has changed.
  const [isLast] = useState(isLastPasskey && !account.secondFactors.includes('APP'));
  const remove = useChange(
    (body: Schema<'OwnerProof'>) =>
      api.POST('/passkeys/{passkeyId}/removal', { params: { path: { passkeyId } }, body }),
    ['/session', '/passkeys'],
    { onSuccess: () => notifyDone(words.done) },
  );
  return (
    <ProofDialog
      isOpen={isOpen}
      title={words.title}
      submit={words.action}
      onSubmit={(proof) => remove.mutateAsync(proof)}
      onClose={onClose}
    >
      <Text size="sm">
        {words.detail(name)} {isLast ? words.last : null}
      </Text>
    </ProofDialog>
  );
}
