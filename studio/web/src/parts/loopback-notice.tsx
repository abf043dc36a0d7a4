import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { isLoopbackUrl } from '../../../../src/domain/sessions/loopback.ts';
import { partWords } from '../words/parts.ts';

/** Says that a link to hand over leads nowhere from another machine; nothing if it does. */
export function LoopbackNotice({ url }: { readonly url: string }): ReactNode {
  if (!isLoopbackUrl(url)) return null;
  return (
    <Alert color="yellow" title={partWords.loopback.title(new URL(url).hostname)}>
      {partWords.loopback.detail}
    </Alert>
  );
}
