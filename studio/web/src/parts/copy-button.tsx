import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { announce } from '../shell/announcements.tsx';
import { partWords } from '../words/parts.ts';

interface CopyButtonProps {
  readonly value: string;
  /** What is copied, for screen readers: "API key". */
  readonly what: string;
  /** Shows a button with this text instead of an icon. */
  readonly children?: string;
  /** Of the button with a text. */
  readonly size?: 'xs' | 'sm';
}

/** Copies a text. */
export function CopyButton({ value, what, children, size = 'xs' }: CopyButtonProps): ReactNode {
  const clipboard = useClipboard({ timeout: 2_000 });
  const copy = () => {
    clipboard.copy(value);
    announce(partWords.nowCopied(what));
  };
  const icon = clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />;
  if (children !== undefined) {
    return (
      <Button variant="default" size={size} leftSection={icon} onClick={copy}>
        {clipboard.copied ? partWords.copied : children}
      </Button>
    );
  }
  return (
    <Tooltip label={clipboard.copied ? partWords.copied : partWords.copy}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="md"
        aria-label={`${partWords.copy}: ${what}`}
        onClick={copy}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
