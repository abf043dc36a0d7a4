import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { api, data, type Schema } from '../../api/client.ts';
import { fieldErrors } from '../../api/problem.ts';
import { useChange } from '../../api/queries.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import { notifyDone } from '../../parts/notify.tsx';
import { memberWords } from '../../words/members.ts';
import { partWords } from '../../words/parts.ts';
import { RoleField } from './role-field.tsx';

const words = memberWords.changing;

interface ChangeDialogProps {
  readonly member: Schema<'Member'>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Changes name, address and role of a member. */
export function ChangeDialog({ member, isOpen, onClose }: ChangeDialogProps): ReactNode {
  return (
    <Modal opened={isOpen} onClose={onClose} title={words.title(member.name)}>
      <ChangeForm member={member} onClose={onClose} />
    </Modal>
  );
}

function ChangeForm({ member, onClose }: Omit<ChangeDialogProps, 'isOpen'>): ReactNode {
  const initialValues = { name: member.name, email: member.email ?? '', role: member.role };
  const form = useForm({ initialValues });
  const change = useChange(
    (body: Schema<'MemberChange'>) =>
      data(api.PATCH('/members/{memberId}', { params: { path: { memberId: member.id } }, body })),
    ['/members', '/activity', '/session'],
    {
      onSuccess: () => {
        notifyDone(words.saved);
        onClose();
      },
      onError: (error) => form.setErrors(fieldErrors(error)),
    },
  );
  const submit = form.onSubmit(({ name, email, role }) =>
    change.mutate({
      name,
      role,
      ...(email === initialValues.email ? {} : { email }),
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
          description={words.emailHint}
          required={member.email !== null}
          withAsterisk={false}
          maxLength={254}
          {...form.getInputProps('email')}
        />
        <RoleField label={words.role} input={form.getInputProps('role')} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {partWords.cancel}
          </Button>
          <Button type="submit" disabled={!form.isDirty()} loading={change.isPending}>
            {words.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
