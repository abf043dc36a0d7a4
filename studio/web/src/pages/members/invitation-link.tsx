import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import { formatDateTime } from '../../formats.ts';
import { LoopbackNotice } from '../../parts/loopback-notice.tsx';
import { HandedOver } from '../../parts/handed-over.tsx';
import { memberWords } from '../../words/members.ts';

const words = memberWords.link;

interface InvitationLinkProps {
  readonly link: Schema<'InvitationLink'>;
  /** The address that the link confirms. Null: it is an invitation. */
  readonly newAddress?: string | null;
  readonly onDone: () => void;
}

/** The link of an invitation, or one that confirms a new address, to hand over. */
export function InvitationLink({ link, newAddress = null, onDone }: InvitationLinkProps): ReactNode {
  return (
    <>
      <LoopbackNotice url={link.url} />
      <HandedOver
        value={link.url}
        what={newAddress === null ? words.what : words.addressWhat}
        copy={words.copy}
        onDone={onDone}
      >
        {newAddress === null ? words.detail : words.addressDetail(newAddress)}{' '}
        <Text span size="sm" fw={600}>
          {words.expires(formatDateTime(link.expiresAt))}
        </Text>
      </HandedOver>
    </>
  );
}
