import { Modal } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { api, data, type Schema } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { memberWords as words } from '../../words/members.ts';
import { InvitationLink } from './invitation-link.tsx';

interface LinkDialogProps {
  readonly member: Schema<'Member'>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Makes another link for an invited member; the earlier one stops working. */
export function LinkDialog({ member, isOpen, onClose }: LinkDialogProps): ReactNode {
  const { email, role, name } = member;
  const invite = useChange(
    () => data(api.POST('/members', { body: { email: email ?? '', role } })),
    ['/members', '/activity'],
  );
  useEffect(() => {
    if (isOpen) invite.mutate();
    // Once for each time that the dialog opens.
  }, [isOpen]);
  return (
    <Modal opened={isOpen} onClose={onClose} title={words.link.title(name)}>
      {invite.data !== undefined ? (
        <InvitationLink link={invite.data.link} onDone={onClose} />
      ) : invite.error === null ? (
        <LoadingState shape="lines" count={3} />
      ) : (
        <ErrorState error={invite.error} onRetry={() => invite.mutate()} />
      )}
    </Modal>
  );
}
