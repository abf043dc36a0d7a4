import { Radio, Stack } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { memberWords as words } from '../../words/members.ts';

const roles = ['MEMBER', 'OWNER'] as const;

interface RoleFieldProps {
  readonly label: string;
  readonly input: GetInputPropsReturnType;
}

/** The role of a member, with what each may do. */
export function RoleField({ label, input }: RoleFieldProps): ReactNode {
  return (
    <Radio.Group label={label} {...input}>
      <Stack gap="xs" mt={4}>
        {roles.map((role) => (
          <Radio key={role} value={role} label={words.roles[role]} description={words.roleHints[role]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
