import type { ReactNode } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { notifyDone } from '../../parts/notify.tsx';
import { memberWords } from '../../words/members.ts';

const words = memberWords.signingOut;

interface SignOutDialogProps {
  readonly member: Schema<'Member'>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Ends all sessions of a member. */
export function SignOutDialog({
  member: { id, name, isYou },
  isOpen,
  onClose,
}: SignOutDialogProps): ReactNode {
  const end = useChange(
    () => api.DELETE('/members/{memberId}/sessions', { params: { path: { memberId: id } } }),
    ['/members', '/sessions', '/activity'],
    { onSuccess: () => notifyDone(words.done(name)) },
  );
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={words.title(name)}
      confirm={words.action}
      isDangerous
      onConfirm={() => end.mutateAsync()}
      onClose={onClose}
    >
      {isYou ? words.ofOneself : words.detail}
    </ConfirmDialog>
  );
}
