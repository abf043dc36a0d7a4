import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { partWords } from '../words/parts.ts';

/** Says that a link to hand over leads nowhere from another machine; nothing if it does. */
export function LoopbackNotice({ url }: { readonly url: string }): ReactNode {
  const { hostname } = new URL(url);
  const isLoopback = /^(?:127\.[\d.]+|localhost|.*\.localhost|\[::1\])$/.test(hostname);
  if (!isLoopback) return null;
  return (
    <Alert color="yellow" title={partWords.loopback.title(hostname)}>
      {partWords.loopback.detail}
    </Alert>
  );
}
