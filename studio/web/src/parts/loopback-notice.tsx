import { Alert, type MantineSpacing } from '@mantine/core';
import type { ReactNode } from 'react';
import { isLoopbackUrl } from '../../../../src/common/addresses/loopback.ts';
import { partWords } from '../words/parts.ts';

interface LoopbackNoticeProps {
  /** Any text; a text that is not a URL leads nowhere. */
  readonly url: string;
  /** What to say. Default: about one link to hand over. */
  readonly words?: { readonly title: (host: string) => string; readonly detail: string };
  /** Space below it. */
  readonly mb?: MantineSpacing;
}

/** Says that a URL leads nowhere from another machine; nothing if it leads somewhere. */
export function LoopbackNotice(props: LoopbackNoticeProps): ReactNode {
  const { url, words = partWords.loopback.link, mb = 0 } = props;
  if (!URL.canParse(url) || !isLoopbackUrl(url)) return null;
  return (
    <Alert color="yellow" role="note" mb={mb} title={words.title(new URL(url).hostname)}>
      {words.detail}
    </Alert>
  );
}
