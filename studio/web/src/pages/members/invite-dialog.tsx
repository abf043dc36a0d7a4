import { Modal, Stack, TextInput } from '@mantine/core';
import { DialogButtons } from '../../parts/dialog-buttons.tsx';
import { useForm } from '@mantine/form';
import { useState, type ReactNode } from 'react';
import { api, data, type Schema } from '../../api/client.ts';
import { fieldErrors } from '../../api/problem.ts';
import { useChange } from '../../api/queries.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import { memberWords } from '../../words/members.ts';
import { InvitationLink } from './invitation-link.tsx';
import { RoleField } from './role-field.tsx';

const words = memberWords.inviting;

type Invited = Schema<'InvitedMember'>;

interface InviteDialogProps {
  /** A member in the bin, who comes back with the invitation. */
  readonly removed?: Schema<'RemovedMember'>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Invites an address, or takes a removed member back, and shows the link to hand over. */
export function InviteDialog({ removed, isOpen, onClose }: InviteDialogProps): ReactNode {
  const [invited, setInvited] = useState<Invited | null>(null);
  const isShown = invited !== null;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      onExitTransitionEnd={() => setInvited(null)}
      title={isShown ? memberWords.link.title(invited.member.name) : getTitle(removed)}
      withCloseButton={!isShown}
      closeOnEscape={!isShown}
    >
      {isShown ? (
        <InvitationLink link={invited.link} onDone={onClose} />
      ) : (
        <InviteForm removed={removed} onInvited={setInvited} onCancel={onClose} />
      )}
    </Modal>
  );
}

function getTitle(removed: Schema<'RemovedMember'> | undefined): string {
  return removed === undefined ? words.title : memberWords.bin.restoreTitle(removed.name);
}

function InviteForm({
  removed,
  onInvited,
  onCancel,
}: {
  readonly removed: Schema<'RemovedMember'> | undefined;
  readonly onInvited: (invited: Invited) => void;
  readonly onCancel: () => void;
}): ReactNode {
  const form = useForm<Required<Schema<'Invitation'>>>({
    initialValues: { email: '', role: 'MEMBER' },
  });
  const invite = useChange(
    (body: Schema<'Invitation'>) =>
      data(
        removed === undefined
          ? api.POST('/members', { body })
          : api.POST('/removed-members/{memberId}/restore', {
              params: { path: { memberId: removed.id } },
              body,
            }),
      ),
    ['/members', '/removed-members', '/activity'],
    { onSuccess: onInvited, onError: (error) => form.setErrors(fieldErrors(error)) },
  );
  return (
    <form onSubmit={form.onSubmit((values) => invite.mutate(values))}>
      <Stack gap="md">
        {invite.error === null || Object.keys(form.errors).length > 0 ? null : (
          <ErrorState error={invite.error} />
        )}
        <TextInput
          type="email"
          label={words.email}
          description={words.emailHint}
          required
          withAsterisk={false}
          maxLength={254}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('email')}
        />
        <RoleField label={words.role} input={form.getInputProps('role')} />
        <DialogButtons submit={words.submit} isBusy={invite.isPending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
