import { Modal, Stack, TextInput } from '@mantine/core';
import { DialogButtons } from '../../parts/dialog-buttons.tsx';
import { useForm } from '@mantine/form';
import { useState, type ReactNode } from 'react';
import { api, data, type Schema } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { changeErrors, CurrentPassword } from '../../parts/current-password.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { notifyDone } from '../../parts/notify.tsx';
import { memberWords } from '../../words/members.ts';
import { InvitationLink } from './invitation-link.tsx';
import { RoleField } from './role-field.tsx';

const words = memberWords.changing;

type Changed = Schema<'UpdatedMember'>;

interface ChangeDialogProps {
  readonly member: Schema<'Member'>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Changes name, address and role of a member, and shows the link that confirms a new address. */
export function ChangeDialog({ member, isOpen, onClose }: ChangeDialogProps): ReactNode {
  const [changed, setChanged] = useState<Changed | null>(null);
  const link = changed?.link ?? null;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      onExitTransitionEnd={() => setChanged(null)}
      title={changed === null ? words.title(member.name) : getTitle(changed)}
      withCloseButton={link === null}
      closeOnEscape={link === null}
    >
      {link === null ? (
        <ChangeForm member={member} onChanged={setChanged} onClose={onClose} />
      ) : (
        <InvitationLink link={link} newAddress={changed?.pendingEmail ?? null} onDone={onClose} />
      )}
    </Modal>
  );
}

function getTitle({ name, pendingEmail }: Changed): string {
  return pendingEmail === null ? memberWords.link.title(name) : memberWords.link.addressTitle(name);
}

function ChangeForm({
  member,
  onChanged,
  onClose,
}: Omit<ChangeDialogProps, 'isOpen'> & { readonly onChanged: (changed: Changed) => void }): ReactNode {
  const { account } = useSession();
  const initialValues = {
    name: member.name,
    email: member.email ?? '',
    role: member.role,
    currentPassword: '',
  };
  const form = useForm({ initialValues });
  const change = useChange(
    (body: Schema<'MemberChange'>) =>
      data(api.PATCH('/members/{memberId}', { params: { path: { memberId: member.id } }, body })),
    ['/members', '/activity', '/session'],
    {
      onSuccess: (changed) => {
        if (changed.link !== null) return onChanged(changed);
        notifyDone(words.saved);
        onClose();
      },
      onError: (error) => form.setErrors(changeErrors(error)),
    },
  );
  const isEmailChanged = form.values.email !== initialValues.email;
  const needsPassword = member.isYou && isEmailChanged && account.hasPassword;
  const submit = form.onSubmit(({ name, email, role, currentPassword }) =>
    change.mutate({
      name,
      role,
      ...(isEmailChanged ? { email } : {}),
      ...(needsPassword ? { currentPassword } : {}),
    }),
  );
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {change.error === null || Object.keys(form.errors).length > 0 ? null : (
          <ErrorState error={change.error} />
        )}
        <TextInput
          label={words.name}
          dir="auto"
          required
          withAsterisk={false}
          maxLength={200}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TextInput
          type="email"
          label={words.email}
          description={member.isYou ? words.emailHint : words.emailHintOfOther}
          required={member.email !== null}
          withAsterisk={false}
          maxLength={254}
          {...form.getInputProps('email')}
        />
        {needsPassword ? <CurrentPassword input={form.getInputProps('currentPassword')} /> : null}
        <RoleField label={words.role} input={form.getInputProps('role')} />
        <DialogButtons
          submit={words.submit}
          isBusy={change.isPending}
          isDisabled={!form.isDirty()}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
