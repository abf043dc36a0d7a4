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
  readonly onDone: () => void;
}

/** The link of an invitation, to hand over. */
export function InvitationLink({ link, onDone }: InvitationLinkProps): ReactNode {
  return (
    <>
      <LoopbackNotice url={link.url} />
      <HandedOver value={link.url} what={words.what} copy={words.copy} onDone={onDone}>
        {words.detail}{' '}
        <Text span size="sm" fw={600}>
          {words.expires(formatDateTime(link.expiresAt))}
        </Text>
      </HandedOver>
    </>
  );
}
